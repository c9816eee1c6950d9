// The types of the content policy.
import type { Evidence, SetId } from '../vocabulary/sets.js';

export const POLICY_CATEGORIES = ['adult', 'drugs', 'illegal'] as const;
export type PolicyCategory = (typeof POLICY_CATEGORIES)[number];

/**
 * The typed texts to screen, by field of a listing or of a catalog proposal (`submit_url`, `notes` …). Fields named `url`,
 * `website` or ending in `_url` are read as addresses.
 */
export interface ScreenedContent {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly website_url?: string | null;
  readonly [field: string]: string | readonly string[] | null | undefined;
}

/** Evidence: vocabulary that occurs together, its effect, and what excuses it. */
export interface PolicyRule {
  readonly id: string;
  readonly category: PolicyCategory;
  /**
   * When it is found without an excuse. `refuse`: certain evidence, whatever surrounds it. `flag`: a moderator looks at it.
   * `name`: nothing by itself; it names what a text is refused for that the model takes for a violation.
   */
  readonly effect: 'refuse' | 'flag' | 'name';
  /** What must occur together; the first is the subject, quoted in a refusal. */
  readonly all: readonly Evidence[];
  /** Sets that excuse it when they occur in the same sentence. */
  readonly unless: readonly SetId[];
  readonly reason: string;
}

export interface FiredRule extends Pick<PolicyRule, 'id' | 'category' | 'effect' | 'reason'> {
  readonly field: string;
  /** An exact part of the typed text in `field`. */
  readonly matched: string;
  /** The words that excused it, or null if it counts. */
  readonly excused: string | null;
}

export interface PolicyFinding {
  readonly category: PolicyCategory;
  /** The words of the rule, an exact part of the screened text in `field`. */
  readonly matched: string;
  readonly field: string;
  /** The rules with those words; none if the operator's verdict refuses the host. */
  readonly rules: readonly FiredRule[];
}

/** Weak evidence, for a moderator to review. */
export interface PolicyFlag {
  /** The category it would violate. */
  readonly category: PolicyCategory;
  readonly field: string;
  /** An exact part of the screened text in `field`: the words of a rule, or the sentence the model is based on. */
  readonly matched: string;
  /** The model's likelihood that the whole is a violation, 0 to 1. */
  readonly likelihood: number;
  /** Ids of the rules that fired in this category, and `model` if it judged without them, or `hosts`. */
  readonly rules: readonly string[];
}

export type PolicyVerdict = 'refused' | 'flagged' | 'clean';

/** Everything that the screen found, also when the content is allowed. */
export interface PolicyExplanation {
  readonly version: string;
  readonly verdict: PolicyVerdict;
  /** Set when refused. */
  readonly finding: PolicyFinding | null;
  /** Set when flagged. */
  readonly flag: PolicyFlag | null;
  /** The model's likelihood that the whole is a violation, 0 to 1. */
  readonly likelihood: number;
  /** The words that weighed most with the model, as it reads them; none when clean. */
  readonly words: readonly string[];
  readonly rules: readonly FiredRule[];
}
