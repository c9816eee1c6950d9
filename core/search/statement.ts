// SQL statements assembled from pieces, run within the time limit of a search.
import { type Prepared, prepare } from '../../db/prepared.js';
import { DomainError, say } from '../kernel/errors.js';

/** After this time a search is cancelled. */
const SEARCH_TIMEOUT_MS = 2000;
const QUERY_CANCELED = '57014';

/** The values of a statement. */
export class Bindings {
  readonly values: unknown[] = [];

  /** A typed placeholder. */
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Hidden from the planner, which would otherwise plan the statement anew for each value. */
  hidden(value: unknown, type: string): string {
    return `(select ${this.bind(value, type)})`;
  }

  /** Hidden, as the planner would read all statistics of words for each. */
  query(tsquery: string | null): string {
    return this.hidden(tsquery, 'tsquery');
  }
}

/** There are few combinations of pieces: each is prepared once per connection. */
const statements = new Map<string, Prepared<object>>();

/** @throws DomainError unavailable when it takes too long */
export async function runSearch<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  const statement = statements.get(sql) ?? prepare<object>(sql, SEARCH_TIMEOUT_MS);
  statements.set(sql, statement);
  try {
    return (await statement(values)) as Row[];
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    throw new DomainError('unavailable', say('error.slow-search'), {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}
