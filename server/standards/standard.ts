// What all standards share: their form, the addresses they name, and the description of this directory.
import { appResource } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';
import { VERSION } from '../../core/kernel/package.js';
import { currentSettings } from '../../core/settings/current.js';
import type { Route } from '../api/route.js';
import { serviceLinks } from '../api/service-description.js';

export interface Standard {
  /** Documents by path, the same for everybody. */
  readonly documents?: Readonly<Record<string, StandardDocument>>;
  /** Routes in the form of the API's table; they count like its reads. */
  readonly routes?: readonly Route[];
  /** Paths for the `Link` headers of pages, by relation (RFC 8288). */
  readonly links?: Readonly<Record<string, string>>;
  readonly robots?: () => readonly string[];
}

export interface StandardDocument {
  readonly type?: string;
  /** A text is sent as it is, an object as JSON; null means 404. */
  readonly read: () => Promise<object | string> | object | string | null;
}

export const ARD_MANIFEST = '/.well-known/ard.json';

export const addresses = () => ({
  mcp: `${config.publicUrl}/mcp`,
  mcp_oauth: appResource(),
  ...serviceLinks(),
});

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
