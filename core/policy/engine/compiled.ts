// The policy as the screen runs on it.
import type { Lexicon } from './lexicon.js';
import type { PolicyRule } from './types.js';

/** A sum of weights that refuses. */
export const THRESHOLD = 10;

/** Rules and vocabulary, compiled by `compilePolicy`. */
export interface CompiledPolicy {
  readonly version: string;
  readonly lexicon: Lexicon;
  readonly rules: readonly CompiledRule[];
  readonly common: ReadonlySet<string>;
  readonly hosts: readonly { readonly set: number; readonly test: RegExp }[];
  /** `outright` denies the very next word, even a guarding one. */
  readonly negation: { readonly before: number; readonly after: number; readonly outright: number };
  /** Guarding words: near the subject, or in a tagline over content that hides nothing. */
  readonly guard: number;
  /** Words that guard only against what follows them. */
  readonly guardBefore: number;
  /** Sets whose wording only looks like an excuse: `no prescription` is neither a denial nor medicine. */
  readonly kept: readonly number[];
  /** Wording that is innocent as a whole, ours and what an instance allows. */
  readonly innocent: readonly number[];
  readonly covert: number;
  /** Text addressed to the reviewer; excuses count for nothing beside it. */
  readonly injection: number;
  /** Excuses that a title gives to all that is listed under it, features and address included. */
  readonly firm: readonly number[];
  /** Excuses that a short description gives to the title above it. */
  readonly explaining: readonly number[];
  readonly exemptHosts: readonly string[];
}

export interface CompiledRule {
  readonly rule: PolicyRule;
  readonly all: readonly { readonly sets: readonly number[]; readonly within: number }[];
  readonly unless: readonly number[];
  readonly near: readonly number[];
}
