// Where programs find what describes this directory.
import { appResource } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';
import { VERSION } from '../../core/kernel/package.js';
import { currentSettings } from '../../core/settings/current.js';
import { API_CATALOG, SERVER_CARD } from '../http/gates.js';

export const ARD_MANIFEST = '/.well-known/ard.json';

export function addresses() {
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
    ard: `${base}${ARD_MANIFEST}`,
    skill: `${base}/SKILL.md`,
    docs: config.docsUrl,
  };
}

/** The name of a resource of this directory in ARD. */
export const ardUrn = (name: string) => `urn:air:${new URL(config.publicUrl).hostname}:${name}`;

/** The members that server cards, registries and manifests share. */
export function describeServer() {
  const { hostname } = new URL(config.publicUrl);
  return {
    name: `${hostname.split('.').reverse().join('.')}/${config.serviceSlug}`,
    title: currentSettings().name.slice(0, 100),
    description: 'Search, submit and manage listings of software and AI products in a public directory.',
    version: VERSION,
    websiteUrl: config.publicUrl,
  };
}
