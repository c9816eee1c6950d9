import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { type EgressRules, isPublicAddress, OPEN_RULES } from '../../core/addresses/egress-rules.js';
import { type Egress, type EgressOptions, openEgress, PAGE_BUDGET } from '../../server/jobs/browser-proxy.js';
import { useListener } from '../helpers/listeners.js';

const MEGABYTE = Buffer.alloc(1_000_000, 'x');

describe('the egress proxy', () => {
  let sentHeaders: http.IncomingHttpHeaders = {};
  const site = useListener((request, response) => {
    sentHeaders = request.headers;
    if (request.url === '/big') for (let n = 0; n < 5; n += 1) response.write(MEGABYTE);
    if (request.url === '/slow') response.write('.');
    else response.end('hello');
  });
  let egress: Egress;
  const open = async (options: EgressOptions) => {
    egress = await openEgress(options);
  };
  afterEach(() => egress.close());

  it('forwards plain requests and counts their bytes', async () => {
    await open({ rules: OPEN_RULES });
    expect(await get(egress, `${site.url}/`)).to.include({ status: 200, bytes: 5 });
    expect(egress.counters).to.deep.include({ requests: 1 });
    expect(egress.counters.bytes).to.be.within(5, 1_000);
  });

  it('serves only clients with the password of the page, and does not forward it', async () => {
    await open({ rules: OPEN_RULES });
    const before = site.hits.length;
    for (const password of ['', 'wrong', `${egress.credentials.password}x`]) {
      expect((await get(egress, `${site.url}/`, password)).status).to.equal(407);
      expect(await tunnel(egress, `127.0.0.1:${site.port}`, '', password)).to.match(/^HTTP\/1\.1 407 /);
    }
    expect(site.hits.length).to.equal(before);
    const other = await openEgress({ rules: OPEN_RULES });
    expect((await get(other, `${site.url}/`, egress.credentials.password)).status).to.equal(407);
    await other.close();
    await get(egress, `${site.url}/`);
    expect(sentHeaders).to.not.have.any.keys('proxy-authorization', 'authorization');
  });

  it('refuses with the same empty response whatever the reason', async () => {
    const resolve = async (hostname: string) => {
      if (hostname === 'unknown.internal.example') throw new Error('ENOTFOUND');
      return [{ address: '10.1.2.3', family: 4 as const }];
    };
    await open({ resolve });
    const answers = new Set<string>();
    for (const url of [
      'http://db.internal.example/',
      'http://unknown.internal.example/',
      'http://127.0.0.1/',
      'http://db.internal.example:8080/',
    ]) {
      const { status, bytes, headers } = await get(egress, url);
      expect(bytes, url).to.equal(0);
      answers.add(JSON.stringify([status, { ...headers, date: '' }]));
    }
    expect([...answers]).to.have.length(1);
    expect([...answers][0]).to.not.match(/internal|10\.1\.2\.3/);
    expect(await tunnel(egress, 'db.internal.example:443', '')).to.not.match(/internal|10\.1\.2\.3/);
  });

  it('tunnels connections and counts the bytes received', async () => {
    await open({ rules: OPEN_RULES });
    const answer = await tunnel(egress, `127.0.0.1:${site.port}`, 'GET / HTTP/1.0\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 200 Connection Established[\s\S]*hello$/);
    expect(egress.counters.bytes).to.be.greaterThan(5);
  });

  it('refuses private addresses and other ports, plain and tunnelled, without connecting', async () => {
    await open({});
    const before = site.hits.length;
    expect((await get(egress, `${site.url}/`)).status).to.equal(403);
    expect((await get(egress, 'http://127.0.0.1/')).status).to.equal(403);
    expect((await get(egress, 'http://[::1]/')).status).to.equal(403);
    for (const host of [
      '127.0.0.1:80',
      '2130706433:443',
      '0x7f.1:80',
      '[::ffff:127.0.0.1]:443',
      'localhost:80',
    ]) {
      expect(await tunnel(egress, host, ''), host).to.match(/^HTTP\/1\.1 403 /);
    }
    expect(egress.counters.refused).to.have.keys('port', 'private');
    expect(site.hits.length).to.equal(before);
  });

  it('resolves a name once, and connects to the address that was checked', async () => {
    // The first address may be connected to, later ones may not: a name that is rebound in between.
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.9', family: 4 as const }];
    const rules: EgressRules = { port: () => true, address: (address) => address === '127.0.0.1' };
    await open({ rules, resolve });
    expect((await get(egress, `http://rebind.example:${site.port}/`)).status).to.equal(200);
    expect(asked).to.equal(1);
    expect((await get(egress, `http://rebind.example:${site.port}/`)).status).to.equal(403);
  });

  it('refuses names that resolve to private addresses', async () => {
    const rules: EgressRules = { port: () => true, address: isPublicAddress };
    await open({ rules, resolve: async () => [{ address: '169.254.169.254', family: 4 }] });
    expect((await get(egress, 'http://metadata.example/')).status).to.equal(403);
    expect(await tunnel(egress, 'metadata.example:443', '')).to.match(/ 403 /);
    expect(egress.counters.refused).to.deep.equal({ private: 2 });
  });

  it('cuts a page off at its byte limit', async () => {
    await open({ rules: OPEN_RULES, budget: { ...PAGE_BUDGET, bytes: 2_000_000 } });
    const { bytes } = await get(egress, `${site.url}/big`).catch(() => ({ bytes: 0 }));
    expect(bytes).to.be.lessThan(5_000_000);
    expect(String(egress.signal.reason)).to.include('bytes');
  });

  it('cuts a page off at its time limit', async () => {
    await open({ rules: OPEN_RULES, budget: { ...PAGE_BUDGET, time: 200 } });
    await get(egress, `${site.url}/slow`).catch(() => undefined);
    expect(String(egress.signal.reason)).to.include('0 s');
  });

  it('counts the bytes that a page sends as well', async () => {
    await open({ rules: OPEN_RULES, budget: { ...PAGE_BUDGET, bytes: 2_000_000 } });
    const proxy = new URL(egress.url);
    const upload = http.request({
      host: proxy.hostname,
      port: proxy.port,
      path: `${site.url}/slow`,
      method: 'POST',
      headers: authorization(egress.credentials.password),
      agent: false,
    });
    upload.on('error', () => undefined);
    for (let n = 0; n < 5; n += 1) upload.write(MEGABYTE);
    await once(egress.signal, 'abort');
    expect(String(egress.signal.reason)).to.include('bytes');
    upload.destroy();
  });

  it('refuses requests beyond the limit', async () => {
    await open({ rules: OPEN_RULES, budget: { ...PAGE_BUDGET, requests: 2 } });
    const ask = async () => (await get(egress, site.url).catch(() => ({ status: 'cut' }))).status;
    expect([await ask(), await ask(), await ask()]).to.deep.equal([200, 200, 403]);
    expect(egress.counters.refused).to.deep.equal({ requests: 1 });
    expect(egress.signal.aborted).to.equal(false);
  });
});

function authorization(password: string) {
  return { 'proxy-authorization': `Basic ${Buffer.from(`capture:${password}`).toString('base64')}` };
}

function get(
  egress: Egress,
  url: string,
  password = egress.credentials.password,
): Promise<{ status: number; bytes: number; headers: http.IncomingHttpHeaders }> {
  const proxy = new URL(egress.url);
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: proxy.hostname, port: proxy.port, path: url, agent: false, headers: authorization(password) },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, bytes, headers: response.headers }),
        );
      },
    );
    request.on('error', reject);
  });
}

/** The response to CONNECT and, if it is granted, to `payload`. */
function tunnel(
  egress: Egress,
  authority: string,
  payload: string,
  password = egress.credentials.password,
): Promise<string> {
  const [[name, value] = ['', '']] = Object.entries(authorization(password));
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(egress.url).port), '127.0.0.1', () => {
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${name}: ${value}\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      const isFirst = text === '';
      text += chunk.toString();
      if (isFirst && text.startsWith('HTTP/1.1 200')) socket.write(payload);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
