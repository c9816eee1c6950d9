// A database filled under the schema of any release migrates to the newest one with all its data.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { guest } from '../../core/kernel/actor.js';
import { reindexListings } from '../../core/listings/search-document.js';
import { findListings } from '../../core/search/search.js';
import { connectDatabase } from '../../db/connection.js';
import { migrateTo, migrationStatus } from '../../db/migrate.js';
import { closePool } from '../../db/pool.js';
import { createDatabase } from '../helpers/database.js';
import { useConfig } from '../helpers/environment.js';
import { hasRow, type Row, readRows, rowsOf } from '../helpers/schema.js';

interface Column {
  table: string;
  name: string;
  type: string;
  isNeeded: boolean;
}

/** Derived from other tables, by triggers or by us, or not ours. */
const DERIVED = /^(knex_|listing_(search|counts|changes)$|search_(words|vocabulary)|suggest)/;

const PAST = '2025-03-04T05:06:07.089Z';
const digest = (text: string) => createHash('sha256').update(text).digest();
const uuid = (text: string) =>
  digest(text)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

/** Values that a column needs beyond its type, in the rows of a migration. */
function specialValues(step: number): Record<string, unknown> {
  const host = `step-${step}.example.com`;
  return {
    'users.id': uuid(`user ${step}`),
    'users.email': `Ada+${step}@Example.com`,
    'users.email_key': `ada+${step}@example.com`,
    'users.role': step === 0 ? 'admin' : 'user',
    'sessions.sess': { userId: uuid(`user ${step}`), publicId: uuid(`session ${step}`), cookie: {} },
    'sessions.expire': '2090-01-01T00:00:00.000Z',
    'api_keys.name': 'Schlüssel',
    'mail_tokens.purpose': 'reset-password',
    'listings.id': uuid(`listing ${step}`),
    'listings.owner_id': uuid(`user ${step}`),
    'listings.slug': `step-${step}`,
    'listings.url_key': host,
    'listings.website_url': `https://${host}`,
    'listings.name': `Étape ${step}`,
    'listings.name_key': `etape ${step}`,
    'listings.tagline': `Words written under schema number${100 + step}`,
    'listings.description': `A description with “quotes”,\nlines and a 🦓. ${'long '.repeat(300)}`,
    'listings.categories': ['ai', 'developer-tools'],
    'listings.pricing_model': 'free',
    'listings.base_status': 'live',
    'listings.published_at': PAST,
    'listings.created_at': PAST,
    'searches.day': `2026-01-${10 + (step % 20)}`,
    'policy_refusals.day': `2026-01-${10 + (step % 20)}`,
    'listing_sources.day': `2026-01-${10 + (step % 20)}`,
    'listing_sources.kind': 'site',
    'listing_visits.day': `2026-01-${10 + (step % 20)}`,
    'mcp_servers.name': `com.example/step-${step}`,
    'mcp_servers.server': {},
    'fact_changes.action': 'merge',
    'fact_changes.listing_ids': [],
    'fact_changes.both_ids': [],
    'value_changes.action': 'merge',
    'value_changes.listing_ids': [],
    'value_changes.both_ids': [],
    // Microseconds would be rounded.
    'idempotency_keys.leased_until': PAST,
    'imports.kind': 'csv',
    'imports.state': 'done',
    'webhooks.id': uuid(`webhook ${step}`),
    'webhook_deliveries.webhook_id': uuid(`webhook ${step}`),
    'catalog_entries.url': `https://places.example.com/${step}`,
    'catalog_entries.url_key': `places.example.com/${step}`,
    'catalog_entries.status': 'live',
    'audit_entries.door': 'rest',
    'audit_entries.before': { tagline: 'before' },
    'media.id': digest(`picture ${step}`).toString('base64url'),
    'media.bytes': Buffer.from([0, 1, 2, 255]),
    // Before the verdicts on hosts, which are made of them.
    'policy_passes.website_url': `https://pass-${step}.example.com`,
    'policy_passes.url_key': `pass-${step}.example.com`,
    'policy_passes.category': 'drugs',
    'host_verdicts.address': `host-${step}.example.com`,
    'host_verdicts.verdict': 'hold',
    'policy_flags.evidence': { words: [] },
    'mails.user_id': uuid(`user ${step}`),
    'mails.kind': 'reset-password',
    'reports.kind': 'broken',
    'review_decisions.decision': 'approve',
    'review_reasons.position': 1_000 + step,
    'rate_limits.expire': 4_000_000_000_000,
    'saved_views.list': 'listings',
    'site.version': 1,
    'category_merges.merged': { value: `category-${step}` },
    'category_merges.listing_ids': [uuid(`listing ${step}`)],
    'category_merges.both_ids': [],
  };
}

