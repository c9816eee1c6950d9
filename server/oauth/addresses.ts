// Where the authorization server is, and the documents by which apps find it.
import { APPS_PATH } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';

/** The issuer has a path of its own: at the root it would be found for /mcp, which needs no sign-in (C9). */
export const OAUTH_PATH = '/oauth';
/** RFC 9728 puts the well-known part in front of the path of the resource; so does RFC 8414 with that of the issuer. */
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${APPS_PATH}`;
export const SERVER_METADATA = '/.well-known/oauth-authorization-server';

export function issuer(): string {
  return config.publicUrl + OAUTH_PATH;
}

/** Where the 401 of the tool server for apps sends a client. */
export function resourceMetadataUrl(): string {
  return config.publicUrl + RESOURCE_METADATA;
}
