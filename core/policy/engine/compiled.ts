// The compiled policy, as the screen runs it.
import type { Lexicon } from './lexicon.js';
import type { PolicyRule } from './types.js';

/** A trained model: `table` has `BUCKETS` rows (`features.ts`) of one weight a category, in units of `scale`. */
export interface Model {
  readonly table: Int8Array;
  readonly scale: number;
  readonly bias: readonly number[];
}

/** Rules and vocabulary, compiled by `compilePolicy`. */
export interface CompiledPolicy {
  readonly version: string;
  readonly lexicon: Lexicon;
  readonly rules: readonly PolicyRule[];
  readonly exemptHosts: readonly string[];
  readonly model: Model;
}
