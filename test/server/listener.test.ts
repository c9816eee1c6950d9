import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { VERSION } from '../../core/kernel/package.js';
import { type Listener, listen } from '../../server/http/listener.js';
import { useConfig } from '../helpers/environment.js';

function read(url: string, agent?: Agent): Promise<{ response: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ response, body }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const outcome = await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => error.code);
  socket.destroy();
  return outcome !== 'ECONNREFUSED';
}

describe('the listening socket', () => {
  useConfig();
  let listener: Listener;
  let url: string;

  beforeEach(async () => {
    listener = await listen('127.0.0.1', 0);
    url = `http://127.0.0.1:${listener.port}`;
  });
  afterEach(() => listener.drain(0));

  it('answers health before the application has loaded, and everything else with Retry-After', async () => {
    const health = await fetch(`${url}/api/v1/health?x=1`);
    expect(health.status).to.equal(200);
    expect(await health.json()).to.deep.equal({ status: 'ok', version: VERSION });
    expect((await fetch(`${url}/api/v1/health`, { method: 'HEAD' })).status).to.equal(200);

    for (const path of ['/', '/api/v1/ready', '/api/v1/healthy']) {
      const response = await fetch(url + path);
      expect(response.status, path).to.equal(503);
      expect(response.headers.get('retry-after')).to.equal('1');
      const body = (await response.json()) as Record<string, unknown>;
      expect(body).to.include({ code: 'unavailable', retry_after_seconds: 1 });
      expect(body.request_id).to.equal(response.headers.get('x-request-id'));
    }
    expect((await fetch(`${url}/api/v1/health`, { method: 'POST' })).status).to.equal(503);
  });

  it('keeps idle connections open longer than proxies do, and announces it', async () => {
    const keeping = new Agent({ keepAlive: true });
    const { response } = await read(`${url}/api/v1/health`, keeping);
    expect(Number(/^timeout=(\d+)$/.exec(String(response.headers['keep-alive']))?.[1])).to.be.above(60);
    keeping.destroy();
  });

  it('finishes a running request, closes idle connections and accepts no new ones when it stops', async () => {
    let finish = () => undefined as unknown;
    const arrived = new Promise<void>((resolve) => {
      listener.serve((request, response) => {
        if (request.url === '/slow') {
          finish = () => response.end('finished');
          resolve();
        } else response.end('quick');
      });
    });
    const keeping = new Agent({ keepAlive: true });
    await read(`${url}/quick`, keeping);
    const slow = read(`${url}/slow`, new Agent({ keepAlive: true }));
    await arrived;

    let drained = false;
    const draining = listener.drain(10).then(() => {
      drained = true;
    });
    while (await isOpen(listener.port)) await sleep(5);
    expect(drained, 'waits for the answer').to.equal(false);
    finish();
    const { response, body } = await slow;
    expect(body).to.equal('finished');
    expect(response.headers.connection, 'the client is asked to go').to.equal('close');
    await draining;
    keeping.destroy();
  });

  it('answers a request on an idle connection while it is patient', async () => {
    listener.serve((_request, response) => response.end('answered'));
    const keeping = new Agent({ keepAlive: true });
    await read(url, keeping);
    // Over as soon as nobody is connected.
    const drained = listener.drain(60, 60);
    while (await isOpen(listener.port)) await sleep(5);
    const { response, body } = await read(url, keeping);
    expect(body).to.equal('answered');
    expect(response.headers.connection).to.equal('close');
    await drained;
  });

  it('sends a response to its end, however slowly the client reads', async () => {
    const size = 20_000_000;
    listener.serve((_request, response) => response.end(Buffer.alloc(size)));
    const socket = connect(listener.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'readable');
    const drained = listener.drain(60);
    while (await isOpen(listener.port)) await sleep(5);
    let received = 0;
    for await (const chunk of socket) received += chunk.length;
    expect(received).to.be.above(size);
    await drained;
  });

  it('answers clients that had connected before the stop, although not yet accepted', async () => {
    listener.serve((_request, response) => response.end('answered'));
    const sockets = Array.from({ length: 20 }, () => connect(listener.port, '127.0.0.1'));
    const answers = sockets.map((socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return text(socket).catch((error: NodeJS.ErrnoException) => error.code);
    });
    // Connected as far as the operating system is concerned, which gets a moment for it; the event loop, which waits
    // meanwhile, has not accepted anyone.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await listener.drain(60);
    for (const answer of await Promise.all(answers)) expect(answer).to.include('answered');
  });

  it('cuts off requests that do not finish in time', async () => {
    const arrived = new Promise<void>((resolve) => listener.serve(() => resolve()));
    const never = read(`${url}/never`).catch((error: NodeJS.ErrnoException) => error.code);
    await arrived;
    await listener.drain(0.1);
    expect(await never).to.equal('ECONNRESET');
  });

  it('times out slow headers and bodies, whatever else is going on', async () => {
    await listener.drain(0);
    listener = await listen('127.0.0.1', 0, { headers: 1_000, request: 2_000, check: 50, idle: 60_000 });
    listener.serve((request, response) => {
      // One handler waits for the body, the other has responded already.
      if (request.url === '/early') response.writeHead(403).end('no');
      request.resume().on('end', () => response.end('read'));
    });
    const slowly = async (start: string) => {
      const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
      socket.write(start);
      const drip = setInterval(() => socket.write('x'), 20);
      let answer = '';
      socket.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece;
      });
      // What arrived before a reset counts.
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(drip);
      return answer;
    };
    // A browser opens connections before it needs them.
    const silently = async () => {
      const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
      let answer = '';
      socket.on('data', (piece) => {
        answer += piece;
      });
      await new Promise((resolve) => socket.once('close', resolve));
      return answer;
    };
    const [headers, body, early, silent] = await Promise.all([
      slowly('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      slowly('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'),
      slowly('POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'),
      silently(),
    ]);
    for (const answer of [headers, body]) expect(answer).to.match(/^HTTP\/1\.1 408 .*\r\n\r\n$/s);
    expect(silent).to.equal('');
    expect(early.match(/HTTP\/1\.1/g), 'one answer').to.deep.equal(['HTTP/1.1']);
    expect(early).to.match(/^HTTP\/1\.1 403 /);
  });

  it('has one request of a connection under way, and answers those sent behind it in their order', async () => {
    let running = 0;
    let most = 0;
    listener.serve(async (request, response) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      response.end(`<${request.url}>`);
    });
    const socket = connect(listener.port, '127.0.0.1');
    const answer = text(socket);
    const paths = Array.from({ length: 150 }, (_, index) => `/${index}`);
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`);
    socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`);
    expect((await answer).match(/(?<=<)[^>]+/g)).to.deep.equal(paths);
    expect(most).to.equal(1);
  });

  it('closes a connection whose client sends more requests than can wait', async () => {
    const arrived = new Promise<void>((resolve) => listener.serve(() => resolve()));
    const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
    await arrived;
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('closes a connection whose client reads nothing, and keeps one whose response takes its time', async () => {
    await listener.drain(0);
    listener = await listen('127.0.0.1', 0, { headers: 60_000, request: 60_000, check: 50, idle: 1_000 });
    let closed = () => undefined as unknown;
    const isClosed = new Promise<void>((resolve) => {
      closed = () => resolve();
    });
    listener.serve(async (request, response) => {
      if (request.url === '/large') response.once('close', closed).end(Buffer.alloc(50_000_000));
      else {
        await once(request.socket, 'timeout');
        response.end('at last');
      }
    });
    const stalled = connect(listener.port, '127.0.0.1').on('error', () => undefined);
    stalled.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const [{ body }] = await Promise.all([read(`http://127.0.0.1:${listener.port}/slow`), isClosed]);
    expect(body).to.equal('at last');
    stalled.destroy();
  });

  it('answers 431 to headers that are too large, also on a connection kept alive', async () => {
    listener.serve((_request, response) => response.end('fine'));
    const socket = connect(listener.port, '127.0.0.1');
    const answer = text(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 431']);
  });
});
