// ARD, Agentic Resource Discovery (v0.91): the manifest of what this directory offers to agents.
import { config } from '../../core/kernel/config.js';
import { ARD_MANIFEST, addresses, ardUrn, describeServer } from './addresses.js';
import type { Standard } from './standard.js';

const manifestFile = { read: manifest };

export const ard: Standard = {
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
      entry(`mcp:${config.serviceSlug}`, 'application/mcp-server-card+json', at.server_card),
      entry('registry:listings', 'application/ai-registry+json', `${config.publicUrl}/ard`),
      entry('skill:listing-directory', 'text/markdown; profile="urn:air:agent-skills"', at.skill),
    ],
  };
}
