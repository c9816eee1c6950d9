// The proofs of control of a site, and checking them. A listing of a whole host is proven by DNS, a file or its front
// page; a listing of a page only on that very page, as the host of github.com/someone proves nothing about someone.
import { createHmac } from 'node:crypto';
import { Resolver as DnsResolver } from 'node:dns/promises';
import { getDomain } from 'tldts';
import type { Resolver } from '../addresses/egress-rules.js';
import { guardedRequest, redirectOf } from '../addresses/guarded-request.js';
import { attributeOf, readHead } from '../addresses/markup.js';
import { readProductUrl } from '../addresses/site.js';
import { config } from '../kernel/config.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import type { ClaimMethod, ClaimStep } from './schema.js';

const LABEL = '_listing-claim';
const FILE = '/.well-known/listing-claim.txt';
const META = 'listing-claim';
/** Milliseconds for each request. */
const REQUEST_TIMEOUT_MS = 8_000;
const FILE_BYTES = 4_096;
/** The head is near the beginning; the rest of a page is not read. */
const PAGE_BYTES = 262_144;
const MAX_REDIRECTS = 3;

export interface ProofOptions {
  readonly resolve?: Resolver;
  /** The texts of a name's TXT records. */
  readonly readTxt?: (name: string) => Promise<string[]>;
}

interface Site {
  readonly url: URL;
  readonly urlKey: string;
  /** Lower-case, without www. */
  readonly host: string;
  readonly methods: readonly ClaimMethod[];
}

/** What can be proved about a site, and by which methods. */
export function siteOf(websiteUrl: string): Site | null {
  const url = parseUrl(websiteUrl);
  if (!url) return null;
  const { urlKey, host } = readProductUrl(websiteUrl);
  // http alone proves nothing: anyone between us and the site could respond. Allowed for tests and intranets.
  if (!config.screenshotAllowPrivate) url.protocol = 'https:';
  url.hash = '';
  // Anyone can have a host below a public suffix such as github.io.
  const isWholeHost =
    urlKey.replace(/:\d+$/, '') === host && getDomain(host, { allowPrivateDomains: true }) !== null;
  return { url, urlKey, host, methods: isWholeHost ? ['dns', 'file', 'meta'] : ['meta'] };
}

/** The token to publish for a claim: it cannot be guessed, and is valid for this claim only. */
function claimToken(claimId: string, secret = config.sessionSecrets[0] ?? ''): string {
  return createHmac('sha256', secret).update(`listing claim ${claimId}`).digest('base64url').slice(0, 32);
}

/** The methods of proving a claim, any one of which is enough. */
export function stepsOf(claimId: string, { url, host, methods }: Site): ClaimStep[] {
  const token = claimToken(claimId);
  const steps: Record<ClaimMethod, Omit<ClaimStep, 'method'>> = {
    dns: { where: `${LABEL}.${host}`, what: token },
    file: { where: new URL(FILE, url).href, what: token },
    meta: { where: url.href, what: `<meta name="${META}" content="${token}">` },
  };
  return methods.map((method) => ({ method, ...steps[method] }));
}

/**
 * Checks the proof of a claim by every method that is valid for its site.
 * @returns the first method that proves it; null if none does
 */
export async function findProof(
  claimId: string,
  site: Site,
  options: ProofOptions = {},
): Promise<ClaimMethod | null> {
  const looks: Record<ClaimMethod, () => Promise<string[]>> = {
    dns: () => (options.readTxt ?? readTxt)(`${LABEL}.${site.host}`),
    file: async () => (await read(new URL(FILE, site.url), FILE_BYTES, options)).split('\n'),
    meta: async () => metaTags(await read(site.url, PAGE_BYTES, options)),
  };
  const found = await Promise.all(
    // Missing or unreachable is no proof; the reason is not revealed, as it may concern the internal network.
    site.methods.map((method) => looks[method]().catch(() => [])),
  );
  const index = found.findIndex((texts) => texts.some((text) => isToken(claimId, text.trim())));
  return site.methods[index] ?? null;
}

function isToken(claimId: string, text: string): boolean {
  return config.sessionSecrets.some((secret) => claimToken(claimId, secret) === text);
}

async function readTxt(name: string): Promise<string[]> {
  const resolver = new DnsResolver({ timeout: 3_000, tries: 2 });
  const records = await resolver.resolveTxt(name);
  return records.map((parts) => parts.join(''));
}

/** Fetches a page or file, following redirects only between spellings of its address, such as to www. */
async function read(start: URL, bytes: number, { resolve }: ProofOptions): Promise<string> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await guardedRequest(url, {
      method: 'GET',
      headers: { 'user-agent': `${config.serviceSlug}-claims`, accept: 'text/html, text/plain;q=0.9' },
      time: REQUEST_TIMEOUT_MS,
      bytes,
      resolve,
    });
    if (answer.status === 200) return answer.text;
    const next = redirectOf(answer, url);
    if (!next || redirects === MAX_REDIRECTS || !isSameAddress(next, start)) return '';
    url = next;
  }
}

function isSameAddress(one: URL, other: URL): boolean {
  if (one.protocol !== 'https:' && one.protocol !== other.protocol) return false;
  return readProductUrl(one.href).urlKey === readProductUrl(other.href).urlKey;
}

/** The contents of our tags in the head. */
async function metaTags(html: string): Promise<string[]> {
  const found: string[] = [];
  await readHead(html, (piece) => {
    if (piece.kind === 'start' && piece.name === 'meta' && attributeOf(piece.attributes, 'name') === META)
      found.push(attributeOf(piece.attributes, 'content') ?? '');
  });
  return found;
}
