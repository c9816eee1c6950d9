// The rows of a database, for comparison.
import type { Knex } from 'knex';

export type Row = Record<string, unknown>;

/** The rows of every table of the service. */
export async function readRows(knex: Knex): Promise<Map<string, Row[]>> {
  const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^(knex|agenda)_'`,
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) {
    const { rows } = await knex.raw<{ rows: { row: Row }[] }>('select to_jsonb(t.*) as row from ?? as t', [
      name,
    ]);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** Tables whose rows a migration moved to another one. */
const MOVED: ReadonlyMap<string, string> = new Map([['search_misses', 'searches']]);

/** The rows of a table, wherever they are now. */
export const rowsOf = (now: Map<string, Row[]>, table: string) =>
  now.get(table) ?? now.get(MOVED.get(table) ?? '') ?? [];

/** Whether a row is among others, as far as these still have its columns. */
export function hasRow(rows: readonly Row[], row: Row): boolean {
  return rows.some((other) =>
    Object.keys(row).every(
      (key) => !(key in other) || JSON.stringify(other[key]) === JSON.stringify(row[key]),
    ),
  );
}
