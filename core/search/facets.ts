// Counts how many live listings each choice of a filter would show.
import { prepare } from '../../db/prepared.js';
import { type FactValue, factLexeme } from '../listings/facts.js';
import { PRICING_MODELS, type PricingModel } from '../listings/fields.js';
import type { ListingPage } from '../listings/schema.js';
import { fold, isStopWord, kindStem, toWords } from '../listings/tokens.js';
import { type Category, categoryValues } from '../settings/current.js';
import type { FactDefinition, FactType } from '../settings/fact-schema.js';
import { filterFacts, isChoice } from '../settings/facts.js';
import { type CountedTerm, listCounts, MOST_VALUES, sampleTerms, scaled, termCounts } from './counts.js';
import { type Filter, filterOf, isOfFact } from './filters.js';
import type { Group, Ranking } from './ranking.js';
import { isFramingWord, readSynonyms, synonymKey } from './synonyms.js';
import { ENOUGH } from './tiers.js';
import type { Reading } from './understanding.js';

export interface Facets {
  /** All live listings of the search, regardless of filters. */
  total: number;
  categories: { value: Category; count: number }[];
  pricing: { value: PricingModel; count: number }[];
  /** The commonest values and the chosen ones of each filter fact. */
  facts: FactFacet[];
  /** Too many matches to count: extrapolated from some. */
  isEstimate: boolean;
}

export interface FactFacet {
  readonly key: string;
  readonly values: readonly { readonly value: FactValue; readonly term: string; readonly count: number }[];
}

/** Counts the live listings by category, pricing model and fact. A count ignores its own filter: it is the
 * result of choosing that value instead. */
export async function countFacets(filters: readonly Filter[] = []): Promise<Facets> {
  const stored = [...(await listCounts.read()), ...(await termCounts.read())];
  const counted = new Map(stored.map(({ term, listings }) => [term, listings]));
  const sample = filters.length > 0 ? await sampleTerms(filters) : null;
  const [first, second] = filters;
  const count = (term: string): number => {
    // A count ignores its own filter: with no other filter, the stored counts apply.
    const isStored = sample === null || (second === undefined && first?.name === filterOf(term));
    if (!isStored) return sample.count(term);
    // A chosen value may be too rare to be among the counted ones.
    return counted.get(term) ?? (first?.lexemes.includes(term) ? (sample?.count(term) ?? 0) : 0);
  };
  const spelled = spellingsIn([...stored, ...(sample?.terms ?? [])]);
  return toFacets(counted.get('') ?? 0, count, spelled, filters, sample?.isEstimate ?? false);
}

/** How many live listings the filters leave; null if that is not counted. */
export async function countListings(filters: readonly Filter[] = []): Promise<number | null> {
  const [first, second] = filters;
  if (second !== undefined || (first && first.lexemes.length > 1)) return null;
  const isOfValue = first !== undefined && isOfFact(first);
  const counts = await (isOfValue ? termCounts : listCounts).read();
  const found = counts.find(({ term }) => term === (first?.lexemes[0] ?? ''));
  return found?.listings ?? (isOfValue ? null : 0);
}

/** The facets of a search. By date or name, partial matches are listed only if there is no full one. */
export function facetsOf(
  { groups, scale }: Pick<Ranking, 'groups' | 'scale'>,
  filters: readonly Filter[],
  isByRelevance: boolean,
): Facets {
  const shown = (some: readonly Group[]) => {
    const sum = (of: 'listings' | 'full' | 'relaxed') => some.reduce((all, group) => all + group[of], 0);
    if (!isByRelevance && sum('full') > 0) return sum('full');
    return sum('full') < ENOUGH ? sum('listings') : sum('listings') - sum('relaxed');
  };
  const byTerm = new Map<string, Group[]>();
  for (const group of groups) byTerm.set(group.term, [...(byTerm.get(group.term) ?? []), group]);
  const whole = byTerm.get('') ?? [];
  const total = whole.some(({ isClear }) => isClear) ? scaled(shown(whole), scale) : 0;
  const count = (term: string) => {
    const name = filterOf(term);
    const some = (byTerm.get(term) ?? []).filter(({ beside }) => beside === null || beside === name);
    // A choice with few full matches also shows partial ones, but never more than the whole list.
    return Math.min(total, scaled(shown(some), scale));
  };
  return toFacets(total, count, spellingsIn(groups), filters, scale !== 1);
}

const spellingsIn = (counted: readonly Pick<CountedTerm, 'term' | 'value'>[]) =>
  new Map(counted.map(({ term, value }) => [term, value]));

function toFacets(
  total: number,
  count: (term: string) => number,
  known: ReadonlyMap<string, string | null>,
  filters: readonly Filter[],
  isEstimate: boolean,
): Facets {
  return {
    total,
    categories: categoryValues().map((value) => ({ value, count: count(`#${value}`) })),
    pricing: PRICING_MODELS.map((value) => ({ value, count: count(`$${value}`) })),
    facts: factFacets(count, known, filters),
    isEstimate,
  };
}

