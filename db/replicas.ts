// Read replicas serve content that is the same for all guests, once they have replayed every change this process knows
// of: clients read their own writes, and nothing outdated is cached. Without notifications, no replica is used.
import type { Knex } from 'knex';
import { type Breaker, type BreakerEvents, watchDatabase } from './breaker.js';
import { databaseCode, isDatabaseAway } from './failures.js';
import { closePool, createPool } from './pool.js';
import { onPublicChange, publicContentVersion } from './public-content.js';
import { currentWork, runWork } from './work.js';

/** Milliseconds between checks of a replica that lags; one that does not is checked a tenth as often. */
const POLL_INTERVAL_MS = 50;
const RETRY_DELAY_MS = 1_000;

interface Replica {
  readonly pool: Knex;
  readonly breaker: Breaker;
  /** The last known position in the primary's log that it has replayed. */
  replayed: bigint;
  lookAt: number;
  pausedUntil: number;
  looking: Promise<void> | null;
}

let used: ReplicaSet | null = null;

/**
 * Runs reads, outside transactions, on a replica that is recent enough; on the primary if there is none or it fails.
 * @param isRepeatable whether the reads can still be repeated after a failure
 */
export async function readFromReplica<T>(read: () => Promise<T>, isRepeatable = () => true): Promise<T> {
  const work = currentWork();
  const replica = work && used?.choose();
  if (!replica) return read();
  try {
    return await runWork({ ...work, database: replica.pool }, read);
  } catch (error) {
    if (!isFailureOfReplica(error) || !isRepeatable()) throw error;
    if (!isReadOnly(error)) replica.pausedUntil = performance.now() + RETRY_DELAY_MS;
    return read();
  }
}

/** Within reads from a replica, runs work on the primary: it writes, or must read the latest rows. */
export function onPrimary<T>(run: () => T): T {
  const work = currentWork();
  return work?.database ? runWork({ ...work, database: undefined }, run) : run();
}

/** read_only_sql_transaction: something tried to write. */
const isReadOnly = (error: unknown) => databaseCode(error) === '25006';

const isFailureOfReplica = (error: unknown) =>
  isReadOnly(error) || databaseCode(error) === '40001' || isDatabaseAway(error);

async function positionOf(pool: Knex, lsn: string): Promise<bigint> {
  const sql = `select (${lsn} - '0/0'::pg_lsn)::text as position`;
  const { rows } = await pool.raw<{ rows: { position: string | null }[] }>(sql);
  return BigInt(rows[0]?.position ?? 0);
}

export class ReplicaSet {
  readonly #replicas: Replica[];
  readonly #unlisten: () => void;
  /** The position up to which a replica must have replayed the log; null while unknown. */
  #needed: bigint | null = null;
  #asking: Promise<void> | null = null;
  #changes = 0;
  #turn = 0;

  constructor(
    urls: readonly string[],
    private readonly primary: Knex,
    eventsOf: (url: string) => BreakerEvents,
  ) {
    used = this;
    this.#replicas = urls.map((url) => ({
      pool: createPool(url),
      breaker: watchDatabase(url, eventsOf(url)),
      replayed: 0n,
      lookAt: 0,
      pausedUntil: 0,
      looking: null,
    }));
    this.#unlisten = onPublicChange(() => {
      this.#needed = null;
      this.#changes += 1;
    });
  }

  /** The next replica that has replayed everything, in rotation. */
  choose(): Replica | null {
    if (publicContentVersion() === null) return null;
    if (this.#needed === null) {
      this.#ask();
      return null;
    }
    const now = performance.now();
    for (let tried = 0; tried < this.#replicas.length; tried += 1) {
      this.#turn = (this.#turn + 1) % this.#replicas.length;
      const replica = this.#replicas[this.#turn];
      if (!replica || replica.breaker.isOpen || now < replica.pausedUntil) continue;
      const isBehind = replica.replayed < this.#needed;
      if (now >= replica.lookAt) this.#look(replica, isBehind);
      if (!isBehind) return replica;
    }
    return null;
  }

  async close(): Promise<void> {
    if (used === this) used = null;
    this.#unlisten();
    await this.#asking;
    await Promise.all(
      this.#replicas.map(async ({ pool, looking, breaker }) => {
        await looking;
        await breaker.close();
        await closePool(pool);
      }),
    );
  }

  /** Queries the log position after all changes known until now. */
  #ask(): void {
    const changes = this.#changes;
    this.#asking ??= onPrimary(async () => {
      const position = await positionOf(this.primary, 'pg_current_wal_insert_lsn()');
      if (changes === this.#changes) this.#needed = position;
    })
      // The next request tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#asking = null;
      });
  }

  /** Reads the position of a replica. A server that is no longer a replica is never recent enough. */
  #look(replica: Replica, isBehind: boolean): void {
    replica.lookAt = performance.now() + (isBehind ? POLL_INTERVAL_MS : 10 * POLL_INTERVAL_MS);
    const position = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end';
    replica.looking ??= positionOf(replica.pool, position)
      .then((replayed) => {
        replica.replayed = replayed;
      })
      .catch(() => {
        replica.replayed = 0n;
        replica.pausedUntil = performance.now() + RETRY_DELAY_MS;
      })
      .finally(() => {
        replica.looking = null;
      });
  }
}
