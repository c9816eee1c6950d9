import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import express, { type Request, type Response } from 'express';
import { guest } from '../../core/kernel/actor.js';
import { DomainError } from '../../core/kernel/errors.js';
import { createBodyGate } from '../../server/http/bodies.js';
import { useConfig } from '../helpers/environment.js';

describe('request bodies in transit', () => {
  useConfig();
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  async function serve(limits: Parameters<typeof createBodyGate>[0]): Promise<number> {
    const gate = createBodyGate(limits);
    const app = express();
    app.post('/', async (req: Request, res: Response) => {
      const read = () =>
        new Promise<string>((resolve, reject) => {
          express.text()(req, res, (error?: unknown) => (error ? reject(error) : resolve(req.body)));
        });
      try {
        res.send(
          await gate({ req, res, actor: guest('rest', null, { ip: '127.0.0.1', userAgent: null }) }, read),
        );
      } catch (error) {
        res.status(error instanceof DomainError && error.code === 'unavailable' ? 503 : 500).end();
      }
    });
    const server = createServer(app);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** Starts a body of ten bytes that stops after `sent`. */
  async function begin(port: number, sent: number) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n';
    socket.write(head);
    // The headers first, so that the request is incomplete when it is handled.
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write('x'.repeat(sent));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const answer = text(socket).then((all) => Number(/^HTTP\/1\.1 (\d+)/.exec(all)?.[1]));
    return { finish: () => socket.write('x'.repeat(10 - sent)), answer };
  }

  it('are limited in number, in all and by address, and the next is accepted when one ends', async () => {
    for (const limits of [
      { bodies: 2, ofAddress: 9, bytes: 1000 },
      { bodies: 9, ofAddress: 2, bytes: 1000 },
    ]) {
      const port = await serve(limits);
      const [one, two] = [await begin(port, 4), await begin(port, 4)];
      expect(await (await begin(port, 4)).answer).to.equal(503);
      one.finish();
      expect(await one.answer).to.equal(200);
      const three = await begin(port, 4);
      two.finish();
      three.finish();
      expect([await two.answer, await three.answer]).to.deep.equal([200, 200]);
    }
  });

  it('are limited in bytes, also while they arrive', async () => {
    const port = await serve({ bodies: 9, ofAddress: 9, bytes: 12 });
    const one = await begin(port, 8);
    const two = await begin(port, 8);
    expect(await two.answer).to.equal(503);
    one.finish();
    expect(await one.answer).to.equal(200);
    const three = await begin(port, 8);
    three.finish();
    expect(await three.answer).to.equal(200);
  });
});
