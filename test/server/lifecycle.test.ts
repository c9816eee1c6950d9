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
import { createDatabase } from '../helpers/database.js';
import { endEmbeddedPostgres } from '../helpers/embedded.js';
import { type Environment, makeTempDir } from '../helpers/environment.js';
import { freePort } from '../helpers/ports.js';
import { endPrograms, type Program, runNode, runProgram } from '../helpers/process.js';
import { startTcpGate } from '../helpers/tcp-gate.js';

describe('the server process', () => {
  let dataDir: string;

  let environment: Environment;

  before(() => {
    dataDir = makeTempDir();
    environment = { PORT: '0', DATA_DIR: dataDir, LOG_FORMAT: 'json', SCREENSHOTS: 'off' };
  });
  afterEach(endPrograms);
  after(async () => {
    await endEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const run = (changes: Environment = {}): Program =>
    runNode(['bin/start.mjs'], { ...environment, ...changes });
  const postmaster = () => findPostmaster(join(dataDir, 'postgres', 'cluster'));

  async function origin(server: Program): Promise<string> {
    const [, url] = await server.says(/ is at (http:\/\/localhost:\d+)/);
    return url ?? '';
  }

  it('answers, with the link for the first admin, and leaves its database to the next when it is killed', async () => {
    const server = run();
    const health = await fetch(`${await origin(server)}/api/v1/health`);
    expect(await health.json()).to.deep.equal({ status: 'ok', version: VERSION });
    const [, link] = await server.says(/^ {2}(http:\/\/localhost:\d+\/setup\?token=\S+)$/m);
    expect(server.output, 'and in the log').to.match(/^\{"level":40.*\/setup\?token=/m);
    expect((await fetch(link ?? '')).status).to.equal(200);
    const left = await postmaster();
    expect(left).not.to.equal(null);
    await server.kill('SIGKILL');
    expect((await postmaster())?.pid, 'an orphan is left').to.equal(left?.pid);
  });

  it('under npm start finishes a running request on a signal, though it comes twice, and stops its database', async () => {
    const left = await postmaster();
    const npm = runProgram('npm', ['start'], environment);
    const { port, host } = new URL(await origin(npm));
    expect((await postmaster())?.pid).to.equal(left?.pid);
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
    npm.child.kill('SIGINT');
    await npm.says(/SIGINT/);
    npm.child.kill('SIGINT');
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
      const server = run({ PORT: String(port) });
      expect(await server.end()).to.equal(1);
      expect(server.output).to.match(new RegExp(`127.0.0.1:${port} is in use: .*set PORT`));
      expect(await postmaster()).to.equal(null);
    } finally {
      other.close();
    }
  });

  it('waits for a configured database, opens its port once it answers, and is ready once its queue is open', async () => {
    const database = await createDatabase('migrated');
    const { hostname, port: databasePort } = new URL(database.url);
    const gate = await startTcpGate(hostname, Number(databasePort));
    const other = new pg.Client({ connectionString: database.url });
    try {
      await other.connect();
      // As a process that makes the tables of the queue holds it.
      await other.query(`begin; select pg_advisory_xact_lock(${Buffer.from('jobs').readInt32BE()})`);
      await gate.shut();
      const port = await freePort();
      const server = run({ DATABASE_URL: gate.through(database.url), PORT: String(port) });
      await server.says(/cannot be reached.*trying again/);
      const page = () => fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.cause);
      expect(await page()).to.have.property('code', 'ECONNREFUSED');
      await gate.open();
      // Its port opens when it can answer.
      while (!((await page()) instanceof Response)) await sleep(20);
      expect(await page()).to.have.property('status', 200);
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/ready`)).status).to.equal(503);
      await other.query('commit');
      expect((await fetch(`${await origin(server)}/api/v1/ready`)).status).to.equal(200);
      expect(await postmaster()).to.equal(null);
      expect(await server.kill('SIGTERM')).to.equal(0);
    } finally {
      await other.end();
      await gate.close();
      await database.drop();
    }
  });
});
