// A circuit breaker for a silent or unreachable database, not for slow statements: it opens if no connection receives
// anything and a trivial query gets no response. Then waiting statements fail, and new connections are refused.
import { Socket } from 'node:net';
import pg from 'pg';

export interface BreakerEvents {
  onAway(reason: string): void;
  /** @param seconds since `onAway` */
  onBack(seconds: number): void;
  readonly interval?: number;
}

/** Silence is counted in checks, not in time: while this process is delayed, responses may wait unread. */
const LOOK_MS = 250;
/** Checks without any response after which the trivial query is sent. */
const ASK_AFTER = 2;
/** Checks without any response after which the database counts as away: a request is refused within two seconds. */
const AWAY_AFTER = 6;
const ATTEMPT_MS = 2_000;

export const BREAKER_NAME = 'listing-directory breaker';
export const DATABASE_AWAY = 'DATABASE_AWAY';

/** Breakers by host and port: all pools of a process share the one of their server. */
const breakers = new Map<string, Breaker>();
const socketsAt = new Map<string, Set<Socket>>();

function placeOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return `${host}:${port}`;
}

/** The `stream` option for clients of this URL: sockets that the server's breaker can close. */
export function socketsTo(url: string): () => Socket {
  const place = placeOf(url);
  return () => new DatabaseSocket(place);
}

class DatabaseSocket extends Socket {
  readonly #place: string;

  constructor(place: string) {
    super();
    this.#place = place;
    const sockets = socketsAt.get(place) ?? new Set();
    socketsAt.set(place, sockets.add(this));
    this.once('close', () => sockets.delete(this));
  }

  // biome-ignore lint/suspicious/noExplicitAny: Node has several signatures for it.
  override connect(...to: any): this {
    if (!breakers.get(this.#place)?.isOpen) return super.connect(...(to as Parameters<Socket['connect']>));
    process.nextTick(() => this.destroy(awayError()));
    return this;
  }
}

/** Watches the server of a URL, for every client with a socket of `socketsTo`; one breaker for each server. */
export function watchDatabase(url: string, events: BreakerEvents): Breaker {
  return breakers.get(placeOf(url)) ?? new Breaker(url, events);
}

export class Breaker {
  readonly #place: string;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | null = null;
  #asker: pg.Client | null = null;
  #attempt: Promise<unknown> | null = null;
  #received = 0;
  #looks = 0;
  #closing = false;
  #awaySince: number | null = null;

  constructor(
    private readonly url: string,
    private readonly events: BreakerEvents,
  ) {
    this.#place = placeOf(url);
    breakers.set(this.#place, this);
    this.#ask();
    this.#timer = setInterval(() => this.#look(), events.interval ?? LOOK_MS);
    this.#timer.unref();
  }

  get isOpen(): boolean {
    return this.#awaySince !== null;
  }

  async close(): Promise<void> {
    breakers.delete(this.#place);
    clearInterval(this.#timer);
    this.#closing = true;
    this.#drop();
    await this.#attempt;
  }

  #look(): void {
    const sockets = [...(socketsAt.get(this.#place) ?? [])];
    const received = sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    const isQuiet = sockets.length > 0 && received === this.#received;
    this.#received = received;
    this.#looks = isQuiet ? this.#looks + 1 : 0;
    // Without a connection, the trivial query opens one if the server is reachable.
    if (this.isOpen || this.#asker === null) this.#ask();
    else if (this.#looks >= AWAY_AFTER) this.#open('it keeps silent');
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
      // A timeout is silence, which the checks count. After a lost connection the query is repeated on a new one.
      else if (!/timeout/i.test(message)) {
        if (isNew) this.#open(message || code);
        else await this.#askOnce();
      }
    }
  }

  async #connect(): Promise<pg.Client> {
    const socket = new Socket();
    this.#socket = socket;
    const asker = new pg.Client({
      connectionString: this.url,
      application_name: BREAKER_NAME,
      keepAlive: true,
      connectionTimeoutMillis: ATTEMPT_MS,
      query_timeout: ATTEMPT_MS,
      stream: () => socket,
    });
    asker.on('error', () => socket === this.#socket && this.#drop());
    this.#asker = asker;
    await asker.connect();
    return asker;
  }

  #drop(): void {
    this.#asker = null;
    // `end` would wait for a connection that is still being established.
    this.#socket?.destroy();
    this.#socket = null;
  }

  #answered(): void {
    this.#looks = 0;
    const since = this.#awaySince;
    this.#awaySince = null;
    if (since !== null) this.events.onBack((performance.now() - since) / 1000);
  }

  #open(reason: string): void {
    if (this.#awaySince !== null) return;
    this.#awaySince = performance.now();
    this.events.onAway(reason);
    for (const socket of socketsAt.get(this.#place) ?? []) socket.destroy(awayError());
    this.#drop();
  }
}

/** A SQLSTATE proves that the server answers, except while it stops or starts, or a pooler lacks its server (08P01). */
function isRefusalOfServer(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code);
}

function awayError(): Error {
  return Object.assign(new Error('The database is away.'), { code: DATABASE_AWAY });
}
