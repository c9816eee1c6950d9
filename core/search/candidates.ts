// Candidates for ranking: a bounded number from each of a few indexes, so that no query reads much of a large
// table. Stages are SQL texts: parts of the one statement of ranking.ts. Quoted and excluded words need the
// texts where vectors, which have stems without order, cannot decide. Conditions apply to a row `s` of
// listing_search.
import { LETTERS } from '../kernel/text/folding.js';
import { LIST_FIELDS, OWNER_FIELDS, rulesOf } from '../listings/schema.js';
import { ACCENT, allStems, KANA, type Token } from '../listings/tokens.js';
import { allFacts } from '../settings/facts.js';
import type { Bindings } from './statement.js';
import { type Condition, ENOUGH } from './tiers.js';
import type { Reading } from './understanding.js';
import { quote } from './word-forms.js';

/** Maximum full matches ranked; if there are more, their number is estimated from statistics. */
const MAX_FULL = 500;
/** Beyond MAX_FULL: how many matches in name or tagline are ranked, and how many others. */
export const MAX_PROMINENT = 150;
export const MAX_COMMON = 200;
/** Maximum partial matches ranked. */
export const MAX_RELAXED = 250;
const MAX_NAMED = 40;
/** Maximum rows of the name index read to find MAX_NAMED that meet the other conditions. */
const NAMES_READ = 400;
const MAX_EFFORT = 15_000;
const MAX_MATCHED = 5000;
/** Rows that one stage may read if the index answers only part of its condition. */
const MAX_PROBED = 1500;
/** Newest listings scanned if a condition is too common for the index. */
const WALK = 1500;

/** All live listings, or those of one account in any status. */
export type Scope = { kind: 'live' } | { kind: 'own'; ownerId: string; status: string | null };

export function inScope(scope: Scope, bindings: Bindings): string {
  if (scope.kind === 'live') return `status = 'live'`;
  const owner = bindings.bind(scope.ownerId, 'uuid');
  const status = scope.status === null ? '' : ` and status = ${bindings.bind(scope.status, 'text')}`;
  return `owner_id = ${owner}${status}`;
}

function isSearched(scope: Scope, bindings: Bindings): string {
  if (scope.kind === 'live') return 'live';
  return `id = any(array(select id from listings where ${inScope(scope, bindings)}))`;
}

/** Rows of a scope that meet a condition, from the index of words. @param read most rows for the probe */
function rowsOf({ tsquery, probe }: Condition, scope: Scope, bindings: Bindings, read: number): string {
  const rows = `select ctid, * from listing_search
    where ${isSearched(scope, bindings)} and search @@ ${bindings.query(probe ?? tsquery)} limit ${read}`;
  return probe === null || probe === tsquery
    ? rows
    : `select * from (${rows}) as probed where (search @@ ${bindings.query(tsquery)}) is true`;
}

/** @returns common table expressions with `ctid`s of listing_search; whether they have every full match */
export function findCandidates(reading: Reading, scope: Scope, bindings: Bindings, isCounted = false) {
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
    const meets = tiers.required ? ` and s.search @@ ${bindings.query(tiers.required.tsquery)}` : '';
    // Use only the name index: the other conditions may match most listings.
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
  // If finding prominent matches needs a walk, the next stage finds them among the others.
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
    // One subset at a time: in a single query, the index would check all of them for each entry it reads.
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

/** The searched texts of a listing, without facts of staff. */
const textsRead = () => {
  const staffs = allFacts().flatMap(({ key, staff }) => (staff ? `'${key}'` : []));
  const facts = staffs.length > 0 ? `l.facts - array[${staffs.join(', ')}]` : 'l.facts';
  return `${TEXTS}, array_to_string(array(select value #>> '{}' from jsonb_path_query(${facts}, '$.*[*]') as value), E'\\n')`;
};
const TEXTS = OWNER_FIELDS.filter((field) => rulesOf(field).searchedAs)
  .map((field) => (LIST_FIELDS.includes(field) ? `array_to_string(l.${field}, E'\\n')` : `l.${field}`))
  .join(', ');

/** Conditions on the texts: expensive, so only for the few rows that meet the others. */
export function requiredTexts({ query: { phrases, excluded } }: Pick<Reading, 'query'>, bindings: Bindings) {
  if (phrases.length + excluded.length === 0) return '';
  const has = (pattern: string) => `folded ~ ${bindings.bind(pattern, 'text')}`;
  const wanted = phrases.map((phrase) => has(standing(phrasePattern(phrase))));
  const unwanted = excluded.length > 0 ? [`not ${has(standing(excluded.map(phrasePattern).join('|')))}`] : [];
  const read = `exists (
    select from listings as l
      cross join lateral (select concat_ws(E'\\n', ${textsRead()}) as written offset 0) as text
      cross join lateral (select ${PLAIN} as folded offset 0) as plain
    where l.id = s.id and ${[...wanted, ...unwanted].join(' and ')})`;
  if (phrases.length > 0) return ` and ${read}`;
  // Read the text only if the vector has the words.
  const suspects = bindings.query(excluded.map((phrase) => `(${mayStand(phrase)})`).join('|'));
  return ` and case when s.search @@ ${suspects} then ${read} else true end`;
}

/** A query that matches the vector of every text with this phrase: a stem matches all its words. */
function mayStand(phrase: readonly Token[]): string {
  const words = phrase.flatMap(({ parts }) => parts);
  const forms = (word: string) => [...new Set([word, ...allStems(word).map((root) => `~${root}`)])];
  return words.map((word) => `(${forms(word).map(quote).join('|')})`).join('&');
}

/** A PostgreSQL regular expression: the words of a phrase without letters or digits between them. */
function phrasePattern(phrase: readonly Token[]): string {
  const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const words = phrase.map(({ parts, joined, isUnspaced }) =>
    isUnspaced ? literal(joined) : parts.map(literal).join('[^[:alnum:]]*'),
  );
  return words.join('[^[:alnum:]]+');
}

const standing = (patterns: string) => `(^|[^[:alnum:]])(${patterns})([^[:alnum:]]|$)`;

const ACCENTED = new RegExp(`^${ACCENT}$`, 'u');
const MARKS = markRanges();
/** `fold` of tokens.ts in SQL. */
const FOLDED = `translate(normalize(${[...LETTERS].reduce(
  (text, [letter, plain]) => `replace(${text}, '${letter}', '${plain}')`,
  `regexp_replace(lower(normalize(written, NFKD)), '[${MARKS}]', '', 'g')`,
)}, NFC), '${KANA[0]}', '${KANA[1]}')`;

/** Most texts are plain ASCII, where folding only lowers the case. */
const PLAIN = `case when octet_length(written) = length(written) then lower(written collate "C") collate "default" else ${FOLDED} end`;

function markRanges(): string {
  let ranges = '';
  for (let code = 0; code < 0x10000; code += 1) {
    const first = code;
    while (ACCENTED.test(String.fromCharCode(code))) code += 1;
    if (code > first) ranges += `${String.fromCharCode(first)}-${String.fromCharCode(code - 1)}`;
  }
  return ranges;
}
