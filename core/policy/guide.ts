// The policy in plain words, from the catalogue of messages: the same on the page and in the service description.
import { ENGLISH } from '../languages/catalogues.js';
import type { PolicyCategory } from './engine/types.js';

/** What is not accepted, as the service description says it. */
export const PROHIBITED: Readonly<Record<PolicyCategory, string>> = {
  adult: ENGLISH.t('policy.prohibited.adult'),
  drugs: ENGLISH.t('policy.prohibited.drugs'),
  illegal: ENGLISH.t('policy.prohibited.illegal'),
};

/** What looks close and is welcome: names of messages, `policy.welcomed.fiction`. */
export const WELCOMED = ['protection', 'licensed', 'age-limits', 'fiction'] as const;
