// SIGHUP with two workers under load: clients that keep their connections, and posts of multipart forms.
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createDatabase } from '../../helpers/database.js';
import { makeTempDir } from '../../helpers/environment.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../helpers/pgbouncer.js';
import { endPrograms, type Program, runNode } from '../../helpers/process.js';

const RESTARTS = Number(process.env.RESTARTS ?? 20);
const READERS = 6;
const POSTERS = 2;
/** Milliseconds between two requests of a client, at most: a connection is idle most of the time. */
const MOST_PAUSE = 40;
const PATHS = ['/api/v1/health', '/api/v1/listings', '/listings?q=zebra', '/llms.txt'];

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly agent: Agent;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

describe(`rolling restarts under load, ${RESTARTS} of them,`, function () {
  this.timeout(60_000 * RESTARTS);
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let bouncer: PgBouncer | undefined;
  let server: Program;
  let port: number;

  before(async () => {
    database = await createDatabase('migrated');
    if (hasPgBouncer) bouncer = await startPgBouncer(database.url, 'session');
    server = runNode(['dist/bin/directory-server.js'], {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: bouncer?.url ?? database.url,
      WORKERS: '2',
      PORT: '0',
      SCREENSHOTS: 'off',
      LOG_FORMAT: 'json',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
    });
    port = Number((await server.says(/listening on [^:]+:(\d+)/))[1]);
    await server.says(/2 workers answer/);
  });
  after(async () => {
    await endPrograms();
    await bouncer?.stop();
    await database.drop();
  });

  /** The head goes first and the body later, as over a network. @returns the status and the body */
  const send = async ({ body, ...options }: Sent) => {
    const request = httpRequest({ host: '127.0.0.1', port, ...options });
    const answer = once(request, 'response');
    answer.catch(() => undefined);
    if (body) {
      request.write(body.subarray(0, 100));
      await sleep(Math.random() * MOST_PAUSE);
    }
    request.end(body?.subarray(100));
    const [response] = await answer;
    return { status: Number(response.statusCode), body: await text(response) };
  };

  it('lose no request', async () => {
    const register = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
    const registered = await send({
      method: 'POST',
      path: '/api/v1/agents/register',
      agent: new Agent(),
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(register)),
    });
    const { key } = JSON.parse(registered.body).api_key;
    const outcomes: string[] = [];
    let isOver = false;
    let posts = 0;

    const client = async (next: () => Promise<Omit<Sent, 'agent'>>) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver) {
        const sent = await next();
        const outcome = await send({ ...sent, agent }).then(
          ({ status }) => `${sent.method} ${status}`,
          (error: NodeJS.ErrnoException) => `${sent.method} ${sent.path} ${error.code}`,
        );
        outcomes.push(outcome);
        await sleep(Math.random() * MOST_PAUSE);
      }
      agent.destroy();
    };
    const read = async () => ({ method: 'GET' as const, path: PATHS[outcomes.length % PATHS.length] ?? '' });
    const post = async () => {
      posts += 1;
      const form = new FormData();
      form.set('name', `Zebra ${posts}`);
      form.set('website_url', `https://zebra-${posts}.example.com`);
      form.set('tagline', 'Stripes as a service');
      form.set('description', 'Notes about stripes. '.repeat(100));
      const response = new Response(form);
      const type = response.headers.get('content-type') ?? '';
      return {
        method: 'POST' as const,
        path: '/api/v1/listings',
        headers: { 'content-type': type, authorization: `Bearer ${key}` },
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
    const clients = [
      ...Array.from({ length: READERS }, () => client(read)),
      ...Array.from({ length: POSTERS }, () => client(post)),
    ];
    const restarted = () => server.output.split('all workers restarted').length - 1;
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      server.child.kill('SIGHUP');
      while (restarted() < restart) await sleep(20);
    }
    isOver = true;
    await Promise.all(clients);

    const lost = outcomes.filter((outcome) => !/ 20[01]$/.test(outcome));
    console.log(`    ${outcomes.length} requests, ${posts} posts, ${lost.length} lost`);
    expect(lost).to.deep.equal([]);
    expect(outcomes).to.include('GET 200').and.to.include('POST 201');
  });
});
