// The best matches of a search by relevance: candidates from indexes, and their scores. One statement,
// because scores, page and counts must be of the same rows, read once; the functions below it bind what
// depends on the query. understanding.ts has the weights of fields and names, terms.ts those of words and
// their forms.
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { findCandidates, MAX_COMMON, MAX_PROMINENT, MAX_RELAXED, type Scope } from './candidates.js';
import { SPELLING } from './filters.js';
import { beyondScore, type OrderedWindow } from './in-order.js';
import { popularityOf } from './popular.js';
import { Bindings, runSearch } from './statement.js';
import { ENOUGH } from './tiers.js';
import type { Reading } from './understanding.js';
import { quote } from './word-forms.js';

export interface Match extends PresentedRow {
  /** Whether it has all words; a partial match has at least a quarter of their meaning. */
  readonly isFull: boolean;
  /** Higher is better; a full match has 1000 more. Ties by id. */
  readonly score: number;
  /** Bit n is set if the nth word was found in any form. */
  readonly found: number;
}

export interface Ranking {
  readonly matches: readonly Match[];
  /** Listings with all words; an estimate if there are too many to rank. */
  readonly full: number;
  readonly ranked: number;
  readonly isEstimate: boolean;
  readonly groups: readonly Group[];
  /** How many listings each counted row represents. */
  readonly scale: number;
}

/** Live listings with a lexeme ('' for all) that meet every filter, or all but one. */
export interface Group {
  readonly term: string;
  /** The spelling of a fact's value. */
  readonly value: string | null;
  /** The filter they do not meet; `*`: several. null: they meet all. */
  readonly beside: string | null;
  readonly listings: number;
  /** Matches of all words; partial ones are shown only if these are few. */
  readonly full: number;
  readonly relaxed: number;
  readonly isClear: boolean;
}

/** The score factor at zero coverage, which rises to 1 at full coverage. K1 and B are BM25's. */
const MIN_COVERAGE_FACTOR = 0.4;
const K1 = 1;
const B = 0.7;
/** Lexemes of an average listing. */
const AVERAGE_LENGTH = 100;
/** Boost of a name that begins with the whole query. */
const NAME_PREFIX_BOOST = 1.2;
const FULL_MATCH = 1000;

/** The best matches. @param counted also counts per filter: `all` for lists by relevance, `inOrder` by date or name
 * @param isPopular ranks full matches, or partial ones if there are none, by popularity
 * @throws DomainError unavailable after a timeout */
export async function rankMatches(
  reading: Reading,
  scope: Scope,
  window: OrderedWindow,
  counted: 'all' | 'inOrder' | null = null,
  isPopular = false,
): Promise<Ranking> {
  const { tiers, vocabulary } = reading;
  if (tiers === null) return { matches: [], full: 0, ranked: 0, isEstimate: false, groups: [], scale: 1 };
  const bindings = new Bindings();
  const isCounted = counted !== null;
  const full = tiers[counted ?? 'all'];
  const { stages, areAll } = findCandidates(reading, scope, bindings, isCounted);
  const isNamed = stages.some(([name]) => name === 'named')
    ? 's.ctid = any(array(select ctid from named))'
    : 'false';
  const forCounts = isCounted
    ? `ts_filter(s.search, '{a}') as terms, ${unmetFilter(reading, bindings)} as beside, is_full or ${isNamed} as is_sure,`
    : 'true as is_sure,';
  const score = isPopular
    ? `(select ${POPULARITY} from listings left join listing_popularity on listing_id = id where id = checked.id)`
    : `worth + boost + case when is_full then ${FULL_MATCH} else 0 end`;
  const which = isPopular
    ? 'is_full or not exists (select from checked where is_full)'
    : isCounted
      ? `is_sure or (select count(*) from every) < ${ENOUGH}`
      : 'true';
  // With filters, no match need be clear: results must agree with counts made without filters.
  const isClear = reading.filters.length > 0 ? 'true' : `(select bool_or(${IS_CLEAR}) from checked)`;
  const groups = isCounted
    ? `case when row_number() over (order by score desc, id desc) = 1 then ${GROUPS} end`
    : 'null::jsonb';
  const sql = `
    with ${stages.map(([name, stage]) => `${name} as materialized (${stage})`).join(',\n')},
    checked as (
      select s.id, ${forCounts} is_full, cover, bits as found,
        found.worth * ${FOR_LENGTH} * (${MIN_COVERAGE_FACTOR} + ${1 - MIN_COVERAGE_FACTOR} * cover) as worth,
        ${nameBoost(reading, bindings)} as boost
      from listing_search s
        cross join lateral (select s.search @@ ${bindings.query(full.tsquery)} as is_full offset 0) as matched
        cross join lateral (${worthOfWords(reading, bindings)}) as found
      where s.ctid = any(array(${stages.map(([name]) => `select ctid from ${name}`).join(' union all ')}))
    ),
    ranked as (
      select id as ranked_id, is_full as "isFull", found, ${score} as score from checked
      where ${which} and ${isClear}
    ),
    page as (
      select * from ranked ${beyondScore(window, 'ranked_id', bindings)} order by score desc, ranked_id desc
      offset ${bindings.hidden(window.offset, 'bigint')} limit ${bindings.hidden(window.limit, 'int')}
    )
    select ${PRESENTED_SELECT}, page.*, counted.*, ${groups} as groups
    from (select count(*) filter (where "isFull") as "fullMatches", count(*) as ranked from ranked) as counted
      left join (page join listings on id = ranked_id) on true order by score desc, id desc`;
  type Counts = { fullMatches: number; ranked: number; groups: Group[] | null };
  const rows = await runSearch<Match & Counts>(sql, bindings.values);
  const { fullMatches = 0, ranked = 0, groups: grouped } = rows[0] ?? {};
  // Statistics cover only words, so scale by the share of read texts that contain the phrases.
  const quoted =
    reading.query.phrases.length > 0 ? Math.min(1, fullMatches / (MAX_COMMON + MAX_PROMINENT)) : 1;
  const counts = grouped ?? [];
  const sample = counts.reduce((sum, group) => sum + (group.term === '' ? group.full : 0), 0);
  const scale = areAll ? 1 : Math.max(1, (full.share * vocabulary.size) / Math.max(sample, 1));
  return {
    // Beyond the last page, the only row has the counts and no match.
    matches: rows.filter(({ id }) => id !== null),
    full: areAll
      ? fullMatches
      : Math.max(fullMatches, Math.round(tiers.all.share * vocabulary.size * quoted)),
    ranked,
    isEstimate: !areAll || ranked - fullMatches >= MAX_RELAXED,
    groups: counts,
    scale,
  };
}

