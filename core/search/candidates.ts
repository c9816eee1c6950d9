// Listings worth a look: a bounded number from each of a few indexes, so that no query reads much of a large table.
import type { Bindings } from './statement.js';
import { requiredTexts, requiredWords } from './texts.js';
import { type Condition, ENOUGH } from './tiers.js';
import type { Reading } from './understanding.js';

/** Matches of all words that are ranked; of more the statistics tell how many there are. */
const MOST_FULL = 500;
/** Of more, so many are ranked that have all words in name or tagline, and so many others. */
export const MOST_PROMINENT = 150;
export const MOST_COMMON = 200;
/** Matches of most words that are ranked. */
export const MOST_RELAXED = 250;
const MOST_NAMED = 40;
/** Names that are looked at for so many that meet what else is required. */
const NAMES_READ = 400;
/** Entries of the index of words that one stage may read. */
const MOST_EFFORT = 15_000;
/** Rows that one stage may read, where the index answers only a part of its condition. */
const MOST_PROBED = 1500;
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

/** Rows of a scope that meet a condition, from the index of words: of those it gives for the probe, so many are read. */
export function rowsOf(
  { tsquery, probe }: Condition,
  scope: Scope,
  bindings: Bindings,
  read: number,
): string {
  const rows = `select ctid, * from listing_search
    where ${inScope(scope, bindings)} and search @@ ${bindings.query(probe ?? tsquery)} limit ${read}`;
  return probe === null || probe === tsquery
    ? rows
    : `select * from (${rows}) as probed where (search @@ ${bindings.query(tsquery)}) is true`;
}

interface Looking {
  /** So many matches of all words are all taken, and as many of most words. */
  readonly most?: number;
  /** Looks for listings of most words even where many have all. */
  readonly always?: boolean;
}

export function findCandidates(
  reading: Reading,
  scope: Scope,
  bindings: Bindings,
  { most: limit = MOST_FULL, always = false }: Looking = {},
): Candidates {
  const { tiers, vocabulary, names, beginning } = reading;
  if (tiers === null) return { stages: [], areAll: true };
  const { size } = vocabulary;
  const texts = requiredTexts(reading, bindings);
  const withTexts = (rows: string) => `select ctid from (${rows}) as s where true${texts}`;
  const isCheap = ({ probe, effort }: Condition) =>
    scope.kind === 'own' || (probe !== null && effort * size <= MOST_EFFORT);
  const byIndex = (condition: Condition, most: number) => {
    const read = condition.probe === condition.tsquery ? most : MOST_PROBED;
    return withTexts(`select * from (${rowsOf(condition, scope, bindings, read)}) as met limit ${most}`);
  };
  const byWalk = ({ tsquery }: Condition, most: number) =>
    withTexts(
      `select ctid, id, search from (
         select ctid, id, search from listing_search where live order by published_at desc, id desc limit ${WALK}
       ) as newest where (search @@ ${bindings.query(tsquery)}) is true limit ${most}`,
    );
  const isAllRead = ({ probe, tsquery, probed }: Condition) =>
    probe === tsquery || probed * size < MOST_PROBED;
  const by = (condition: Condition, most: number) =>
    isCheap(condition) ? byIndex(condition, most) : byWalk(condition, most);

  const stages: [string, string][] = [];
  if (beginning && scope.kind === 'live') {
    const list = names.map(({ name }) => name);
    const meets = requiredWords(reading, bindings);
    // From the index of names alone: what else is required, the index of words may have for most listings.
    const named = (which: string) => `select * from (
        select ctid, id, search from listing_search where live and ${which} limit ${meets === '' ? MOST_NAMED : NAMES_READ}
      ) as s where true${meets} limit ${MOST_NAMED}`;
    const so = named(`name_joined = any(${bindings.bind(list, 'text[]')})`);
    const begun = named(`name_joined >= ${bindings.bind(beginning, 'text')}
      and name_joined < ${bindings.bind(`${beginning}\u{10ffff}`, 'text')} order by name_joined`);
    stages.push(['named', `${withTexts(so)} union all ${withTexts(begun)}`]);
  }
  const areAll =
    isCheap(tiers.all) && (scope.kind === 'own' || (tiers.all.share * size < limit && isAllRead(tiers.all)));
  if (!areAll && tiers.prominent) stages.push(['prominent', by(tiers.prominent, MOST_PROMINENT)]);
  stages.push(['every', by(tiers.all, areAll ? limit : MOST_COMMON)]);
  let effort = 0;
  const most = tiers.most.filter((condition) => {
    if (scope.kind === 'live' && condition.probe === null) return false;
    effort += condition.effort * size;
    return scope.kind === 'own' || effort <= MOST_EFFORT;
  });
  if (most.length > 0) {
    const rows = always ? limit : MOST_RELAXED;
    const queries = (of: (condition: Condition) => string) => bindings.bind(most.map(of), 'tsquery[]');
    const few = always ? '' : `where (select count(*) from every) < ${ENOUGH}`;
    // One after the other: in a single query, the index would weigh all of them for each entry that it reads.
    const probed = `select found.*, subset.met
      from unnest(${queries(({ probe, tsquery }) => probe ?? tsquery)}, ${queries(({ tsquery }) => tsquery)}) as subset (probe, met)
        cross join lateral (
          select ctid, id, search from listing_search
          where ${inScope(scope, bindings)} and search @@ subset.probe limit ${rows}
        ) as found
      ${few} limit ${MOST_PROBED}`;
    const each = `select * from (${probed}) as probed where (search @@ met) is true`;
    stages.push(['most', `${withTexts(each)} limit ${rows}`]);
  }
  return { stages, areAll };
}
