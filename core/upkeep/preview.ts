// Reads the site of a product that is about to be submitted, and offers what a listing can take from it. Nothing is
// stored.
import { type Static, Type } from '@sinclair/typebox';
import { ListingModel } from '../../db/models/listings.js';
import { readProductUrl } from '../addresses/site.js';
import {
  type Ask,
  Disallowed,
  toUnreachable,
  type VisitOptions,
  visitSite,
} from '../addresses/site-visit.js';
import { requireSignedIn } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { limitConcurrency } from '../kernel/concurrency.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { nullable, titled, warnings, word } from '../kernel/schema.js';
import { ENGLISH } from '../languages/catalogues.js';
import { readPatch } from '../listings/content.js';
import { isVerified, listingUrl } from '../listings/present.js';
import { can } from '../listings/rights.js';
import { ListingPatch } from '../listings/schema.js';
import { type PageFacts, readPageFacts } from './page-facts.js';
import { offerOf } from './page-offer.js';

/** Bytes that are read of a page: heads with much style come to 300 KB. */
const PAGE_BYTES = 512 * 1024;
/** Milliseconds for robots.txt, redirects and the page: somebody is waiting. */
const TIME = 10_000;

/** Sites that are read at one time; each takes up to half a megabyte. */
const limited = limitConcurrency({ atATime: 8, waiting: 32 });

export const KnownSite = titled('KnownSite', {
  slug: Type.String({ examples: ['example-notes'] }),
  name: Type.String({ examples: ['Example Notes'] }),
  url: Type.String({ format: 'uri' }),
  is_own: Type.Boolean(),
  claim_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
export type KnownSite = Static<typeof KnownSite>;

export const PreviewRequest = Type.Pick(ListingPatch, ['website_url', 'website'], {
  title: 'PreviewRequest',
});

/** read: something was found; listed: the site is listed already, and was not read. */
export const PREVIEW_OUTCOMES = ['read', 'nothing', 'robots', 'unreachable', 'listed'] as const;
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number];

export const PreviewResult = titled('PreviewResult', {
  preview: ListingPatch,
  outcome: word(PREVIEW_OUTCOMES),
  note: Type.String({ examples: [ENGLISH.t('preview.read')] }),
  known: nullable(KnownSite),
  warnings,
});
export type PreviewResult = Static<typeof PreviewResult>;

/** Offers what the page of a product says about itself. @throws DomainError unavailable if too many are being read */
export async function previewListing(
  actor: Actor,
  input: unknown,
  options: VisitOptions = {},
): Promise<PreviewResult> {
  requireSignedIn(actor, 'listings:read');
  const { website_url, website } = (input ?? {}) as Static<typeof PreviewRequest>;
  const { site } = readPatch({ website_url, website });
  if (site === null) throw fieldError('website_url', say('invalid.required'), 'required');
  const { websiteUrl } = site;
  const known = await findBySite(actor, websiteUrl);
  const { outcome, offer } = known
    ? { outcome: 'listed' as const, offer: {} }
    : await limited(() => readSite(websiteUrl, options));
  return {
    preview: { website_url: websiteUrl, ...offer },
    outcome,
    note: ENGLISH.t(`preview.${outcome}`),
    known,
  };
}

async function readSite(
  websiteUrl: string,
  options: VisitOptions,
): Promise<{ outcome: PreviewOutcome; offer: ListingPatch }> {
  try {
    const page = await readPage(websiteUrl, visitSite({ time: TIME, ...options }));
    const found = Object.entries(page ? offerOf(page.facts, page.url) : {}).filter(
      ([, value]) => value !== null,
    );
    return { outcome: found.length > 0 ? 'read' : 'nothing', offer: Object.fromEntries(found) };
  } catch (error) {
    if (error instanceof Disallowed) return { outcome: 'robots', offer: {} };
    // Private addresses are among them: nothing about the internal network is revealed.
    toUnreachable(error);
    return { outcome: 'unreachable', offer: {} };
  }
}

/** Reads the head of a site's page; null if it has none, or answers with an error. @throws as visitSite */
export async function readPage(websiteUrl: string, ask: Ask): Promise<{ facts: PageFacts; url: URL } | null> {
  const { status, headers, bytes, url } = await ask(websiteUrl, 'GET', PAGE_BYTES);
  const type = headers['content-type'] ?? 'text/html';
  if (status !== 200 || !/html/i.test(type) || headers['content-encoding'] !== undefined) return null;
  return { facts: await readPageFacts(decode(bytes, type), url), url };
}

/** As a browser would: in the encoding of the header, or of the first kilobyte of the page, else as UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, 1_024);
  const [, label] =
    /charset=["']?([\w:-]{1,40})/i.exec(type) ??
    /<meta[^>]{0,200}charset=["']?([\w:-]{1,40})/i.exec(start) ??
    [];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The listing of a site, if the caller may see it (C5: others are not revealed). */
export async function findBySite(actor: Actor, website: string): Promise<KnownSite | null> {
  requireSignedIn(actor, 'listings:read');
  const { urlKey } = readProductUrl(website.trim());
  const row = await ListingModel.query().findOne({ url_key: urlKey });
  if (!row || !can(actor, 'see', row)) return null;
  return {
    slug: row.slug,
    name: row.name,
    url: listingUrl(row.slug),
    is_own: row.ownerId !== null && row.ownerId === accountId(actor),
    claim_url: isVerified(row) ? null : `${config.publicUrl}/claim/${row.slug}`,
  };
}
