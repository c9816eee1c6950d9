// The database queries of a request.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { refreshSettings } from '../../core/settings/current.js';
import { isCurrent, publicContentVersion } from '../../db/public-content.js';
import type { TestDatabase } from './database.js';

/** Queries that no response waits for: notifications of changes, statistics of words, counts of misses. */
const BESIDE =
  /^(listen|select pg_notify|select pg_backend_pid|analyze|insert into (?:searches|listing_visits))\b|'listing_search'::regclass/;

/** The statements this process sends while `work` runs, for its response. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
    if (!BESIDE.test(text)) asked.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked;
}

/** Waits until the notifications of all changes so far have arrived, so that none invalidates what is cached next. */
export async function hearOfChanges({ knex }: TestDatabase): Promise<void> {
  for (;;) {
    const tag = `heard:${randomUUID()}`;
    const before = publicContentVersion() ?? 0;
    await knex.raw(`select pg_notify('public_content', ?)`, [tag]);
    while (publicContentVersion() === null || isCurrent(before, [tag])) await sleep(1);
    // Otherwise it was a change of everything, or the first connection: ours is still to come.
    if (isCurrent(before, [])) return;
  }
}

/** As after a change of any listing: invalidates everything cached for guests. */
export async function invalidateCache(database: TestDatabase): Promise<void> {
  await hearOfChanges(database);
  const before = publicContentVersion();
  await database.knex.raw(`select pg_notify('public_content', '')`);
  while (publicContentVersion() === before) await sleep(1);
  // Read once after it, by whichever page comes first.
  await refreshSettings();
}
