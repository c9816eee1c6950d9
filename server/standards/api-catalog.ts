// The API catalog of RFC 9727, as a linkset of RFC 9264.
import { config } from '../../core/kernel/config.js';
import { API_CATALOG } from '../http/origin.js';
import { addresses } from './addresses.js';
import type { Standard } from './standard.js';

export const apiCatalog: Standard = {
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
        'service-desc': [{ href: at.server_card, type: 'application/mcp-server-card+json' }],
        'service-meta': [json(at.registry_description)],
        'service-doc': documents,
      })),
    ],
  };
}
