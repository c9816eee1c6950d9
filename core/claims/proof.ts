// The proofs of control of a site, and checking them. A listing of a whole host is proven by DNS, a file or its front
// page; that of a repository by a file in it; any other page only on that very page, as its host proves nothing.
import { createHmac } from 'node:crypto';
import { Resolver as DnsResolver } from 'node:dns/promises';
import { type Static, Type } from '@sinclair/typebox';
import { getDomain } from 'tldts';
import type { Resolver } from '../addresses/egress-rules.js';
import { guardedRequest, redirectOf } from '../addresses/guarded-request.js';
import { attributeOf, readHead } from '../addresses/markup.js';
import { repositoryOf } from '../addresses/repositories.js';
import { readProductUrl } from '../addresses/site.js';
import { config } from '../kernel/config.js';
import { type Said, say } from '../kernel/errors.js';
import * as s from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';

const LABEL = '_listing-claim';
const FILE = '/.well-known/listing-claim.txt';
const META = 'listing-claim';
const REPOSITORY_FILE = 'listing-claim.txt';
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
  /** A file of a repository, by its address. */
  readonly readFile?: (address: string) => Promise<string>;
}

interface Site {
  readonly url: URL;
  /** Lower-case, without www. */
  readonly host: string;
  readonly methods: readonly ClaimMethod[];
  /** The address of the file that proves control of a repository. */
  readonly repositoryFile: string;
}

/** What can be proved about a site, and by which methods. */
export function siteOf(websiteUrl: string): Site {
  const url = new URL(websiteUrl);
  const { urlKey, host } = readProductUrl(websiteUrl);
  // http alone proves nothing: anyone between us and the site could respond. Allowed for tests and intranets.
  if (!config.screenshotAllowPrivate) url.protocol = 'https:';
  url.hash = '';
  // Anyone can have a host below a public suffix such as github.io.
  const isWholeHost =
    urlKey.replace(/:\d+$/, '') === host && getDomain(host, { allowPrivateDomains: true }) !== null;
  const repositoryFile = repositoryOf(websiteUrl)?.fileAt(REPOSITORY_FILE) ?? '';
  const methods = isWholeHost ? WHOLE_HOST : repositoryFile ? REPOSITORY : PAGE;
  return { url, host, methods, repositoryFile };
}

const WHOLE_HOST = ['dns', 'file', 'meta'] as const;
const REPOSITORY = ['repository'] as const;
const PAGE = ['meta'] as const;

/** The token to publish for a claim: it cannot be guessed, and is valid for this claim only. */
function claimToken(claimId: string, secret = config.sessionSecrets[0] ?? ''): string {
  return createHmac('sha256', secret).update(`listing claim ${claimId}`).digest('base64url').slice(0, 32);
}

/** The methods of proving a claim, any one of which is enough. */
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

/** The ways in which control of a site can be proven, without the token of a claim. */
export function waysToProve(websiteUrl: string): Pick<ClaimStep, 'method' | 'where'>[] {
  return stepsOf('', siteOf(websiteUrl)).map(({ method, where }) => ({ method, where }));
}

/** Checks the proof of a claim. @returns the first method that proves it, or null; and what the others found */
export async function findProof(claimId: string, site: Site, options: ProofOptions = {}) {
  const readFile = options.readFile ?? ((address) => read(new URL(address), FILE_BYTES, options));
  const texts: Record<ClaimMethod, (where: string) => Promise<string[]>> = {
    dns: options.readTxt ?? readTxt,
    file: async (where) => (await read(new URL(where), FILE_BYTES, options)).split('\n'),
    meta: async (where) => metaTags(await read(new URL(where), PAGE_BYTES, options)),
    repository: async (where) => (await readFile(where)).split('\n'),
  };
  const looks = await Promise.all(
    stepsOf(claimId, site).map(async ({ method, where }) => {
      const look = { method, where };
      try {
        const found = (await texts[method](where)).map((text) => text.trim()).filter(Boolean);
        if (found.some((text) => isToken(claimId, text))) return { ...look, found: null };
        return { ...look, found: sayFound(method, found) };
      } catch (error) {
        return { ...look, found: error instanceof NotServed ? error.said : sayMissing(method, error) };
      }
    }),
  );
  return {
    method: looks.find(({ found }) => found === null)?.method ?? null,
    looks: looks.flatMap(({ found, ...look }) => (found === null ? [] : { ...look, found })),
  };
}

/** Characters that are quoted of what was found. */
const QUOTED = 60;

function sayFound(method: ClaimMethod, [first]: readonly string[]): Said {
  if (first === undefined)
    return say(`claim-found.no-${method === 'meta' ? 'tag' : method === 'dns' ? 'record' : 'text'}`);
  return say('claim-found.other', { text: first.length > QUOTED ? `${first.slice(0, QUOTED)}…` : first });
}

/** The reason why a site cannot be reached is not revealed: it may concern the internal network. */
function sayMissing(method: ClaimMethod, error: unknown): Said {
  const isNoRecord = ['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '');
  return say(method === 'dns' && isNoRecord ? 'claim-found.no-record' : 'claim-found.unreachable');
}

/** The site answered, but with no page. */
class NotServed extends Error {
  constructor(readonly said: Said) {
    super(said.key);
  }
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
    if (next === undefined) throw new NotServed(say('claim-found.status', { status: answer.status }));
    if (!next || redirects === MAX_REDIRECTS || !isSameAddress(next, start))
      throw new NotServed(say('claim-found.elsewhere'));
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

const CLAIM_METHODS = ['dns', 'file', 'meta', 'repository'] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

/** Days within which a claim has to be verified. */
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

export const ClaimResult = s.titled('ClaimResult', { claim: Claim, warnings: s.warnings });
export const ClaimVerified = s.titled('ClaimVerified', {
  claim: Claim,
  listing: Listing,
  verified: s.flag(true),
  warnings: s.warnings,
});

const person = s.nullable(
  s.titled('ClaimPerson', { id: s.uuid(), name: Type.String(), email: Type.String() }),
);

/** A verified claim as admins see it. */
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
export const UndoneClaim = s.titled('UndoneClaim', { claim: VerifiedClaim, warnings: s.warnings });
