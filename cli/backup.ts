// directory-admin backup and restore
import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { type Restored, restoreBackup, writeBackup, writeBackupFile } from '../core/operations/backup.js';
import { countRows, databaseInUse } from '../db/loss.js';
import { migrationStatus } from '../db/migrate.js';
import { defineVerb, dryRunOption, type Finish, jsonOptions } from './command.js';
import { databaseOption, printLoss, refuseWhileInUse } from './database-loss.js';
import { EXIT, type ExitCode, Refusal, UsageError } from './exit.js';
import { openInput } from './input.js';
import { io } from './io.js';
import { type FormatOptions, formatOf, note, printJson, requireWholeOutput, say } from './output.js';
import { confirmDatabase } from './prompt.js';
import { withDatabase, withSession } from './session.js';
import { count, groupDigits } from './text.js';

export function defineBackup(backup: Command, finish: Finish): void {
  defineVerb(backup.argument('<file>'), finish, {
    options: [
      new Option('--force', 'replace the file if there is one'),
      new Option('--pictures', 'include the pictures of the database'),
      new Option('--secrets', 'include the generated secrets; without them everyone has to sign in again'),
      ...jsonOptions(),
    ],
    examples: [
      'backup directory.backup.gz --pictures --secrets',
      'backup - --pictures > directory.backup.gz',
    ],
    run: backUp,
  });
}

interface BackupOptions extends FormatOptions {
  force?: boolean;
  pictures?: boolean;
  secrets?: boolean;
}

function backUp(file: string, options: BackupOptions): Promise<void> {
  const parts = { pictures: options.pictures ?? false, secrets: options.secrets ?? false };
  return withSession({}, async ({ actor, database }) => {
    if (file === '-') {
      if (io.stdout.isTTY)
        throw new UsageError('A backup is no text: give a file, or pipe - into something.');
      requireWholeOutput();
      await writeBackup(actor, database.url, io.stdout, parts);
      return;
    }
    // Asked before the work; pipes and devices are written to.
    if (!options.force && (await stat(file).catch(() => null))?.isFile())
      throw new Refusal(`${file} is there already. --force replaces it.`);
    const { bytes } = await writeBackupFile(actor, database.url, file, parts).catch(asUsage(file));
    if (formatOf(options) !== 'table') printJson({ file, bytes, ...parts });
    else say(`Wrote ${file} (${groupDigits(Math.ceil(bytes / 1024))} KB).`);
    if (!parts.pictures) note('Without pictures: --pictures puts those of the database in.');
    if (!parts.secrets) note('Without secrets: everyone signs in anew where it is restored.');
  });
}

const asUsage = (file: string) => (error: NodeJS.ErrnoException) => {
  if (error.syscall === 'open') throw new UsageError(`${file} cannot be written (${error.code}).`);
  if (error.syscall === 'write') throw new Refusal(`${file} is not complete (${error.code}).`);
  throw error;
};

export function defineRestore(restore: Command, finish: Finish): void {
  defineVerb(restore.argument('<file>'), finish, {
    options: [databaseOption(), dryRunOption(), ...jsonOptions()],
    examples: [
      'restore directory.backup.gz',
      'restore directory.backup.gz --dry-run',
      'restore directory.backup.gz --database directory',
    ],
    run: restoreFile,
  });
}

interface RestoreOptions extends FormatOptions {
  database?: string;
  dryRun?: boolean;
}

async function restoreFile(file: string, options: RestoreOptions): Promise<ExitCode> {
  const input = await openInput(file);
  return withDatabase(async (database) => {
    const { knex } = database;
    const { applied } = await migrationStatus(knex);
    const { name } = await databaseInUse(knex);
    const rows = applied.length > 0 ? await countRows(knex) : [];
    const isUsed = rows.some(({ table }) => ['users', 'listings'].includes(table));
    if (formatOf(options) === 'table' && isUsed) printLoss(`What is in the database ${name} goes:`, rows);
    if (options.dryRun) {
      if (formatOf(options) !== 'table')
        printJson({ dry_run: true, database: name, lost: isUsed ? rows : [] });
      else say(isUsed ? 'Dry run, nothing is changed.' : `Dry run: the database ${name} is empty.`);
      input.destroy();
      return EXIT.done;
    }
    await refuseWhileInUse(knex);
    if (isUsed) await confirmDatabase('Restore over it?', name, options.database);
    const restored = await restoreBackup(systemActor('cli'), database, input);
    printRestored(options, file, restored);
    return EXIT.done;
  });
}

function printRestored(options: FormatOptions, file: string, { header, rows, files }: Restored): void {
  if (formatOf(options) !== 'table') {
    printJson({ file, ...header, rows, files });
  } else {
    const what = [count(rows.users ?? 0, 'account'), count(rows.listings ?? 0, 'listing')].join(' and ');
    say(`Restored ${what} as of ${header.created_at} (release ${header.release}).`);
    if (files.length > 0) say(`Written into DATA_DIR: ${files.join(', ')}.`);
  }
  if (!header.pictures && (rows.media ?? 0) > 0) {
    note(
      'The backup has no pictures: "directory-admin listings retake --status live" takes those of websites anew.',
    );
  }
}
