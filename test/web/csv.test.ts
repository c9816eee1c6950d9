import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import express from 'express';
import { sendCsv } from '../../server/web/admin/page.js';

describe('a list as a CSV file', () => {
  const ALL = 200_000;
  let http: Server;
  let read = 0;
  let isEnded = false;

  async function* rows() {
    try {
      for (; read < ALL; read += 1) yield { name: `row ${read}`, text: 'x'.repeat(100) };
    } finally {
      isEnded = true;
    }
  }

  before(async () => {
    const app = express();
    app.get('/', (_req, res) => sendCsv(res, 'rows', ['name', 'text'], rows()));
    http = createServer(app);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    http.closeAllConnections();
    http.close();
  });

  it('is read only as fast as the client reads, and no further when it disconnects', async () => {
    const { port } = http.address() as AddressInfo;
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    for (let before = -1; read === 0 || read !== before; ) {
      before = read;
      await sleep(100);
    }
    expect(read).to.be.lessThan(ALL);
    expect(isEnded).to.equal(false);
    client.destroy();
    while (!isEnded) await sleep(10);
    expect(read).to.be.lessThan(ALL);
  });
});
