// The database of a server: a configured one may still be starting (containers), and is tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '../../core/kernel/config.js';
import { areaLog } from '../../core/kernel/log.js';
import { DatabaseError } from '../../db/connection.js';
import { type Database, openDatabase } from '../../db/open.js';

const log = areaLog('database');

export interface Circumstances {
  /** Aborting it undoes a start in progress. */
  readonly signal?: AbortSignal;
  /** Called when the database is lost permanently. */
  readonly onLost?: (error: Error) => void;
}

/** Seconds to wait for a configured database that does not answer yet. */
const DATABASE_TIMEOUT_S = 60;

/** Opens the configured database. @throws DatabaseError; the reason of `signal` when it is aborted */
export async function openWithPatience({ signal, onLost }: Circumstances): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  for (let waited = 0; ; waited++) {
    try {
      return await openDatabase({
        databaseUrl,
        databaseDirectUrl,
        dataDir,
        onLost,
        breaker: {
          onAway: (reason) =>
            log.error({ reason }, 'the database is away: what needs it is refused until it answers'),
          onBack: (seconds) => log.warn({ after_s: Math.round(seconds) }, 'recovered: the database answers'),
        },
        replicas: {
          urls: config.databaseReplicaUrls,
          eventsOf: (url) => {
            const replica = new URL(url).host;
            return {
              onAway: (reason) => log.warn({ replica, reason }, 'a replica is away'),
              onBack: (seconds) => log.warn({ replica, after_s: Math.round(seconds) }, 'a replica is back'),
            };
          },
        },
        log: (message) => log.info(message),
      });
    } catch (error) {
      const canWait = error instanceof DatabaseError && error.isTemporary && waited < DATABASE_TIMEOUT_S;
      if (!canWait) throw error;
      if (waited === 0) log.warn(`${error.message}; trying again every second`);
      await sleep(1000, undefined, { signal });
    }
  }
}
