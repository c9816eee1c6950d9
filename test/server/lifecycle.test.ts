import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { VERSION } from '../../core/kernel/package.js';
import { findPostmaster } from '../../db/embedded/postmaster.js';
import type { Json } from '../helpers/api.js';
import { copyCluster, useDatabase } from '../helpers/database.js';
import { endEmbeddedPostgres } from '../helpers/embedded.js';
import { type Environment, makeTempDir } from '../helpers/environment.js';
import { freePort } from '../helpers/ports.js';
import { endPrograms, type Program, runNode, runProgram } from '../helpers/process.js';
import { startTcpGate, type TcpGate } from '../helpers/tcp-gate.js';

const SERVER = 'dist/bin/directory-server.js';

describe('the server process', () => {
  let dataDir: string;

  let environment: Environment;

  before(async () => {
    dataDir = makeTempDir();
    await copyCluster(dataDir);
    environment = { PORT: '0', DATA_DIR: dataDir, LOG_FORMAT: 'json', SCREENSHOTS: 'off' };
  });
  afterEach(endPrograms);
  after(async () => {
    await endEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const run = (changes: Environment = {}): Program => runNode([SERVER], { ...environment, ...changes });
  const postmaster = () => findPostmaster(join(dataDir, 'postgres', 'cluster'));

  async function origin(server: Program): Promise<string> {
    const [, url] = await server.says(/ is at (http:\/\/localhost:\d+)/);
    return url ?? '';
  }

  it('under npm start answers, shows the link for the first admin, finishes a running request on a signal, though it comes twice, and stops its database', async () => {
    const npm = runProgram('npm', ['start'], environment);
    const { port, host, href } = new URL(await origin(npm));
    const health = await fetch(`${href}api/v1/health`);
    expect(await health.json()).to.deep.equal({ status: 'ok', version: VERSION });
    const [, link] = await npm.says(/^ {2}(http:\/\/localhost:\d+\/setup\?token=\S+)$/m);
    expect(npm.output, 'and in the log').to.match(/^\{"level":40.*\/setup\?token=/m);
    expect((await fetch(link ?? '')).status).to.equal(200);
    expect(await postmaster()).not.to.equal(null);
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' });
    const client = connect(Number(port), '127.0.0.1');
    let answer = '';
    client.on('data', (chunk) => {
      answer += chunk;
    });
    client.write(
      `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(client, 'data');
    expect(answer, 'the server has the request and waits for its body').to.match(/^HTTP\/1\.1 100 Continue/);
    // Of two kinds: a second SIGINT would be one with the first, or, as it would have to wait for that, could come too
    // late to count as the same.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) npm.child.kill(signal);
    await npm.says(/SIG\w+: finishing requests/);
    client.write(body);
    await once(client, 'close');
    expect(answer).to.include('HTTP/1.1 401 Unauthorized').and.include('invalid_credentials');
    expect(answer).to.match(/^connection: close/im);
    await npm.end();
    expect(npm.output).to.include('"msg":"stopped"');
    expect(await postmaster()).to.equal(null);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).to.equal(false);
  });

  it('shuts down cleanly on a signal during its start', async () => {
    const server = run();
    await server.says(/Starting the embedded PostgreSQL/);
    expect(await server.kill('SIGTERM')).to.equal(0);
    expect(await postmaster()).to.equal(null);
  });

  it('names every invalid variable in a line of its own and exits 3', async () => {
    const server = run({ PORT: '99999', RATE_LIMIT: 'many', DATABASE_URL: 'mysql://user:hunter2@db/x' });
    expect(await server.end()).to.equal(3);
    const lines = server.output.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0])).to.have.members(['PORT', 'RATE_LIMIT', 'DATABASE_URL']);
    expect(server.output).to.include('"99999"').and.not.include('hunter2');
    expect(await postmaster()).to.equal(null);
  });

  it('explains what to do when its port is taken, and starts no database', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      for (const name of ['PORT', 'METRICS_PORT']) {
        const server = run({ [name]: String(port) });
        expect(await server.end()).to.equal(1);
        expect(server.output).to.match(new RegExp(`127.0.0.1:${port} is in use: .*set ${name} `));
      }
      expect(await postmaster()).to.equal(null);
    } finally {
      other.close();
    }
  });
});

describe('the server process at a database elsewhere', function () {
  this.timeout(120_000);
  const database = useDatabase();
  let gate: TcpGate;
  let environment: Environment;
  let server: Program;
  let url: string;

  const send = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const start = () => {
    server = runNode([SERVER, '--web-only'], environment);
  };
  const ready = async () => (await fetch(`${url}/api/v1/ready`)).status;

  before(async () => {
    const { hostname, port } = new URL(database.url);
    gate = await startTcpGate(hostname, Number(port));
    const own = await freePort();
    url = `http://127.0.0.1:${own}`;
    environment = {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: gate.through(database.url),
      PORT: String(own),
      PUBLIC_URL: url,
      LOG_FORMAT: 'json',
      SCREENSHOTS: 'off',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
    };
  });
  after(async () => {
    await endPrograms();
    await gate.close();
  });

  it('waits for it, opens its port once it answers, and is ready once its queue is open', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      // As a process that makes the tables of the queue holds it.
      await other.query(`begin; select pg_advisory_xact_lock(${Buffer.from('jobs').readInt32BE()})`);
      await gate.shut();
      start();
      await server.says(/cannot be reached.*trying again/);
      const page = () => fetch(url).catch((error: Error) => error.cause);
      expect(await page()).to.have.property('code', 'ECONNREFUSED');
      await gate.open();
      // Its port opens when it can answer.
      while (!((await page()) instanceof Response)) await sleep(20);
      expect(await page()).to.have.property('status', 200);
      expect(await ready()).to.equal(503);
      await other.query('commit');
      await server.says(/ is at http/);
      expect(await ready()).to.equal(200);
      expect(existsSync(join(environment.DATA_DIR ?? '', 'postgres'))).to.equal(false);
    } finally {
      await other.end();
    }
  });

  it('has stored nothing of a request with an Idempotency-Key when it is killed before its answer is stored', async () => {
    const account = { name: 'Grace', email: 'grace@example.com', password: 'correct horse battery' };
    const { key } = ((await (await send('/agents/register', account)).json()) as Json).api_key;
    const stored = () => database.knex('listings');
    const held = () => database.knex('idempotency_keys').whereNull('status');
    const body = { name: 'Killed', website_url: 'killed.example.com', tagline: 'Once' };
    const ask = () => send('/listings', body, { authorization: `Bearer ${key}`, 'idempotency-key': 'once' });
    // No answer can be written as long as this lock is held: everything else of the request is done by then.
    await database.knex.raw(`create function wait() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger wait before update of answer on idempotency_keys for each row execute function wait()`);
    const trx = await database.knex.transaction();
    await trx.raw('select pg_advisory_xact_lock(7)');
    const lost = ask().catch((error) => error);
    const waiting = () =>
      trx.raw(`select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`);
    while ((await waiting()).rows.length === 0) await sleep(10);
    await server.kill('SIGKILL');
    expect(await lost).to.be.an('error');
    await trx.commit();
    await database.knex.raw('drop function wait cascade');

    // However long the start takes, the lease still runs; then it ends.
    await held().update({ leased_until: new Date(Date.now() + 3_600_000) });
    start();
    await server.says(/ is at http/);
    expect((await ask()).status).to.equal(409);
    expect(await stored()).to.have.length(0);
    await held().update({ leased_until: new Date(0) });
    const made = await ask();
    expect(made.status).to.equal(201);
    expect(await (await ask()).json()).to.deep.equal(await made.json());
    expect(await stored()).to.have.length(1);
    expect(await server.kill('SIGTERM')).to.equal(0);
  });
});
