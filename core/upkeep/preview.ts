// Reads the site of a product before it is submitted, and suggests fields of a listing. Stores nothing.
import { type Static, Type } from '@sinclair/typebox';
import { ListingModel } from '../../db/models/listings.js';
import { readProductUrl } from '../addresses/site.js';
import { type Actor, accountId, requireSignedIn } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { nullable, response, titled, word } from '../kernel/schema.js';
import { ENGLISH } from '../languages/catalogues.js';
import { readPatch } from '../listings/content.js';
import { knownValues } from '../listings/fact-values.js';
import { mergeFacts } from '../listings/facts.js';
import { isVerified, listingUrl } from '../listings/present.js';
import { can } from '../listings/rights.js';
import { ListingPatch } from '../listings/schema.js';
import { read } from '../reader/reader.js';
import { offerOf } from './page-offer.js';

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

/** read: something was found; listed: already listed, so not read. */
export const PREVIEW_OUTCOMES = ['read', 'nothing', 'robots', 'unreachable', 'listed'] as const;
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number];

export const PreviewResult = response('PreviewResult', {
  preview: ListingPatch,
  outcome: word(PREVIEW_OUTCOMES),
  note: Type.String({ examples: [ENGLISH.t('preview.read')] }),
  known: nullable(KnownSite),
});
export type PreviewResult = Static<typeof PreviewResult>;

/** Guests may use only the web form, which applies the limit of sign-ups; programs need a key. */
function requireReader(actor: Actor): void {
  if (actor.kind !== 'guest' || actor.door !== 'web') requireSignedIn(actor, 'listings:read');
}

/** Suggests fields from a product's page. @throws DomainError unavailable if too many are being read */
export async function previewListing(actor: Actor, input: unknown): Promise<PreviewResult> {
  requireReader(actor);
  const { website_url, website } = (input ?? {}) as Static<typeof PreviewRequest>;
  const { site } = readPatch({ website_url, website });
  if (site === null) throw fieldError('website_url', say('invalid.required'), 'required');
  const { websiteUrl } = site;
  const known = await findBySite(actor, websiteUrl);
  const orHttp = !/^https?:/i.test((website_url ?? website ?? '').trim());
  const { outcome, offer } = known
    ? { outcome: 'listed' as const, offer: {} }
    : await readSite({ address: websiteUrl, orHttp }, accountId(actor));
  return {
    preview: { website_url: websiteUrl, ...offer },
    outcome,
    note: ENGLISH.t(`preview.${outcome}`),
    known,
  };
}

async function readSite(
  place: { readonly address: string; readonly orHttp: boolean },
  account: string | null,
): Promise<{ outcome: PreviewOutcome; offer: ListingPatch }> {
  const page = await read('page', place, { account });
  if (page.outcome !== 'read') return { outcome: page.outcome, offer: {} };
  const { facts, ...fields } = offerOf(page.facts, new URL(page.url));
  // A page's keywords are its own words: suggest only those that are topics here.
  const topics = await knownValues('topics', [own(facts, 'topics') ?? []].flat() as string[]);
  const known = mergeFacts(facts, { topics: topics.length > 0 ? topics : null });
  const found = Object.entries({ ...fields, facts: known }).filter(([, value]) => value !== null);
  const offer = { website_url: page.address, ...Object.fromEntries(found) };
  return { outcome: found.length > 0 ? 'read' : 'nothing', offer };
}

/** The listing of a site, if the caller may see it (C5: others are not revealed). */
export async function findBySite(actor: Actor, website: string): Promise<KnownSite | null> {
  requireReader(actor);
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
