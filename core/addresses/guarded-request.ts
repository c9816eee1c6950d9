// One HTTP request to an address that a user chose: resolved once, checked (egress-rules.ts), and connected to at
// exactly that address, with limits of time and bytes. Redirects are not followed.
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { config } from '../kernel/config.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { ENGLISH } from '../languages/catalogues.js';
import {
  type EgressRules,
  OPEN_RULES,
  PUBLIC_RULES,
  type Resolver,
  resolveDestination,
} from './egress-rules.js';

interface GuardedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole request, including resolving. */
  readonly time: number;
  /** How many bytes of the response body are read; the rest is dropped. */
  readonly bytes: number;
  readonly signal?: AbortSignal;
  readonly rules?: EgressRules;
  readonly resolve?: Resolver;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, up to `bytes`; a compressed one is not decompressed. */
  readonly bytes: Buffer;
  /** The same as UTF-8, without a byte order mark. */
  readonly text: string;
}

const MAX_REDIRECT_LENGTH = 2_000;

/** Where a response to a request for `from` redirects to: undefined if nowhere, null if to no address that is read. */
export function redirectOf(
  { status, headers: { location } }: Pick<GuardedAnswer, 'status' | 'headers'>,
  from: URL,
): URL | null | undefined {
  if (status < 300 || status > 399 || location === undefined) return undefined;
  return location.length > MAX_REDIRECT_LENGTH ? null : parseUrl(location, from);
}

/** What callers may connect to: public addresses, unless SCREENSHOT_ALLOW_PRIVATE allows tests and intranets. */
export const egressRules = (): EgressRules => (config.screenshotAllowPrivate ? OPEN_RULES : PUBLIC_RULES);

/** @throws EgressError for a refused address; Error for a server that does not respond in time */
export async function guardedRequest(url: URL, options: GuardedRequest): Promise<GuardedAnswer> {
  const late = AbortSignal.timeout(options.time);
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  const destination = { hostname: url.hostname, port };
  const { rules = egressRules(), resolve, time } = options;
  const addresses = await resolveDestination(destination, rules, resolve, time);
  try {
    signal.throwIfAborted();
    return await send(url, addresses, { ...options, signal });
  } catch (error) {
    if (late.aborted)
      throw new Error(ENGLISH.t('webhook-found.late', { seconds: options.time / 1000 }), { cause: error });
    throw error;
  }
}

function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { method, headers, body, bytes, signal }: GuardedRequest,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: pinnedLookup(addresses),
      // Connections are not reused: the address of the next request is checked again.
      agent: false,
      signal,
    });
    asked.on('error', reject);
    // Also without an error, as after 101 Switching Protocols; it changes nothing once there is a response.
    asked.on('close', () => reject(Object.assign(new Error('No response.'), { code: 'ECONNRESET' })));
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      let left = bytes;
      const done = () => {
        const received = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: received,
          get text() {
            return new TextDecoder().decode(received);
          },
        });
        asked.destroy();
      };
      response.on('error', reject);
      response.on('end', done);
      response.on('data', (chunk: Buffer) => {
        parts.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) done();
      });
      if (bytes === 0) done();
    });
    asked.end(body);
  });
}

/** A `lookup` that returns only the addresses already checked, so that connecting does not resolve again. */
export function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
