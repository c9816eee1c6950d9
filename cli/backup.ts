// directory-admin backup
import { stat } from 'node:fs/promises';
import { Argument, Option } from 'commander';
import { type BackupParts, writeBackup, writeBackupFile } from '../core/service/backup.js';
import { Refusal, UsageError } from './kit/exit.js';
import { io } from './kit/io.js';
import { type FormatOptions, groupDigits, note } from './kit/output.js';
import type { Session } from './kit/session.js';

type BackupOptions = FormatOptions & Partial<BackupParts> & { force?: boolean };

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
      if (io.stdout.isTTY)
        throw new UsageError('A backup is no text: give a file, or pipe - into something.');
      return void (await writeBackup(actor, database.url, io.stdout, parts).catch(asUsage('The output')));
    }
    // Asked before the work; pipes and devices are written to.
    if (!options.force && (await stat(file).catch(() => null))?.isFile())
      throw new Refusal(`${file} is there already. --force replaces it.`);
    const { bytes } = await writeBackupFile(actor, database.url, file, parts).catch(asUsage(file));
    if (!parts.pictures) note('Without pictures: --pictures puts those of the database in.');
    if (!parts.secrets) note('Without secrets: everyone signs in anew where it is restored.');
    const text = `Wrote ${file} (${groupDigits(Math.ceil(bytes / 1024))} KB).`;
    return { document: { file, bytes, ...parts }, text };
  },
};

const asUsage =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.syscall === 'open') throw new UsageError(`${file} cannot be written (${error.code}).`);
    if (error.syscall === 'write') throw new Refusal(`${file} is not complete (${error.code}).`);
    throw error;
  };
