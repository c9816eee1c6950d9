// The server.json of listed MCP servers, stored whole: read from registries and sites, and served again.
import { McpServerModel } from '../../db/models/listings.js';
import { isObject } from '../kernel/text/json.js';
import type { McpAnswer } from '../reader/reader.js';
import type { FactDefinition } from '../settings/fact-schema.js';
import { addFactsOnce } from '../settings/manage.js';

const MAX_SERVER_LENGTH = 64 * 1024;
/** Namespace and name, as the MCP Registry defines them. */
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

export type ServerJson = Readonly<Record<string, unknown>> & { readonly name: string };

/** Reads a server.json; null if it has no valid name or is too long. */
export function asServer(value: unknown): ServerJson | null {
  const { name } = (value ?? {}) as { name?: unknown };
  if (typeof name !== 'string' || name.length > 200 || !NAME.test(name)) return null;
  return JSON.stringify(value).length > MAX_SERVER_LENGTH ? null : (value as ServerJson);
}

/** The fact created with the first server.json. The weekly check sets it (core/upkeep/link-checks.ts). */
const MCP_FACT: FactDefinition = {
  key: 'mcp_endpoint',
  type: 'choice',
  options: ['answers', 'asks for sign-in', 'no MCP server', 'gone'] satisfies McpAnswer[],
  filter: true,
};

/** A server's public address; null if it has variables or runs on the user's machine. */
export function endpointOf({ remotes }: ServerJson): string | null {
  const all = Array.isArray(remotes) ? remotes.filter(isObject) : [];
  const urls = all.flatMap(({ type, url }) =>
    type === 'streamable-http' && typeof url === 'string' ? url : [],
  );
  return urls.find((url) => /^https?:[^{}]{1,2000}$/.test(url)) ?? null;
}

/** Stores the server.json documents of listed websites, which may have several; an unchanged one keeps its
 * `updated_at`. @param takesOver also store names of other live listings; not for websites, which can claim any name */
export async function keepServers(
  kept: readonly { readonly urlKey: string; readonly server: ServerJson }[],
  takesOver = false,
): Promise<void> {
  if (kept.length === 0) return;
  await addFactsOnce(McpServerModel, [MCP_FACT]);
  // Passed as text: jsonb would reorder the members of the documents.
  const texts = kept.map(({ urlKey, server }) => [server.name, [urlKey, JSON.stringify(server)]]);
  await McpServerModel.knex().raw(
    `insert into mcp_servers (name, listing_id, server)
     select key, listings.id, (value->>1)::json from jsonb_each(?::jsonb) join listings on url_key = value->>0
     on conflict (name) do update set listing_id = excluded.listing_id, server = excluded.server, updated_at = now()
     where (mcp_servers.listing_id is distinct from excluded.listing_id
         or mcp_servers.server::text <> excluded.server::text)
       and (?::boolean or mcp_servers.listing_id is not distinct from excluded.listing_id
         or not exists (select from listings where id = mcp_servers.listing_id and status = 'live'))`,
    [JSON.stringify(Object.fromEntries(texts)), takesOver],
  );
}

interface ServerRow {
  readonly name: string;
  readonly server: ServerJson;
  readonly isLive: boolean;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
}

interface ServerQuery {
  readonly cursor?: string;
  readonly limit: number;
  /** Only servers changed since then, including removed ones. */
  readonly updatedSince?: Date;
  /** Finds names that contain the text, or listings by id. */
  readonly search?: { readonly text: string; readonly listings: readonly string[] };
}

const SELECT = `select s.name, s.server, coalesce(l.status = 'live', false) as "isLive",
    s.published_at as "publishedAt", s.updated_at as "updatedAt"
  from mcp_servers s left join listings l on l.id = s.listing_id`;

export async function listServers({ cursor, limit, updatedSince, search }: ServerQuery) {
  const { rows } = await McpServerModel.knex().raw<{ rows: ServerRow[] }>(
    `${SELECT} where s.name > :cursor
       and case when :since::timestamptz is null then l.status = 'live' else s.updated_at >= :since end
       and (:part::text is null or l.id = any(:listings::uuid[]) or strpos(lower(s.name), :part) > 0)
     order by s.name limit :limit`,
    {
      cursor: cursor ?? '',
      limit: limit + 1,
      since: updatedSince ?? null,
      part: search?.text.toLowerCase() ?? null,
      listings: [...(search?.listings ?? [])],
    },
  );
  return rows;
}

export async function findServer(name: string): Promise<ServerRow | undefined> {
  const { rows } = await McpServerModel.knex().raw<{ rows: ServerRow[] }>(
    `${SELECT} where s.name = ? and l.status = 'live'`,
    [name],
  );
  return rows[0];
}

export async function serversOfListings(ids: readonly string[]): Promise<Map<string, ServerJson>> {
  const rows = await McpServerModel.query()
    .whereIn('listing_id', [...ids])
    .orderBy('name', 'desc');
  return new Map(rows.map(({ listingId, server }) => [listingId as string, server as ServerJson]));
}
