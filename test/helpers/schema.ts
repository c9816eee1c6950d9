// What a database is like: its schema, as comparable lines, and its rows.
import type { Knex } from 'knex';

/** Tables, columns, constraints, indexes, functions, triggers and sequences of the service, a line each. */
export async function describeSchema(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { line: string }[] }>(String.raw`
    with ours as (
      select oid, relname as name, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relname !~ '^(knex|agenda)_')
    select format('relation %s: %s %s %s', name, relkind, relpersistence, reloptions) as line from ours
    union all
    select format('column %s.%s: %s, required %s, default %s, generated %s, identity %s, storage %s, statistics %s, %s',
        name, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attgenerated,
        attidentity, attstorage, attstattarget, attcollation::regcollation)
      from ours join pg_attribute on attrelid = ours.oid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind = 'r'
    union all
    select format('constraint %s.%s: %s', name, conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join ours on ours.oid = conrelid
    union all
    select pg_get_indexdef(oid) from ours where relkind = 'i'
    union all
    -- Without parentheses: a condition that pg_dump has written comes back with others.
    select format('%s, enabled %s', translate(pg_get_triggerdef(pg_trigger.oid), '()', ''), tgenabled)
      from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
    union all
    -- Functions without their comments and line breaks.
    select regexp_replace(regexp_replace(pg_get_functiondef(oid), '--[^\n]*', '', 'g'), '\s+', '', 'g')
      from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('sequence %s: %s, %s, %s', sequencename, data_type, start_value, increment_by)
      from pg_sequences where schemaname = 'public' and sequencename !~ '^(knex|agenda)_'
    order by 1`);
  return rows.map(({ line }) => line);
}

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