/** BM25's normalisation by the length of a text. */
const FOR_LENGTH = `(${K1} + 1) / (1 + ${K1} * (1 - ${B} + ${B} * length(s.search)::float8 / ${AVERAGE_LENGTH}))`;
const POPULARITY = popularityOf('popularity', 'published_at');

/** Nothing is shown unless one match is clear: all words, nearly half of the meaning, or a name. */
const IS_CLEAR = 'is_full or cover >= 0.45 or boost >= 0.5';

/** Counts matches by lexeme, and by the filter that they do not meet. */
const GROUPS = `(select jsonb_agg(each) from (
  select counted.*, spelled.value from (
    select term, beside, count(*) as listings, count(*) filter (where is_full) as full,
      count(*) filter (where not is_sure) as relaxed, bool_or(${IS_CLEAR}) as "isClear"
    from checked cross join lateral unnest(array_append(tsvector_to_array(terms), '')) as term
    where beside is distinct from '*' or term = '' group by 1, 2
  ) as counted ${SPELLING}) as each)`;

/** The filter that a match does not meet; `*` for several. */
function unmetFilter({ filters }: Reading, bindings: Bindings): string {
  const queries = filters.map(({ name, lexemes }) => ({ name, query: lexemes.map(quote).join('|') }));
  return `(select case when count(*) > 1 then '*' else min(name) end
    from unnest(${bindings.column(queries, 'name', 'text')}, ${bindings.column(queries, 'query', 'tsquery')}) as filter (name, query)
    where not s.search @@ query)`;
}

/** The value of a match's words, their share of the meaning, and which words they are. */
function worthOfWords({ checks }: Reading, bindings: Bindings): string {
  const column = (key: keyof (typeof checks)[number], type: string) => bindings.column(checks, key, type);
  return `select coalesce(sum(worth), 0) as worth, coalesce(sum(share), 0) as cover, coalesce(sum(bit), 0)::int as bits
    from (
      select max(worth) as worth, max(share) as share, max(bit) as bit
      from unnest(${column('word', 'int')}, ${column('field', 'text')}, ${column('query', 'tsquery')}, ${column('worth', 'float8')},
        ${column('share', 'float8')}, ${column('bit', 'int')}) as checks (word, field, query, worth, share, bit)
      where s.search @@ query group by word, field
    ) as best`;
}

function nameBoost({ names, beginning }: Reading, bindings: Bindings): string {
  const equal = `(select max(worth)
    from unnest(${bindings.column(names, 'name', 'text')}, ${bindings.column(names, 'worth', 'float8')}) as named (name, worth)
    where name = s.name_joined)`;
  if (beginning === '') return `coalesce(${equal}, 0)`;
  return `coalesce(${equal}, 0)
    + case when starts_with(s.name_joined, ${bindings.bind(beginning, 'text')}) then ${NAME_PREFIX_BOOST} else 0 end`;
}
