// A visit to an untrusted site: requests and redirects within its robots.txt and one time limit.
import { getDomain } from 'tldts';
import { EgressError } from '../addresses/egress-rules.js';
import { type Said, say } from '../kernel/errors.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { type Egress, type GuardedAnswer, guardedRequest, redirectOf, textOf } from './request.js';

/** Our name in robots.txt. */
const TOKEN = 'listing-directory';
const TIME = 20_000;
const ROBOTS_BYTES = 500 * 1024;
const REDIRECTS = 5;

export interface VisitOptions extends Egress {
  readonly time?: number;
  readonly accept?: string;
  /** false for an address that its owner asked to read. */
  readonly obeysRobots?: boolean;
}

export interface SiteAnswer extends GuardedAnswer {
  readonly url: URL;
}

class Unreachable extends Error {
  /** @param cause network: no server responded at all, perhaps because of this machine */
  constructor(
    readonly said: Said,
    override readonly cause: 'robots' | 'network' | 'site' = 'site',
  ) {
    super(said.key);
  }
}

/** Sends a request and follows its redirects. @param bytes maximum read of the body
 * @throws Unreachable; the error of a reset connection (code ECONNRESET) */
export type Ask = (address: string, bytes: number) => Promise<SiteAnswer>;

const MOST_COOKIES = 50;
const MOST_COOKIE = 4_096;

const siteOf = ({ hostname }: URL) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;

/** Some sites redirect until their cookie returns. All hosts of a site get its cookies. */
class Cookies {
  private readonly kept = new Map<string, { site: string; pair: string }>();

  of(url: URL): string {
    const own = [...this.kept.values()].filter(({ site }) => site === siteOf(url));
    return own.map(({ pair }) => pair).join('; ');
  }

  keep(url: URL, lines: readonly string[] = []): void {
    const site = siteOf(url);
    for (const line of lines) {
      const [pair, name] = /^([^=;]+)=[^;]*/.exec(line.slice(0, MOST_COOKIE)) ?? [];
      if (pair && this.kept.size < MOST_COOKIES) this.kept.set(`${site} ${name}`, { site, pair });
    }
  }
}

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
  const cookies = new Cookies();

  const request = async (url: URL, bytes: number): Promise<SiteAnswer> => {
    const cookie = cookies.of(url);
    const headers = {
      Accept: accept,
      'Accept-Encoding': 'gzip, deflate, br',
      ...(cookie && { Cookie: cookie }),
    };
    const answer = await guardedRequest(url, { ...egress, signal, time, bytes, headers });
    cookies.keep(url, answer.headers['set-cookie']);
    return { url, ...answer };
  };

  const follow = async (address: string, bytes: number, isRobots = false) => {
    let url = parseUrl(address);
    for (let step = 0; step <= REDIRECTS; step += 1) {
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new Unreachable(say('link-found.no-address'));
      if (obeysRobots && !isRobots) await requireAllowed(url);
      const answer = await request(url, bytes);
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
    if (!isAllowedByRobots(await text, TOKEN, url.pathname + url.search))
      throw new Unreachable(say('link-found.robots'), 'robots');
  };

  const readRobots = async (origin: string): Promise<string> => {
    const answer = await follow(`${origin}/robots.txt`, ROBOTS_BYTES, true);
    const { status } = answer;
    if (status >= 500) throw new Unreachable(say('link-found.robots-status', { status }));
    return status < 300 ? textOf(answer) : '';
  };

  return (address, bytes) =>
    follow(address, bytes).catch((error: unknown) => {
      if (signal.aborted) throw new Unreachable(say('link-found.late'), 'network');
      throw error;
    });
}

const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|ERR_SSL|EPROTO)/;

/** Describes a failed request. @throws the error itself if it is a bug of ours */
export function toUnreachable(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  if (error instanceof EgressError) {
    if (error.reason === 'unresolved') return new Unreachable(say('link-found.name'), 'network');
    return new Unreachable(say('link-found.private'));
  }
  const { code = '' } = error as { code?: string };
  if (CERTIFICATE.test(code)) return new Unreachable(say('link-found.certificate'));
  if (code === '') throw error;
  if (code === 'ECONNREFUSED') return new Unreachable(say('link-found.refused'), 'network');
  return new Unreachable(say('link-found.broken'), 'network');
}

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/** Maximum parsed characters (RFC 9309: 500 KiB). */
const MAX_LENGTH = 500 * 1024;

/** Whether robots.txt allows `token`, in lower case, to request a path with its query. */
export function isAllowedByRobots(robots: string, token: string, path: string): boolean {
  const [best] = rulesFor(robots.slice(0, MAX_LENGTH), token)
    .filter(({ pattern }) => matches(pattern, path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return best?.isAllowed ?? true;
}

/** The rules of the groups of a name, else of the default groups. */
function rulesFor(robots: string, token: string): Rule[] {
  const groups = new Map<string, Rule[]>();
  // Consecutive names share a group. Only names that concern us are kept.
  let names = new Set<string>();
  let isNaming = false;
  for (const line of robots.split(/[\r\n]/)) {
    const [field = ''] = line.split('#', 1);
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = field.slice(colon + 1).trim();
    if (name === 'user-agent') {
      if (!isNaming) names = new Set();
      isNaming = true;
      const agent = value.toLowerCase();
      if (agent === token || agent === '*') names.add(agent);
      for (const agent of names) if (!groups.has(agent)) groups.set(agent, []);
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      if (value !== '')
        for (const agent of names) groups.get(agent)?.push({ isAllowed: name === 'allow', pattern: value });
    }
  }
  return groups.get(token) ?? groups.get('*') ?? [];
}

/** `*` matches anything, `$` the end. A regular expression could take exponential time. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole || at === path.length) return true;
  const last = rest.at(-1);
  return last !== undefined && path.endsWith(last) && path.length - last.length >= at - last.length;
}
