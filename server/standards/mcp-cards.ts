// This directory's own MCP server: the server card (SEP-2127), and the server.json of MCP registries.
import { SERVER_CARD } from '../http/gates.js';
import { addresses, describeServer } from './addresses.js';
import type { Standard } from './standard.js';

/** The handshake-era revisions and the stateless one; test/discovery.test.ts tries each. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const card = { type: 'application/mcp-server-card+json', read: serverCard };

export const mcpCards: Standard = {
  documents: {
    [SERVER_CARD]: card,
    '/.well-known/mcp/server-card.json': card,
    '/server.json': { read: registryDescription },
  },
};

/** Open to guests and keys; and for hosts that sign in by OAuth, which need no header. */
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

function serverCard() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    ...describeServer(),
    remotes: describeRemotes().map((remote) => ({ ...remote, supportedProtocolVersions: PROTOCOL_VERSIONS })),
    _meta: { [`${describeServer().name.split('/')[0]}/links`]: addresses() },
  };
}

/** The key in _meta is the one that the registry leaves to publishers. */
function registryDescription() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...describeServer(),
    remotes: describeRemotes(),
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { links: addresses() } },
  };
}
