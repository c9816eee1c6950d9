// A client that costs little: requests written as ready bytes on connections that stay open, answers read only as far
// as their status and length. On a machine that is shared with the server, what the client takes the server lacks.
import { connect, type Socket } from 'node:net';

export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  /** Those with another status than was expected, as `503: 12`. */
  readonly failures: string;
}

/** The bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  const sized = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  const all = { host: 'localhost', 'user-agent': 'Mozilla/5.0 (bench)', ...typed, ...sized, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

/** One connection, one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  /** Bytes of the whole answer; unknown until its headers are there. */
  #expected = Number.POSITIVE_INFINITY;
  #status = 0;
  #done: { resolve(status: number): void; reject(error: Error): void } | null = null;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    const fail = (error?: Error) => this.#done?.reject(error ?? new Error('the connection was closed'));
    this.#socket.on('error', fail);
    this.#socket.on('close', () => fail());
  }

  /** @returns the status */
  send(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  /** The body of the answer that came last. */
  get body(): string {
    const text = Buffer.concat(this.#chunks).toString();
    return text.slice(text.indexOf('\r\n\r\n') + 4);
  }

  close(): void {
    this.#done = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#received === 0) this.#chunks = [];
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#expected === Number.POSITIVE_INFINITY) this.#readHeaders();
    if (this.#received < this.#expected) return;
    const done = this.#done;
    this.#done = null;
    this.#received = 0;
    this.#expected = Number.POSITIVE_INFINITY;
    done?.resolve(this.#status);
  }

  #readHeaders(): void {
    const text = Buffer.concat(this.#chunks).toString('latin1', 0, 4096);
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.#status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, end)}`);
    this.#expected = end + 4 + Number(length);
  }
}

/**
 * Keeps `clients` connections busy for a while.
 * @param next the n-th request
 */
export async function runLoad(
  port: number,
  clients: number,
  seconds: number,
  next: (n: number) => Buffer,
  isExpected: (status: number) => boolean = (status) => status === 200,
): Promise<Load> {
  const times: number[] = [];
  const failures = new Map<number, number>();
  let asked = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const client = async () => {
    const connection = new Connection(port);
    try {
      for (let now = performance.now(); now < until; ) {
        const status = await connection.send(next(asked++));
        const answered = performance.now();
        times.push(answered - now);
        if (!isExpected(status)) failures.set(status, (failures.get(status) ?? 0) + 1);
        now = answered;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = performance.now() - started;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    rate: (times.length * 1000) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    answers: times.length,
    failures: [...failures].map(([status, count]) => `${status}: ${count}`).join(', '),
  };
}
