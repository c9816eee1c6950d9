// An untrusted page tries, in a real browser, to reach what only this machine can reach. The page itself is served from
// one address that is allowed by exception; everything else is under the real rules.
import { expect } from 'chai';
import { type EgressRules, PUBLIC_RULES } from '../../core/addresses/egress-rules.js';
import { CaptureError, capturePage } from '../../server/jobs/capture-page.js';
import { usePackedBrowser } from '../helpers/capture.js';
import { useListener } from '../helpers/listeners.js';

describe('private addresses', function () {
  this.timeout(90_000);
  const capture = usePackedBrowser();
  const trap = useListener((_request, response) => response.end('secret'));
  const trap6 = useListener((_request, response) => response.end('secret'), '::1');
  let body = '';
  let location = '';
  const site = useListener((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/redirect') response.writeHead(302, { location }).end();
    else response.end(`<body style="background:#0a0"><h1 style="font-size:99px">Page</h1>${body}`);
  });

  /** Ports are open, so that only the address rule protects. */
  const rules = (): EgressRules => ({
    port: () => true,
    address: (address, port) =>
      (address === '127.0.0.1' && port === site.port) || PUBLIC_RULES.address(address, port),
  });
  const resolve = async (hostname: string) =>
    hostname === 'rebind.example'
      ? [{ address: '127.0.0.1', family: 4 as const }]
      : Promise.reject(new Error('ENOTFOUND'));
  const take = (path: string) => capturePage(capture.browser, site.url + path, { rules: rules(), resolve });

  /** The listeners on loopback, by every name they could be called. */
  const targets = () => {
    const { port } = trap;
    return [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://sub.localhost:${port}/`,
      `http://rebind.example:${port}/`,
      `http://2130706433:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://127.1:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://[64:ff9b::7f00:1]:${port}/`,
      `http://[::]:${port}/`,
      `http://[::1]:${trap6.port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ];
  };
  const expectUntouched = () => expect([...trap.hits, ...trap6.hits]).to.deep.equal([]);
  /** Requests that a page has started arrive before one that is sent after the page was closed. */
  const expectUntouchedLater = async () => {
    for (const listener of [trap, trap6]) {
      await (await fetch(`${listener.url}/ours`)).text();
      expect(listener.hits.splice(0)).to.deep.equal(['GET /ours']);
    }
  };

  it('are not reached by redirects', async () => {
    // An address and a name; the spellings of an address are those of the next test.
    for (const target of [0, 3].map((index) => targets()[index] ?? '')) {
      location = target;
      const outcome = await take('/redirect').catch((error: unknown) => error);
      expect(outcome, target).to.be.instanceOf(CaptureError);
    }
    expectUntouched();
  });

  it('are not reached from within a page: frames, images, fetch, WebSocket, beacons, workers, prefetch', async () => {
    const [first = '', , , name = ''] = targets();
    const spellings = targets().map(
      (target) => `<img src="${target}img"><link rel="stylesheet" href="${target}css">`,
    );
    const roads = [first, name, targets().at(-2) ?? ''].map((target) => {
      const socket = target.replace('http', 'ws');
      return `<iframe src="${target}frame"></iframe>
          <link rel="prefetch" href="${target}prefetch"><link rel="preconnect" href="${target}">
          <object data="${target}object"></object><video src="${target}video"></video>
          <script src="${target}script"></script><script>
            fetch("${target}fetch", { mode: "no-cors" }).catch(() => 0);
            navigator.sendBeacon("${target}beacon", "x");
            new WebSocket("${socket}socket");
            new EventSource("${target}events");
            new Worker(URL.createObjectURL(new Blob(['fetch("${target}worker", {mode: "no-cors"})'])));
          </script>`;
    });
    body = [...spellings, ...roads].join('');
    await take('/');
    await expectUntouchedLater();
    expect(site.hits).to.include('GET /');
  });

  it('are not reached by WebRTC, nor are files read', async () => {
    body = `<iframe src="file:///etc/passwd" width="900" height="400"></iframe><script>
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${trap.port}?transport=tcp" },
        { urls: "turn:127.0.0.1:${trap.port}?transport=tcp", username: "u", credential: "c" }] });
      peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    </script>`;
    await take('/');
    await expectUntouchedLater();
  });

  it('are refused as the page itself, by the rules of production', async () => {
    const outcome = await capturePage(capture.browser, trap.url, {}).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(CaptureError);
    expectUntouched();
  });
});
