import { Model } from 'objection';

/** A reading that is kept for a minute, of one database and argument; those who ask meanwhile share it. */
export function onceAMinute<T, Argument = void>(read: (argument: Argument) => Promise<T>) {
  let kept: { knex: unknown; argument: Argument; until: number; value: Promise<T> } | null = null;
  return (argument: Argument): Promise<T> => {
    const knex = Model.knex();
    if (kept?.knex === knex && kept.argument === argument && kept.until > Date.now()) return kept.value;
    const value = read(argument);
    kept = { knex, argument, until: Date.now() + 60_000, value };
    value.catch(() => {
      kept = null;
    });
    return value;
  };
}
