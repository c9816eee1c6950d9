// Backups: the database and the files of DATA_DIR in one compressed file that needs no other tool. db/dump.ts
// decides what is written of the database.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import { DatabaseError } from '../../db/connection.js';
import { checkDump, dumpDatabase, loadDump } from '../../db/dump.js';
import { migrateThrough } from '../../db/migrate.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { own } from '../kernel/own.js';
import { VERSION } from '../kernel/package.js';
import { inTransaction } from '../kernel/transaction.js';

const ALWAYS = ['policy.json'];
const SECRETS = ['session-secret', 'screenshot-secret'];

export interface BackupParts {
  /** Include pictures stored in the database; a bucket is backed up separately. */
  readonly pictures: boolean;
  /** Include the secrets generated in DATA_DIR, but never those of the environment. */
  readonly secrets: boolean;
}

/** Writes a consistent copy of everything while the service keeps running. Does not close the output. */
export async function writeBackup(
  actor: Actor,
  databaseUrl: string,
  output: Writable,
  { pictures, secrets }: BackupParts,
): Promise<void> {
  requireAdmin(actor);
  const files = await readFiles(secrets ? [...ALWAYS, ...SECRETS] : ALWAYS);
  const dump = dumpDatabase(databaseUrl, { release: VERSION, pictures, files });
  // Fast: pictures do not compress, and rows do at any level.
  await pipeline(dump, createGzip({ level: 4 }), output, { end: false });
}

/** Writes to a pipe or device, or to a file that only its owner can read: replaces it atomically, and follows links. */
export async function writeBackupFile(actor: Actor, databaseUrl: string, path: string, parts: BackupParts) {
  const target = await realpath(path)
    .catch(async () => resolve(dirname(path), await readlink(path)))
    .catch(() => path);
  const isFile = (await stat(target).catch(() => null))?.isFile() ?? true;
  // A unique name: concurrent backups must not write into each other, nor through a link left by someone.
  const written = isFile ? `${target}.${randomUUID()}.part` : target;
  const output = createWriteStream(written, { mode: 0o600, flags: isFile ? 'wx' : 'w', flush: isFile });
  await once(output, 'open');
  try {
    await writeBackup(actor, databaseUrl, output, parts);
    await finished(output.end());
    if (isFile) await rename(written, target);
    return { bytes: output.bytesWritten };
  } catch (error) {
    output.destroy();
    if (isFile) await rm(written, { force: true });
    throw error;
  }
}

export type Restored = Awaited<ReturnType<typeof restoreBackup>>;

/** Replaces everything with a backup, in a new or existing directory, and migrates it to this release.
 * Validates all of it first; then one transaction changes the database. The restored audit log records it.
 * @param file path of `input`, which is read twice; null: `input` is copied to DATA_DIR during the restore
 * @throws DatabaseError for a file that is damaged or from a newer release */
export async function restoreBackup(
  actor: Actor,
  { knex }: { knex: Knex },
  input: Readable,
  file: string | null = null,
) {
  requireAdmin(actor);
  const isFile = file !== null && (await stat(file)).isFile();
  const path = isFile ? file : join(config.dataDir, `restore-${randomUUID()}.part`);
  try {
    // A pipe can only be read once.
    if (!isFile) await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    const { files, ...about } = await unpack(path, checkDump);
    const rows = await migrateThrough(knex, about.migrations, (client) =>
      unpack(path, (source) => loadDump(client, source)),
    );
    await knex.raw('analyze');
    await inTransaction(actor, (trx) =>
      recordChange(trx, actor, {
        action: 'backup.restore',
        subject: { type: 'backup', id: about.created_at, label: `Backup of ${about.created_at}` },
        after: { release: about.release, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) },
      }),
    );
    return { header: about, rows, files: await writeFiles(files) };
  } finally {
    if (!isFile) await rm(path, { force: true });
  }
}

async function unpack<T>(path: string, read: (source: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  try {
    return await pipeline(createReadStream(path), createGunzip(), read);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new DatabaseError('The file is damaged, cut off, or not a backup.');
    throw error;
  }
}

async function readFiles(names: readonly string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = Object.create(null);
  for (const name of names) {
    const content = await readFile(join(config.dataDir, name)).catch(orNone);
    if (content) files[name] = content.toString('base64');
  }
  return files;
}

/** Writes only files that a backup can contain: the archive is untrusted. */
async function writeFiles(files: Readonly<Record<string, string>>): Promise<string[]> {
  const names = [...ALWAYS, ...SECRETS].filter((name) => own(files, name) !== undefined);
  for (const name of names) {
    const path = join(config.dataDir, name);
    await writeFile(`${path}.part`, Buffer.from(own(files, name) ?? '', 'base64'), { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
  return names;
}

function orNone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const EVERY_HOURS = 24;
const SCHEDULED = /^directory-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/;
const CUT_OFF = /^directory-\d{8}T\d{6}Z\.backup\.gz\.[\da-f-]+\.part$/;

/** Milliseconds that another machine's clock may be ahead. */
const AHEAD = 300_000;

/** Makes the day's backup in BACKUP_DIR, and removes the oldest ones. @returns its name; null: none is due */
export async function backUpIfDue(actor: Actor, databaseUrl: string, now = new Date()) {
  const { backupDir, backupKeep } = config;
  if (backupDir === null) return null;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const [newest] = await scheduledBackups(backupDir, now);
  if (newest && now.getTime() - newest.at.getTime() < EVERY_HOURS * 3_600_000) return null;
  const cutOff = (await readdir(backupDir)).filter((name) => CUT_OFF.test(name));
  for (const file of cutOff) await rm(join(backupDir, file), { force: true });
  const name = `directory-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`;
  const { bytes } = await writeBackupFile(actor, databaseUrl, join(backupDir, name), {
    pictures: true,
    secrets: true,
  });
  const old = (await scheduledBackups(backupDir, now)).slice(backupKeep);
  for (const { file } of old) await rm(join(backupDir, file));
  log.info({ file: name, bytes, removed: old.length }, 'backup made');
  return name;
}

/** The backups in BACKUP_DIR, newest first, without those that a wrong clock has dated after `now`. */
export async function scheduledBackups(directory: string, now = new Date()) {
  const names = (await readdir(directory).catch(orNone)) ?? [];
  return names
    .flatMap((file) => {
      const [, year, month, day, hour, minute, second] = SCHEDULED.exec(file) ?? [];
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return at.getTime() <= now.getTime() + AHEAD ? { file, at } : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}
