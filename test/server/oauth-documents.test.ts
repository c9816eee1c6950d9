// The documents of OAuth clients: anyone can name their address, so they are fetched as other strangers' addresses are.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { config, configure } from '../../core/kernel/config.js';
import { DOCUMENT_BYTES, fetchDocument } from '../../server/oauth/provider.js';
import { useNameServer } from '../helpers/name-server.js';
import { useServer } from '../helpers/server.js';

const CALLBACK = 'https://app.example.com/callback';

describe('documents of OAuth clients', () => {
  const server = useServer();
  const names = useNameServer();
  let inside: net.Server;
  let connections = 0;
  let port: number;

  const allowPrivate = (value: 'on' | 'off') =>
    configure({
      DATA_DIR: config.dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      SCREENSHOT_ALLOW_PRIVATE: value,
    });

  before(async () => {
    inside = net.createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    inside.listen(0, '127.0.0.1');
    await once(inside, 'listening');
    ({ port } = inside.address() as AddressInfo);
  });
  beforeEach(() => {
    connections = 0;
    allowPrivate('off');
  });
  after(() => {
    inside.close();
  });

  async function authorize(clientId: string): Promise<number> {
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { status } = await server.fetch(`/oauth/authorize?${parameters}`, { redirect: 'manual' });
    return status;
  }

  it('are not fetched from private addresses or other ports, unless that is allowed', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]']) {
      expect(await authorize(`https://${host}:${port}/client.json`), host).to.equal(400);
      await fetchDocument(`http://${host}/client.json`).then(
        () => expect.fail(host),
        (error) => expect(error.message, host).to.equal('The document cannot be read.'),
      );
    }
    expect(connections).to.equal(0);
    allowPrivate('on');
    expect(await authorize(`https://127.0.0.1:${port}/allowed.json`)).to.equal(400);
    expect(connections).to.be.above(0);
  });

  it('at names whose servers are silent hold up nobody else', async () => {
    allowPrivate('on');
    names.address = undefined;
    let answered = 0;
    const attack = Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        expect(await authorize(`https://c${n}.slow.example/client.json`)).to.equal(400);
        answered += 1;
      }),
    );
    while (names.asked.length === 0) await sleep(5);
    // Each asks the database. A process without a thread for names had none for it either.
    for (let page = 1; page <= 20; page += 1)
      expect((await server.fetch(`/api/v1/listings?page=${page}`)).status).to.equal(200);
    expect(answered, 'some of the attack is still waiting').to.be.below(6);
    await attack;
    names.address = '127.0.0.1';
  });

  it('of a sector are not fetched when a client registers', async () => {
    allowPrivate('on');
    const registered = await server.fetch('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [CALLBACK],
        sector_identifier_uri: `https://127.0.0.1:${port}/sector.json`,
      }),
    });
    expect(registered.status).to.equal(201);
    expect(connections).to.equal(0);
  });

  describe('from a server that answers', () => {
    let answer: http.RequestListener;
    const outside = http.createServer((request, response) => answer(request, response));
    const read = () => {
      allowPrivate('on');
      return fetchDocument(`http://127.0.0.1:${(outside.address() as AddressInfo).port}/client.json`);
    };

    before(async () => {
      outside.listen(0, '127.0.0.1');
      await once(outside, 'listening');
    });
    after(() => {
      outside.closeAllConnections();
      outside.close();
    });

    it('are read with how long they may be cached', async () => {
      answer = (_request, response) => response.setHeader('cache-control', 'max-age=900').end('{}');
      const read200 = await read();
      expect(read200.headers.get('cache-control')).to.equal('max-age=900');
      expect(await read200.json()).to.deep.equal({});
    });

    it('are read to one byte more than the limit, at which the library refuses them', async () => {
      answer = (_request, response) => response.end(' '.repeat(200_000));
      expect((await (await read()).text()).length).to.equal(DOCUMENT_BYTES + 1);
    });

    it('are not looked for where they redirect to', async () => {
      answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      expect((await read()).status).to.equal(302);
    });

    it('fail at once when the server changes the protocol', async () => {
      const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n';
      answer = ({ socket }) => socket.write(switching);
      const error = await read().catch((refused) => refused);
      expect(error.message).to.equal('The document cannot be read.');
    });
  });
});
