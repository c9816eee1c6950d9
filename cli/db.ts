// directory-admin db …
import { Option } from 'commander';
import { closeQueue, openQueue } from '../core/kernel/queue.js';
import { databaseInUse } from '../db/loss.js';
import { migrateDatabase, migrationStatus, rollbackDatabase } from '../db/migrate.js';
import { seedListings } from './import.js';
import { dryRunOption, type Options, type Verbs } from './kit/command.js';
import { count, type FormatOptions, formatOf, note, printList, printResult, say } from './kit/output.js';
import { confirmDatabase } from './kit/prompt.js';
import { databaseOption, refuseWhileInUse, withDatabase } from './kit/session.js';

export const verbs: Verbs = {
  migrate: {
    summary:
      'Migrate the database and the tables of the queue to this release, as the server does at its start.',
    options: [dryRunOption()],
    examples: ['db migrate', 'db migrate --dry-run'],
    run: migrate,
  },
  rollback: {
    summary:
      'Revert the last migrations. The service must be stopped. What only they hold is lost: asks for the name of the database.',
    options: [databaseOption(), dryRunOption()],
    examples: ['db rollback --dry-run', 'db rollback --database directory'],
    run: rollback,
  },
  status: {
    summary: 'List the migrations that have run and those to run.',
    examples: ['db status', 'db status --json'],
    run: showStatus,
  },
  seed: {
    summary: 'Add a dozen made-up listings, to have something to look at. A second time changes nothing.',
    options: [
      new Option('--owner <email>', 'owner of the listings; without one only admins change them'),
      dryRunOption(),
    ],
    examples: ['db seed', 'db seed --owner ada@example.com'],
    queue: true,
    does: seedListings,
  },
};

async function migrate(options: Options): Promise<void> {
  const { dryRun } = options;
  await withDatabase(async ({ knex, url }) => {
    const { pending } = await migrationStatus(knex);
    const migrated = dryRun ? [] : await migrateDatabase(knex, { log: note });
    // The queue creates its own tables here, so that the serving role needs no privilege to.
    if (!dryRun) await openQueue(url).finally(closeQueue);
    const names = dryRun ? pending : migrated;
    printResult(options, {
      document: dryRun ? { pending } : { migrated },
      text: () => {
        if (names.length === 0) say('The database is up to date.');
        else printNames(dryRun ? 'Would run' : 'Ran', names);
      },
    });
  });
}

function printNames(done: string, names: readonly string[]): void {
  say(`${done} ${count(names.length, 'migration')}:`);
  for (const name of names) say(`  ${name}`);
}

async function rollback(options: Options & { database?: string }): Promise<void> {
  await withDatabase(async ({ knex }) => {
    const { last } = await migrationStatus(knex);
    const { name: database } = await databaseInUse(knex);
    if (options.dryRun || last.length === 0) {
      printResult(options, {
        document: options.dryRun ? { would_roll_back: last, database } : { rolled_back: last },
        text: () => {
          if (last.length === 0) say('There is nothing to roll back.');
          else printNames('Would revert', last);
        },
      });
      return;
    }
    await refuseWhileInUse(knex);
    if (formatOf(options) === 'table') printNames('The last run was', last);
    await confirmDatabase(
      'Revert it? What only its tables and columns hold is lost.',
      database,
      options.database,
    );
    const names = await rollbackDatabase(knex, { log: note });
    const text = `Reverted ${count(names.length, 'migration')}.`;
    printResult(options, { document: { rolled_back: names }, text });
  });
}

async function showStatus(options: FormatOptions): Promise<void> {
  await withDatabase(async ({ knex }) => {
    const { applied, pending } = await migrationStatus(knex);
    const rows = [
      ...applied.map((name) => ({ name, state: 'applied' })),
      ...pending.map((name) => ({ name, state: 'pending' })),
    ];
    printList(options, {
      document: { applied, pending },
      rows,
      columns: [
        { title: 'migration', value: (row) => row.name, isWhole: true },
        { title: 'state', value: (row) => row.state },
      ],
      empty: 'There are no migrations.',
      footer:
        pending.length === 0 ? 'The database is up to date.' : `Run "directory-admin db migrate" to go on.`,
    });
  });
}
