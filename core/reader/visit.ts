// A visit to a site that a stranger named: requests and their redirects, each after the robots.txt of its host, with
// one limit of time for all of them.
import { EgressError } from '../addresses/egress-rules.js';
import { type Said, say } from '../kernel/said.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { type Egress, type GuardedAnswer, guardedRequest, redirectOf, textOf } from './request.js';
import { isAllowedByRobots } from './robots.js';

/** Our name in robots.txt. */
const TOKEN = 'listing-directory';
/** Milliseconds for all requests of a visit. */
const TIME = 20_000;
const ROBOTS_BYTES = 500 * 1024;
const REDIRECTS = 5;

export interface VisitOptions extends Egress {
  readonly time?: number;
  readonly accept?: string;
  /** False for an address that its owner asked to read. */
  readonly obeysRobots?: boolean;
}

export interface SiteAnswer extends GuardedAnswer {
  /** After redirects. */
  readonly url: URL;
}

/** robots.txt forbids the request. */
export class Disallowed extends Error {}

/** A request without a usable answer. */
class Unreachable extends Error {
  /** @param isNetwork no server responded at all, which may be the fault of this machine */
  constructor(
    readonly said: Said,
    readonly isNetwork = false,
  ) {
    super(said.key);
  }
}

/**
 * Sends a request and follows its redirects.
 * @param bytes that are read of the body at most
 * @throws Disallowed, Unreachable; the error of a connection that was reset (code ECONNRESET)
 */
export type Ask = (address: string, method: 'HEAD' | 'GET', bytes: number) => Promise<SiteAnswer>;

/** Begins a visit; its time starts now. Each robots.txt is requested once. */
export function visitSite({
  time = TIME,
  accept = 'text/html,*/*;q=0.5',
  obeysRobots = true,
  ...egress
}: VisitOptions = {}): Ask {
  const late = AbortSignal.timeout(time);
  const signal = egress.signal ? AbortSignal.any([late, egress.signal]) : late;
  const robots = new Map<string, Promise<string>>();

  const request = async (url: URL, method: 'HEAD' | 'GET', bytes: number): Promise<SiteAnswer> => {
    const headers = {
      'User-Agent': egress.agent ?? TOKEN,
      Accept: accept,
      'Accept-Encoding': 'identity',
    };
    return { url, ...(await guardedRequest(url, { ...egress, method, signal, time, bytes, headers })) };
  };

  const follow = async (address: string, method: 'HEAD' | 'GET', bytes: number, isRobots = false) => {
    let url = parseUrl(address);
    for (let step = 0; step <= REDIRECTS; step += 1) {
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new Unreachable(say('link-found.no-address'));
      if (obeysRobots && !isRobots) await requireAllowed(url);
      const answer = await request(url, method, bytes);
      const next = redirectOf(answer, url);
      if (next === undefined) return answer;
      url = next;
    }
    throw new Unreachable(say('link-found.redirects', { most: REDIRECTS }));
  };

  /** A host that fails to serve its robots.txt gets no other request (RFC 9309). */
  const requireAllowed = async (url: URL): Promise<void> => {
    const text = robots.get(url.origin) ?? readRobots(url.origin);
    robots.set(url.origin, text);
    if (!isAllowedByRobots(await text, TOKEN, url.pathname + url.search)) throw new Disallowed();
  };

  const readRobots = async (origin: string): Promise<string> => {
    const answer = await follow(`${origin}/robots.txt`, 'GET', ROBOTS_BYTES, true);
    const { status } = answer;
    if (status >= 500) throw new Unreachable(say('link-found.robots-status', { status }));
    return status < 300 ? textOf(answer) : '';
  };

  return (address, method, bytes) =>
    follow(address, method, bytes).catch((error: unknown) => {
      if (signal.aborted) throw new Unreachable(say('link-found.late'), true);
      throw error;
    });
}

const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|ERR_SSL|EPROTO)/;

/** What a failed request says of the site. @throws the error itself if it is one of our own */
export function toUnreachable(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  if (error instanceof EgressError) {
    const isUnknown = error.reason === 'unresolved';
    return new Unreachable(say(isUnknown ? 'link-found.name' : 'link-found.private'), isUnknown);
  }
  const { code = '' } = error as { code?: string };
  if (CERTIFICATE.test(code)) return new Unreachable(say('link-found.certificate'));
  if (code === '') throw error;
  if (code === 'ECONNREFUSED') return new Unreachable(say('link-found.refused'), true);
  return new Unreachable(say('link-found.broken'), true);
}
