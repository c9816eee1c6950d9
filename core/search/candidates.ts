// Candidates for ranking: a bounded number from each of a few indexes, so that no query reads much of a large table.
import type { Bindings } from './statement.js';
import { requiredTexts, requiredWords } from './texts.js';
import { type Condition, ENOUGH } from './tiers.js';
import type { Reading } from './understanding.js';

/** Up to this many full matches are ranked; beyond that their number is estimated from the statistics. */
const MAX_FULL = 500;
/** Beyond MAX_FULL: how many matches in name or tagline are ranked, and how many others. */
export const MAX_PROMINENT = 150;
export const MAX_COMMON = 200;
/** Matches of most words that are ranked. */
export const MAX_RELAXED = 250;
const MAX_NAMED = 40;
/** Name-index rows read to find MAX_NAMED that also meet the other conditions. */
const NAMES_READ = 400;
/** Index entries of words that one stage may read, and how many of them may match. */
const MAX_EFFORT = 15_000;
const MAX_MATCHED = 5000;
/** Rows that one stage may read, if the index answers only a part of its condition. */
const MAX_PROBED = 1500;
/** The newest listings that are scanned if a condition is too common for the index. */
const WALK = 1500;

/** Which listings are searched: all live ones, or those of one account in any status. */
export type Scope = { kind: 'live' } | { kind: 'own'; ownerId: string; status: string | null };

export interface Candidates {
  /** Common table expressions that each return `ctid`s of listing_search. */
  readonly stages: readonly (readonly [name: string, sql: string])[];
  /** It contains every match of all words. */
  readonly areAll: boolean;
}

/** The condition of a scope on rows of `listings`. */
export function inScope(scope: Scope, bindings: Bindings): string {
  if (scope.kind === 'live') return `status = 'live'`;
  const owner = bindings.bind(scope.ownerId, 'uuid');
  const status = scope.status === null ? '' : ` and status = ${bindings.bind(scope.status, 'text')}`;
  return `owner_id = ${owner}${status}`;
}

/** The same on rows of `listing_search`. */
function isSearched(scope: Scope, bindings: Bindings): string {
  if (scope.kind === 'live') return 'live';
  return `id = any(array(select id from listings where ${inScope(scope, bindings)}))`;
}

/** Rows of a scope that meet a condition, from the index of words. @param read maximum rows read for the probe */
function rowsOf({ tsquery, probe }: Condition, scope: Scope, bindings: Bindings, read: number): string {
  const rows = `select ctid, * from listing_search
    where ${isSearched(scope, bindings)} and search @@ ${bindings.query(probe ?? tsquery)} limit ${read}`;
  return probe === null || probe === tsquery
    ? rows
    : `select * from (${rows}) as probed where (search @@ ${bindings.query(tsquery)}) is true`;
}

/** @param isCounted whether filters are counted: one with few full matches shows partial ones, too */
export function findCandidates(
  reading: Reading,
  scope: Scope,
  bindings: Bindings,
  isCounted = false,
): Candidates {
  const { tiers, vocabulary, names, beginning } = reading;
  if (tiers === null) return { stages: [], areAll: true };
  const { size } = vocabulary;
  const texts = requiredTexts(reading, bindings);
  const withTexts = (rows: string) => `select ctid from (${rows}) as s where true${texts}`;
  const isCheap = ({ probe, effort, probed }: Condition) =>
    scope.kind === 'own' || (probe !== null && effort * size <= MAX_EFFORT && probed * size <= MAX_MATCHED);
  const byIndex = (condition: Condition, most: number) => {
    const read = condition.probe === condition.tsquery ? most : MAX_PROBED;
    return withTexts(`select * from (${rowsOf(condition, scope, bindings, read)}) as met limit ${most}`);
  };
  const byWalk = ({ tsquery }: Condition, most: number) =>
    withTexts(
      `select ctid, id, search from (
         select ctid, id, search from listing_search where live order by published_at desc, id desc limit ${WALK}
       ) as newest where (search @@ ${bindings.query(tsquery)}) is true limit ${most}`,
    );
  const isAllRead = ({ probe, tsquery, probed }: Condition) =>
    probe === tsquery || probed * size < MAX_PROBED;
  const by = (condition: Condition, most: number) =>
    isCheap(condition) ? byIndex(condition, most) : byWalk(condition, most);

  const stages: [string, string][] = [];
  if (beginning && scope.kind === 'live') {
    const list = names.map(({ name }) => name);
    const meets = requiredWords(reading, bindings);
    // Use the name index only: the other conditions may match most listings.
    const named = (which: string) => `select * from (
        select ctid, id, search from listing_search where live and ${which} limit ${meets === '' ? MAX_NAMED : NAMES_READ}
      ) as s where true${meets} limit ${MAX_NAMED}`;
    const so = named(`name_joined = any(${bindings.bind(list, 'text[]')})`);
    const begun = named(`name_joined >= ${bindings.hidden(beginning, 'text')}
      and name_joined < ${bindings.hidden(`${beginning}\u{10ffff}`, 'text')} order by name_joined`);
    stages.push(['named', `${withTexts(so)} union all ${withTexts(begun)}`]);
  }
  const areAll =
    isCheap(tiers.all) &&
    (scope.kind === 'own' || (tiers.all.share * size < MAX_FULL && isAllRead(tiers.all)));
  // One walk finds those with the words in name or tagline among the others.
  const isProminent = !areAll && tiers.prominent !== null && isCheap(tiers.prominent);
  if (isProminent && tiers.prominent) stages.push(['prominent', byIndex(tiers.prominent, MAX_PROMINENT)]);
  stages.push([
    'every',
    by(tiers.all, areAll ? MAX_FULL : isProminent ? MAX_COMMON : MAX_COMMON + MAX_PROMINENT),
  ]);
  let effort = 0;
  const most = tiers.most.filter((condition) => {
    if (scope.kind === 'live' && condition.probe === null) return false;
    effort += condition.effort * size;
    return scope.kind === 'own' || effort <= MAX_EFFORT;
  });
  if (most.length > 0) {
    const queries = (of: (condition: Condition) => string) => bindings.bind(most.map(of), 'tsquery[]');
    const few = isCounted && areAll ? '' : `where (select count(*) from every) < ${ENOUGH}`;
    // One subset after another: in a single query, the index would check all of them for each entry it reads.
    const probed = `select found.*, subset.met
      from unnest(${queries(({ probe, tsquery }) => probe ?? tsquery)}, ${queries(({ tsquery }) => tsquery)}) as subset (probe, met)
        cross join lateral (
          select ctid, id, search from listing_search
          where ${isSearched(scope, bindings)} and search @@ subset.probe limit ${MAX_RELAXED}
        ) as found
      ${few} limit ${MAX_PROBED}`;
    const each = `select * from (${probed}) as probed where (search @@ met) is true`;
    stages.push(['most', `${withTexts(each)} limit ${MAX_RELAXED}`]);
  }
  return { stages, areAll };
}
