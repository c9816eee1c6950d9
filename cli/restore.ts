// directory-admin restore
import { Argument } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { type Restored, restoreBackup } from '../core/service/backup.js';
import { countRows, databaseInUse, type TableCount } from '../db/loss.js';
import { migrationStatus } from '../db/migrate.js';
import { dryRunOption, type Options } from './kit/command.js';
import { openInput } from './kit/input.js';
import { count, formatOf, note, printResult, printTable, say } from './kit/output.js';
import { confirmDatabase } from './kit/prompt.js';
import { databaseOption, refuseWhileInUse, withDatabase } from './kit/session.js';

export const command = {
  takes: [new Argument('<file>')],
  options: [databaseOption(), dryRunOption()],
  examples: ['restore directory.backup.gz', 'restore directory.backup.gz --database directory'],
  run: async (file: string, options: Options & { database?: string }) => {
    const input = await openInput(file);
    const restoring = withDatabase(async (database) => {
      const { knex } = database;
      const { applied } = await migrationStatus(knex);
      const { name } = await databaseInUse(knex);
      const rows = applied.length > 0 ? await countRows(knex) : [];
      const isUsed = rows.some(({ table }) => ['users', 'listings'].includes(table));
      if (formatOf(options) === 'table' && isUsed) printLoss(name, rows);
      if (options.dryRun) {
        const text = isUsed ? 'Dry run, nothing is changed.' : `Dry run: the database ${name} is empty.`;
        printResult(options, { document: { dry_run: true, database: name, lost: isUsed ? rows : [] }, text });
        return;
      }
      await refuseWhileInUse(knex);
      if (isUsed) await confirmDatabase('Restore over it?', name, options.database);
      const source = file === '-' ? null : file;
      printRestored(options, file, await restoreBackup(systemActor('cli'), database, input, source));
    });
    await restoring.finally(() => input.destroy());
  },
};

function printLoss(database: string, counts: readonly TableCount[]): void {
  say(`What is in the database ${database} goes:\n`);
  printTable(counts, [
    { title: 'what', value: ({ table }) => table, isWhole: true },
    { title: 'how many', value: ({ count: rows }) => rows },
  ]);
  say();
}

function printRestored(options: Options, file: string, { header, rows, files }: Restored): void {
  const what = [count(rows.users ?? 0, 'account'), count(rows.listings ?? 0, 'listing')].join(' and ');
  printResult(options, {
    document: { file, ...header, rows, files },
    text: () => {
      say(`Restored ${what} as of ${header.created_at} (release ${header.release}).`);
      if (files.length > 0) say(`Written into DATA_DIR: ${files.join(', ')}.`);
    },
  });
  if (!header.pictures && (rows.media ?? 0) > 0) {
    note(
      'The backup has no pictures: "directory-admin listings retake --status live" takes those of websites anew.',
    );
  }
}
