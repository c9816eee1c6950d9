// SQL statements assembled from pieces, run with the timeout of a search.
import { prepare } from '../../db/prepared.js';
import { DomainError, say } from '../kernel/errors.js';

const SEARCH_TIMEOUT_MS = 2000;
const QUERY_CANCELED = '57014';

export class Bindings {
  readonly values: unknown[] = [];

  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  column<Item>(items: readonly Item[], key: keyof Item, type: string): string {
    const values = items.map((item) => item[key]);
    return this.bind(values, `${type}[]`);
  }

  /** Hides a value from the planner, which would otherwise plan the statement anew for each value. */
  hidden(value: unknown, type: string): string {
    return `(select ${this.bind(value, type)})`;
  }

  /** Hides the value from the planner, which would otherwise read all word statistics. */
  query(tsquery: string | null): string {
    return this.hidden(tsquery, 'tsquery');
  }
}

/** Runs a statement with the timeout of a search. @throws DomainError unavailable after the timeout */
export async function runSearch<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  try {
    return await prepare<Row>(sql, SEARCH_TIMEOUT_MS)(values);
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    const details = { retryAfterSeconds: 5, cause: error };
    throw new DomainError('unavailable', say('error.slow-search'), details);
  }
}
