// Three processes on one database behind a load balancer that tries the next one, as nginx does, when a connection is
// refused or reset before any of the response.
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createDatabase } from '../../helpers/database.js';
import { type Environment, makeTempDir } from '../../helpers/environment.js';
import { freePort } from '../../helpers/ports.js';
import { endPrograms, type Program, runNode } from '../../helpers/process.js';

interface Answer {
  status: number;
  body: string;
}

describe('three processes on one database', function () {
  this.timeout(180_000);
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let environment: Environment;
  const servers: { program: Program; port: number }[] = [];

  const start = async (port: number) => {
    const program = runNode(['dist/bin/directory-server.js'], { ...environment, PORT: String(port) });
    const [, listening = ''] = await program.says(/listening on [^:]+:(\d+)/);
    return { program, port: Number(listening) };
  };

  before(async () => {
    database = await createDatabase('migrated');
    environment = {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://directory.example.com',
      SCREENSHOTS: 'off',
      LOG_FORMAT: 'json',
      RATE_LIMIT: '0',
      RATE_LIMIT_SIGN_UP: '10',
      RATE_LIMIT_WINDOW: '86400',
      RATE_LIMIT_LISTING_WRITE: '0',
    };
    servers.push(...(await Promise.all([1, 2, 3].map(async () => start(await freePort())))));
    balancer = await startBalancer(() => servers.map(({ port }) => port));
  });
  after(async () => {
    await balancer?.close();
    await endPrograms();
    await database.drop();
  });

  const ask = (port: number, path: string, options: { body?: object; key?: string; method?: string } = {}) =>
    send(port, path, options);

  it('know at once that a key was revoked and a listing written on another', async () => {
    const [first, second, third] = servers.map(({ port }) => port) as [number, number, number];
    const account = { name: 'Grace', email: 'grace@example.com', password: 'correct horse battery' };
    const registered = JSON.parse((await ask(first, '/api/v1/agents/register', { body: account })).body);
    const { key, id } = registered.api_key;
    // Their caches are warm.
    for (const port of [first, second, third])
      expect((await ask(port, '/api/v1/listings?q=zebra')).status).to.equal(200);
    const listing = { name: 'Zebra', website_url: 'zebra.example.com', tagline: 'Stripes as a service' };
    expect((await ask(first, '/api/v1/listings', { body: listing, key })).status).to.equal(201);
    for (const port of [first, second, third]) {
      // The notification of the database is on its way: a moment, as long as the machine takes.
      while (!(await ask(port, '/api/v1/listings?q=zebra')).body.includes('zebra.example.com'))
        await sleep(10);
      expect((await ask(port, '/api/v1/api-keys', { key })).status).to.equal(200);
    }
    expect((await ask(first, `/api/v1/api-keys/${id}`, { method: 'DELETE', key })).status).to.equal(200);
    for (const port of [second, third, first]) {
      expect((await ask(port, '/api/v1/api-keys', { key })).status).to.equal(401);
    }
  });

  it('count limits together, to the request', async () => {
    // Ten a day, of which one is spent above.
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const port = servers[n % 3]?.port ?? 0;
        const body = { name: 'Ada', email: `ada.${n}@example.com`, password: 'correct horse battery' };
        return (await ask(port, '/api/v1/agents/register', { body })).status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).to.have.length(15);
    // Counted and served: registered, or refused with 503 when too many passwords wait to be hashed.
    expect(statuses.filter((status) => status === 201 || status === 503)).to.have.length(9);
  });

  it('are restarted one after the other without a failed request', async () => {
    let isOver = false;
    const answers: Answer[] = [];
    const clients = Array.from({ length: 2 }, async (_, n) => {
      for (let round = 0; !isOver; round += 1) {
        const path = (n + round) % 2 === 0 ? '/api/v1/listings' : '/listings?q=zebra';
        answers.push(
          await ask(balancer.port, path).catch((error: Error) => ({ status: 0, body: String(error) })),
        );
        await sleep(20);
      }
    });
    for (const [index, { program, port }] of [...servers.entries()]) {
      expect(await program.kill('SIGTERM')).to.equal(0);
      servers[index] = await start(port);
    }
    isOver = true;
    await Promise.all(clients);
    const failed = answers.filter(({ status }) => status !== 200);
    expect(failed).to.deep.equal([]);
    expect(answers.length).to.be.greaterThan(50);
  });
});

function send(
  port: number,
  path: string,
  { body, key, method = body ? 'POST' : 'GET' }: { body?: object; key?: string; method?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: new Agent({ keepAlive: false }),
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
    request.on('error', reject);
    request.on('response', async (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

/**
 * Rotates over ports. One that refuses a connection is skipped. So is one that resets it without a response: the kernel
 * resets what it has accepted for a process that closes its socket at that moment, and no process can prevent it.
 */
async function startBalancer(ports: () => number[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer(async (near) => {
    sockets.add(near);
    near.on('close', () => sockets.delete(near)).on('error', () => undefined);
    const [request] = (await once(near, 'data').catch(() => [])) as Buffer[];
    turn += 1;
    for (let tries = 0; request && tries < 3; tries += 1) {
      const far = connect(ports()[(turn + tries) % 3] ?? 0, '127.0.0.1', () => far.write(request));
      near.on('close', () => far.destroy());
      if (await isAnswered(far, near)) return;
    }
    near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Passes on the response. @returns false if the connection ended before any of it */
function isAnswered(far: Socket, near: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    far.on('data', (part) => {
      near.write(part);
      resolve(true);
    });
    far.on('error', () => undefined);
    far.on('close', () => {
      if (far.bytesRead > 0) near.end();
      resolve(false);
    });
  });
}
