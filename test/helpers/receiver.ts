// A receiver of webhooks on loopback: it responds as configured and stores what it receives.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Json } from './api.js';

export interface Received {
  id: string;
  type: string;
  data: Json;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The response: a status, or a function that writes it. */
  answer: number | ((response: http.ServerResponse, event: Received) => void);
}

export function useReceiver(): Receiver {
  const receiver: Receiver = { url: '', received: [], answer: 204 };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { type, data } = JSON.parse(body || '{}');
      const event = { id: String(request.headers['webhook-id']), type, data, headers: request.headers, body };
      receiver.received.push(event);
      if (typeof receiver.answer === 'function') receiver.answer(response, event);
      else response.writeHead(receiver.answer).end();
    });
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = 204;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** Whether a signature is valid, by the library of Standard Webhooks. */
export function isSigned(secret: string, { headers, body }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
