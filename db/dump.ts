// A logical copy of the database as lines, for any PostgreSQL from 15 on: a header in JSON; the name and columns of each
// table, its rows as COPY writes them, and `\.`; at the end the number of rows by table, to detect a truncated file.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { newClient } from './client.js';
import { DatabaseError } from './connection.js';

export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly release: string;
  readonly created_at: string;
  readonly migrations: readonly string[];
  /** Whether it contains the bytes of the pictures; their rows are always included. */
  readonly pictures: boolean;
  readonly files: Readonly<Record<string, string>>;
}

export type RowCounts = Record<string, number>;

const FORMAT = 'listing-directory backup 1';
const END_OF_ROWS = Buffer.from('\\.\n');
/** Tables that are not dumped: knex's own, which migrations fill, and the queue's, whose jobs are derived from rows. */
const LEFT_OUT = /^(knex|agenda)_/;
const PICTURE_BYTES: ReadonlyMap<string, readonly string[]> = new Map([['media', ['bytes', 'thumbnail']]]);

/** `columns` exclude generated ones. */
type Table = { name: string; columns: readonly string[] };
type TablePart = { table: string; columns: string[] };
type EndPart = { sequences: Record<string, string>; rows: RowCounts };

/** Dumps every table in one snapshot, which blocks nobody. @param about the rest of the header */
export async function* dumpDatabase(
  url: string,
  about: Pick<BackupHeader, 'release' | 'pictures' | 'files'>,
): AsyncGenerator<Buffer> {
  // No time limits: copying a large table takes long.
  const client = newClient(url, 'backup', { query_timeout: 0, connectionTimeoutMillis: 0 });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const migrations = await client.query<{ name: string }>('select name from knex_migrations order by id');
    yield toLine({
      format: FORMAT,
      created_at: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      ...about,
    });
    const copies: Record<string, { readonly rowCount: number }> = Object.create(null);
    for (const table of await readTables(client)) {
      yield toLine({ table: table.name, columns: table.columns });
      const copy = client.query(copyTo(`copy ${selection(table, about.pictures)} to stdout`));
      copies[table.name] = copy;
      yield* copy as AsyncIterable<Buffer>;
      yield END_OF_ROWS;
    }
    const sequences = await client.query<{ name: string; value: string }>(`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`);
    const used = sequences.rows.filter(({ name }) => !LEFT_OUT.test(name));
    // `rowCount` is set only after the response to the statement that follows a copy.
    const counts = Object.entries(copies).map(([name, { rowCount }]) => [name, rowCount]);
    yield toLine({
      sequences: Object.fromEntries(used.map(({ name, value }) => [name, value])),
      rows: Object.fromEntries(counts),
    });
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** @throws DatabaseError when `source` is not a backup */
async function openDump(source: AsyncIterable<Buffer>) {
  const lines = splitLines(source);
  const { value } = await lines.next();
  const header = value ? parseLine<BackupHeader>(value) : null;
  if (header?.format !== FORMAT) throw new DatabaseError('This is not a backup that this release can read.');
  return { header, lines };
}

/** Reads a whole backup. @returns its header @throws DatabaseError when the file is no backup, damaged or truncated */
export async function checkDump(source: AsyncIterable<Buffer>): Promise<BackupHeader> {
  const { header, lines } = await openDump(source);
  await readTablesOf(lines, async (_part, rows) => {
    let count = 0;
    for await (const _ of rows) count += 1;
    return count;
  });
  return header;
}

/** Replaces all rows, in the caller's transaction. @throws DatabaseError for a damaged backup or one of another schema */
export async function loadDump(client: pg.Client, source: AsyncIterable<Buffer>): Promise<RowCounts> {
  const { lines } = await openDump(source);
  const tables = await readTables(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  try {
    // Triggers stay off: the backup already has the rows that they derived.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    const { rows, sequences } = await readTablesOf(lines, (part, lines) =>
      loadTable(client, tables, part, lines),
    );
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    return rows;
  } catch (error) {
    // Class 22 and 23 of SQLSTATE: values and references that none of our tables can contain.
    if (!/^2[23]/.test((error as { code?: string }).code ?? '')) throw error;
    throw new DatabaseError(`The backup is damaged, nothing was restored: ${(error as Error).message}.`);
  }
}

async function loadTable(
  client: pg.Client,
  tables: readonly Table[],
  part: TablePart,
  lines: AsyncGenerator<Buffer>,
) {
  const table = tables.find(({ name }) => name === part.table);
  if (!table || part.columns.some((column) => !table.columns.includes(column)))
    throw new DatabaseError(`The backup holds a table of another schema (${part.table}).`);
  const columns = part.columns.map(pg.escapeIdentifier).join(', ');
  const rows = client.query(copyFrom(`copy ${pg.escapeIdentifier(table.name)} (${columns}) from stdin`));
  await pipeline(() => lines, rows);
  return rows.rowCount;
}

/** @param read reads the rows of a table @returns the last line, whose counts match the rows that were read */
async function readTablesOf(
  lines: AsyncGenerator<Buffer>,
  read: (part: TablePart, rows: AsyncGenerator<Buffer>) => Promise<number>,
): Promise<EndPart> {
  const counts: RowCounts = Object.create(null);
  for (;;) {
    const { value, done } = await lines.next();
    const part = done ? null : parseLine<TablePart | EndPart>(value);
    if (part === null) throw new DatabaseError('The backup is damaged or cut off: nothing was restored.');
    if ('table' in part) {
      counts[part.table] = await read(part, rowsOf(lines));
      continue;
    }
    if (JSON.stringify(part.rows) !== JSON.stringify(counts))
      throw new DatabaseError('The backup lacks rows: nothing was restored.');
    // Reads to the end of the file: its checksum comes last.
    if (!(await lines.next()).done)
      throw new DatabaseError('The backup continues after its end: nothing was restored.');
    return part;
  }
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new DatabaseError('The backup is cut off: nothing was restored.');
    if (value.equals(END_OF_ROWS)) return;
    yield value;
  }
}

/** The tables, each after those its rows refer to. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select class.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where contype = 'f' and conrelid = class.oid and confrelid <> conrelid) as needs
    from pg_class class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
    order by relname`);
  const waiting = rows.filter(({ name }) => !LEFT_OUT.test(name));
  const sorted: Table[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) =>
      needs.every((need) => sorted.some(({ name }) => name === need)),
    );
    if (next === -1) throw new Error('The tables refer to each other in a circle.');
    sorted.push(...waiting.splice(next, 1));
  }
  return sorted;
}

/** The source of a table's copy: the table, or, without pictures, a query with nulls instead of their bytes. */
function selection({ name, columns }: Table, withPictures: boolean): string {
  const bytes = withPictures ? [] : (PICTURE_BYTES.get(name) ?? []);
  const values = columns.map((column) =>
    bytes.includes(column) ? `null as ${pg.escapeIdentifier(column)}` : pg.escapeIdentifier(column),
  );
  const from = pg.escapeIdentifier(name);
  return bytes.length > 0 ? `(select ${values.join(', ')} from ${from})` : `${from} (${values.join(', ')})`;
}

const toLine = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

function parseLine<T>(line: Buffer): T | null {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}

async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