function plainValue({ table, name, type }: Column, step: number): unknown {
  if (type === 'uuid') return uuid(`${table}.${name} ${step}`);
  if (type === 'bytea') return digest(`${table}.${name} ${step}`);
  if (type === 'boolean') return false;
  if (type === 'jsonb') return { step };
  if (type === 'ARRAY') return ['one'];
  if (type === 'tsvector') return 'etape schema';
  if (type.startsWith('timestamp')) return PAST;
  if (/int|numeric|real|double/.test(type)) return step;
  return `${name}-${step}`;
}

async function readColumns(knex: Knex): Promise<Column[]> {
  const { rows } = await knex.raw<{ rows: Column[] }>(
    `select table_name as "table", column_name as name, data_type as type,
       is_nullable = 'NO' and column_default is null as "isNeeded"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and is_generated = 'NEVER' and is_identity = 'NO'
     order by table_name, ordinal_position`,
  );
  return rows.filter(({ table }) => !DERIVED.test(table));
}

interface Reference {
  table: string;
  column: string;
  toTable: string;
  toColumn: string;
}

async function readReferences(knex: Knex): Promise<Reference[]> {
  const { rows } = await knex.raw<{ rows: Reference[] }>(
    `select conrelid::regclass::text as "table", own.attname as column,
       confrelid::regclass::text as "toTable", other.attname as "toColumn"
     from pg_constraint
       join pg_attribute own on own.attrelid = conrelid and own.attnum = conkey[1]
       join pg_attribute other on other.attrelid = confrelid and other.attnum = confkey[1]
     where contype = 'f' and cardinality(conkey) = 1`,
  );
  return rows;
}

/** Tables after those they refer to. */
function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) =>
        !ordered.includes(table) &&
        references.every(
          ({ table: from, toTable }) =>
            from !== table || !tables.includes(toTable) || [table, ...ordered].includes(toTable),
        ),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}

interface Stored {
  table: string;
  row: Row;
}

/** Inserts a listing with its owner, and a row into every table that has changed, and adds the rows to `stored`. */
async function fill(knex: Knex, step: number, stored: Stored[], shapes: Map<string, string>): Promise<void> {
  const columns = await readColumns(knex);
  const references = await readReferences(knex);
  const special = specialValues(step);
  for (const table of inOrder([...new Set(columns.map((column) => column.table))], references)) {
    const row: Row = {};
    const own = columns.filter((one) => one.table === table);
    const shape = JSON.stringify(own);
    if (shapes.get(table) === shape && !['users', 'listings'].includes(table)) continue;
    shapes.set(table, shape);
    for (const column of own) {
      const known = special[`${table}.${column.name}`];
      if (known !== undefined) row[column.name] = known;
      else if (column.isNeeded) {
        const to = references.find((one) => one.table === table && one.column === column.name);
        const other = to && stored.findLast((one) => one.table === to.toTable)?.row;
        row[column.name] = other ? other[to.toColumn] : plainValue(column, step);
      }
    }
    try {
      // A table with a single row has it from the first migration on.
      const [inserted] = await knex(table)
        .insert(row)
        .onConflict()
        .ignore()
        .returning(knex.raw('to_jsonb(??.*) as row', [table]));
      if (inserted) stored.push({ table, row: (inserted as { row: Row }).row });
    } catch (error) {
      throw new Error(`Say in specialValues what a row of "${table}" holds: ${(error as Error).message}`);
    }
  }
}

