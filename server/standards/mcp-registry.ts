// The read API of the MCP Registry, v0.1: hosts such as VS Code take this directory as a private registry.
import { Type } from '@sinclair/typebox';
import { guest } from '../../core/kernel/actor.js';
import { check } from '../../core/kernel/check.js';
import { fieldError, notFound } from '../../core/kernel/errors.js';
import { titled } from '../../core/kernel/schema.js';
import { findServer, listServers } from '../../core/listings/servers.js';
import { findListings } from '../../core/search/search.js';
import { routesOf } from '../api/route.js';
import type { Standard } from './standard.js';

const MAX_LIMIT = 100;
/** How many listings of a search are included even if their servers' names do not contain the words. */
const SEARCH_REACH = 50;

const ServersQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 400 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  updated_since: Type.Optional(Type.String({ format: 'date-time' })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  version: Type.Optional(Type.String({ maxLength: 100 })),
});

type Servers = Awaited<ReturnType<typeof listServers>>;
const entry = ({ server, isLive, publishedAt, updatedAt }: Servers[number]) => ({
  server,
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: isLive ? (server.status ?? 'active') : 'deleted',
      publishedAt: publishedAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      isLatest: true,
    },
  },
});

const answer = (servers: Servers, nextCursor?: string) => ({
  servers: servers.map(entry),
  metadata: { count: servers.length, ...(nextCursor ? { nextCursor } : {}) },
});

async function list(query: unknown) {
  const given = check(ServersQuery, query);
  const { cursor, limit = 30, updated_since: since, search, version = 'latest' } = given;
  // Each server has one version: the latest.
  if (version !== 'latest') throw fieldError('version', 'Only "latest" can be listed.', 'invalid');
  const most = Math.min(limit, MAX_LIMIT);
  const found = search
    ? (await findListings(guest('rest'), { q: search, sort: 'relevance', limit: SEARCH_REACH })).listings
    : [];
  const rows = await listServers({
    cursor,
    limit: most,
    ...(since ? { updatedSince: new Date(since) } : {}),
    ...(search ? { search: { text: search, listings: found.map(({ id }) => id) } } : {}),
  });
  const servers = rows.slice(0, most);
  return answer(servers, rows.length > most ? servers.at(-1)?.name : undefined);
}

async function find(name: string, version = 'latest') {
  const found = await findServer(name);
  const isThis = version === 'latest' || version === found?.server.version;
  if (!found || !isThis) throw notFound('server');
  return found;
}

const params = Type.Object({ server: Type.String(), version: Type.String() });

export const mcpRegistry: Standard = {
  routes: routesOf(
    { path: '/v0.1/servers', tag: 'Directory', access: 'public', isOpenToAll: true },
    {
      listRegistryServers: {
        get: '',
        summary: 'MCP servers, in the form of the MCP Registry',
        query: ServersQuery,
        answer: ['A page of servers', titled('RegistryServers', { servers: Type.Array(Type.Any()) })],
        does: (_actor: unknown, query: unknown) => list(query),
      },
      listRegistryVersions: {
        get: '/{server}/versions',
        params,
        summary: 'The versions of an MCP server',
        answer: ['Its versions', titled('RegistryVersions', { servers: Type.Array(Type.Any()) })],
        does: async (_actor: unknown, name: string) => answer([await find(name)]),
      },
      getRegistryServer: {
        get: '/{server}/versions/{version}',
        params,
        summary: 'A version of an MCP server, or the latest',
        answer: ['The server', titled('RegistryServer', { server: Type.Any() })],
        does: async (_actor: unknown, name: string, version: string) => entry(await find(name, version)),
      },
    },
  ),
};
