// Proofs of control of a site. A listing of a whole host is proven by DNS, a file or its front page; a
// repository by a file in it; any other page only on that page, as its host proves nothing.
import { createHmac } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import { readProductUrl, repositoryOf, urlKeyOf } from '../addresses/site.js';
import { config } from '../kernel/config.js';
import { DomainError, type Said, say } from '../kernel/errors.js';
import { orLogged } from '../kernel/log.js';
import * as s from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';
import { type ProofReading, read } from '../reader/reader.js';

const LABEL = '_listing-claim';
const FILE = '/.well-known/listing-claim.txt';
const META = 'listing-claim';
const REPOSITORY_FILE = 'listing-claim.txt';
const MAX_REDIRECTS = 3;

/** Reads one place of a proof; replaced in tests. */
export type ReadProof = (method: ClaimMethod, where: string) => Promise<ProofReading>;

/** Limits how often a site is requested. @throws DomainError rate_limited */
export function requirePause(last: Date | null, interval: number): void {
  const passed = last ? (Date.now() - last.getTime()) / 1000 : interval;
  if (passed >= interval) return;
  const seconds = Math.ceil(interval - passed);
  throw new DomainError('rate_limited', say('error.claim-too-soon', { seconds }), {
    retryAfterSeconds: seconds,
  });
}

/** The site of an address, and the methods to prove it. */
export function siteOf(websiteUrl: string) {
  const url = new URL(websiteUrl);
  const { urlKey, host } = readProductUrl(websiteUrl);
  // http proves nothing: anyone between us and the site could respond. Allowed for tests and intranets.
  if (!config.screenshotAllowPrivate) url.protocol = 'https:';
  url.hash = '';
  // A public suffix such as github.io does not count as a whole host: anyone can have a host below it.
  const isWholeHost =
    urlKey.replace(/:\d+$/, '') === host && getDomain(host, { allowPrivateDomains: true }) !== null;
  const repositoryFile = repositoryOf(websiteUrl)?.fileAt(REPOSITORY_FILE) ?? '';
  const whole: readonly ClaimMethod[] = ['dns', 'file', 'meta'];
  const methods = isWholeHost ? whole : ([repositoryFile ? 'repository' : 'meta'] as const);
  return { url, host, methods, repositoryFile };
}
type Site = ReturnType<typeof siteOf>;

/** The token to publish: unguessable, and valid for this claim only. */
function claimToken(claimId: string, secret = config.sessionSecrets[0] ?? ''): string {
  return createHmac('sha256', secret).update(`listing claim ${claimId}`).digest('base64url').slice(0, 32);
}

/** The methods to prove a claim; any one is enough. */
export function stepsOf(claimId: string, { url, host, methods, repositoryFile }: Site): ClaimStep[] {
  const token = claimToken(claimId);
  const steps: Record<ClaimMethod, Omit<ClaimStep, 'method'>> = {
    dns: { where: `${LABEL}.${host}`, what: token },
    file: { where: new URL(FILE, url).href, what: token },
    meta: { where: url.href, what: `<meta name="${META}" content="${token}">` },
    repository: { where: repositoryFile, what: token },
  };
  return methods.map((method) => ({ method, ...steps[method] }));
}

/** The methods to prove control of a site, without a claim's token. */
export function waysToProve(websiteUrl: string): Pick<ClaimStep, 'method' | 'where'>[] {
  return stepsOf('', siteOf(websiteUrl)).map(({ method, where }) => ({ method, where }));
}

/** Checks the proof of a claim. @returns the first method that succeeds, or null; and the other results */
export async function findProof(claimId: string, site: Site, readProof: ReadProof) {
  const tokens = config.sessionSecrets.map((secret) => claimToken(claimId, secret));
  const looks = await Promise.all(
    stepsOf(claimId, site).map(async ({ method, where }) => {
      const reading = await follow(method, where, readProof);
      if ('missing' in reading) return { method, where, found: reading.missing };
      const isProven = reading.texts.some((text) => tokens.includes(text));
      return { method, where, found: isProven ? null : sayFound(method, reading.texts) };
    }),
  );
  return {
    method: looks.find(({ found }) => found === null)?.method ?? null,
    looks: looks.flatMap(({ found, ...look }) => (found === null ? [] : { ...look, found })),
  };
}

