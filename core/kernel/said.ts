// A message of the catalogues before it is worded: in English for programs, in the language of the page for people.
// Rows store it as it is, and the words of people as text beside it.
import type { StoredMessage } from '../../db/models/base.js';
import { ENGLISH } from '../languages/catalogues.js';
import type { Arguments, MessageKey } from '../languages/language.js';

export interface Said {
  readonly key: MessageKey;
  /** May contain instants, and further messages. */
  readonly values: Arguments;
}

/** Words a message for a reader. */
export type Tell = (said: Said) => string;

export const say = (key: MessageKey, values: Arguments = {}): Said => ({ key, values });

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value;

/** @param t words the message itself @param toText words its instants */
export function wordSaid(
  { key, values }: Said,
  t: (key: MessageKey, values: Arguments) => string,
  toText: (instant: Date) => string,
): string {
  // Stored by another release.
  if (!ENGLISH.has(key)) return key;
  const word = (value: unknown) =>
    value instanceof Date ? toText(value) : isSaid(value) ? wordSaid(value, t, toText) : value;
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)])));
}

/** For programs: instants in ISO 8601. */
export const toEnglish = (said: Said, more: Arguments = {}): string =>
  wordSaid(
    said,
    (key, values) => ENGLISH.t(key, { ...more, ...values }),
    (instant) => instant.toISOString(),
  );

/** A person's words or a message, for the columns of a row. */
export const inColumns = (sentence: string | Said | null | undefined) => ({
  text: typeof sentence === 'string' ? sentence : null,
  said: typeof sentence === 'object' ? sentence : null,
});

/** And back, for a reader. */
export const fromColumns = (said: StoredMessage | null, text: string | null, tell: Tell): string | null =>
  said ? tell(said as Said) : text;
