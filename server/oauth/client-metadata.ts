// What apps register, or publish in their metadata document, reduced to what this server supports (RFC 7591, 2).
import { APP_SCOPES } from '../../core/accounts/apps.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';

type Metadata = Record<string, unknown>;

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** Everything else is of no use here, such as keys and algorithms, and none of it may fail a registration. */
const USED = new Set([
  'application_type',
  'client_id',
  'client_id_issued_at',
  'client_name',
  'client_uri',
  'grant_types',
  'logo_uri',
  'redirect_uris',
  'response_types',
  'scope',
  'token_endpoint_auth_method',
]);

/**
 * Substitutes what an app asks for by what it can have: grants, scopes, no secret. Redirect addresses stay as they are:
 * the library refuses the unsafe ones.
 */
export function reduceToSupported(metadata: Metadata): void {
  for (const name of Object.keys(metadata)) if (!USED.has(name)) delete metadata[name];
  for (const name of ['client_uri', 'logo_uri']) if (!isWebAddress(metadata[name])) delete metadata[name];
  if (typeof metadata.client_name !== 'string') delete metadata.client_name;
  const grants = GRANT_TYPES.filter((grant) => wordsOf(metadata.grant_types).includes(grant));
  metadata.grant_types = grants.includes('authorization_code') ? grants : [...GRANT_TYPES];
  metadata.response_types = ['code'];
  metadata.token_endpoint_auth_method = 'none';
  // By the rules for native apps an http address must be a loopback one, whatever the app says about itself.
  metadata.application_type = 'native';
  const scopes = APP_SCOPES.filter((scope) => wordsOf(metadata.scope).includes(scope));
  if (scopes.length > 0) metadata.scope = scopes.join(' ');
  else delete metadata.scope;
}

/** The words of a list, or of a text with blanks between them. */
function wordsOf(value: unknown): unknown[] {
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value : [];
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '');
}
