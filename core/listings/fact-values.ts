// Spelling of choices: the first stored spelling of a value counts. A renamed or merged value is stored under
// its new name, even if the old one is sent.
import type { Transaction } from 'objection';
import { prepare } from '../../db/prepared.js';
import { own } from '../kernel/own.js';
import { allFacts, isChoice } from '../settings/facts.js';
import { type Facts, type FactsChange, termOf } from './facts.js';

// Blocks renaming a value until rows that use it are committed, and thus are renamed, too.
const holdValues = prepare<{ key: string; term: string; value: string }>(
  `select key, term, value from fact_values
     where (key, term) in (select key, term from jsonb_populate_recordset(null::fact_values, $1::jsonb))
     order by key, term for key share`,
);
// Inserts in one order, so that two writers of the same values never deadlock.
const addValues = prepare(
  `insert into fact_values (key, term, value)
     select key, term, value from jsonb_populate_recordset(null::fact_values, $1::jsonb) order by 1, 2
   on conflict do nothing`,
);

const spelledValue = prepare<{ value: string }>('select value from fact_values where key = $1 and term = $2');

/** The stored spelling of a value; its term if there is none. */
export async function spellingOf(key: string, term: string): Promise<string> {
  const [spelled] = await spelledValue([key, term]);
  return spelled?.value ?? term;
}

/** The given values that listings have, in their stored spelling. */
export async function knownValues(key: string, values: readonly string[]): Promise<string[]> {
  const found = await Promise.all(values.map((value) => spelledValue([key, termOf(value)])));
  return [...new Set(found.flatMap(([row]) => row?.value ?? []))];
}

/** Replaces choices by their stored spelling, and stores new values. */
export async function settleFacts<F extends Facts | FactsChange | null | undefined>(
  trx: Transaction,
  facts: readonly F[],
): Promise<F[]> {
  const choices = allFacts().filter(isChoice);
  const typed = new Map<string, { key: string; term: string; value: string }>();
  for (const some of facts)
    for (const { key } of choices)
      for (const value of [own(some, key) ?? []].flat() as string[]) {
        const term = termOf(value);
        if (!typed.has(`${key} ${term}`)) typed.set(`${key} ${term}`, { key, term, value });
      }
  if (typed.size === 0) return [...facts];
  const values = JSON.stringify([...typed.values()]);
  await addValues([values], trx);
  const found = await holdValues([values], trx);
  const spelled = new Map(found.map(({ key, term, value }) => [`${key} ${term}`, value]));
  const spelling = (key: string, value: string) => spelled.get(`${key} ${termOf(value)}`) ?? value;
  return facts.map((some) => {
    if (!some) return some;
    const settled = choices.flatMap(({ key }) => {
      const value = own(some, key);
      if (typeof value === 'string') return [[key, spelling(key, value)]];
      return Array.isArray(value) ? [[key, [...new Set(value.map((one) => spelling(key, one)))]]] : [];
    });
    return { ...some, ...Object.fromEntries(settled) };
  });
}
