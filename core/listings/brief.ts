// A listing in brief: enough to choose one of many.
import { LISTING_FIELDS, type ListingFieldRules } from './fields.js';
import type { Listing } from './schema.js';

const RULES: Readonly<Record<string, ListingFieldRules>> = LISTING_FIELDS;
const BRIEF_FIELDS = [
  'slug',
  ...Object.keys(RULES).filter((name) => RULES[name]?.isBrief),
] as (keyof Listing)[];

/** Characters of a tagline, beyond which it is cut at a word. */
const TAGLINE = 80;

export type BriefListing = Partial<Listing> & { why?: string };

/**
 * The fields needed to choose, for its owner also the status; without unset fields.
 * @param why a passage with the words of the search, if these fields do not contain them
 */
export function presentBrief(listing: Listing, why: string | null = null): BriefListing {
  const { status, status_reason: reason } = listing;
  const isOwners = reason !== undefined;
  return {
    ...Object.fromEntries(
      BRIEF_FIELDS.flatMap((name) => (listing[name] === null ? [] : [[name, listing[name]]])),
    ),
    tagline: shorten(listing.tagline),
    ...(isOwners ? { status } : {}),
    ...(reason ? { status_reason: reason } : {}),
    ...(why === null ? {} : { why }),
  };
}

function shorten(text: string): string {
  if (text.length <= TAGLINE) return text;
  const end = text.lastIndexOf(' ', TAGLINE);
  return `${text.slice(0, end > 0 ? end : TAGLINE).toWellFormed()}…`;
}
