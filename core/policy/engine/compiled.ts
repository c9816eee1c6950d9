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
  readonly rules: readonly CompiledRule[];
  readonly hosts: readonly { readonly set: number; readonly test: RegExp }[];
  /** `outright` denies the very next word, even a guarding one. */
  readonly negation: { readonly before: number; readonly after: number; readonly outright: number };
  /** Words of trade: after a comma they start an offer, to which guarding words before the comma do not apply. */
  readonly offers: readonly number[];
  /** Words that guard against their object, before or behind it. */
  readonly guard: number;
  /** Words that guard only against what follows them. */
  readonly guardBefore: number;
  /** Sets whose words only look like an excuse: `no prescription` is neither a denial nor a medical context. */
  readonly kept: readonly number[];
  /** Phrases that are innocent as a whole, ours and those exempted by an instance. */
  readonly innocent: readonly number[];
  /** Text addressed to the reviewer; beside it no excuse counts. */
  readonly injection: number;
  readonly exemptHosts: readonly string[];
  readonly model: Model;
  /** The hash by which the model knows each set, in the order of `lexicon.setIds`. */
  readonly setHashes: readonly number[];
}

export interface CompiledRule {
  readonly rule: PolicyRule;
  readonly all: readonly { readonly sets: readonly number[]; readonly within: number }[];
  readonly unless: readonly number[];
}
