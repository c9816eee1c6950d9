// Listings worth a look: a bounded number from each of a few indexes, so that no query reads much of a large table.

import type { Bindings } from './statement.js';
import { type Condition, phrasePattern } from './tiers.js';
import type { Reading } from './understanding.js';

/** Fewer full matches than this are followed by those of most words (C5). */
export const FEW = 10;
/** Matches of all words that are ranked; of more the statistics tell how many there are. */
export const MOST_FULL = 500;
const MOST_PROMINENT = 150;
const MOST_COMMON = 200;
const MOST_RELAXED = 250;
const MOST_NAMED = 40;
/** Entries of the index of words that one stage may read. */
const MOST_EFFORT = 15_000;
/** The newest listings that are looked through where a condition is too common for the index. */
const WALK = 1500;

/** Whose listings are searched: every live one, or those of one account in any status. */
export type Scope = { kind: 'live' } | { kind: 'own'; ownerId: string; status: string | null };

export interface Candidates {
  /** Common table expressions that each give `ctid`s of listing_search. */
  readonly stages: readonly (readonly [name: string, sql: string])[];
  /** Every match of all words is among them. */
  readonly areAll: boolean;
}

/** The condition of a scope on rows of `listing_search`. */
export function inScope(scope: Scope, bindings: Bindings): string {
  if (scope.kind === 'live') return 'live';
  const owner = bindings.bind(scope.ownerId, 'uuid');
  const status = scope.status === null ? '' : ` and status = ${bindings.bind(scope.status, 'text')}`;
  return `id = any(array(select id from listings where owner_id = ${owner}${status}))`;
}

/** A condition on `listing_search` that its index of words answers as far as that is cheap. */
export function meets({ tsquery, probe }: Condition, bindings: Bindings): string {
  const found = `search @@ ${bindings.query(probe ?? tsquery)}`;
  return probe === null || probe === tsquery
    ? found
    : `${found} and (search @@ ${bindings.query(tsquery)}) is true`;
}

export function findCandidates(reading: Reading, scope: Scope, bindings: Bindings): Candidates {
  const { tiers, vocabulary, names, beginning } = reading;
  if (tiers === null) return { stages: [], areAll: true };
  const { size } = vocabulary;
  const isCheap = ({ probe, effort }: Condition) =>
    scope.kind === 'own' || (probe !== null && effort * size <= MOST_EFFORT);
  const byIndex = (condition: Condition, limit: number, when = '') =>
    `select ctid from listing_search where ${inScope(scope, bindings)}${when} and ${meets(condition, bindings)} limit ${limit}`;
  const byWalk = ({ tsquery }: Condition, limit: number) =>
    `select place as ctid from (
       select ctid as place, search from listing_search where live order by published_at desc, id desc limit ${WALK}
     ) as newest where (search @@ ${bindings.query(tsquery)}) is true limit ${limit}`;
  const by = (condition: Condition, limit: number) =>
    isCheap(condition) ? byIndex(condition, limit) : byWalk(condition, limit);

  const stages: [string, string][] = [];
  if (beginning && scope.kind === 'live') {
    const list = names.map(({ name }) => name);
    stages.push([
      'named',
      `(select ctid from listing_search where live and name_joined = any(${bindings.bind(list, 'text[]')}) limit ${MOST_NAMED})
       union all
       (select ctid from listing_search where live and name_joined >= ${bindings.bind(beginning, 'text')}
          and name_joined < ${bindings.bind(`${beginning}\u{10ffff}`, 'text')} order by name_joined limit ${MOST_NAMED})`,
    ]);
  }
  const areAll = isCheap(tiers.all) && (scope.kind === 'own' || tiers.all.share * size < MOST_FULL);
  if (!areAll && tiers.prominent) stages.push(['prominent', by(tiers.prominent, MOST_PROMINENT)]);
  stages.push(['every', by(tiers.all, areAll ? MOST_FULL : MOST_COMMON)]);
  let effort = 0;
  const most = tiers.most.filter((condition) => {
    if (scope.kind === 'live' && condition.probe === null) return false;
    effort += condition.effort * size;
    return scope.kind === 'own' || effort <= MOST_EFFORT;
  });
  if (most.length > 0) {
    const any = (queries: readonly string[]) => queries.map((query) => `(${query})`).join('|');
    const when = ` and (select count(*) from every) < ${FEW}`;
    const condition = {
      tsquery: any(most.map(({ tsquery }) => tsquery)),
      probe: any(most.map(({ probe, tsquery }) => probe ?? tsquery)),
      share: 0,
      effort: 0,
    };
    stages.push(['most', byIndex(condition, MOST_RELAXED, when)]);
  }
  return { stages, areAll };
}

/**
 * What every candidate must meet beside the words it was found by, as conditions on a row `s`. Vectors hold stems and
 * no order of words: quoted and excluded words are looked for in the texts, folded as words.ts folds.
 */
export function requirements({ tiers, query }: Reading, bindings: Bindings): string {
  const words = tiers?.required ? ` and s.search @@ ${bindings.query(tiers.required.tsquery)}` : '';
  const wanted = query.phrases.map((phrase) => ` and ${stands(phrasePattern(phrase), bindings)}`);
  const excluded = query.excluded.map((token) => ` and not ${stands(phrasePattern([token]), bindings)}`);
  return [words, ...wanted, ...excluded].join('');
}

/** Most texts are plain ASCII, which needs no folding but of case. */
function stands(pattern: string, bindings: Bindings): string {
  return `exists (
    select from listings as l cross join lateral (
      select concat_ws(E'\\n', l.name, l.tagline, l.description, array_to_string(l.features || l.categories, E'\\n'), l.website_url) as written
    ) as text
    where l.id = s.id and lower(case when octet_length(written) = length(written) then written
      else regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g') end) ~ ${bindings.bind(pattern, 'text')})`;
}
