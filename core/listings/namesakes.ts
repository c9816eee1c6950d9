// Same name, other address (C5): detects names that look like a live listing's, as impostors choose them.
import type { Transaction } from 'objection';
import { getDomain } from 'tldts';
import { prepare } from '../../db/prepared.js';
import { displayHost } from '../addresses/site.js';
import { readLines } from '../kernel/package.js';
import { fold, hasForeign, readAsLatin } from '../policy/engine/fold.js';
import { policyInForce } from '../policy/screening.js';
import { joinWords, toWords } from './tokens.js';

/** Shorter names coincide by chance. */
const MIN_TELLING = 5;
/** A name used by more owners is not distinctive. */
const MAX_BEARERS = 2;
const EVERYDAY = new Set(readLines('core/listings/everyday-words.txt').flatMap((line) => line.split(' ')));

const LOOKALIKES = new Map(Object.entries({ '0': 'o', '1': 'l', '|': 'l', i: 'l', rn: 'm', vv: 'w' }));

/** The look of a name: `G00gle-Maiı` and `google mail` have one shape. Empty without letters and digits. */
export function nameShape(name: string): string {
  return fold(name)
    .text.replace(/[\p{L}\p{N}]+/gu, (word) => (hasForeign(word) ? (readAsLatin(word) ?? word) : word))
    .replace(/[^\p{L}\p{N}|]+/gu, '')
    .replace(/rn|vv|[01|i]/g, (seen) => LOOKALIKES.get(seen) ?? seen);
}

/** Whether honest newcomers may choose the same name: it is very short, or has only ordinary words. */
function isEveryday(name: string): boolean {
  const { common } = policyInForce().lexicon;
  const isOrdinary = (word: string) =>
    [word, word.replace(/(?:s|en?)$/, '')].some((one) => common.has(one) || EVERYDAY.has(one));
  return nameShape(name).length < MIN_TELLING || toWords(name).every(isOrdinary);
}

interface Named {
  /** Set only for a stored listing. */
  readonly id?: string;
  /** Set only for a new listing; otherwise read from the row. */
  readonly ownerId?: string | null;
  readonly name: string;
  readonly website_url: string;
  /** Whether the owner has proved control of the site: the listing is then no impostor, and gets no namesakes. */
  readonly verified?: boolean;
}

export interface Namesake {
  readonly name: string;
  readonly host: string;
}

interface SameShape {
  readonly n: number;
  readonly name: string;
  readonly websiteUrl: string;
  readonly ownerId: string | null;
  readonly isEqual: boolean;
  readonly isProven: boolean;
}

/** The oldest live listings of other owners with names of the same shape. */
const sameShape = prepare<SameShape>(
  `select n, found.* from jsonb_to_recordset($1::jsonb) as own (n int, id uuid, owner uuid, shape text, joined text),
     lateral (select name, website_url as "websiteUrl", owner_id as "ownerId", name_joined = own.joined as "isEqual",
         coalesce(verified_key = url_key and verified_by = owner_id, false) as "isProven"
       from listing_search join listings using (id)
       where listing_search.live and name_shape = own.shape and id is distinct from own.id
         and owner_id is distinct from coalesce(own.owner, (select owner_id from listings where id = own.id))
       order by listing_search.published_at limit 20) as found
   where shape <> '' order by n`,
);

const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** For each listing, a live one of another owner and site with a similar name. */
export async function namesakesOf(listings: readonly Named[], trx?: Transaction) {
  const input = listings.map(({ id, ownerId, name, verified }, n) => {
    return { n, id, owner: ownerId, shape: verified ? '' : nameShape(name), joined: joinWords(name) };
  });
  const rows = input.length > 0 ? await sameShape([JSON.stringify(input)], trx) : [];
  const found = rows.map((row) => ({ ...row, host: displayHost(row.websiteUrl) }));
  return listings.map(({ name, website_url: websiteUrl }, n) => {
    const named = found.filter((row) => row.n === n);
    if (named.length === 0) return undefined;
    const site = siteOf(displayHost(websiteUrl));
    const elsewhere = named.filter((row) => siteOf(row.host) !== site);
    const isShared = new Set(elsewhere.map(({ ownerId }) => ownerId)).size > MAX_BEARERS;
    const isTelling = !isShared && !isEveryday(name);
    return elsewhere.find(({ isEqual, isProven }) => isTelling || (isEqual && isProven));
  });
}
