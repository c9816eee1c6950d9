// The listening socket. It opens before there is an application to answer: until then health is told, and
// everything else is asked to come back in a second.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { config } from '../../core/kernel/config.js';
import { VERSION } from '../../core/kernel/package.js';

export interface Listener {
  readonly port: number;
  /** From now on this answers. */
  serve(handler: RequestListener): void;
  /** Takes no more connections, lets requests that are under way finish, cuts off what is left after `seconds`. */
  drain(seconds: number): Promise<void>;
}

/**
 * How long an idle connection stays open: longer than the minute for which proxies commonly keep theirs. If it is
 * we who close first, a request that is just being sent is lost, and one that is no GET is not sent again.
 */
const KEEP_ALIVE_MS = 65_000;

/** @throws the listen error of Node, EADDRINUSE and EACCES among them */
export async function listen(host: string, port: number): Promise<Listener> {
  let handler: RequestListener = answerMeanwhile;
  let isDraining = false;
  const underWay = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    handler(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', refuseConnection);
  server.on('checkExpectation', (request, response) => {
    // Node would answer 417 without a word; what we do not know we do not wait for.
    server.emit('request', request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve(next) {
      handler = next;
    },
    async drain(seconds) {
      isDraining = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      // Where the headers were out already the connection becomes idle when the answer is.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** Where this process itself reaches what listens on `host`. */
export function localUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::' || host === '';
  const name = isEverywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What is no HTTP never becomes a request: the answer is written on the bare connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const code = isLarge ? 'payload_too_large' : 'validation_error';
  const requestId = randomUUID();
  const body = JSON.stringify({
    error: isLarge ? 'The headers of this request are too large.' : 'This is not a valid HTTP request.',
    code,
    docs_url: `${config.docsUrl}/errors#${code}`,
    request_id: requestId,
  });
  const status = isLarge ? '413 Payload Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function answerMeanwhile(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && request.url?.split('?')[0] === '/api/v1/health') {
    sendJson(response, 200, { status: 'ok', version: VERSION });
    return;
  }
  response.setHeader('Retry-After', '1');
  sendJson(response, 503, {
    error: 'The service is starting. Try again in a second.',
    code: 'unavailable',
    docs_url: `${config.docsUrl}/errors#unavailable`,
    request_id: requestId,
    retry_after_seconds: 1,
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
