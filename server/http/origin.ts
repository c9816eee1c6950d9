// Public files that scripts of every origin may read (C12).
import type { ServerResponse } from 'node:http';

/** Public files below the address of the MCP server: what describes it, and the library of its cards. */
export const SERVER_CARD = '/mcp/server-card';
export const APP_LIBRARY = '/mcp/app.js';
export const API_CATALOG = '/.well-known/api-catalog';

/** Public read-only files are open to all origins (C12). */
export function openToAll(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
}
