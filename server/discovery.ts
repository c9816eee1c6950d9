// Discovery for programs that know only the base URL: the API catalog of RFC 9727, the MCP server card (SEP-2127) and
// the server.json of MCP registries. Each refers to the others, and to llms.txt and /api/v1/schema.
import { type Request, type Response, Router } from 'express';
import { appResource } from '../core/accounts/apps.js';
import { config } from '../core/kernel/config.js';
import { VERSION } from '../core/kernel/package.js';
import { currentSettings, refreshSettings } from '../core/settings/current.js';
import { API_CATALOG, openToAll, SERVER_CARD } from './http/origin.js';
import { answerReadOnly } from './http/refusals.js';

/** The handshake-era revisions and the stateless one; test/discovery.test.ts tries each. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const AI_CATALOG = '/.well-known/ai-catalog.json';

export function discoveryFiles(): Router {
  const router = Router({ caseSensitive: true });
  const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  serveDocument(router, API_CATALOG, apiCatalog, linkset);
  serveDocument(router, AI_CATALOG, aiCatalog);
  serveDocument(router, SERVER_CARD, serverCard, 'application/mcp-server-card+json');
  serveDocument(router, '/server.json', registryDescription);
  return router;
}

/** Serves a public document about this directory, to programs of every origin. */
export function serveDocument(
  router: Router,
  path: string,
  document: () => object,
  type = 'application/json',
): void {
  router.get(path, async (_req: Request, res: Response) => {
    await refreshSettings();
    openToAll(res);
    res.setHeader('Cache-Control', 'public, max-age=3600');
    res.type(type).send(Buffer.from(JSON.stringify(document(), null, 2)));
  });
  router.all(path, answerReadOnly);
}

function addresses() {
  const base = config.publicUrl;
  return {
    mcp: `${base}/mcp`,
    mcp_oauth: appResource(),
    server_card: `${base}${SERVER_CARD}`,
    registry_description: `${base}/server.json`,
    api_catalog: `${base}${API_CATALOG}`,
    openapi: `${base}/api/v1/openapi.json`,
    schema: `${base}/api/v1/schema`,
    llms: `${base}/llms.txt`,
    ai_catalog: `${base}${AI_CATALOG}`,
    skill: `${base}/SKILL.md`,
    docs: config.docsUrl,
  };
}

/** RFC 9727, as a linkset of RFC 9264. */
function apiCatalog(): object {
  const at = addresses();
  const json = (href: string) => ({ href, type: 'application/json' });
  const documents = [
    { href: at.docs, type: 'text/html' },
    { href: at.llms, type: 'text/markdown' },
  ];
  return {
    linkset: [
      {
        anchor: `${config.publicUrl}/api/v1`,
        'service-desc': [{ href: at.openapi, type: 'application/vnd.oai.openapi+json;version=3.1' }],
        'service-meta': [json(at.schema)],
        'service-doc': documents,
        status: [json(`${config.publicUrl}/api/v1/health`)],
      },
      ...[at.mcp, at.mcp_oauth].map((anchor) => ({
        anchor,
        'service-desc': [{ href: at.server_card, type: 'application/mcp-server-card+json' }],
        'service-meta': [json(at.registry_description)],
        'service-doc': documents,
      })),
    ],
  };
}

function describeServer() {
  const { hostname } = new URL(config.publicUrl);
  return {
    name: `${hostname.split('.').reverse().join('.')}/${config.serviceSlug}`,
    title: currentSettings().name.slice(0, 100),
    description: 'Search, submit and manage listings of software and AI products in a public directory.',
    version: VERSION,
    websiteUrl: config.publicUrl,
  };
}

/** Open to guests and keys; and for hosts that sign in by OAuth, which need no header of their own. */
function describeRemotes() {
  const { mcp, mcp_oauth: oauth } = addresses();
  const authorization = {
    name: 'Authorization',
    description: 'Bearer and an API key. Not needed to search, read and register.',
    isRequired: false,
    isSecret: true,
    placeholder: 'Bearer dir_…',
  };
  return [
    { type: 'streamable-http', url: mcp, headers: [authorization] },
    { type: 'streamable-http', url: oauth },
  ];
}

/** The catalog of Agent-Card/ai-catalog, as far as its drafts agree. */
function aiCatalog(): object {
  const { name, title, description, version } = describeServer();
  const at = addresses();
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: config.publicUrl, documentationUrl: at.docs },
    entries: [
      {
        identifier: `urn:air:${new URL(config.publicUrl).hostname}:mcp:${name.split('/')[1]}`,
        displayName: title,
        description,
        version,
        mediaType: 'application/mcp-server-card+json',
        url: at.server_card,
        tags: ['directory', 'search', 'listings'],
      },
    ],
  };
}

function serverCard(): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    ...describeServer(),
    remotes: describeRemotes().map((remote) => ({ ...remote, supportedProtocolVersions: PROTOCOL_VERSIONS })),
    _meta: { [`${describeServer().name.split('/')[0]}/links`]: addresses() },
  };
}

/** server.json of the MCP registry; the key in _meta is the one it leaves to publishers. */
function registryDescription(): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...describeServer(),
    remotes: describeRemotes(),
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { links: addresses() } },
  };
}
