// One HTTP request to an untrusted address: resolved once, checked (egress-rules.ts), and connected to
// exactly that address, with limits of time and bytes. Does not follow redirects.
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import {
  type EgressRules,
  pinnedLookup,
  type Resolver,
  resolveDestination,
} from '../addresses/egress-rules.js';
import { own } from '../kernel/own.js';
import { parseUrl } from '../kernel/text/parse-url.js';

/** How the reader process may connect, and for how long. */
export interface Egress {
  readonly rules?: EgressRules;
  readonly resolve?: Resolver;
  readonly agent?: string;
  readonly signal?: AbortSignal;
}

interface GuardedRequest extends Egress {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a POST request; without it, the request is a GET. */
  readonly body?: string;
  /** Milliseconds for the whole request, including resolving. */
  readonly time: number;
  /** Maximum bytes of the body; the rest is dropped. */
  readonly bytes: number;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, up to `bytes`, decompressed; `content-encoding` remains only if that fails. */
  readonly bytes: Buffer;
}

export const textOf = ({ bytes }: Pick<GuardedAnswer, 'bytes'>) => new TextDecoder().decode(bytes);

/** Bytes besides the body: headers, and the overhead of a chunked encoding. */
const OVERHEAD = 64 * 1024;
/** Maximum informational responses (1xx) before the response. */
const MOST_INTERIM = 1;
const FIRST_BUFFER = 16 * 1024;

export class LateError extends Error {
  constructor(readonly seconds: number) {
    super(`No answer within ${seconds} s.`);
  }
}

/** The redirect target of a response to `from`: undefined if there is none, null if it is no valid address. */
export function redirectOf(
  { status, headers: { location } }: Pick<GuardedAnswer, 'status' | 'headers'>,
  from: URL,
): URL | null | undefined {
  if (status < 300 || status > 399 || location === undefined) return undefined;
  return parseUrl(location, from);
}

/** @throws EgressError for a refused address; LateError; Error with a code for a connection that fails */
export async function guardedRequest(url: URL, options: GuardedRequest): Promise<GuardedAnswer> {
  const { time, rules, resolve } = options;
  const late = AbortSignal.timeout(time);
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const addresses = await resolveDestination({ hostname: url.hostname, port }, rules, resolve, time);
  try {
    signal.throwIfAborted();
    return await decompressed(await send(url, addresses, { ...options, signal }), options.bytes);
  } catch (error) {
    if (late.aborted) throw new LateError(time / 1000);
    throw error;
  }
}

type Decoder = Transform | undefined;

const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Decoder };

/** Decoders that accept truncated data. */
const DECODERS: Readonly<Record<string, (first: number) => Decoder>> = {
  gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  // Some servers send raw deflate data without the zlib header, and browsers accept this.
  deflate: (first) =>
    zlib[(first & 15) === 8 ? 'createInflate' : 'createInflateRaw']({
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
    }),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress?.({ finishFlush: 1 }),
};

/** Many servers compress regardless of the request. Stops decompressing at the limit. */
async function decompressed(answer: GuardedAnswer, most: number): Promise<GuardedAnswer> {
  const { 'content-encoding': coding = '', ...headers } = answer.headers;
  const name = coding.trim().toLowerCase().replace(/^x-/, '');
  const decoder = answer.bytes.length > 0 && own(DECODERS, name)?.(answer.bytes[0] ?? 0);
  if (!decoder) return answer;
  const body = new GrowingBuffer(most);
  decoder.end(answer.bytes);
  for await (const chunk of decoder) if (body.add(chunk as Buffer)) break;
  return { ...answer, headers, bytes: body.content() };
}

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { agent, headers, body, bytes, signal }: GuardedRequest,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(agent && { 'user-agent': agent }),
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      lookup: pinnedLookup(addresses),
      // Connections are not reused: the address of the next request is checked again.
      agent: false,
      signal,
    });
    asked.on('error', reject);
    // Requests may also close without an error, as after 101 Switching Protocols. No effect after a response.
    asked.on('close', () => reject(withCode('ECONNRESET', 'No response.')));
    let received = 0;
    asked.on('socket', (socket) =>
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > bytes + OVERHEAD) asked.destroy(withCode('EMSGSIZE', 'The response is too long.'));
      }),
    );
    let interim = 0;
    asked.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM) asked.destroy(withCode('EBADMSG', 'The response does not begin.'));
    });
    asked.on('response', (response) => {
      const body = new GrowingBuffer(bytes);
      const done = () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: body.content() });
        asked.destroy();
      };
      response.on('error', reject);
      response.on('end', done);
      response.on('data', (chunk: Buffer) => {
        if (body.add(chunk)) done();
      });
      if (bytes === 0) done();
    });
    asked.end(body);
  });
}

/** One buffer for all chunks, however small. */
class GrowingBuffer {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;

  constructor(private readonly most: number) {}

  /** @returns whether it is full; more is dropped */
  add(chunk: Buffer): boolean {
    const end = Math.min(this.length + chunk.length, this.most);
    if (end > this.bytes.length) {
      const size = Math.min(this.most, Math.max(end, this.bytes.length * 2, FIRST_BUFFER));
      const larger = Buffer.allocUnsafe(size);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length, 0, end - this.length);
    this.length = end;
    return end === this.most;
  }

  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
