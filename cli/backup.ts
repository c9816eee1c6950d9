// directory-admin backup, restore
import { stat } from 'node:fs/promises';
import { Argument, Option } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import * as backup from '../core/service/backup.js';
import { countRows, databaseInUse } from '../db/health.js';
import { migrationStatus } from '../db/migrate.js';
import type { Operation, Options } from './kit/command.js';
import { openInput } from './kit/input.js';
import * as output from './kit/output.js';
import { confirmDatabase } from './kit/prompt.js';
import { refuseWhileInUse, type Session, withDatabase } from './kit/session.js';

type BackupOptions = output.FormatOptions & Partial<backup.BackupParts> & { force?: boolean };

export const command = {
  takes: [new Argument('<file>')],
  options: [
    new Option('--force', 'replace the file if there is one'),
    new Option('--pictures', 'include the pictures of the database'),
    new Option('--secrets', 'include the generated secrets; without them everyone has to sign in again'),
  ],
  examples: ['backup directory.backup.gz --pictures --secrets', 'backup - --pictures > directory.backup.gz'],
  does: async ({ actor, database }: Session, file: string, options: BackupOptions) => {
    const parts = { pictures: options.pictures ?? false, secrets: options.secrets ?? false };
    if (file === '-') {
      if (output.io.stdout.isTTY)
        throw new output.UsageError('A backup is not text: give a file, or pipe - into a program.');
      await backup.writeBackup(actor, database.url, output.io.stdout, parts).catch(asUsage('The output'));
      return;
    }
    // Pipes and devices exist already and are meant to be written to.
    if (!options.force && (await stat(file).catch(() => null))?.isFile())
      throw new output.Refusal(`${file} already exists. --force replaces it.`);
    const { bytes } = await backup.writeBackupFile(actor, database.url, file, parts).catch(asUsage(file));
    if (!parts.pictures) output.note('Pictures are not included; --pictures adds those in the database.');
    if (!parts.secrets) output.note('Without secrets: everyone signs in anew where it is restored.');
    const text = `Wrote ${file} (${output.groupDigits(Math.ceil(bytes / 1024))} KB).`;
    return { document: { file, bytes, ...parts }, text };
  },
};

const asUsage =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.syscall === 'open') throw new output.UsageError(`${file} cannot be written (${error.code}).`);
    if (error.syscall === 'write') throw new output.Refusal(`${file} is not complete (${error.code}).`);
    throw error;
  };

export const restore: Operation = {
  takes: [new Argument('<file>')],
  options: ['database', 'dry-run'],
  examples: ['restore directory.backup.gz', 'restore directory.backup.gz --database directory'],
  run: async (file: string, options: Options & { database?: string }) => {
    const input = await openInput(file);
    const restoring = withDatabase(async (database): Promise<output.Result> => {
      const { knex } = database;
      const { applied } = await migrationStatus(knex);
      const { name } = await databaseInUse(knex);
      const rows = applied.length > 0 ? await countRows(knex) : [];
      const isUsed = rows.some(({ table }) => ['users', 'listings'].includes(table));
      if (output.formatOf(options) === 'table' && isUsed) {
        output.say(`The contents of the database ${name} will be replaced:\n`);
        output.printTable(rows, ['what: table!', 'how many: count']);
        output.say();
      }
      if (options.dryRun) {
        const text = isUsed ? 'Dry run, nothing is changed.' : `Dry run: the database ${name} is empty.`;
        return { document: { dry_run: true, database: name, lost: isUsed ? rows : [] }, text };
      }
      await refuseWhileInUse(knex);
      if (isUsed) await confirmDatabase('Restore into this database?', name, options.database);
      const source = file === '-' ? null : file;
      return restoredResult(file, await backup.restoreBackup(systemActor('cli'), database, input, source));
    });
    return restoring.finally(() => input.destroy());
  },
};

function restoredResult(file: string, { header, rows, files }: backup.Restored): output.Result {
  if (!header.pictures && (rows.media ?? 0) > 0) output.note(WITHOUT_PICTURES);
  const [accounts, listings] = [rows.users ?? 0, rows.listings ?? 0];
  const what = `${output.count(accounts, 'account')} and ${output.count(listings, 'listing')}`;
  const written = files.length > 0 ? `\nWritten into DATA_DIR: ${files.join(', ')}.` : '';
  const text = `Restored ${what} as of ${header.created_at} (release ${header.release}).${written}`;
  return { document: { file, ...header, rows, files }, text };
}

const WITHOUT_PICTURES =
  'The backup has no pictures: "directory-admin listings retake --status live" takes new ones of the websites.';
