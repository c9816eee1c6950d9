import { Model } from 'objection';
import { isCurrent, publicContentVersion, type Tag } from '../../db/public-content.js';

interface Reading<T> {
  readonly knex: unknown;
  /** The version of the public content when reading began; null: notifications of changes are disconnected. */
  readonly since: number | null;
  readonly value: Promise<T>;
  /** When the value is read again, in milliseconds since 1970; 0: at the first use after a change of its tags. */
  againAt: number;
}

/** Caches a reading until one of its tags changes. A slow reading may lag: the old value is returned while
 * the next one is read. @param lagOf milliseconds between two readings; 0: the value must not lag */
export function keep<T>(read: () => Promise<T>, tags: readonly Tag[], lagOf: (value: T) => number) {
  let kept: Reading<T> | null = null;
  const isTagged = tags.length > 0;
  const begin = () => {
    const reading: Reading<T> = {
      knex: Model.knex(),
      // Read the version before the value, so that a change meanwhile outdates it.
      since: publicContentVersion(),
      value: read(),
      againAt: isTagged ? 0 : Number.POSITIVE_INFINITY,
    };
    reading.value.then(
      (value) => {
        const lag = lagOf(value);
        if (lag > 0) reading.againAt = Date.now() + lag;
      },
      () => {
        if (kept === reading) kept = null;
      },
    );
    return reading;
  };
  const isLagging = () => kept !== null && kept.againAt > 0;
  const get = (): Promise<T> => {
    const latest = kept?.knex === Model.knex() ? kept : null;
    if (latest && isTagged && isCurrent(latest.since ?? -1, tags)) return latest.value;
    const mayLag = !isTagged || publicContentVersion() !== null;
    if (!latest || latest.againAt === 0 || !mayLag) {
      kept = begin();
      return kept.value;
    }
    if (Date.now() >= latest.againAt) {
      latest.againAt = Number.POSITIVE_INFINITY;
      const next = begin();
      next.value.then(
        () => {
          kept = next;
        },
        () => {
          latest.againAt = 1;
        },
      );
    }
    return latest.value;
  };
  return { get, isLagging };
}
