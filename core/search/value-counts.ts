// The values of a fact with the number of live listings that have them: for its pages and the console.
import { prepare } from '../../db/prepared.js';
import { factLexeme } from '../listings/facts.js';
import { fold } from '../listings/tokens.js';
import type { FactDefinition } from '../settings/fact-schema.js';

interface CountedValue {
  readonly value: string;
  /** Its address: what all spellings have in common. */
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

/** @param q a part of the value @returns the commonest first, and how many there are */
export async function countValues(
  { key }: FactDefinition,
  { q = '', offset = 0, limit }: { q?: string; offset?: number; limit: number },
): Promise<{ values: CountedValue[]; total: number }> {
  const prefix = factLexeme(key, '');
  const part = fold(q.trim()).replace(/\s+/g, '-');
  const rows = await countedValues([prefix, `${prefix}\u{10ffff}`, part, key, offset, limit]);
  return { values: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
