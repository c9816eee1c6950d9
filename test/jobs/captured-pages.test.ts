// Pages as they are, not as they begin: the picture shows what a visitor sees after a moment.
import { expect } from 'chai';
import sharp from 'sharp';
import { OPEN_RULES } from '../../core/addresses/egress-rules.js';
import { capturePage } from '../../server/jobs/capture-page.js';
import { usePackedBrowser } from '../helpers/capture.js';
import { useListener } from '../helpers/listeners.js';

const box = (colour: string, more = '') =>
  `<div style="position:fixed;inset:0;background:${colour}" ${more}></div>`;
const GOOD = `<body style="margin:0">${box('linear-gradient(#0f0,#090)')}`;

describe('a captured page', function () {
  this.timeout(90_000);
  const capture = usePackedBrowser();
  let page = '';
  const site = useListener((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url !== '/challenge' || request.headers.cookie) return response.end(page);
    return response.writeHead(503).end(`<title>One moment</title>Checking your browser…
      <script>setTimeout(() => { document.cookie = 'pass=1'; location.reload(); }, 700)</script>`);
  });
  const isGood = async (path = '/') => {
    const picture = await capturePage(capture.browser, site.url + path, { rules: OPEN_RULES });
    const { data } = await sharp(picture)
      .extract({ left: 640, top: 400, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data].map((value) => (value > 90 ? 1 : 0)).join(''), 'green').to.equal('010');
  };

  it('is the one behind a challenge that lets the browser in', async () => {
    page = GOOD;
    await isGood('/challenge');
  });

  it('has lost its preloader, and shows what comes with scrolling', async () => {
    page = `${GOOD}${box('#000', 'id="preloader"')}
      <script>setTimeout(() => document.getElementById('preloader').remove(), 2500)</script>`;
    await isGood();
    page = `<body style="margin:0;height:3000px">${box('#00f')}<script>
      addEventListener('scroll', () => document.querySelector('div').style.background = 'linear-gradient(#0f0,#090)')
      </script>`;
    await isGood();
  });

  it('is rid of a consent dialog by one click that refuses, and neither submits nor leads elsewhere', async () => {
    const dialog = (buttons: string) => `${GOOD}${box('#000', 'id="veil"')}
      <div id="my-cookie-consent" style="position:fixed;bottom:0">We value your privacy.${buttons}</div>
      <script>const gone = (how) => { fetch('/' + how); document.getElementById('veil').remove(); }</script>`;
    const accept = `<button onclick="gone('accepted')">Accept all</button>`;
    const unsafe = '<form action="/sent"><button>Reject</button></form><a href="/elsewhere">Reject all</a>';
    page = dialog(`${accept}${unsafe}<button onclick="gone('refused')">Alle ablehnen</button>`);
    await isGood();
    page = dialog(`${unsafe}${accept}`);
    await isGood();
    const hits = site.hits.filter((hit) => /accepted|refused|sent|elsewhere/.test(hit));
    expect(hits).to.deep.equal(['GET /refused', 'GET /accepted']);
  });
});
