// The authorization server for apps: OAuth 2.1 with PKCE, dynamic registration (RFC 7591) and client-id metadata
// documents, by oidc-provider. Clients are public ones, without secrets; tokens are opaque and for the tool server only.
import { generateKeyPairSync } from 'node:crypto';
import { type Adapter, type AdapterPayload, type Configuration, errors, Provider } from 'oidc-provider';
import { getDomain } from 'tldts';
import * as apps from '../../core/accounts/apps.js';
import { guest } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { log } from '../../core/kernel/log.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';
import { read } from '../../core/reader/reader.js';
import { issuer, OAUTH_PATH } from './addresses.js';

const CONSENT_PATH = '/account/apps/allow';

/** Lifetimes in seconds. Access tokens are short-lived; a refresh token is replaced with each use. */
const TTL = {
  AccessToken: 3600,
  AuthorizationCode: 60,
  RefreshToken: 30 * 86_400,
  Interaction: 3600,
  Session: 3600,
  Grant: 10 * 365 * 86_400,
  IdToken: 60,
};
/** Seconds for which the metadata document of a client is cached, unless its own headers set another time. */
const METADATA_CACHE = { min: 300, max: 3600 };

type JsonObject = Record<string, unknown>;

/** @param renderError sends an error that cannot be redirected to the client, as a page */
export function createProvider(renderError: NonNullable<Configuration['renderError']>): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer(), {
    adapter: storageOf,
    clients: [],
    // No OpenID: apps learn nothing about the member except from tools. The scopes are listed for registration only;
    // they belong to the resource below.
    scopes: [...apps.APP_SCOPES],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: [...GRANT_TYPES],
      id_token_signed_response_alg: 'ES256',
    },
    // Called before the library validates what an app registers or publishes.
    extraClientMetadata: {
      properties: ['client_name'],
      validator: (_ctx, _name, _value, metadata) => reduceToSupported(metadata),
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: TTL,
    routes: {
      authorization: '/authorize',
      registration: '/register',
      token: '/token',
      revocation: '/revoke',
      jwks: '/jwks',
    },
    discovery: { service_documentation: config.docsUrl },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: METADATA_CACHE },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => apps.appResource(),
        useGrantedResource: async () => true,
        async getResourceServerInfo(_ctx, resource) {
          if (!resources().includes(resource)) throw new errors.InvalidTarget();
          const scope = apps.APP_SCOPES.join(' ');
          return { scope, audience: apps.appResource(), accessTokenFormat: 'opaque' };
        },
      },
    },
    fetch: fetchDocument,
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES },
    interactions: { url: (_ctx, { uid }) => `${CONSENT_PATH}/${uid}` },
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    cookies: {
      keys: [...config.sessionSecrets],
      long: { path: OAUTH_PATH, httpOnly: true, sameSite: 'lax' },
    },
    // The library wants a key for ID tokens, which are never issued.
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    renderError,
  });
  provider.use(async (ctx, next) => {
    await next();
    // The library adds the OpenID scope, and a secret unless the client says it needs none.
    const body = ctx.body as JsonObject;
    if (ctx.oidc?.route === 'discovery') body.scopes_supported = [...apps.APP_SCOPES];
    if (ctx.oidc?.route === 'registration') {
      delete body.client_secret;
      delete body.client_secret_expires_at;
    }
  });
  // Addresses are derived from the public URL, which mount.ts substitutes for the Host header.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the authorization server failed'));
  return provider;
}

/** Clients name the tool server with or without a trailing slash. */
const resources = () => [apps.appResource(), `${apps.appResource()}/`];

/** Seconds in which a refresh token works again: two windows of a host may use it at once, or an answer may be lost. */
const REUSE_SECONDS = 60;

const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** All other metadata, such as keys and algorithms, is dropped so that it cannot fail a registration. */
const USED = new Set(
  `application_type client_id client_id_issued_at client_name grant_types redirect_uris response_types scope
  token_endpoint_auth_method`.split(/\s+/),
);

/** Maximum bytes of a client: anyone can register many. */
const CLIENT_BYTES = 4 * 1024;
/** A scheme without a dot may belong to any program (RFC 8252, 7.1), except these of known hosts. */
const KNOWN_SCHEMES = ['http:', 'https:', 'cursor:', 'vscode:', 'vscode-insiders:'];

const UNSAFE_REDIRECT = 'redirect_uris: a scheme of your own needs a dot, and no credentials';

/** Whether a redirect address is safe; the library checks further rules. */
function isSafeRedirect(address: unknown): boolean {
  const { protocol, username, password } = (typeof address === 'string' && parseUrl(address)) || {};
  const isOwn = protocol !== undefined && (KNOWN_SCHEMES.includes(protocol) || protocol.includes('.'));
  return isOwn && username === '' && password === '';
}

