// The policy in plain words, from the message catalogue: the same on the page and in the service description.
import { ENGLISH } from '../languages/catalogues.js';
import type { PolicyCategory } from './engine/types.js';

/** The prohibited content, for the service description. */
export const PROHIBITED: Readonly<Record<PolicyCategory, string>> = {
  adult: ENGLISH.t('policy.prohibited.adult'),
  drugs: ENGLISH.t('policy.prohibited.drugs'),
  illegal: ENGLISH.t('policy.prohibited.illegal'),
};

/** Allowed content that looks similar: names of messages, `policy.welcomed.fiction`. */
export const WELCOMED = ['protection', 'licensed', 'age-limits', 'fiction'] as const;
