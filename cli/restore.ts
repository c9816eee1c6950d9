// directory-admin restore
import { Argument } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { type Restored, restoreBackup } from '../core/service/backup.js';
import { countRows, databaseInUse } from '../db/health.js';
import { migrationStatus } from '../db/migrate.js';
import { dryRunOption, type Options } from './kit/command.js';
import { openInput } from './kit/input.js';
import { count, formatOf, note, printTable, type Result, say } from './kit/output.js';
import { confirmDatabase } from './kit/prompt.js';
import { databaseOption, refuseWhileInUse, withDatabase } from './kit/session.js';

export const command = {
  takes: [new Argument('<file>')],
  options: [databaseOption(), dryRunOption()],
  examples: ['restore directory.backup.gz', 'restore directory.backup.gz --database directory'],
  run: async (file: string, options: Options & { database?: string }) => {
    const input = await openInput(file);
    const restoring = withDatabase(async (database): Promise<Result> => {
      const { knex } = database;
      const { applied } = await migrationStatus(knex);
      const { name } = await databaseInUse(knex);
      const rows = applied.length > 0 ? await countRows(knex) : [];
      const isUsed = rows.some(({ table }) => ['users', 'listings'].includes(table));
      if (formatOf(options) === 'table' && isUsed) {
        say(`What is in the database ${name} goes:\n`);
        printTable(rows, ['what: table!', 'how many: count']);
        say();
      }
      if (options.dryRun) {
        const text = isUsed ? 'Dry run, nothing is changed.' : `Dry run: the database ${name} is empty.`;
        return { document: { dry_run: true, database: name, lost: isUsed ? rows : [] }, text };
      }
      await refuseWhileInUse(knex);
      if (isUsed) await confirmDatabase('Restore over it?', name, options.database);
      const source = file === '-' ? null : file;
      return resultOf(file, await restoreBackup(systemActor('cli'), database, input, source));
    });
    return restoring.finally(() => input.destroy());
  },
};

function resultOf(file: string, { header, rows, files }: Restored): Result {
  if (!header.pictures && (rows.media ?? 0) > 0)
    note(
      'The backup has no pictures: "directory-admin listings retake --status live" takes those of websites anew.',
    );
  const what = [count(rows.users ?? 0, 'account'), count(rows.listings ?? 0, 'listing')].join(' and ');
  const written = files.length > 0 ? [`Written into DATA_DIR: ${files.join(', ')}.`] : [];
  const restored = `Restored ${what} as of ${header.created_at} (release ${header.release}).`;
  return { document: { file, ...header, rows, files }, text: [restored, ...written].join('\n') };
}