/** Sentences as releases before 0530 stored them, and the messages that they become. */
async function storeSentences(knex: Knex) {
  const { id: import_id, source } = await knex('imports').first();
  const [gone, merged] = await knex('listings').orderBy('slug').limit(2).pluck('id');
  const reasons = {
    [gone]: `No longer at ${source}`,
    [merged]: 'It is the same product as an older listing, to which its address leads now.',
  };
  for (const [id, archived_reason] of Object.entries(reasons))
    await knex('listings').where({ id }).update({ archived_reason });
  await knex('import_rows').insert({ import_id, listing_id: gone, line: 1, digest: 'unchanged' });
  const repository = 'github.com/ada/notes';
  await knex('repository_readings').insert({
    listing_id: merged,
    repository,
    archived: true,
    read_at: PAST,
    facts: {},
  });
  const report = { kind: 'other', message: reasons[gone] };
  await knex('reports').insert([
    { ...report, listing_id: gone, reporter_key: digest(`source ${import_id}`) },
    { ...report, listing_id: gone, reporter_key: digest('a visitor') },
    {
      ...report,
      listing_id: merged,
      message: `The repository ${repository} is archived: nobody maintains it there.`,
      reporter_key: digest('archived repository'),
    },
  ]);
  return async () => {
    const goneSaid = { key: 'audit-reason.gone', values: { source } };
    const listings = knex('listings').whereIn('id', [gone, merged]).orderBy('slug');
    expect(await listings.select('archived_reason', 'archived_said')).to.deep.equal([
      { archived_reason: null, archived_said: goneSaid },
      { archived_reason: null, archived_said: { key: 'audit-reason.merged', values: {} } },
    ]);
    const reports = knex('reports').where({ kind: 'other' }).select('message', 'said');
    expect(await reports).to.have.deep.members([
      { message: null, said: goneSaid },
      { message: report.message, said: null },
      { message: null, said: { key: 'console.review.repository-archived', values: { repository } } },
    ]);
  };
}

describe('a filled database', function () {
  this.timeout(120_000);
  useConfig();

  it('of every earlier schema migrates to the newest, and its data is there, searchable and counted', async () => {
    const database = await createDatabase('empty');
    const knex = await connectDatabase(database.url);
    try {
      const { pending: names } = await migrationStatus(knex);
      const stored: Stored[] = [];
      const shapes = new Map<string, string>();
      let expectMessages: (() => Promise<void>) | undefined;
      // The rows of each migration go through all later ones.
      for (const [step] of names.entries()) {
        await migrateTo(knex, names.slice(0, step + 1));
        await fill(knex, step, stored, shapes);
        if (names[step + 1]?.startsWith('0530')) expectMessages = await storeSentences(knex);
      }
      await expectMessages?.();

      const now = await readRows(knex);
      // Passes became verdicts on hosts.
      const passes = stored.filter(({ table }) => table === 'policy_passes');
      const exempt = rowsOf(now, 'host_verdicts').filter(({ verdict }) => verdict === 'pass');
      expect(exempt.map(({ address }) => address)).to.have.members(passes.map(({ row }) => row.url_key));
      // Merges of categories became changes of values; the desk keeps no reasons of its own.
      const merges = stored.flatMap(({ table, row }) => (table === 'category_merges' ? [row] : []));
      const changes = rowsOf(now, 'value_changes').filter(({ key }) => key === 'categories');
      expect(changes.map(({ merged }) => merged)).to.have.deep.members(merges.map(({ merged }) => merged));
      for (const one of stored) if (one.table === 'fact_changes') one.table = 'value_changes';
      const tables = [...new Set(stored.map(({ table }) => table))].filter(
        (table) => !['policy_passes', 'category_merges', 'review_reasons'].includes(table),
      );
      for (const table of tables) {
        for (const { row } of stored.filter((one) => one.table === table)) {
          expect(hasRow(rowsOf(now, table), row), `${table}: ${JSON.stringify(row).slice(0, 200)}`).to.equal(
            true,
          );
        }
      }

      const fine = await knex('information_schema.columns')
        .where({ table_schema: 'public', datetime_precision: 6 })
        .whereNot({ table_name: 'knex_migrations' })
        .pluck('table_name');
      expect(fine).to.deep.equal([]);
      await reindexListings(new AbortController().signal);
      const all = await findListings(guest('rest'), { limit: 100 });
      expect(all.total).to.equal(names.length);
      for (const [step] of names.entries()) {
        const { listings } = await findListings(guest('rest'), { q: `number${100 + step}` });
        expect(listings[0]?.slug).to.equal(`step-${step}`);
      }
    } finally {
      await closePool(knex);
      await database.drop();
    }
  });
});
