// The connections to a database: a pool of pg's, on which every wait has a limit, and knex over it.
import type { Duplex } from 'node:stream';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { socketsTo } from './breaker.js';
import { CONNECT_LIMIT, newClient } from './client.js';
import { markChanged, OWN_CHANGE } from './public-content.js';
import { beginStatement } from './work.js';

export const OLDEST_POSTGRES = 15;
/** Milliseconds to wait for a statement's response beyond its own limit: then the connection counts as silent. */
const SILENCE_LIMIT = 5_000;
/** Milliseconds for which a transaction may be idle: a forgotten one must not hold its locks for ever. */
const IDLE_LIMIT = 60_000;
const LOCK_LIMIT = 10_000;
/** Milliseconds until a connection counts as silent when a pooler has not passed on the end of a statement. */
const POOLER_DELAY = 1_000;
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
    onConnect: async (client) => {
      if (!isPooled) await (client as PatientClient).learnId();
    },
  });
  // The next statement fails, or gets another connection.
  connections.on('error', ignore);
  const knex = knexFactory({
    client: 'pg',
    // Without a set version, knex would query the version on every new connection.
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
/** `patience`: milliseconds after which the statement is cancelled; by default the limit of the pool. */
type Statement = pg.QueryConfig & { readonly patience?: number };
type Callback = (error: Error | null, result?: unknown) => void;

/**
 * Neither pg nor knex has an option for the three things that this adds to each statement: a limit of its own, limits
 * behind a pooler (in the `begin` of knex, hence recognised by its text), and the changes that its notices report.
 */
class PatientClient extends pg.Client {
  declare pipeline: boolean;
  readonly #settings: ClientSettings;
  readonly #socket: Duplex | undefined;
  /** The server process's id; null behind a pooler, where it may change with each statement. */
  #pid: number | null = null;
  readonly #changes: string[] = [];

  constructor(settings: ClientSettings = {}) {
    const socket = settings.stream?.();
    super({ ...settings, ...(socket && { stream: () => socket }) });
    this.#settings = settings;
    this.#socket = socket;
    // The database may end a connection between two statements. Without a listener that would end the process, and a
    // pool removes its own while a connection is in use; the next statement fails and reports it.
    this.on('error', ignore);
    this.on('notice', ({ code, message }) => {
      if (code === OWN_CHANGE) this.#changes.push(message ?? '');
    });
    this.on('end', () => this.#note());
  }

  get #isOutsideTransaction(): boolean {
    return this.getTransactionStatus() === 'I';
  }

  async learnId(): Promise<void> {
    const { rows } = await super.query<{ pid: number }>('select pg_backend_pid() as pid');
    this.#pid = rows[0]?.pid ?? null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has eight signatures for it; statements of knex have this one.
  override query(given: any, ...rest: any[]): any {
    const done: unknown = rest.at(-1);
    // pg-copy-streams needs the connection to itself.
    this.pipeline = typeof given.submit !== 'function';
    if (typeof done !== 'function') return super.query(given, ...rest);
    const { patience, ...statement }: Statement = given;
    const { transactionLimits } = this.#settings;
    const isAlone = transactionLimits !== undefined && this.#isOutsideTransaction;
    if (transactionLimits) {
      delete statement.name;
      if (/^begin\b/i.test(statement.text)) statement.text = beginWithin(statement.text, transactionLimits);
    }
    const finish = this.#start(statement.text, patience);
    const settle = (error: Error | null, result?: unknown) => {
      finish(error);
      (done as Callback)(error, result);
    };
    if (isAlone && patience !== undefined) this.#queryWithin(statement, patience, settle);
    else super.query(statement, settle);
  }

  /** Runs a statement in a transaction, whose limit the server enforces: a pooler would let the statement run on. */
  #queryWithin(statement: pg.QueryConfig, patience: number, settle: Callback): void {
    const limits = { ...this.#settings.transactionLimits, statement_timeout: patience };
    super.query(beginWithin('begin', limits), (refusal) => {
      if (refusal) return settle(refusal);
      super.query(statement, (error, result) => {
        super.query(error ? 'rollback' : 'commit', (failure) => settle(error ?? failure, result));
      });
    });
  }

  /** A statement starts. @returns a function to call at its end, before its caller continues */
  #start(text: string, patience: number | undefined): (error: Error | null) => void {
    const span = beginStatement(text);
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
      void this.#cancel();
    };
    const delay = this.#pid === null ? POOLER_DELAY : 0;
    const timer = patience === undefined ? undefined : setTimeout(cancel, patience + delay);
    return (error) => {
      clearTimeout(timer);
      span?.end(error ?? undefined);
      if (this.#isOutsideTransaction) this.#note();
      // A cancellation may still hit the next statement; a response may still arrive. The pool replaces the connection.
      if (isCancelled || error?.message === 'Query read timeout') void this.end();
    };
  }

  /** Reports the changes, also after a rollback, which does no harm. */
  #note(): void {
    for (const tags of this.#changes.splice(0)) markChanged(tags);
  }

  /** Cancels the statement (query_canceled). Behind a pooler, closes the connection instead. */
  async #cancel(): Promise<void> {
    if (this.#pid === null) return void this.#socket?.destroy();
    const { connectionString } = this.#settings;
    // Uses its own connection: the pool may be exhausted.
    const messenger = newClient(connectionString ?? '', '');
    await messenger
      .connect()
      .then(() => messenger.query('select pg_cancel_backend($1)', [this.#pid]))
      // If this fails, the pool's limit ends the statement.
      .catch(() => undefined);
    await messenger.end();
  }
}

function beginWithin(begin: string, limits: Readonly<Record<string, number>>): string {
  const set = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`);
  return [begin.trimEnd().replace(/;$/, ''), ...set].join('; ');
}
