// A message of the catalogues before it is worded: in English for programs, in the language of the page for people.
import type { Arguments, MessageKey } from '../languages/language.js';

export interface Said {
  readonly key: MessageKey;
  readonly values: Arguments;
}

export const say = (key: MessageKey, values: Arguments = {}): Said => ({ key, values });
