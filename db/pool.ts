// The connections to a database: a pool of pg's, on which every wait has a limit, and knex over it.
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { socketsTo } from './breaker.js';
import { CONNECT_LIMIT } from './client.js';
import { markChanged, OWN_CHANGE } from './public-content.js';
import { beginStatement } from './work.js';

export const OLDEST_POSTGRES = 15;
/** Milliseconds to wait for a statement's response beyond its own limit: then the connection counts as silent. */
const SILENCE_LIMIT = 5_000;
/** Milliseconds for which a transaction may be idle: a forgotten one must not hold its locks for ever. */
const IDLE_LIMIT = 60_000;
const LOCK_LIMIT = 10_000;
const KEPT_MS = 30_000;

// Counts and sums arrive as bigint; none of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  readonly pool?: { readonly min?: number; readonly max?: number };
  /** Milliseconds a statement may run, 0 without limit. */
  readonly statementTimeout?: number;
  /**
   * Whether a pooler such as PgBouncer is in between. It accepts no session parameters and may change the session
   * with each transaction, so limits are set per transaction and statements are not prepared.
   */
  readonly isPooled?: boolean;
  /** The URL for locks and notifications, if sessions are not available at `url`. */
  readonly directUrl?: string | null;
}

const ignore = () => undefined;

const members = new WeakMap<Knex, { readonly connections: pg.Pool; readonly directUrl: string }>();

/** A pool without models; `connectDatabase` is what a process normally wants. End it with `closePool`. */
export function createPool(url: string, options: PoolOptions = {}): Knex {
  const { pool = {}, statementTimeout = 30_000, isPooled = false, directUrl } = options;
  const limits = {
    statement_timeout: statementTimeout,
    lock_timeout: Math.min(statementTimeout, LOCK_LIMIT),
    idle_in_transaction_session_timeout: IDLE_LIMIT,
  };
  const settings: ClientSettings = {
    connectionString: url,
    application_name: 'listing-directory',
    keepAlive: true,
    // Statements sent together, by `Promise.all` in a transaction, do not wait for each other's responses.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_LIMIT,
    stream: socketsTo(url),
    ...(statementTimeout > 0 ? { query_timeout: statementTimeout + SILENCE_LIMIT } : {}),
    ...(isPooled ? { transactionLimits: limits } : limits),
  };
  const connections = new pg.Pool({
    ...settings,
    Client: PatientClient,
    max: 10,
    idleTimeoutMillis: KEPT_MS,
    ...pool,
  });
  // The next statement fails, or gets another connection.
  connections.on('error', ignore);
  const knex = knexFactory({
    client: 'pg',
    // Set in advance, it is not queried on every new connection.
    version: String(OLDEST_POSTGRES),
    connectionPool: connections,
    // Errors are thrown to the caller; knex would also print them.
    log: { error: ignore, warn: ignore, debug: ignore, deprecate: ignore },
  });
  members.set(knex, { connections, directUrl: directUrl ?? url });
  return knex;
}

/** Each connection is closed after the statement or transaction that uses it. */
export async function closePool(knex: Knex): Promise<void> {
  const connections = connectionsOf(knex);
  if (!connections.ending) await connections.end();
}

export function connectionsOf(knex: Knex): pg.Pool {
  const { connections } = members.get(knex) ?? {};
  if (!connections) throw new Error('This knex is not one of createPool.');
  return connections;
}

export function directUrlOf(knex: Knex): string {
  return members.get(knex)?.directUrl ?? '';
}

export function countConnections(knex: Knex): { used: number; free: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = connectionsOf(knex);
  return { used: totalCount - idleCount, free: idleCount, waiting: waitingCount };
}

/** Makes a connection beside those of the pool, and closes it. @throws Error when there is none within `milliseconds` */
export async function tryConnection(knex: Knex, milliseconds: number): Promise<void> {
  const { options } = members.get(knex)?.connections ?? {};
  const client = new PatientClient({ ...options, connectionTimeoutMillis: milliseconds });
  await client.connect();
  await client.end();
}

type ClientSettings = pg.ClientConfig & { readonly transactionLimits?: Readonly<Record<string, number>> };
/** `patience`: milliseconds after which the database cancels it; otherwise the pool's limit. */
type Statement = pg.QueryConfig & { readonly patience?: number };
type Callback = (error: Error | null, result?: unknown) => void;

/**
 * Neither pg nor knex has an option for the three things that this adds to each statement: a limit of its own, limits
 * behind a pooler (in the `begin` of knex, hence recognised by its text), and the changes that its notices report.
 */
class PatientClient extends pg.Client {
  declare pipeline: boolean;
  readonly #transactionLimits: ClientSettings['transactionLimits'];
  readonly #changes: string[] = [];

  constructor(settings: ClientSettings = {}) {
    super(settings);
    this.#transactionLimits = settings.transactionLimits;
    // The database may end a connection between two statements. Without a listener that would end the process, and a
    // pool removes its own while a connection is in use; the next statement fails and reports it.
    this.on('error', ignore);
    this.on('notice', ({ code, message }) => {
      if (code === OWN_CHANGE) this.#changes.push(message ?? '');
    });
    this.on('end', () => this.#note());
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has eight signatures for it; statements of knex have this one.
  override query(given: any, ...rest: any[]): any {
    const done: unknown = rest.at(-1);
    // pg-copy-streams needs the connection to itself.
    this.pipeline = typeof given.submit !== 'function';
    if (typeof done !== 'function') return super.query(given, ...rest);
    const { patience, ...statement }: Statement = given;
    const limits = this.#transactionLimits;
    if (limits) {
      delete statement.name;
      if (/^begin\b/i.test(statement.text)) statement.text = beginWithin(statement.text, limits);
    }
    const span = beginStatement(statement.text);
    const settle = (error: Error | null, result?: unknown) => {
      span?.end(error ?? undefined);
      if (this.getTransactionStatus() === 'I') this.#note();
      // Its response may still arrive. The pool replaces the connection.
      if (error?.message === 'Query read timeout') void this.end();
      (done as Callback)(error, result);
    };
    if (patience === undefined) super.query(statement, settle);
    else this.#queryWithin(statement, patience, settle);
  }

  /** Runs it in a transaction of its own, whose limit the database enforces, also behind a pooler. */
  #queryWithin(statement: pg.QueryConfig, patience: number, settle: Callback): void {
    const limits = { ...this.#transactionLimits, statement_timeout: patience };
    let outcome: Parameters<Callback> = [null];
    // Sent together. If the first fails, all do; after a failure, `commit` rolls back.
    super.query(beginWithin('begin', limits), ignore);
    super.query(statement, (error, result) => {
      outcome = [error, result];
    });
    super.query('commit', (failure) => settle(outcome[0] ?? failure, outcome[1]));
  }

  /** Reports the changes, also after a rollback, which does no harm. */
  #note(): void {
    for (const tags of this.#changes.splice(0)) markChanged(tags);
  }
}

function beginWithin(begin: string, limits: Readonly<Record<string, number>>): string {
  const set = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`);
  return [begin.trimEnd().replace(/;$/, ''), ...set].join('; ');
}
