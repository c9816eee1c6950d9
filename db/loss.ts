// What a change of the schema would delete, and who else uses the database: checked before the change.
import type { Knex } from 'knex';
import { BREAKER_NAME } from './breaker.js';
import { loadMigration, migrationStatus } from './migrate.js';

export interface Loss {
  readonly table: string;
  /** Absent: the rows of the table are deleted. */
  readonly column?: string;
  /** The number of rows, or of values that are not null. */
  readonly count: number;
}

/** Tables of the schema itself, and those whose rows expire anyway. */
const UNCOUNTED = /^(knex_|rate_limits$)/;

/** The database's name, and how many connections other processes of this service have to it. */
export async function databaseInUse(knex: Knex): Promise<{ name: string; others: number }> {
  const { rows } = await knex.raw<{ rows: { name: string; others: number }[] }>(`
    select current_database()::text as name, (select count(*)::int from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        -- Of breakers this process may have one itself; any other has further connections.
        and application_name like 'listing-directory%' and application_name <> '${BREAKER_NAME}') as others`);
  return rows[0] ?? { name: '', others: 0 };
}

export async function countRows(knex: Knex): Promise<Loss[]> {
  const census = await takeCensus(knex);
  return [...census].flatMap(([table, { rows }]) => (rows > 0 ? [{ table, count: rows }] : []));
}

/** What rolling back the last migrations would delete: tried, compared, and undone. */
export async function previewRollback(knex: Knex): Promise<Loss[]> {
  const { last } = await migrationStatus(knex);
  const trx = await knex.transaction();
  try {
    await trx.raw('set local statement_timeout = 0');
    const before = await takeCensus(trx);
    for (const name of [...last].reverse()) await (await loadMigration(name)).down(trx);
    return compare(before, await takeCensus(trx));
  } finally {
    await trx.rollback();
  }
}

type Census = Map<string, { rows: number; values: Map<string, number> }>;

async function takeCensus(knex: Knex): Promise<Census> {
  const { rows: columns } = await knex.raw<{ rows: { table: string; column: string }[] }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`);
  const census: Census = new Map();
  for (const table of new Set(columns.map((row) => row.table))) {
    if (UNCOUNTED.test(table)) continue;
    const names = columns.filter((row) => row.table === table).map(({ column }) => column);
    const counts = names.map(() => 'count(??)').join(', ');
    const { rows } = await knex.raw<{ rows: { rows: number; values: number[] }[] }>(
      `select count(*) as rows, array[${counts}]::float8[] as values from ??`,
      [...names, table],
    );
    const [found = { rows: 0, values: [] }] = rows;
    census.set(table, {
      rows: found.rows,
      values: new Map(names.map((name, index) => [name, found.values[index] ?? 0])),
    });
  }
  return census;
}

function compare(before: Census, after: Census): Loss[] {
  return [...before].flatMap(([table, { rows, values }]) => {
    const left = after.get(table);
    if (!left || left.rows < rows) {
      const count = rows - (left?.rows ?? 0);
      return count > 0 ? [{ table, count }] : [];
    }
    const gone = [...values].filter(([column, count]) => count > 0 && !left.values.has(column));
    return gone.map(([column, count]) => ({ table, column, count }));
  });
}
