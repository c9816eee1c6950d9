// The standards in use: small ones are defined here, each of the others in its own file.
import { createHash } from 'node:crypto';
import { config } from '../../core/kernel/config.js';
import { currentSettings } from '../../core/settings/current.js';
import { API_CATALOG, SERVER_CARD } from '../http/gates.js';
import { guide } from '../http/guides.js';
import { ardRegistry } from './ard-registry.js';
import { mcpRegistry } from './mcp-registry.js';
import { ARD_MANIFEST, addresses, ardUrn, describeServer, type Standard } from './standard.js';

const PATH = '/.well-known/security.txt';
/** The file must expire within a year: each response is valid for half a year. */
const VALID_DAYS = 180;

/** security.txt (RFC 9116), if the operator has set a contact. */
function securityText() {
  const { contact_email: email, contact_url: url } = currentSettings();
  const contact = email ? `mailto:${email}` : url && new URL(url, config.publicUrl).href;
  if (!contact) return null;
  const day = new Date(Date.now() + VALID_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `Contact: ${contact}\nExpires: ${day}T00:00:00Z\nCanonical: ${config.publicUrl}${PATH}\n`;
}

/** Agent skills discovery, v0.2.0: the skills of this directory with the digests of the bytes served. */
function skills() {
  const text = guide('SKILL');
  const member = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const skill = { name: member('name'), type: 'skill-md', description: member('description') };
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ ...skill, url: `${config.publicUrl}/SKILL.md`, digest }],
  };
}

// ARD, Agentic Resource Discovery (v0.91): the manifest of what this directory offers to agents.
const manifestFile = { read: manifest };

const ard: Standard = {
  documents: { [ARD_MANIFEST]: manifestFile, '/.well-known/ai-catalog.json': manifestFile },
  links: { ard: ARD_MANIFEST },
  robots: () => [`Agentmap: ${addresses().ard}`],
};

function manifest() {
  const { title, description, version } = describeServer();
  const at = addresses();
  const entry = (name: string, type: string, url: string) => ({
    ...{ identifier: ardUrn(name), displayName: title, type, url, description, version },
    tags: ['directory', 'search', 'listings'],
    representativeQueries: [
      'find a tool for a need',
      'list my product in a directory',
      'compare two products',
    ],
  });
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: new URL(config.publicUrl).hostname, documentationUrl: at.docs },
    entries: [
      entry(`mcp:${config.serviceSlug}`, 'application/mcp-server-card+json', at.mcp_server_card),
      entry('registry:listings', 'application/ai-registry+json', `${config.publicUrl}/ard`),
      entry('skill:listing-directory', 'text/markdown; profile="urn:air:agent-skills"', at.skill),
    ],
  };
}

/** The API catalog of RFC 9727, as a linkset of RFC 9264. */
const apiCatalog: Standard = {
  documents: {
    [API_CATALOG]: {
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      read: linkset,
    },
  },
  links: { 'api-catalog': API_CATALOG },
};

function linkset() {
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
        'service-desc': [{ href: at.mcp_server_card, type: 'application/mcp-server-card+json' }],
        'service-meta': [json(at.mcp_registry_description)],
        'service-doc': documents,
      })),
    ],
  };
}

// This directory's own MCP server: the server card (SEP-2127), and the server.json of MCP registries.

/** The handshake-era revisions and the stateless one; test/discovery.test.ts tries each. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const card = { type: 'application/mcp-server-card+json', read: serverCard };

const mcpCards: Standard = {
  documents: {
    [SERVER_CARD]: card,
    '/.well-known/mcp/server-card.json': card,
    '/server.json': { read: registryDescription },
  },
};

/** The address for guests and keys, and the one for hosts that sign in by OAuth and need no header. */
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

/** The server.json of this server. Publishers may use this key of _meta. */
function registryDescription() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...describeServer(),
    remotes: describeRemotes(),
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { links: addresses() } },
  };
}

export const STANDARDS: readonly Standard[] = [
  apiCatalog,
  mcpCards,
  ard,
  ardRegistry,
  mcpRegistry,
  { documents: { '/.well-known/agent-skills/index.json': { read: skills } } },
  { documents: { [PATH]: { type: 'text/plain; charset=utf-8', read: securityText } } },
  // What AI crawlers may do (CONTENT_SIGNAL; not set by default).
  { robots: () => (config.contentSignal ? [`Content-Signal: ${config.contentSignal}`] : []) },
];

export const standardLinks = () => STANDARDS.flatMap(({ links = {} }) => Object.entries(links));

export const PAGE_LINKS = [...standardLinks(), ['describedby', '/llms.txt']]
  .map(([relation, path]) => `<${path}>; rel="${relation}"`)
  .join(', ');
