import { LRUCache } from 'lru-cache';
import { Model } from 'objection';

const MAX_KEPT = 500;

/** Caches a reading for a minute, by database and argument; concurrent callers share it. */
export function onceAMinute<T, Argument = void>(read: (argument: Argument) => Promise<T>) {
  const kept = new LRUCache<string, { knex: unknown; value: Promise<T> }>({ max: MAX_KEPT, ttl: 60_000 });
  return (argument: Argument): Promise<T> => {
    const [knex, key] = [Model.knex(), String(argument)];
    const known = kept.get(key);
    if (known?.knex === knex) return known.value;
    const value = read(argument);
    kept.set(key, { knex, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}
