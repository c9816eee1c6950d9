// Looks up names for completion in a shell: by plain SQL on one connection, since loading the models would take too
// long. It starts no database and gives up soon.
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { clusterHome, DATABASE, OWNER } from './embedded/cluster.js';
import { findPostmaster } from './embedded/postmaster.js';

/** `$1` is the prefix of the name. The second column distinguishes names. */
const QUERIES = {
  listings: `select slug, name from listings where slug >= $1 and starts_with(slug, $1) order by slug`,
  users: `select email, name from users where starts_with(email_key, lower($1)) order by email_key`,
  keys: `select api_keys.id, concat_ws(', ', api_keys.name, users.email)
    from api_keys join users on users.id = user_id where starts_with(api_keys.id::text, $1) order by api_keys.created_at desc`,
  places: `select url, name from catalog_entries where starts_with(url, $1) order by url`,
  webhooks: `select id, url from webhooks where starts_with(id::text, $1) order by created_at desc`,
  takedowns: `select id, host || path from takedowns where starts_with(id::text, $1) order by created_at desc`,
  passes: `select id, url_key || ', ' || category from policy_passes
    where starts_with(id::text, $1) order by created_at desc`,
  claims: `select claims.id, listings.slug from claims join listings on listings.id = listing_id
    where verified_at is not null and undone_at is null and starts_with(claims.id::text, $1) order by verified_at desc`,
  jobs: `select id, name from agenda_jobs where failed_at is not null and starts_with(id::text, $1) order by failed_at desc`,
  categories: `select category ->> 'value', coalesce(category ->> 'label', '')
    from site, jsonb_array_elements(nullif(document -> 'categories', 'null')) as category
    where starts_with(category ->> 'value', $1)
    union select category, '' from listing_counts where category <> '' and starts_with(category, $1)`,
  pages: `select page ->> 'slug', page ->> 'title' from site, jsonb_array_elements(document -> 'pages') as page
    where starts_with(page ->> 'slug', $1)`,
};
export type NameKind = keyof typeof QUERIES;
export const NAME_KINDS = Object.keys(QUERIES) as NameKind[];

const MAX_NAMES = 100;
/** Limits each step: completion must not keep someone who is typing waiting. */
const STEP_TIMEOUT_MS = 500;

/**
 * Names with this prefix, each with a description that distinguishes it.
 * @param databaseUrl null: the embedded PostgreSQL of `dataDir`, if it is running
 * @throws when the database is not there, or takes too long
 */
export async function findNames(
  kind: NameKind,
  beginning: string,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): Promise<[name: string, about: string][]> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: databaseUrl ?? (await urlOfRunning(dataDir)),
    application_name: 'listing-directory completion',
    connectionTimeoutMillis: STEP_TIMEOUT_MS,
    query_timeout: STEP_TIMEOUT_MS,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // In a transaction, so that the limit also applies behind a pooler.
    await client.query(`begin read only; set local statement_timeout = ${STEP_TIMEOUT_MS}`);
    const { rows } = await client.query<[string, string | null]>({
      text: `${QUERIES[kind]} limit ${MAX_NAMES}`,
      values: [beginning],
      rowMode: 'array',
    });
    return rows.map(([name, about]) => [name, about ?? '']);
  } finally {
    // Without a farewell message, which would wait for a silent server.
    socket.destroy();
  }
}

async function urlOfRunning(dataDir: string): Promise<string> {
  const home = clusterHome(dataDir);
  const running = await findPostmaster(join(home, 'cluster'));
  if (!running?.isReady) throw new Error('The embedded PostgreSQL does not run.');
  const password = await readFile(join(home, 'password'), 'utf8');
  return `postgresql://${OWNER}:${password.trim()}@127.0.0.1:${running.port}/${DATABASE}`;
}
