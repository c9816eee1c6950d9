// ARD, Agentic Resource Discovery (v0.91): the manifest of what this directory offers to agents.
import { config } from '../../core/kernel/config.js';
import { ARD_MANIFEST, addresses, describeServer } from './addresses.js';
import type { Standard } from './standard.js';

const MCP = 'application/mcp-server-card+json';
const SKILL = 'text/markdown; profile="urn:air:agent-skills"';
const QUERIES = ['find a tool for a need', 'list my product in a directory', 'compare two products'];

const manifestFile = { read: manifest };

export const ard: Standard = {
  documents: { [ARD_MANIFEST]: manifestFile, '/.well-known/ai-catalog.json': manifestFile },
  links: { ard: ARD_MANIFEST },
  robots: () => [`Agentmap: ${addresses().ard}`],
};

const urn = (name: string) => `urn:air:${new URL(config.publicUrl).hostname}:${name}`;

function manifest() {
  const { title, description, version } = describeServer();
  const at = addresses();
  const entry = (name: string, type: string, url: string) => ({
    identifier: urn(name),
    displayName: title,
    type,
    url,
    description,
    version,
    tags: ['directory', 'search', 'listings'],
    representativeQueries: QUERIES,
  });
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: config.publicUrl, documentationUrl: at.docs },
    entries: [
      entry(`mcp:${config.serviceSlug}`, MCP, at.server_card),
      entry('skill:listing-directory', SKILL, at.skill),
    ],
  };
}
