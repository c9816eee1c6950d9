// WORKERS=2: two web processes on one port, and the one that starts them.
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createDatabase } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';
import { endPrograms, type Program, runNode } from '../helpers/process.js';

describe('WORKERS=2', function () {
  this.timeout(120_000);
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let server: Program;
  let port: number;
  let metricsPort: number;

  before(async () => {
    database = await createDatabase('migrated');
    server = runNode(['dist/bin/directory-server.js'], {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: database.url,
      WORKERS: '2',
      PORT: '0',
      METRICS_PORT: '0',
      SCREENSHOTS: 'off',
      LOG_FORMAT: 'json',
      // Means the database as soon as there are several processes.
      RATE_LIMIT_STORE: 'memory',
      RATE_LIMIT: '40',
      RATE_LIMIT_WINDOW: '86400',
    });
    port = Number((await server.says(/listening on [^:]+:(\d+)/))[1]);
    await server.says(/2 workers answer/);
    metricsPort = Number((await server.says(/metrics are at http:\/\/[^:]+:(\d+)/))[1]);
  });
  after(async () => {
    await endPrograms();
    await database.drop();
  });

  const lines = (): { msg: string }[] =>
    server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  const said = (message: string) => lines().filter(({ msg }) => msg === message).length;
  /** The process ids of the workers, as the operating system knows them. */
  const workers = async () => {
    const pid = server.child.pid;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.trim().split(' ').map(Number);
  };

  it('counts limits together in the database, whichever process answers', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(port, '/api/v1/listings')));
    expect(statuses.filter(({ status }) => status === 429)).to.have.length(10);
    expect(statuses.filter(({ status }) => status === 200)).to.have.length(40);
  });

  it('sums the metrics of both processes', async () => {
    const { body } = await ask(metricsPort, '/metrics');
    const counted = [...body.matchAll(/_count\{[^}]*route="\/api\/v1\/listings"[^}]*\} (\d+)/g)];
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).to.equal(50);
    expect(body).to.include('listing_directory_database_up 1');
    expect((await ask(metricsPort, '/ready')).status).to.equal(200);
  });

  it('restarts the workers one after the other on SIGHUP, without a failed request', async () => {
    const before = await workers();
    const answers: number[] = [];
    server.child.kill('SIGHUP');
    while (said('all workers restarted') === 0) {
      answers.push((await ask(port, '/api/v1/health')).status);
      await sleep(50);
    }
    expect([...new Set(answers)]).to.deep.equal([200]);
    const after = await workers();
    expect(after).to.have.length(2);
    expect(after.filter((pid) => before.includes(pid))).to.deep.equal([]);
    const { status } = await ask(port, '/api/v1/listings');
    expect(status, 'a new worker goes on with the count of the others').to.equal(429);
  });

  it('ends and replaces a worker whose event loop stands still, and keeps answering', async () => {
    const [first = 0, second = 0] = await workers();
    process.kill(first, 'SIGSTOP');
    await server.says(/a worker does not respond/);
    await server.says(/a worker died; another takes its place/);
    while ((await workers()).length < 2 || (await workers()).includes(first)) await sleep(20);
    expect(await workers()).to.include(second);
    expect((await ask(port, '/api/v1/health')).status).to.equal(200);
  });

  it('stops with all its workers on SIGTERM', async () => {
    const pids = await workers();
    expect(await server.kill('SIGTERM')).to.equal(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).to.throw('ESRCH');
  });

  it('exits with the code of a worker that cannot start', async () => {
    const dataDir = makeTempDir();
    await writeFile(join(dataDir, 'policy.json'), '{');
    const other = runNode(['dist/bin/directory-server.js'], {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      WORKERS: 'auto',
      PORT: '0',
      LOG_FORMAT: 'json',
    });
    expect(await other.end()).to.equal(3);
  });
});

function ask(port: number, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent: new Agent({ keepAlive: false }) });
    request.on('error', reject);
    request.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
  });
}
