import { Option } from 'commander';
import { closeQueue, openQueue } from '../core/kernel/queue.js';
import { databaseInUse } from '../db/health.js';
import { migrateDatabase, migrationStatus, rollbackDatabase } from '../db/migrate.js';
import { seedListings } from './import.js';
import type { Options, Verbs } from './kit/command.js';
import { count, formatOf, listResult, note, say } from './kit/output.js';
import { confirmDatabase } from './kit/prompt.js';
import { refuseWhileInUse, withDatabase } from './kit/session.js';

export const verbs: Verbs = {
  migrate: {
    summary:
      'Migrate the database and the tables of the queue to this release, as the server does at its start.',
    options: ['dry-run'],
    examples: ['db migrate', 'db migrate --dry-run'],
    run: ({ dryRun }: Options) =>
      withDatabase(async ({ knex, url }) => {
        const { pending } = await migrationStatus(knex);
        const names = dryRun ? pending : await migrateDatabase(knex, { log: note });
        // The queue creates its own tables here, so that the serving role needs no privilege to.
        if (!dryRun) await openQueue(url).finally(closeQueue);
        const done = listed(dryRun ? 'Would run' : 'Ran', names);
        const text = names.length === 0 ? 'The database is up to date.' : done;
        return { document: dryRun ? { pending } : { migrated: names }, text };
      }),
  },
  rollback: {
    summary:
      'Revert the last migrations, and lose the data in their tables and columns. The service must be stopped. Asks for the name of the database.',
    options: ['database', 'dry-run'],
    examples: ['db rollback --dry-run', 'db rollback --database directory'],
    run: (options: Options & { database?: string }) =>
      withDatabase(async ({ knex }) => {
        const { last } = await migrationStatus(knex);
        const { name: database } = await databaseInUse(knex);
        if (options.dryRun || last.length === 0)
          return {
            document: options.dryRun ? { would_roll_back: last, database } : { rolled_back: last },
            text: last.length === 0 ? 'There is nothing to roll back.' : listed('Would revert', last),
          };
        await refuseWhileInUse(knex);
        if (formatOf(options) === 'table') say(listed('The last run was', last));
        const question = 'Revert the last run? The data in its tables and columns will be lost.';
        await confirmDatabase(question, database, options.database);
        const names = await rollbackDatabase(knex, { log: note });
        return { document: { rolled_back: names }, text: `Reverted ${count(names.length, 'migration')}.` };
      }),
  },
  status: {
    summary: 'List the migrations that have run, and those still to run.',
    examples: ['db status', 'db status --json'],
    run: () =>
      withDatabase(async ({ knex }) => {
        const { applied, pending } = await migrationStatus(knex);
        const rowsOf = (names: string[], state: string) => names.map((name) => ({ name, state }));
        const isDone = pending.length === 0;
        return listResult({
          document: { applied, pending },
          rows: [...rowsOf(applied, 'applied'), ...rowsOf(pending, 'pending')],
          columns: ['migration: name!', 'state'],
          empty: 'There are no migrations.',
          footer: isDone ? 'The database is up to date.' : 'Run "directory-admin db migrate" to run them.',
        });
      }),
  },
  seed: {
    summary: 'Add a dozen example listings to look at. Running it again changes nothing.',
    options: [
      new Option('--owner <email>', 'owner of the listings; without one only staff can change them'),
      'dry-run',
    ],
    examples: ['db seed', 'db seed --owner ada@example.com'],
    does: seedListings,
  },
};

const listed = (done: string, names: readonly string[]) =>
  [`${done} ${count(names.length, 'migration')}:`, ...names.map((name) => `  ${name}`)].join('\n');