/** Reduces metadata to what an app can have. @throws InvalidClientMetadata for unsafe redirects or too many bytes */
function reduceToSupported(metadata: JsonObject): void {
  for (const name of Object.keys(metadata)) if (!USED.has(name)) Reflect.deleteProperty(metadata, name);
  if (typeof metadata.client_name !== 'string') delete metadata.client_name;
  const grants = GRANT_TYPES.filter((grant) => hasWord(metadata.grant_types, grant));
  metadata.grant_types = grants.includes('authorization_code') ? grants : [...GRANT_TYPES];
  metadata.response_types = ['code'];
  metadata.token_endpoint_auth_method = 'none';
  // Apps may use http only with a loopback address, whichever type they declare.
  metadata.application_type = 'native';
  const scopes = apps.APP_SCOPES.filter((scope) => hasWord(metadata.scope, scope));
  if (scopes.length > 0) metadata.scope = scopes.join(' ');
  else delete metadata.scope;
  const { redirect_uris: redirects } = metadata;
  if (Array.isArray(redirects) && !redirects.every(isSafeRedirect))
    throw new errors.InvalidClientMetadata(UNSAFE_REDIRECT);
  if (Buffer.byteLength(JSON.stringify(metadata)) > CLIENT_BYTES)
    throw new errors.InvalidClientMetadata(`a client has at most ${CLIENT_BYTES} bytes`);
}

/** @param list an array, or words between blanks: apps send both */
const hasWord = (list: unknown, word: string) =>
  [list].flat().some((text) => typeof text === 'string' && text.split(' ').includes(word));

// The storage adapter of the protocol library, over our tables. Its grants are our apps.

/** Apps are created by consent (core/accounts/apps.ts), so that they are audited: the library only reads them. */
const grants: Adapter = {
  async find(id) {
    const app = await apps.findApp(id);
    if (!app) return undefined;
    const scope = app.scopes.join(' ');
    return {
      kind: 'Grant',
      jti: app.id,
      iat: Math.floor(app.createdAt.getTime() / 1000),
      accountId: app.userId,
      clientId: app.clientId,
      openid: { scope },
      resources: Object.fromEntries(resources().map((resource) => [resource, scope])),
    } as AdapterPayload;
  },
  // Called when a token was revoked or used a second time.
  destroy: (id) => apps.endApp(guest('mcp'), id),
  revokeByGrantId: (id) => apps.endApp(guest('mcp'), id),
  ...{ upsert: notUsed, consume: notUsed, findByUid: notUsed, findByUserCode: notUsed },
};

/** NUL and lone surrogates, as JSON escapes them: the database cannot store them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

export function storageOf(model: string): Adapter {
  if (model === 'Grant') return grants;
  return {
    // The library generates a secret for clients that do not say they need none; no client here has one.
    upsert: async (id, { client_secret: _none, ...payload }, expiresIn) => {
      if (UNSTORABLE.test(JSON.stringify(payload))) throw new errors.InvalidRequest('a parameter is no text');
      await apps.saveOAuthRecord(model, id, payload, expiresIn);
    },
    async find(id) {
      const record = await apps.findOAuthRecord(model, id);
      if (!record) return undefined;
      if (record.resource) record.resource = resources();
      if (model === 'RefreshToken' && !isUsedUp(record)) delete record.consumed;
      return record;
    },
    async consume(id) {
      if (await apps.consumeOAuthRecord(model, id)) return;
      // If two requests use one code at once, one wins. A refresh token may be reused for a short time.
      const record = model === 'RefreshToken' ? await apps.findOAuthRecord(model, id) : undefined;
      if (!record || isUsedUp(record)) throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => apps.deleteOAuthRecord(model, id),
    // Tokens are deleted with their app.
    revokeByGrantId: () => Promise.resolve(),
    findByUid: notUsed,
    findByUserCode: notUsed,
  };
}

function isUsedUp({ consumed }: apps.OAuthPayload): boolean {
  return consumed !== undefined && Date.now() / 1000 - Number(consumed) > REUSE_SECONDS;
}

function notUsed(): never {
  throw new Error('This flow of the library is not configured.');
}

// Reads addresses that apps name for the library: through the egress rules, limited in size and time.

/** Maximum bytes of a client's metadata document, as the draft recommends. */
export const DOCUMENT_BYTES = 5 * 1024;

/** Like `fetch`, without following redirects. @throws TypeError for a document that cannot be read */
export async function fetchDocument(...named: Parameters<typeof fetch>): Promise<Response> {
  const { url, headers } = new Request(...named);
  const { hostname } = new URL(url);
  // One byte more than allowed, so that the library notices a longer document.
  const place = { url, accept: headers.get('accept') ?? 'application/json', bytes: DOCUMENT_BYTES + 1 };
  const domain = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  const { status, text, caching } = await read('document', place, { account: domain });
  if (status === null) throw new TypeError('The document cannot be read.');
  // A `Response` of 204 or 304 has no body.
  return new Response(status === 200 ? text : null, { status, headers: caching });
}
