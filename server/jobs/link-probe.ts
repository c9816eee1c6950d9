// One check of a listing's site: HEAD, then GET if HEAD is not conclusive. It is bound by the same egress rules as a
// capture (core/addresses/egress-rules.ts), honours robots.txt, reads little, and requests nothing twice.
import type { IncomingHttpHeaders } from 'node:http';
import { EgressError, type EgressRules, type Resolver } from '../../core/addresses/egress-rules.js';
import { guardedRequest, redirectOf } from '../../core/addresses/guarded-request.js';
import { config } from '../../core/kernel/config.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';
import { ENGLISH } from '../../core/languages/catalogues.js';
import type { LinkResult } from '../../core/listings/link-checks.js';
import { parkedBy } from './parked-pages.js';
import { isAllowedByRobots } from './robots.js';

/** Findings are stored in English, for programs: pages and emails translate them (`retell`). */
const { t } = ENGLISH;

/** Our name in robots.txt. */
const TOKEN = 'listing-directory';
/** Milliseconds for all requests of a site. */
const TIME = 20_000;
/** Maximum bytes read of a page, and of a robots.txt. */
const PAGE_BYTES = 64 * 1024;
const ROBOTS_BYTES = 500 * 1024;
const REDIRECTS = 5;
/** The page is explicitly gone. Other refusals (401, 403, 429, 451…) come from a working site. */
const GONE = [404, 410];

export interface ProbeOptions {
  readonly rules?: EgressRules;
  readonly resolve?: Resolver;
  /** Milliseconds for the whole check. */
  readonly time?: number;
}

/** The finding; `isNetwork` if no server responded at all, which may be the fault of this machine. */
export type Probe = LinkResult & { readonly isNetwork: boolean };

interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** robots.txt forbids the request. */
class Disallowed extends Error {}

/** A request that failed; the message is a sentence about the site. */
class Unreachable extends Error {
  constructor(
    message: string,
    readonly isNetwork = false,
  ) {
    super(message);
  }
}

/** Checks a site once. Any failure there is a result, not an error. */
export async function probeLink(websiteUrl: string, given: ProbeOptions = {}): Promise<Probe> {
  const { time = TIME, ...options } = given;
  const signal = AbortSignal.timeout(time);
  const robots = new Map<string, Promise<string>>();
  const ask = (method: 'HEAD' | 'GET') => follow(websiteUrl, method, { options, signal, robots });
  try {
    const head = await ask('HEAD').catch((error: unknown) => {
      // Some servers reset connections on HEAD.
      if ((error as { code?: string }).code === 'ECONNRESET') return null;
      throw error;
    });
    const isPage = /html/i.test(head?.headers['content-type'] ?? 'html');
    const answer = head && isFine(head) && !isPage ? head : await ask('GET');
    return await judge(websiteUrl, answer);
  } catch (error) {
    if (error instanceof Disallowed)
      return { outcome: 'skipped', detail: t('link-found.robots'), isNetwork: false };
    const { message, isNetwork } = signal.aborted ? LATE : toUnreachable(error);
    return { outcome: 'unreachable', detail: message, isNetwork };
  }
}

const isFine = ({ status }: Answer) => status >= 200 && status < 300;

async function judge(websiteUrl: string, answer: Answer): Promise<Probe> {
  const { status, headers, url, body } = answer;
  const found = (outcome: 'unreachable' | 'parked', detail: string) => ({
    outcome,
    detail,
    isNetwork: false,
  });
  if (GONE.includes(status)) return found('unreachable', t('link-found.status', { status }));
  // A challenge of Cloudflare, or an announced pause.
  const isPassing = headers['cf-mitigated'] !== undefined || headers['retry-after'] !== undefined;
  if (status >= 500 && isPassing)
    return { outcome: 'skipped', detail: t('link-found.for-now', { status }), isNetwork: false };
  if (status >= 500) return found('unreachable', t('link-found.status', { status }));
  const mark = isFine(answer) ? await parkedBy(websiteUrl, url.href, body) : null;
  if (mark) return found('parked', mark);
  return { outcome: 'ok', detail: t('link-found.status', { status }), isNetwork: false };
}

interface Asking {
  readonly options: Pick<ProbeOptions, 'rules' | 'resolve'>;
  readonly signal: AbortSignal;
  /** The robots.txt of each origin along the redirects; null: this request is for a robots.txt. */
  readonly robots: Map<string, Promise<string>> | null;
}

/** Sends the request and follows redirects; the egress rules are applied to each step. */
async function follow(address: string, method: 'HEAD' | 'GET', asking: Asking): Promise<Answer> {
  let url = parseUrl(address);
  for (let step = 0; step <= REDIRECTS; step += 1) {
    if (url === null || !/^https?:$/.test(url.protocol)) throw new Unreachable(t('link-found.no-address'));
    if (asking.robots) await requireAllowed(url, asking, asking.robots);
    const answer = await request(url, method, asking);
    const next = redirectOf(answer, url);
    if (next === undefined) return answer;
    url = next;
  }
  throw new Unreachable(t('link-found.redirects', { most: REDIRECTS }));
}

/** @throws Disallowed, Unreachable: a host that fails to serve its robots.txt gets no other request (RFC 9309) */
async function requireAllowed(url: URL, asking: Asking, robots: Map<string, Promise<string>>): Promise<void> {
  let text = robots.get(url.origin);
  if (!text) {
    text = readRobots(url.origin, asking);
    robots.set(url.origin, text);
  }
  if (!isAllowedByRobots(await text, TOKEN, url.pathname + url.search)) throw new Disallowed();
}

async function readRobots(origin: string, asking: Asking): Promise<string> {
  const { status, body } = await follow(`${origin}/robots.txt`, 'GET', { ...asking, robots: null });
  if (status >= 500) throw new Unreachable(t('link-found.robots-status', { status }));
  return status < 300 ? body : '';
}

async function request(url: URL, method: 'HEAD' | 'GET', asking: Asking): Promise<Answer> {
  const { options, signal, robots } = asking;
  const { status, headers, text } = await guardedRequest(url, {
    ...options,
    method,
    signal,
    time: TIME,
    bytes: robots ? PAGE_BYTES : ROBOTS_BYTES,
    headers: {
      'User-Agent': `Mozilla/5.0 (compatible; ${TOKEN}/1.0; +${config.publicUrl}/docs)`,
      Accept: 'text/html,*/*;q=0.5',
      'Accept-Encoding': 'identity',
    },
  });
  return { url, status, headers, body: text };
}

const LATE = { message: t('link-found.late'), isNetwork: true };
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|ERR_SSL|EPROTO)/;

function toUnreachable(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  if (error instanceof EgressError) {
    const isUnknown = error.reason === 'unresolved';
    return new Unreachable(t(isUnknown ? 'link-found.name' : 'link-found.private'), isUnknown);
  }
  const { code = '' } = error as { code?: string };
  if (CERTIFICATE.test(code)) return new Unreachable(t('link-found.certificate'));
  if (code === '') throw error;
  if (code === 'ECONNREFUSED') return new Unreachable(t('link-found.refused'), true);
  return new Unreachable(t('link-found.broken'), true);
}
