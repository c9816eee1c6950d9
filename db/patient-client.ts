// A connection on which every wait has a limit, directly or through a pooler such as PgBouncer.
import pg from 'pg';
import { breakerAt } from './breaker.js';
import { beginStatement } from './trace.js';
import { currentWork } from './work.js';

/** Missing in pg's types. */
type Messenger = pg.Connection & {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};

/** Milliseconds for a cancelled statement to end. */
const CANCEL_LIMIT = 2_000;

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A pg client that closes the connection when the database does not respond within `query_timeout` (with a response
 * outstanding, nothing else can be sent on this connection), or when its breaker opens. A statement of work with a
 * limit is cancelled after it.
 */
export class PatientClient extends pg.Client {
  __knex__disposed?: Error;
  #known?: ReturnType<typeof breakerAt>;

  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    // The database may end a connection between two statements. Without a listener that would end the process, and a
    // pool removes its own while a connection is in use; the next statement fails and reports it.
    this.on('error', () => undefined);
  }

  /** A breaker may be created after this client has connected. */
  get #breaker() {
    this.#known ??= breakerAt(this.host, this.port);
    return this.#known;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has two signatures for it.
  override connect(callback?: any): any {
    const connecting = this.#watch(() => super.connect());
    if (callback === undefined) return connecting;
    connecting.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has eight signatures for it, and this one passes each on unchanged.
  override query(...args: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    // A COPY stream, which signals its own end.
    if (typeof args[0]?.submit === 'function') return query.apply(this, args);
    const end = this.#begin(typeof args[0] === 'string' ? args[0] : args[0].text);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: Error | null, result?: unknown) => {
        end(error);
        (callback as Callback)(error, result);
      };
    }
    const result = query.apply(this, args);
    if (result instanceof Promise) {
      result.then(
        () => end(null),
        (error: Error) => end(error),
      );
    }
    return result;
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    this.#breaker?.check();
    const end = this.#breaker?.wait({ fail: () => this.#endNow() });
    try {
      const result = await work();
      end?.(true);
      return result;
    } catch (error) {
      end?.(false);
      throw error;
    }
  }

  /** A statement starts. @returns a function to call at its end */
  #begin(text: string): (error: Error | null) => void {
    const span = beginStatement(text);
    const answered = this.#breaker?.wait({ fail: () => this.#endNow() });
    const limit = currentWork()?.statementLimit ?? null;
    const cancelled = () => {
      this.#cancel();
      // A pooler without a free connection cancels nothing, and never responds.
      timer = setTimeout(() => this.#endNow(), CANCEL_LIMIT);
    };
    let timer = limit === null ? undefined : setTimeout(cancelled, limit);
    return (error) => {
      clearTimeout(timer);
      span?.end(error ?? undefined);
      answered?.(error === null || 'severity' in error);
      // pg's only indication of a silent database.
      if (error?.message !== 'Query read timeout') return;
      this.#dispose(error);
      this.end().catch(() => undefined);
    };
  }

  /** Knex checks this before it hands out a connection. */
  #dispose(error: Error): void {
    this.__knex__disposed = error;
  }

  #endNow(): void {
    this.connection.stream.destroy();
  }

  /** The statement fails with query_canceled; if cancelling fails, the connection's own limit ends it. */
  #cancel(): void {
    // It may hit the next statement on this connection, so nobody else gets the connection any more.
    this.#dispose(new Error('A statement was cancelled.'));
    const { processID, secretKey } = this as unknown as { processID: number; secretKey: number };
    const messenger = new pg.Connection() as Messenger;
    messenger.on('error', () => undefined);
    messenger.once('connect', () => messenger.cancel(processID, secretKey));
    if (this.host.startsWith('/')) messenger.connect(`${this.host}/.s.PGSQL.${this.port}`);
    else messenger.connect(this.port, this.host);
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
      return super.query(
        { ...config, text: `${config.text.trimEnd().replace(/;$/, '')}; ${limits};` },
        ...rest,
      );
    }
  };
}
