import type { Evidence, SetId } from '../vocabulary/sets.js';

export const POLICY_CATEGORIES = ['adult', 'drugs', 'illegal'] as const;
export type PolicyCategory = (typeof POLICY_CATEGORIES)[number];

/** The typed texts to screen, by field of a listing or catalog proposal. Fields named `url`, `website` or
 * ending in `_url` are read as addresses. */
export interface ScreenedContent {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly website_url?: string | null;
  readonly [field: string]: string | readonly string[] | null | undefined;
}

/** Vocabulary that must occur together, its effect, and its excuses. */
export interface PolicyRule {
  readonly id: string;
  readonly category: PolicyCategory;
  /** Effect without an excuse. `refuse`: certain evidence. `flag`: a moderator reviews it. `name`: nothing by
   * itself; a text that the model finds violating is refused for these words. */
  readonly effect: 'refuse' | 'flag' | 'name';
  /** Must occur together; the first is the subject, quoted in a refusal. */
  readonly all: readonly Evidence[];
  /** Sets that excuse it in the same sentence. */
  readonly unless: readonly SetId[];
  readonly reason: string;
}

export interface FiredRule extends Pick<PolicyRule, 'id' | 'category' | 'effect' | 'reason'> {
  readonly field: string;
  /** An exact part of the typed text in `field`. */
  readonly matched: string;
  readonly excused: string | null;
}

export interface PolicyFinding {
  readonly category: PolicyCategory;
  /** The rule's words, an exact part of the screened text in `field`. */
  readonly matched: string;
  readonly field: string;
  /** Rules with those words; empty if the operator's verdict refuses the host. */
  readonly rules: readonly FiredRule[];
}

export interface PolicyFlag {
  readonly category: PolicyCategory;
  readonly field: string;
  /** An exact part of the screened text in `field`: a rule's words, or a sentence the model objects to. */
  readonly matched: string;
  /** Likelihood that the whole is a violation, 0 to 1. */
  readonly likelihood: number;
  /** Ids of rules that fired in this category; `model` if it judged alone; `hosts` for a held host. */
  readonly rules: readonly string[];
}

export type PolicyVerdict = 'refused' | 'flagged' | 'clean';

/** Everything the screen found, also in allowed content. */
export interface PolicyExplanation {
  readonly version: string;
  readonly verdict: PolicyVerdict;
  readonly finding: PolicyFinding | null;
  readonly flag: PolicyFlag | null;
  /** Likelihood that the whole is a violation, 0 to 1. */
  readonly likelihood: number;
  /** The words with the greatest weight in the model; empty if the content is allowed. */
  readonly words: readonly string[];
  readonly rules: readonly FiredRule[];
}
