// The counters of the rate limits in the database, shared by all processes. Housekeeping deletes the rows of windows
// that have ended.
import { Model } from 'objection';
import { prepare } from '../../../db/prepared.js';
import type { Asked, Count, CountStore } from './counts.js';

/** In milliseconds since 1970, by the clock of the database, which all processes share. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Rows are locked in the order of their keys, so that no two processes wait for each other. */
const addAll = prepare<{ key: string; points: number; left: number }>(
  `insert into rate_limits as counted (key, points, expire)
     select key, points, ${NOW} + milliseconds
     from unnest($1::text[], $2::int[], $3::int[]) as asked (key, points, milliseconds) order by key
   on conflict (key) do update set
     points = excluded.points + case when counted.expire > ${NOW} then counted.points else 0 end,
     expire = case when counted.expire > ${NOW} then counted.expire else excluded.expire end
   returning key, points, (expire - ${NOW})::int as left`,
);

export class DatabaseCounts implements CountStore {
  async add(asked: readonly Asked[]): Promise<readonly Count[]> {
    const column = <K extends keyof Asked>(name: K) => asked.map((one) => one[name]);
    const rows = await addAll([column('key'), column('points'), column('window')], Model.knex());
    const counts = new Map(
      rows.map(({ key, points, left }) => [key, { consumed: points, msBeforeNext: left }]),
    );
    return asked.map(({ key }) => counts.get(key) as Count);
  }

  async forget(key: string): Promise<void> {
    await Model.knex()('rate_limits').where({ key }).delete();
  }
}
