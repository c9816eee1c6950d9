// A connection that never waits for ever, directly or through a pooler such as PgBouncer.
import pg from 'pg';

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A pg client that ends when the database does not answer within `query_timeout`: with the answer outstanding,
 * nothing else could be asked on this connection.
 */
export class PatientClient extends pg.Client {
  __knex__disposed?: Error;

  // biome-ignore lint/suspicious/noExplicitAny: pg has eight signatures for it, and this one passes each on as it is.
  override query(...args: any[]): any {
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: Error | null, result?: unknown) => {
        this.#endIfSilent(error);
        (callback as Callback)(error, result);
      };
    }
    const query = super.query as (...args: unknown[]) => unknown;
    const result = query.apply(this, args);
    if (result instanceof Promise) result.catch((error: Error) => this.#endIfSilent(error));
    return result;
  }

  #endIfSilent(error: Error | null): void {
    // pg says no more of it than this.
    if (error?.message !== 'Query read timeout') return;
    // Knex asks for this before it gives a connection to somebody else.
    this.__knex__disposed = error;
    this.end().catch(() => undefined);
  }
}

interface TransactionLimits {
  /** Milliseconds; 0 without limit. */
  readonly statement: number;
  readonly idle: number;
}

/**
 * The same through a pooler, which may give every transaction another session of the server: limits are set in each
 * transaction, and no statement is prepared by name.
 */
export function pooledClient({ statement, idle }: TransactionLimits): typeof PatientClient {
  const limits = `set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idle}`;
  return class extends PatientClient {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    override query(first: any, ...rest: any[]): any {
      if (typeof first !== 'object' || first === null) return super.query(first, ...rest);
      const { name: _name, ...config } = first;
      if (!/^\s*begin\b/i.test(config.text)) return super.query(config, ...rest);
      return super.query({ ...config, text: `${config.text.replace(/;?\s*$/, '')}; ${limits};` }, ...rest);
    }
  };
}
