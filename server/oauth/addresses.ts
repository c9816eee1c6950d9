// The addresses of the authorization server, and the documents by which apps discover it.
import { APPS_PATH } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';

/** The issuer is not at the root: clients of /mcp would discover it there, although /mcp needs no sign-in (C9). */
export const OAUTH_PATH = '/oauth';
/** RFC 9728 inserts the well-known part before the path of the resource; RFC 8414 before that of the issuer. */
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${APPS_PATH}`;
export const SERVER_METADATA = '/.well-known/oauth-authorization-server';

export function issuer(): string {
  return config.publicUrl + OAUTH_PATH;
}

/** The address of the metadata, named by the 401 of the MCP server for apps. */
export function resourceMetadataUrl(): string {
  return config.publicUrl + RESOURCE_METADATA;
}
