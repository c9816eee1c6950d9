// Names for completion in a shell, by plain SQL: loading the models would take too long. It starts no database.
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { clusterHome, DATABASE, OWNER } from './embedded/cluster.js';
import { findPostmaster } from './embedded/postmaster.js';

/** By the argument of a command: where its names are, a name, what distinguishes names, and their key in lower case. */
const NAMES = {
  listing: ['listings', 'slug', 'name'],
  user: ['users', 'email', 'name', 'email_key'],
  email: ['users', 'email', 'name', 'email_key'],
  key: ['api_keys', 'id', 'name'],
  place: ['catalog_entries', 'url', 'name'],
  webhook: ['webhooks', 'id', 'url'],
  takedown: ['takedowns', 'id', 'host || path'],
  hosts: ['host_verdicts', 'address', 'verdict'],
  claim: [
    '(select * from claims where verified_at is not null and undone_at is null) as verified',
    'id',
    'url_key',
  ],
  job: ['(select * from agenda_jobs where failed_at is not null) as failed', 'id', 'name'],
  page: [`site, jsonb_array_elements(document -> 'pages') as page`, `page ->> 'slug'`, `page ->> 'title'`],
  category: [
    `(select of_site ->> 'value' as value, of_site ->> 'label' as label
      from site, jsonb_array_elements(nullif(document -> 'categories', 'null')) as of_site
      union select category, null from listing_counts where category <> '') as known`,
    'value',
    'label',
  ],
} satisfies Record<string, [table: string, name: string, about: string, key?: string]>;
type NameKind = keyof typeof NAMES;
export const NAME_KINDS = Object.keys(NAMES) as NameKind[];

export const isNamed = (argument: string): argument is NameKind => Object.hasOwn(NAMES, argument);

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
  const [table, name, about, key] = NAMES[kind];
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
      // By an index, where there is one: a directory may have a million listings.
      text: `select (${name})::text, ${about} from ${table}
        where starts_with((${key ?? name})::text, $1) order by (${key ?? name})::text limit ${MAX_NAMES}`,
      values: [key ? beginning.toLowerCase() : beginning],
      rowMode: 'array',
    });
    return rows.map(([found, description]) => [found, description ?? '']);
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
