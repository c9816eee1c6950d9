// Discovery for programs that know only the base URL: the API catalog of RFC 9727, the MCP server card (SEP-2127) and
// the server.json of MCP registries. Each refers to the others, and to llms.txt and /api/v1/schema.

import { type Request, type Response, Router } from 'express';
import { config } from '../core/kernel/config.js';
import { VERSION } from '../core/kernel/package.js';
import { currentSite, refreshSite } from '../core/site/current.js';
import { openToAll, SERVER_CARD } from './http/origin.js';
import { answerReadOnly } from './http/refusals.js';

/** The handshake-era revisions and the stateless one; test/discovery.test.ts tries each. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

export function discoveryFiles(): Router {
  const router = Router({ caseSensitive: true });
  const serve = (path: string, type: string, document: () => object) => {
    router.get(path, async (_req: Request, res: Response) => {
      await refreshSite();
      openToAll(res);
      res.setHeader('Cache-Control', 'public, max-age=3600');
      res.type(type).send(Buffer.from(JSON.stringify(document(), null, 2)));
    });
    router.all(path, answerReadOnly);
  };
  const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  serve('/.well-known/api-catalog', linkset, apiCatalog);
  serve(SERVER_CARD, 'application/mcp-server-card+json', serverCard);
  serve('/server.json', 'application/json', registryDescription);
  return router;
}

function addresses() {
  const base = config.publicUrl;
  return {
    mcp: `${base}/mcp`,
    server_card: `${base}${SERVER_CARD}`,
    registry_description: `${base}/server.json`,
    api_catalog: `${base}/.well-known/api-catalog`,
    openapi: `${base}/api/v1/openapi.json`,
    schema: `${base}/api/v1/schema`,
    llms: `${base}/llms.txt`,
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
      {
        anchor: at.mcp,
        'service-desc': [{ href: at.server_card, type: 'application/mcp-server-card+json' }],
        'service-meta': [json(at.registry_description)],
        'service-doc': documents,
      },
    ],
  };
}

/** Shared by the server card and server.json. */
function describeServer() {
  const { hostname } = new URL(config.publicUrl);
  return {
    name: `${hostname.split('.').reverse().join('.')}/${config.serviceSlug}`,
    title: currentSite().name.slice(0, 100),
    description: 'Search, submit and manage listings of software and AI products in a public directory.',
    version: VERSION,
    websiteUrl: config.publicUrl,
  };
}

function describeRemote() {
  return {
    type: 'streamable-http',
    url: addresses().mcp,
    headers: [
      {
        name: 'Authorization',
        description: 'Bearer and an API key. Not needed to search, read and register.',
        isRequired: false,
        isSecret: true,
        placeholder: 'Bearer dir_…',
      },
    ],
  };
}

function serverCard(): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    ...describeServer(),
    remotes: [{ ...describeRemote(), supportedProtocolVersions: PROTOCOL_VERSIONS }],
    _meta: { [`${describeServer().name.split('/')[0]}/links`]: addresses() },
  };
}

/** server.json of the MCP registry; the key in _meta is the one it leaves to publishers. */
function registryDescription(): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...describeServer(),
    remotes: [describeRemote()],
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { links: addresses() } },
  };
}