export const proofReader =
  (account: string, tags = META): ReadProof =>
  async (method, where) => {
    const as = method === 'dns' ? 'records' : method === 'meta' ? { tags } : 'lines';
    const reading = await orLogged(read('proof', { where, as }, { account }), 'a proof could not be read');
    return reading ?? { missing: say('claim-found.unreachable') };
  };

/** Names of site generators, as pages state them, by the easiest proof on sites made with them. */
const GENERATORS = {
  meta: /^(wordpress|wix|squarespace|webflow|ghost|shopify|joomla|drupal|blogger|framer|duda|typo3|hubspot|weebly|odoo)\b/i,
  file: /^(hugo|jekyll|astro|starlight|eleventy|gatsby|docusaurus|vitepress|vuepress|mkdocs|hexo|zola|pelican|next\.js|nuxt|sphinx)/i,
};
const generators = new LRUCache<string, { readonly written: string }>({ max: 500 });

/** The easiest proof at a site, if its generator is known. @param account requests the page; null: use the cache */
export async function easiestProof(websiteUrl: string, account: string | null) {
  const { url, methods } = siteOf(websiteUrl);
  if (methods.length === 1) return null;
  if (account !== null && !generators.has(url.href)) {
    const reading = await follow('meta', url.href, proofReader(account, 'generator'));
    generators.set(url.href, { written: ('texts' in reading && reading.texts[0]) || '' });
  }
  const written = generators.get(url.href)?.written ?? '';
  for (const method of ['meta', 'file'] as const) {
    const [built] = GENERATORS[method].exec(written) ?? [];
    if (built) return { method, built };
  }
  return null;
}

/** Follows redirects only between spellings of an address, such as to www. */
async function follow(method: ClaimMethod, start: string, readProof: ReadProof) {
  let where = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const reading = await readProof(method, where);
    if (!('redirect' in reading)) return reading;
    if (reading.redirect === null || !isSameAddress(new URL(reading.redirect), new URL(start))) break;
    where = reading.redirect;
  }
  return { missing: say('claim-found.elsewhere') };
}

const QUOTED = 60;

function sayFound(method: ClaimMethod, [first]: readonly string[]): Said {
  if (first === undefined)
    return say(`claim-found.no-${method === 'meta' ? 'tag' : method === 'dns' ? 'record' : 'text'}`);
  return say('claim-found.other', { text: first.length > QUOTED ? `${first.slice(0, QUOTED)}…` : first });
}

function isSameAddress(one: URL, other: URL): boolean {
  if (one.protocol !== 'https:' && one.protocol !== other.protocol) return false;
  return urlKeyOf(one.href) === urlKeyOf(other.href);
}

const CLAIM_METHODS = ['dns', 'file', 'meta', 'repository'] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

export const CLAIM_DAYS = 7;

const ClaimStep = s.titled('ClaimStep', {
  method: s.word(CLAIM_METHODS),
  where: Type.String({
    description: 'The name of the TXT record, or the address of the file or the page.',
  }),
  what: Type.String({ description: 'The value of the record, the content of the file, or the tag.' }),
});
type ClaimStep = Static<typeof ClaimStep>;

export const Claim = s.titled('Claim', {
  id: s.uuid(),
  slug: Type.String({ examples: ['example-notes'] }),
  expires_at: s.instant(),
  verified_at: s.nullableInstant(),
  steps: Type.Array(ClaimStep, { description: 'Any one of these proves it.' }),
});
export type Claim = Static<typeof Claim>;

export const ClaimResult = s.response('ClaimResult', { claim: Claim });
export const ClaimVerified = s.response('ClaimVerified', {
  claim: Claim,
  listing: Listing,
  verified: s.flag(true),
});

const person = s.nullable(
  s.titled('ClaimPerson', { id: s.uuid(), name: Type.String(), email: Type.String() }),
);

export const VerifiedClaim = s.titled('VerifiedClaim', {
  id: s.uuid(),
  slug: Type.String(),
  site: Type.String(),
  method: s.word(CLAIM_METHODS),
  verified_at: s.instant(),
  undone_at: s.nullableInstant(),
  owner: person,
  previous_owner: person,
});

export const MAX_CLAIM_PAGE = 100;
export const ClaimQuery = s.titled('ClaimQuery', s.pageParameters(MAX_CLAIM_PAGE));
export const ClaimPage = s.titled('ClaimPage', { claims: Type.Array(VerifiedClaim), ...s.pageMembers });
export const UndoneClaim = s.response('UndoneClaim', { claim: VerifiedClaim });
