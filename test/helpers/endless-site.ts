// A site on loopback whose responses never end.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';

/** What it writes by path: a head, and what follows again and again. */
const RESPONSES: Readonly<Record<string, readonly [head: string, more: string]>> = {
  '/bytes': [HEAD, '1\r\nx\r\n'],
  '/extensions': [HEAD, `1;${'x'.repeat(2_048)}\r\nx\r\n`],
  '/interim': ['', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  '/trailers': [`${HEAD}0\r\n`, 'A: b\r\n'],
};
const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';

export function useEndlessSite() {
  /** `written`: bytes of all responses together. */
  const site = { url: '', written: 0 };
  let server: Server;
  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (request: Buffer) => {
        const [, path = ''] = request.toString('latin1').split(' ', 2);
        const response = RESPONSES[path];
        if (!response) return void socket.end(NOT_FOUND);
        const [head, more] = response;
        const pour = () => {
          if (socket.destroyed) return;
          const chunk = more.repeat(100);
          site.written += chunk.length;
          socket.write(chunk, () => setImmediate(pour));
        };
        socket.write(head);
        pour();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  return site;
}
