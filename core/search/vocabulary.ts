// Word frequencies from PostgreSQL's statistics of the search vectors: cached, and reloaded after listings
// change. Runs ANALYZE if the statistics are missing or far behind.
import type { Knex } from 'knex';
import { BaseModel } from '../../db/models/base.js';
import { keep } from '../kernel/kept.js';
import { lowerBound } from '../kernel/lower-bound.js';
import { stem } from '../listings/tokens.js';

export class Vocabulary {
  private readonly sorted: string[];
  private readonly rarest: number;

  /** @param frequencies of lexemes, as shares of the `size` sampled listings */
  constructor(
    readonly size: number,
    private readonly frequencies: ReadonlyMap<string, number>,
  ) {
    this.sorted = [...frequencies.keys()].sort();
    this.rarest = 0.5 / Math.max(size, 1);
  }

  has(lexeme: string): boolean {
    return this.frequencies.has(lexeme);
  }

  /** Whether the statistics have a word or its stem. */
  knows(word: string): boolean {
    return this.has(word) || this.has(`~${stem(word)}`) || this.has(stem(word));
  }

  /** The share of listings with a lexeme; very rare if missing from the statistics. */
  frequency(lexeme: string): number {
    return this.frequencies.get(lexeme) ?? this.rarest;
  }

  prefixFrequency(prefix: string): number {
    let sum = this.rarest;
    for (const lexeme of this.beginningWith(prefix)) {
      sum += this.frequency(lexeme);
      if (sum >= 1) return 1;
    }
    return sum;
  }

  /** The most common longer words with this prefix. Omits words of fewer than `least` listings: joined names. */
  completions(prefix: string, most: number, least = 2, isWanted = (_word: string) => true): string[] {
    return this.beginningWith(prefix)
      .filter((lexeme) => lexeme.length > prefix.length && this.frequency(lexeme) * this.size > least - 0.5)
      .filter(isWanted)
      .sort((a, b) => this.frequency(b) - this.frequency(a) || (a < b ? -1 : 1))
      .slice(0, most);
  }

  private beginningWith(prefix: string): string[] {
    const placeOf = (text: string) =>
      lowerBound(this.sorted.length, (at) => (this.sorted[at] as string) < text);
    return this.sorted.slice(placeOf(prefix), placeOf(`${prefix}\uffff`));
  }
}

const MAX_AGE_MS = 30_000;

/** This database's vocabulary. The first call loads it; later calls refresh it in the background. */
export const { get: readVocabulary } = keep(loadVocabulary, [], () => MAX_AGE_MS);

async function loadVocabulary(): Promise<Vocabulary> {
  const knex = BaseModel.knex();
  await analyzeIfStale(knex);
  type Statistics = { size: number; lexemes: string[] | null; frequencies: number[] | null };
  const { rows } = await knex.raw<{ rows: Statistics[] }>(
    `select greatest(reltuples, 0)::float8 as size, most_common_elems::text::text[] as lexemes,
       most_common_elem_freqs as frequencies
     from pg_class left join pg_stats on tablename = relname and attname = 'search' and schemaname = relnamespace::regnamespace::text
     where pg_class.oid = 'listing_search'::regclass`,
  );
  const { size = 0, lexemes, frequencies } = rows[0] ?? {};
  return new Vocabulary(size, new Map(lexemes?.map((lexeme, index) => [lexeme, frequencies?.[index] ?? 0])));
}

/** Autovacuum runs only once a minute: a search may come first. A replica cannot run ANALYZE, and need not. */
async function analyzeIfStale(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { stale: boolean }[] }>(
    `select not pg_is_in_recovery()
       and n_mod_since_analyze > 20 + 0.1 * (case when last_analyze is null and last_autoanalyze is null then 0 else reltuples end)
       as stale
     from pg_stat_user_tables join pg_class on oid = relid where relid = 'listing_search'::regclass`,
  );
  if (rows[0]?.stale) await knex.raw('analyze listing_search');
}
