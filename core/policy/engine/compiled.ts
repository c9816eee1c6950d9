// The policy as the screen runs on it.
import type { Lexicon } from './lexicon.js';
import type { PolicyRule } from './types.js';

/** A sum of weights that refuses. */
export const THRESHOLD = 10;

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
  readonly rules: readonly CompiledRule[];
  readonly hosts: readonly { readonly set: number; readonly test: RegExp }[];
  /** `outright` denies the very next word, even a guarding one. */
  readonly negation: { readonly before: number; readonly after: number; readonly outright: number };
  /** Words of trade: after a comma they begin an offer, which no guarding word before it reaches. */
  readonly offers: readonly number[];
  /** Words that guard only against what follows them. */
  readonly guardBefore: number;
  /** Sets whose wording only looks like an excuse: `no prescription` is neither a denial nor medicine. */
  readonly kept: readonly number[];
  /** Wording that is innocent as a whole, ours and what an instance allows. */
  readonly innocent: readonly number[];
  /** Text addressed to the reviewer; excuses count for nothing beside it. */
  readonly injection: number;
  /** Excuses that a title gives to weak evidence below it, features and address included. */
  readonly firm: readonly number[];
  /** Excuses that a short description gives to the title above it. */
  readonly explaining: readonly number[];
  readonly exemptHosts: readonly string[];
  /** Confirms what rules name. */
  readonly model: Model;
  /** What the model knows each set by, in the order of `lexicon.setIds`. */
  readonly setHashes: readonly number[];
}

export interface CompiledRule {
  readonly rule: PolicyRule;
  readonly all: readonly { readonly sets: readonly number[]; readonly within: number }[];
  readonly unless: readonly number[];
  readonly near: readonly number[];
}
