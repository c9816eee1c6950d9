// Pages designed to harm a capture. Each ends without a picture, within its limit, and leaves the browser as it was.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { OPEN_RULES } from '../../core/addresses/egress-rules.js';
import { readFamily } from '../../server/jobs/browser.js';
import { PAGE_BUDGET } from '../../server/jobs/browser-proxy.js';
import { CaptureError, capturePage } from '../../server/jobs/capture-page.js';
import { usePackedBrowser } from '../helpers/capture.js';
import { useListener } from '../helpers/listeners.js';

/** A shorter time limit than real pages get, for pages that use all of it; messages round it to seconds. */
const SHORT = { ...PAGE_BUDGET, time: 700 };

const GOOD = '<body style="margin:0;background:#0a0"><h1 style="font-size:200px">Good</h1>';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Of 32 bits a pixel: what follows is picture, whatever it is. */
function bitmapHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + width * height * 4, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  return header;
}

function drip(response: ServerResponse, chunk: string | Buffer, pause: number): void {
  const timer = setInterval(() => response.write(chunk), pause);
  response.on('close', () => clearInterval(timer));
}

const PAGES: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.end(GOOD),
  '/redirects': (response) => response.writeHead(302, { location: '/redirects' }).end(),
  '/reloads': (response) =>
    response.end('<p>again<script>location.href = "/reloads?" + Math.random()</script>'),
  '/endless': (response) => drip(response.writeHead(200), '<p>more and more</p>'.repeat(10), 5),
  '/busy': (response) => response.end('<p>hello<script>for (;;);</script>'),
  '/download': (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename=x.zip',
      })
      .end('PK'),
  '/broken': (response) => response.writeHead(500).end('<h1>500</h1>'),
  '/hang': () => undefined,
  '/image': (response) => response.end('<img src="/hundred-megabytes.bmp">'),
  '/hundred-megabytes.bmp': (response) => {
    response.writeHead(200, { 'content-type': 'image/bmp', 'content-length': '100000054' });
    response.write(bitmapHeader(5_000, 5_000));
    drip(response, Buffer.alloc(2_000_000), 1);
  },
  '/memory': (response) =>
    response.end('<script>const all = []; for (;;) all.push(new Uint8Array(16e6).fill(1))</script>'),
  '/popups': (response) =>
    response.end(`${GOOD}<script>for (let n = 0; n < 15; n++) open("/popup?" + n)</script>`),
  '/clicks': (response) =>
    response.end(
      `${GOOD}<a target="_blank" href="/popup?">x</a><script>setInterval("document.links[0].click()")</script>`,
    ),
  '/popup': (response) => response.end('<script>setInterval(() => open("/popup?" + Math.random()))</script>'),
  '/to-inside': (response) =>
    response.end(`${GOOD}<script>setTimeout("location = 'http://db.internal.example/'", 100)</script>`),
  '/to-inside-tunnelled': (response) =>
    response.end(`${GOOD}<script>setTimeout("location = 'https://db.internal.example/'", 100)</script>`),
  '/pdf': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
  '/guessed': (response) => {
    response.removeHeader('content-type');
    response.end(PIXEL);
  },
  '/greedy': (response) =>
    response.end(`${GOOD}<script>for (let n = 0; n < 60; n++) fetch("/small?" + n).catch(() => 0)</script>`),
  '/small': (response) => response.end('.'),
  '/blank': (response) => response.end('<html></html>'),
};

describe('hostile pages', function () {
  this.timeout(90_000);
  const capture = usePackedBrowser();
  const site = useListener((request, response) => {
    response.setHeader('content-type', 'text/html');
    PAGES[request.url?.split('?')[0] ?? '']?.(response);
  });
  const take = (path: string, budget = PAGE_BUDGET) =>
    capturePage(capture.browser, site.url + path, { rules: OPEN_RULES, budget });
  const refusal = async (path: string, budget?: typeof PAGE_BUDGET) => {
    const outcome = await take(path, budget).catch((error: unknown) => error);
    expect(outcome, path).to.be.instanceOf(CaptureError);
    return (outcome as CaptureError).message;
  };

  before(async () => {
    await take('/good');
  });

  const failures: Record<string, RegExp> = {
    '/redirects': /ERR_TOO_MANY_REDIRECTS/,
    '/download': /ERR_ABORTED/,
    '/broken': /answered 500/,
    '/image': /more than 20000000 bytes/,
    '/to-inside': /answered 403/,
    '/to-inside-tunnelled': /cannot be reached/,
    '/pdf': /no HTML|ERR_ABORTED/,
    '/guessed': /not HTML but image\/png/,
    '/memory': /crashed|memory/,
  };
  for (const [path, reason] of Object.entries(failures)) {
    it(`yield no picture: ${path.slice(1)}`, async () => {
      expect(await refusal(path)).to.match(reason);
    });
  }

  const failuresOrTimeUp: Record<string, RegExp> = {
    '/reloads': /never stopped redirecting|more than 1 s/,
    '/blank': /blank|more than 1 s/,
  };
  for (const [path, reason] of Object.entries(failuresOrTimeUp)) {
    it(`yield no picture, at the latest at their time limit: ${path.slice(1)}`, async () => {
      expect(await refusal(path, SHORT)).to.match(reason);
    });
  }

  for (const path of ['/endless', '/busy', '/hang']) {
    it(`yield no picture at their time limit: ${path.slice(1)}`, async () => {
      expect(await refusal(path, SHORT)).to.match(/more than 1 s/);
    });
  }

  it('cannot open endless popups', async () => {
    expect((await take('/popups')).length, 'by script').to.be.greaterThan(1000);
    // By clicks: captured before there are too many, or given up; there must not be many.
    await take('/clicks', SHORT).catch((error: unknown) => expect(error).to.be.instanceOf(CaptureError));
    expect(site.hits.filter((hit) => hit.includes('/popup?')).length).to.be.lessThan(80);
  });

  it('are captured with what they loaded within the limit of requests', async () => {
    const budget = { ...PAGE_BUDGET, requests: 20 };
    const picture = await capturePage(capture.browser, `${site.url}/greedy`, { rules: OPEN_RULES, budget });
    expect(picture.length).to.be.greaterThan(1000);
    // One of them is the page itself.
    expect(site.hits.filter((hit) => hit.includes('/small?')).length).to.be.within(1, 19);
    expect(PAGE_BUDGET.requests).to.equal(300);
  });

  it('leave a working browser, and none of their processes', async () => {
    expect((await take('/good')).length).to.be.greaterThan(1000);
    const pid = await capture.browser.pid();
    expect(pid).to.be.a('number');
    const renderers = async () => (await readFamily(pid ?? 0)).filter(({ isRenderer }) => isRenderer).length;
    while ((await renderers()) > 2) await sleep(100);
  });

  it('cost one capture when they crash the browser', async () => {
    const pid = await capture.browser.pid();
    const before = site.hits.length;
    const outcome = take('/hang').catch((error: unknown) => error);
    while (!site.hits.slice(before).includes('GET /hang')) await sleep(10);
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await outcome).to.be.instanceOf(CaptureError);
    expect((await take('/good')).length).to.be.greaterThan(1000);
    expect(await capture.browser.pid()).to.not.equal(pid);
  });
});
