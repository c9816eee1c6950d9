// A circuit breaker for a database that is silent or away. Slow statements do not open it: only when no connection of
// this process gets any response, and neither does a trivial query on a connection of its own. Then everything that
// waits fails at once, and so do new queries, while the trivial query is repeated in the background.
import pg from 'pg';

export interface BreakerEvents {
  /** Called once when it opens. @param reason for the operator */
  onAway(reason: string): void;
  /** Called once when the database answers again. @param seconds since `onAway` */
  onBack(seconds: number): void;
  /** Milliseconds between two checks. */
  readonly interval?: number;
}

/**
 * Milliseconds between two checks. Silence is counted in checks, not by a clock: while this process itself is delayed,
 * responses may have arrived that it has not read.
 */
const LOOK = 250;
/** Checks without any response after which the trivial query is sent. */
const ASK_AFTER = 2;
/** Checks without any response after which the database counts as away: a request is refused within two seconds. */
const AWAY_AFTER = 6;
/** Milliseconds for one attempt to reconnect. */
const ATTEMPT = 2_000;

/** `code` of the errors while it is open. */
export const DATABASE_AWAY = 'DATABASE_AWAY';

export interface Breaker {
  readonly isOpen: boolean;
  close(): Promise<void>;
}

/** By the host and port of the server: the connections of all pools of a process share one. */
const breakers = new Map<string, DatabaseBreaker>();

/** The breaker of the server at this host and port, if there is one. */
export function breakerAt(host: string, port: number): DatabaseBreaker | undefined {
  return breakers.size === 0 ? undefined : breakers.get(`${host}:${port}`);
}

/** Watches the server of a URL, for every `PatientClient` connected to it. */
export function watchDatabase(url: string, events: BreakerEvents): Breaker {
  const { host, port } = new pg.Client({ connectionString: url });
  const place = `${host}:${port}`;
  const found = breakers.get(place);
  if (found) return { isOpen: false, close: async () => undefined };
  const breaker = new DatabaseBreaker(url, events);
  breakers.set(place, breaker);
  return {
    get isOpen() {
      return breaker.isOpen;
    },
    close: async () => {
      breakers.delete(place);
      await breaker.close();
    },
  };
}

interface Waiting {
  /** Fails everything that waits, with an error. */
  fail(error: Error): void;
}

class DatabaseBreaker {
  readonly #waiting = new Set<Waiting>();
  readonly #timer: NodeJS.Timeout;
  #asker: pg.Client | null = null;
  #attempt: Promise<unknown> | null = null;
  #looks = 0;
  #closing = false;
  #awaySince: number | null = null;

  constructor(
    private readonly url: string,
    private readonly events: BreakerEvents,
  ) {
    this.#ask();
    this.#timer = setInterval(() => this.#look(), events.interval ?? LOOK);
    this.#timer.unref();
  }

  get isOpen(): boolean {
    return this.#awaySince !== null;
  }

  /** @throws Error DATABASE_AWAY while it is open */
  check(): void {
    if (this.#awaySince !== null) throw awayError();
  }

  /**
   * Registers something that waits for the database. @returns a function to call with the outcome, `isAnswer` false for
   * a failure
   */
  wait(waiting: Waiting): (isAnswer: boolean) => void {
    this.#waiting.add(waiting);
    return (isAnswer) => {
      this.#waiting.delete(waiting);
      if (isAnswer) this.#looks = 0;
    };
  }

  /**
   * The outcome of `work`, or an error as soon as the breaker opens; `late` then receives a result that nobody waits
   * for any more.
   */
  async guard<T>(work: () => Promise<T>, late: (result: T) => unknown): Promise<T> {
    this.check();
    let fail: (error: Error) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const done = this.wait({ fail });
    const result = work();
    try {
      return await Promise.race([result, failed]);
    } catch (error) {
      result.then(late, () => undefined);
      throw error;
    } finally {
      done(false);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing = true;
    this.#drop();
    await this.#attempt;
  }

  #look(): void {
    if (this.#awaySince !== null) {
      this.#ask();
      return;
    }
    if (this.#waiting.size === 0) {
      this.#looks = 0;
      // The breaker's own connection was lost while nothing waited: the trivial query reconnects if the server is
      // there.
      if (this.#asker === null) this.#ask();
      return;
    }
    this.#looks += 1;
    if (this.#looks >= AWAY_AFTER) this.#open('it keeps silent');
    else if (this.#looks >= ASK_AFTER) this.#ask();
  }

  #ask(): void {
    this.#attempt ??= this.#askOnce().finally(() => {
      this.#attempt = null;
    });
  }

  async #askOnce(): Promise<void> {
    const isNew = this.#asker === null;
    try {
      const asker = this.#asker ?? (await this.#connect());
      await asker.query('select 1');
      this.#answered();
    } catch (error) {
      this.#drop();
      if (this.#closing) return;
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (isRefusalOfServer(code)) this.#answered();
      // A timeout is silence, which the checks count. A lost connection is not yet a lost database.
      else if (!/timeout/i.test(message)) {
        if (isNew) this.#open(message || code);
        else await this.#askOnce();
      }
    }
  }

  async #connect(): Promise<pg.Client> {
    const asker = new pg.Client({
      connectionString: this.url,
      application_name: 'listing-directory breaker',
      keepAlive: true,
      connectionTimeoutMillis: ATTEMPT,
      query_timeout: ATTEMPT,
    });
    asker.on('error', () => this.#drop(asker));
    this.#asker = asker;
    await asker.connect();
    return asker;
  }

  #drop(asker = this.#asker): void {
    if (asker === this.#asker) this.#asker = null;
    // `end` would never settle for a connection that is still being established.
    asker?.connection.stream.destroy();
  }

  #answered(): void {
    this.#looks = 0;
    if (this.#awaySince === null) return;
    const seconds = (performance.now() - this.#awaySince) / 1000;
    this.#awaySince = null;
    this.events.onBack(seconds);
  }

  #open(reason: string): void {
    if (this.#awaySince !== null) return;
    this.#awaySince = performance.now();
    this.events.onAway(reason);
    const error = awayError();
    for (const waiting of [...this.#waiting]) waiting.fail(error);
    this.#waiting.clear();
    this.#drop();
  }
}

/**
 * A SQLSTATE shows that the server is there, except for shutting down and starting, and a pooler without a server
 * (08P01).
 */
function isRefusalOfServer(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code);
}

function awayError(): Error {
  return Object.assign(new Error('The database is away.'), { code: DATABASE_AWAY });
}
