// The listening socket. It opens before the application is ready: until then only health is answered.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { config } from '../../core/kernel/config.js';
import { VERSION } from '../../core/kernel/package.js';
import { pathOf } from './exchange.js';

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Longer than the 60 s of most proxies: if we closed first, a request just being sent would be lost. */
const KEEP_ALIVE_MS = 65_000;

const SWEEP_INTERVAL_MS = 50;

/** Turns of the event loop that may accept connections before the socket is closed, even if more keep coming. */
const MAX_TURNS = 100;

/** Limits for clients that send a byte a second, or do not read their response. */
const TIMEOUTS_MS = { headers: 10_000, request: 30_000, check: 1_000, idle: 30_000 };

/** @throws the listen error of Node, EADDRINUSE and EACCES among them */
export async function listen(host: string, port: number, timeouts = TIMEOUTS_MS) {
  let handler: RequestListener = answerMeanwhile;
  let isDraining = false;
  let accepted = 0;
  const underWay = new Set<ServerResponse>();
  const connections = new Map<Duplex, Connection>();
  const serve: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    handler(request, response);
  };
  const server = createServer({ connectionsCheckingInterval: timeouts.check }, (request, response) =>
    inTurn(connections.get(request.socket) as Connection, request, response, serve),
  );
  server.on('connection', (socket) => {
    connections.set(socket, { last: null, waiting: null });
    socket.once('close', () => connections.delete(socket));
    accepted += 1;
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.timeout = timeouts.idle;
  // While a response is being prepared, the client has nothing to read.
  server.on('timeout', (socket) => {
    if (!connections.get(socket)?.waiting || socket.writableLength > 0) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    // Unreadable bytes after a finished response belong to that request: drop the connection without a second response.
    const last = connections.get(socket)?.last;
    if (last?.writableEnded && !last.req.complete) socket.destroy();
    else refuseConnection(error, socket);
  });
  server.on('checkExpectation', (request, response) => {
    // Node would respond to an unknown Expect with a bare 417; ignore it instead.
    server.emit('request', request, response);
  });
  await once(server.listen({ host, port }), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    serve(next: RequestListener) {
      handler = next;
    },
    /** Finishes running requests within `seconds`; for `patience` seconds idle connections may still send one. */
    async drain(seconds: number, patience = 0): Promise<void> {
      isDraining = true;
      // Closing the socket resets connections that are not accepted yet: whole turns of the event loop accept them first.
      await turn();
      for (let before = -1, turns = 0; before !== accepted && turns < MAX_TURNS; turns += 1) {
        before = accepted;
        await turn();
      }
      const closed = new Promise<void>((resolve) => {
        // The `close` of HTTP would also close idle connections at once, and those whose response is not sent yet.
        Server.prototype.close.call(server, () => resolve());
      });
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
      const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
      await Promise.race([closed, sleep(patience * 1000, undefined, { ref: false })]);
      // Waits a turn of the event loop: by then a request that has arrived counts as running.
      const closeIdle = () => turn().then(() => underWay.size === 0 && server.closeIdleConnections());
      void closeIdle();
      const sweep = setInterval(closeIdle, SWEEP_INTERVAL_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
      // Ends the timer that checks connections.
      server.close();
    },
  };
}

const MAX_PIPELINED = 256;

interface Connection {
  last: ServerResponse | null;
  /** Requests queued behind the running one; null if none is running. */
  waiting: (() => void)[] | null;
}

/** Runs one request per connection at a time (C11). Pipelined requests wait, and no more are read meanwhile. */
function inTurn(
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  handler: RequestListener,
) {
  const { socket } = request;
  const run = () => {
    connection.last = response;
    response.once('close', next);
    handler(request, response);
  };
  const next = () => {
    const following = socket.destroyed ? undefined : connection.waiting?.shift();
    if (following) following();
    else {
      connection.waiting = null;
      socket.resume();
    }
  };
  if (connection.waiting === null) {
    connection.waiting = [];
    run();
  } else if (connection.waiting.push(run) < MAX_PIPELINED) socket.pause();
  else socket.destroy();
}

export function localUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::' || host === '';
  const name = isEverywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Malformed HTTP never becomes a request: write the response directly to the socket. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // Browsers open connections ahead of need: a response on a silent one would be shown for the next click.
    const isSilent = (socket as Socket).bytesRead === 0;
    if (isSilent) socket.destroy();
    else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          'payload_too_large',
          'The headers of this request are too large.',
        ]
      : ['400 Bad Request', 'validation_error', 'This is not a valid HTTP request.'];
  const requestId = randomUUID();
  const body = JSON.stringify(errorObject(message, code, requestId));
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function answerMeanwhile(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && pathOf(request) === '/api/v1/health') {
    sendJson(response, 200, { status: 'ok', version: VERSION });
    return;
  }
  response.setHeader('Retry-After', '1');
  const error = errorObject('The service is starting. Try again in a second.', 'unavailable', requestId);
  sendJson(response, 503, { ...error, retry_after_seconds: 1 });
}

const errorObject = (error: string, code: string, requestId: string) => ({
  error,
  code,
  docs_url: `${config.docsUrl}/errors#${code}`,
  request_id: requestId,
});

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
