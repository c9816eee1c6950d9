// A backup is worth what its restore is worth: every table of every row, into another database and a new directory.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lstat, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { systemActor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { ENGLISH } from '../../core/languages/catalogues.js';
import { backUpIfDue, scheduledBackups, writeBackupFile } from '../../core/service/backup.js';
import { checkBackups } from '../../core/service/checks/surroundings.js';
import { closePool, createPool } from '../../db/pool.js';
import { ADMIN, adminEnvironment, adminOf, runAdmin } from '../helpers/admin.js';
import { copyCluster, createDatabase, useDatabase } from '../helpers/database.js';
import { createMember, submitDemo } from '../helpers/directory.js';
import { endEmbeddedPostgres } from '../helpers/embedded.js';
import { makeTempDir } from '../helpers/environment.js';
import { NODE_OPTIONS } from '../helpers/process.js';

/** The audit entry that a restore adds. */
const isAboutRestore = (row: string) => row.includes('backup.restore');

/** Every row of every table, except for those of the schema, the queue and the restore itself, as text. */
async function readAll(knex: Knex): Promise<Record<string, string[]>> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname !~ '^(knex|agenda)_' order by 1`,
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await knex.raw<{ rows: { row: string }[] }>('select t::text as row from ?? t order by 1', [
      name,
    ]);
    tables[name] = found.rows.map(({ row }) => row).filter((row) => !isAboutRestore(row));
  }
  return tables;
}

describe('directory-admin backup and restore', function () {
  this.timeout(120_000);
  const database = useDatabase();
  const admin = adminOf(database);
  let file: string;
  const target = async (kind: 'migrated' | 'empty' = 'empty') => {
    const created = await createDatabase(kind);
    const dataDir = makeTempDir();
    return {
      ...created,
      dataDir,
      env: { DATABASE_URL: created.url, DATA_DIR: dataDir, SCREENSHOTS: 'off' },
      name: new URL(created.url).pathname.slice(1),
      async drop() {
        await created.drop();
        await rm(dataDir, { recursive: true });
      },
    };
  };

  before(async () => {
    file = join(config.dataDir, 'directory.backup.gz');
    const ada = await createMember('ada@example.com', 'Ada "the first"\\N');
    await submitDemo(ada, 8);
    await admin('listings reject tidewater-notes --yes --reason "Line\\tone"');
    await admin('users create bob@example.com --name Bob --invite');
    await database.knex('media').insert({
      id: randomBytes(33).toString('base64url').slice(0, 43),
      width: 1,
      height: 1,
      size: 4,
      has_thumbnail: true,
      bytes: Buffer.from([0, 10, 92, 255]),
      thumbnail: Buffer.from('\n\\.\n'),
      held_until: new Date(),
    });
    await writeFile(join(config.dataDir, 'policy.json'), '{}');
  });

  it('restore every row of every table, once the database to overwrite was named and nobody uses it', async () => {
    const made = await admin(`backup ${file} --pictures --secrets --json`);
    expect(made.code, made.stderr).to.equal(0);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    const place = await target('migrated');
    const submit = ['listings', 'import', '-'];
    const row = JSON.stringify({ name: 'Here first', website_url: 'first.example.com', tagline: 'x' });
    await runAdmin(submit, { env: place.env, input: row });
    const unasked = await runAdmin(['restore', file], { env: place.env });
    expect(unasked.code).to.equal(2);
    expect(unasked.stdout).to.match(/listings +1\n/);
    expect((await runAdmin(['restore', file, '--database', 'other'], { env: place.env })).code).to.equal(1);
    const server = createPool(place.url);
    expect(await server('listings').pluck('name')).to.deep.equal(['Here first']);
    const command = ['restore', file, '--database', place.name, '--json'];
    const busy = await runAdmin(command, { env: place.env });
    expect(busy.code).to.equal(1);
    expect(busy.stderr + busy.stdout).to.include('stop it first');
    await closePool(server);
    const restored = await runAdmin(command, { env: place.env });
    expect(restored.code, restored.stderr).to.equal(0);
    expect(restored.json()).to.deep.include({
      files: ['policy.json', 'session-secret', 'screenshot-secret'],
    });
    const knex = createPool(place.url);
    const before = await readAll(database.knex);
    expect(Object.values(before).flat().length).to.be.above(100);
    expect(await readAll(knex)).to.deep.equal(before);
    for (const name of ['session-secret', 'screenshot-secret', 'policy.json']) {
      const [here, there] = [config.dataDir, place.dataDir].map((directory) =>
        readFile(join(directory, name), 'utf8'),
      );
      expect(await there, name).to.equal(await here);
    }
    const said = await knex('audit_entries').where({ action: 'backup.restore' });
    expect(said).to.have.length(1);
    expect(said[0]).to.deep.include({ door: 'cli', subject_type: 'backup' });
    await closePool(knex);
    // Sequences continue where they were, and the triggers work again.
    const go = await runAdmin(['users', 'delete', 'ada@example.com', '--yes', '--json'], { env: place.env });
    expect(go.code, go.stdout + go.stderr).to.equal(0);
    const counts = (await runAdmin(['overview', '--json'], { env: place.env })).json<{ listings: object }>();
    expect(counts.listings).to.include({ total: 0 });
    await place.drop();
  });

  it('leave out pictures and secrets unless asked for, and say so; take a consistent snapshot under writes', async () => {
    const { knex } = database;
    const before = Number((await knex('users').count())[0]?.count);
    let isWriting = true;
    let written = 0;
    const write = async (writer: number) => {
      for (let n = 0; isWriting; n += 1) {
        const name = `w${writer}-${n}`;
        await knex.transaction(async (trx) => {
          const user = {
            name,
            email: `${name}@e.example`,
            email_key: `${name}@e.example`,
            password_hash: 'x',
          };
          const [{ id }] = await trx('users').insert(user).returning('id');
          await trx('api_keys').insert({ user_id: id, prefix: 'dir_', hash: randomBytes(32) });
        });
        written += 1;
      }
    };
    const plain = join(config.dataDir, 'plain.backup.gz');
    expect((await admin(`backup ${plain}`)).stderr).to.match(/--pictures[\s\S]*signs in anew/);
    const kept = readFileSync(plain);
    const again = await admin(`backup ${plain}`);
    expect([again.code, again.stderr.includes('--force')]).to.deep.equal([1, true]);
    expect(readFileSync(plain).equals(kept)).to.equal(true);
    const writers = [1, 2, 3].map(write);
    expect((await admin(`backup ${plain} --force`)).code).to.equal(0);
    isWriting = false;
    await Promise.all(writers);
    const text = gunzipSync(await readFile(plain)).toString();
    expect(text).to.not.include((await readFile(join(config.dataDir, 'session-secret'), 'utf8')).trim());
    const place = await target();
    const run = await runAdmin(['restore', plain], { env: place.env });
    expect(run.stdout).to.match(/^Restored [\d,]+ accounts and \d+ listings as of /);
    expect(run.stderr).to.include('listings retake');
    const restored = createPool(place.url);
    expect(await restored('media').select('size', 'bytes', 'thumbnail')).to.deep.equal([
      { size: 4, bytes: null, thumbnail: null },
    ]);
    const rows = await restored.raw(`select count(*)::int as users, count(k.id)::int as keys
      from users u left join api_keys k on k.user_id = u.id where u.name like 'w%'`);
    expect(rows.rows[0].users).to.be.within(1, written).and.to.equal(rows.rows[0].keys);
    expect(Number((await restored('users').count())[0]?.count)).to.equal(before + rows.rows[0].users);
    await closePool(restored);
    await place.drop();
    await knex('users').whereLike('name', 'w%').delete();
  });

  it('restore a whole file or nothing of it', async () => {
    const place = await target('migrated');
    const knex = createPool(place.url);
    const before = await readAll(knex);
    await closePool(knex);
    const whole = await readFile(file);
    const lines = gunzipSync(whole).toString('latin1').split('\n');
    const without = (index: number) => gzipSync(Buffer.from(lines.toSpliced(index, 1).join('\n'), 'latin1'));
    const isUser = (line: string) => line.includes('ada@example.com');
    // Of an earlier release: its last migration is reverted before its rows are loaded.
    const header = JSON.parse(String(lines[0]));
    const earlier = [
      JSON.stringify({ ...header, migrations: header.migrations.slice(0, -1) }),
      ...lines.slice(1),
    ];
    const damaged = {
      'without the checksum at its end': whole.subarray(0, whole.length - 8),
      'of an earlier release, with a row that it cannot have': gzipSync(
        Buffer.from(
          earlier.join('\n').replaceAll('ada@example.com\tada@example.com', 'ada@example.com\t\\N'),
          'latin1',
        ),
      ),
      'cut off between rows': gzipSync(Buffer.from(`${lines.slice(0, -3).join('\n')}\n`, 'latin1')),
      'without a row': without(lines.findLastIndex(isUser)),
      'of another program': gzipSync('{"format":"other"}\n'),
      'of a newer release': gzipSync(
        Buffer.from([String(lines[0]).replace('"0100_', '"9999_'), ...lines.slice(1)].join('\n'), 'latin1'),
      ),
    };
    for (const [what, bytes] of Object.entries(damaged)) {
      await writeFile(`${file}.bad`, bytes);
      const run = await runAdmin(['restore', `${file}.bad`], { env: place.env });
      expect(run.code, `${what}: ${run.stderr}`).to.equal(3);
    }
    const after = createPool(place.url);
    expect(await readAll(after)).to.deep.equal(before);
    await closePool(after);
    await place.drop();
  });

  it('move a directory into the embedded database of another DATA_DIR, and back', async () => {
    // Each command starts the database for itself, and finds what the one before it has left.
    const dataDir = makeTempDir();
    await copyCluster(dataDir);
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, SCREENSHOTS: 'off' };
    const moved = join(config.dataDir, 'moved.backup.gz');
    try {
      const restored = await runAdmin(['restore', file, '--json'], { env });
      expect(restored.code, restored.stderr).to.equal(0);
      expect((await runAdmin(['backup', moved, '--pictures', '--secrets'], { env })).code).to.equal(0);
    } finally {
      await endEmbeddedPostgres(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
    const rowsOf = async (path: string) =>
      gunzipSync(await readFile(path))
        .toString('latin1')
        .split('\n')
        .slice(1)
        .filter((row) => !isAboutRestore(row));
    const isTotals = (row: string) => row.startsWith('{"sequences"');
    const totalsOf = async (path: string) => JSON.parse((await rowsOf(path)).find(isTotals) ?? '').rows;
    const totals = await totalsOf(file);
    expect(await totalsOf(moved)).to.deep.equal({ ...totals, audit_entries: totals.audit_entries + 1 });
    const plainOf = async (path: string) => (await rowsOf(path)).filter((row) => !isTotals(row)).sort();
    expect(await plainOf(moved)).to.deep.equal(await plainOf(file));
  });

  it('follow a link to a file, and replace what it leads to', async () => {
    const [real, link] = [join(config.dataDir, 'real.gz'), join(config.dataDir, 'link.gz')];
    await symlink('real.gz', link);
    await writeFile(real, 'there already');
    expect((await admin(`backup ${link} --force`)).code).to.equal(0);
    expect((await lstat(link)).isSymbolicLink()).to.equal(true);
    expect(gunzipSync(await readFile(real)).length).to.be.above(0);
  });

  it('stream into a pipe or device, and leave it there', async () => {
    const pipe = join(config.dataDir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [bytes, run] = await Promise.all([readFile(pipe), admin(`backup ${pipe}`)]);
    expect(run.code).to.equal(0);
    expect(gunzipSync(bytes).length).to.be.above(0);
    expect((await lstat(pipe)).isFIFO()).to.equal(true);
    const full = await admin('backup /dev/full');
    expect([full.code, full.stderr.trim()]).to.deep.equal([1, '/dev/full is not complete (ENOSPC).']);
    expect((await lstat('/dev/full')).isCharacterDevice()).to.equal(true);
    expect((await admin(`backup ${config.dataDir}`)).code).to.equal(2);
  });

  it('end with an error when their reader stops early', async () => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, ADMIN, 'backup', '-'], {
      env: adminEnvironment(database),
    });
    child.stdout.destroy();
    const errors = text(child.stderr);
    const [code] = await once(child, 'close');
    expect(await errors).to.include('not complete');
    expect(code).to.equal(1);
  });

  it('tell that the disk is full where they restore, without a stack', async () => {
    const whole = join(config.dataDir, 'whole.gz');
    await admin(`backup ${whole}`);
    const place = await target('migrated');
    const knex = createPool(place.url);
    await knex.raw(`create function refuse() returns boolean language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      alter table users add check (refuse())`);
    await closePool(knex);
    const run = await runAdmin(['restore', whole], { env: place.env });
    expect(run.code).to.equal(3);
    expect(run.stderr)
      .to.match(/^The disk is full: /m)
      .and.not.match(/^ +at /m);
    await place.drop();
  });

  it('report where they cannot write, and leave no files behind', async () => {
    const run = await admin('backup /nowhere/at-all.gz');
    expect(run.code).to.equal(2);
    expect(run.stderr).to.include('cannot be written');
    expect(readdirSync(config.dataDir).filter((name) => name.endsWith('.part'))).to.deep.equal([]);
  });

  it('stay whole when two are written into one file at a time', async () => {
    const parts = { pictures: true, secrets: true };
    const one = () => writeBackupFile(systemActor('cli'), database.url, file, parts);
    const made = await Promise.all([one(), one()]);
    const bytes = await readFile(file);
    expect(made.map((each) => each.bytes)).to.include(bytes.length);
    expect(gunzipSync(bytes).toString('latin1')).to.match(/"rows":\{.*\}\}\n$/);
  });
});

describe('daily backups', () => {
  const directory = makeTempDir();
  const database = useDatabase({ BACKUP_DIR: directory, BACKUP_KEEP: '2' });
  after(() => rm(directory, { recursive: true }));
  const at = (day: number, hour = 4) => new Date(Date.UTC(2026, 10, day, hour));
  const due = (now: Date) => backUpIfDue(systemActor('job'), database.url, now);

  it('run once a day, whole, and keep the newest only', async () => {
    expect(await due(at(1))).to.equal('directory-20261101T040000Z.backup.gz');
    expect(await due(at(1, 23))).to.equal(null);
    expect(await due(at(2))).to.be.a('string');
    await writeFile(join(directory, 'mine.gz'), 'not ours to remove');
    const cutOff = 'directory-20261102T040000Z.backup.gz.1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f.part';
    await writeFile(join(directory, cutOff), 'of a process that died');
    expect(await due(at(3))).to.equal('directory-20261103T040000Z.backup.gz');
    expect((await scheduledBackups(directory))[0]?.at).to.deep.equal(at(3));
    for (const [name, isThere] of [
      ['directory-20261103T040000Z.backup.gz', true],
      ['directory-20261102T040000Z.backup.gz', true],
      ['directory-20261101T040000Z.backup.gz', false],
      ['mine.gz', true],
      [cutOff, false],
    ] as const) {
      expect(existsSync(join(directory, name)), name).to.equal(isThere);
    }
    // Of a clock that was wrong.
    await writeFile(join(directory, 'directory-29991231T040000Z.backup.gz'), 'not of now');
    expect((await scheduledBackups(directory))[0]?.at).to.deep.equal(at(3));
    expect(await due(at(4))).to.equal('directory-20261104T040000Z.backup.gz');
    expect(existsSync(join(directory, 'directory-20261103T040000Z.backup.gz'))).to.equal(true);
    const checked = await checkBackups({ t: ENGLISH.t, config });
    expect(checked).to.have.property('advice').that.contains('dated in the future');
    const place = await createDatabase('empty');
    const env = { ...adminEnvironment(database), DATABASE_URL: place.url };
    const newest = join(directory, 'directory-20261104T040000Z.backup.gz');
    expect((await runAdmin(['restore', newest], { env })).code).to.equal(0);
    await place.drop();
  });
});