function factFacets(
  count: (term: string) => number,
  known: ReadonlyMap<string, string | null>,
  filters: readonly Filter[],
): FactFacet[] {
  const facts = filterFacts().filter(
    ({ type }) => isChoice({ type }) || type === 'number' || type === 'yes_no',
  );
  return facts.map(({ key, type }) => {
    const prefix = factLexeme(key, '');
    const chosen = filters.find(({ name }) => name === key)?.lexemes ?? [];
    const commonest = [...known.keys()]
      .filter((term) => term.startsWith(prefix) && !chosen.includes(term))
      .map((lexeme) => ({ lexeme, count: count(lexeme) }))
      .filter((one) => one.count > 0)
      .sort((a, b) => b.count - a.count || (a.lexeme < b.lexeme ? -1 : 1))
      .slice(0, MOST_VALUES);
    const values = [...chosen.map((lexeme) => ({ lexeme, count: count(lexeme) })), ...commonest]
      .sort((a, b) => b.count - a.count || (a.lexeme < b.lexeme ? -1 : 1))
      .map(({ lexeme, count: listings }) => {
        const term = lexeme.slice(prefix.length);
        return { value: factValue(type, term, known.get(lexeme)), term, count: listings };
      });
    return { key, values };
  });
}

function factValue(type: FactType, term: string, spelled: string | null | undefined): FactValue {
  if (type === 'number') return Number(term);
  return type === 'yes_no' ? term === 'yes' : (spelled ?? term);
}

/** The commonest values of each fact, of all listings. */
export async function commonValues(): Promise<FactFacet[]> {
  const counted = await termCounts.read();
  const counts = new Map(counted.map(({ term, listings }) => [term, listings]));
  return factFacets((term) => counts.get(term) ?? 0, spellingsIn(counted), []);
}

/** The format of list responses (C5). */
export function presentFacets({ categories, pricing, facts, isEstimate }: Facets): ListingPage['facets'] {
  const ofFacts = facts.map(({ key, values }) => [key, values.map(({ value, count }) => ({ value, count }))]);
  return { is_estimate: isEstimate, category: categories, pricing, ...Object.fromEntries(ofFacts) };
}

interface CountedValue {
  readonly value: string;
  /** The form shared by all spellings, used in addresses. */
  readonly term: string;
  readonly listings: number;
}

const countedValues = prepare<CountedValue & { total: number }>(
  `select coalesce(value, counted.term) as value, counted.term, listings, (count(*) over ())::int as total
   from (
     select substr(term, length($1) + 1) as term, sum(listings)::int as listings from term_counts
       where term >= $1 and term < $2 and ($3 = '' or strpos(term, $3) > 0) group by 1 having sum(listings) > 0
   ) as counted left join fact_values on key = $4 and fact_values.term = counted.term
   order by listings desc, counted.term offset $5 limit $6`,
);

/** @param q a part of the value @returns the commonest first, and the total */
export async function countValues(
  { key }: FactDefinition,
  { q = '', offset = 0, limit }: { q?: string; offset?: number; limit: number },
): Promise<{ values: CountedValue[]; total: number }> {
  const prefix = factLexeme(key, '');
  const part = fold(q.trim()).replace(/\s+/g, '-');
  const rows = await countedValues([prefix, `${prefix}\u{10ffff}`, part, key, offset, limit]);
  return { values: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

type Offer = NonNullable<ListingPage['suggested_filters']>[number];

/** Pricing models that a search may name; the others are everyday words. */
const PRICES = ['free', 'freemium', 'subscription'];

const MAX_OFFERS = 5;
const MAX_WORDS = 4;

/** Up to five filters to offer with a search, best first; prices have the key `pricing`.
 * @param isNothing also offers the nearest topics */
export async function offerFilters({ typed, terms }: Reading, isNothing: boolean): Promise<Offer[]> {
  const words = typed.typed.map(({ parts }) => parts.join('-'));
  const named = new Set(
    words.flatMap((_, from) =>
      Array.from({ length: MAX_WORDS }, (_, more) => words.slice(from, from + more + 1).join('-')),
    ),
  );
  const wanted = isNothing ? rootsNear(terms.map(({ text }) => text)) : null;
  const prices = PRICES.filter((price) => typed.words.some(({ joined }) => joined === price));
  const listed = await listCounts.read();
  const counted = await termCounts.read();
  const offeredPrices = prices.map((value) => ({
    ...{ worth: MAX_WORDS, key: 'pricing', value },
    count: listed.find(({ term }) => term === `$${value}`)?.listings ?? 0,
  }));
  return filterFacts()
    .flatMap(({ key, pages }) => {
      const prefix = factLexeme(key, '');
      return counted
        .filter(({ term }) => term.startsWith(prefix))
        .map(({ term, value, listings }) => {
          const own = term.slice(prefix.length);
          const shared =
            pages && wanted ? toWords(own).filter((word) => wanted.has(kindStem(word))).length : 0;
          return { worth: named.has(own) ? MAX_WORDS : shared, key, value: value ?? own, count: listings };
        });
    })
    .concat(offeredPrices)
    .filter(({ worth, count }) => worth > 0 && count > 0)
    .sort((a, b) => b.worth - a.worth || b.count - a.count)
    .slice(0, MAX_OFFERS)
    .map(({ worth, ...offer }) => offer);
}

/** Stems of the search words and their synonyms, without stop words and framing words. */
function rootsNear(words: readonly string[]): Set<string> {
  const meant = words.flatMap((word) => [
    word,
    ...(readSynonyms().get(synonymKey([word])) ?? []).flatMap((other) => other.words),
  ]);
  const telling = meant.filter((word) => !isStopWord(word, 'en') && !isFramingWord(word));
  return new Set(telling.map((word) => kindStem(word)));
}
