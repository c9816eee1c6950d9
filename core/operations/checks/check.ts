// What a check reports.
import type { Language } from '../../languages/language.js';

/** The texts of the reader's language. */
export type Say = Language['t'];

export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'attention' | 'broken';
  readonly finding: string;
  /** What to do; absent when all is well. */
  readonly advice?: string;
}

export const MEGABYTE = 1024 * 1024;
