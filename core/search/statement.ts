// SQL statements that are put together from pieces, run within the time a search may take.
import { type Prepared, prepare } from '../../db/prepared.js';
import { DomainError, say } from '../kernel/errors.js';

/** Milliseconds after which a search is given up. */
const PATIENCE = 2000;
const QUERY_CANCELED = '57014';

/** The values of a statement. */
export class Bindings {
  readonly values: unknown[] = [];

  /** A placeholder of a type. */
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** One whose value the planner does not look at: it would read all statistics of words for each of them. */
  query(tsquery: string | null): string {
    return `(select ${this.bind(tsquery, 'tsquery')})`;
  }
}

/** Pieces fit together in few ways: each is prepared once on each connection. */
const statements = new Map<string, Prepared<object>>();

/** @throws DomainError unavailable when it takes too long */
export async function runSearch<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  const statement = statements.get(sql) ?? prepare<object>(sql, PATIENCE);
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
