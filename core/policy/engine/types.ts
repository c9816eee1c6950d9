// The shapes the content policy speaks in.
import type { Part, SetId } from '../vocabulary/sets.js';

export const POLICY_CATEGORIES = ['adult', 'drugs', 'illegal'] as const;
export type PolicyCategory = (typeof POLICY_CATEGORIES)[number];

/**
 * What is screened: field name → what was typed. The fields of a listing, or those of a catalog proposal
 * (`url`, `submit_url`, `notes` …): text, a list of texts, or nothing. Fields named `url`, `website` or ending
 * in `_url` are read as addresses.
 */
export interface ScreenedContent {
  readonly name?: string | null;
  readonly tagline?: string | null;
  readonly description?: string | null;
  readonly features?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly pricing_summary?: string | null;
  readonly cta_label?: string | null;
  readonly website_url?: string | null;
  readonly logo_url?: string | null;
  readonly [field: string]: string | readonly string[] | null | undefined;
}

/** Named vocabulary; see `lexicon.ts` for the notation of a term. */
export interface TermSet {
  readonly id: SetId;
  readonly terms: readonly string[];
  /** Unmistakable: also found when broken up, masked (`c*caine`), reversed, or run together with other words. */
  readonly strict?: readonly string[];
}

/** Evidence: vocabulary that stands together, how much it weighs, and what would excuse it. */
export interface PolicyRule {
  readonly id: string;
  readonly category: PolicyCategory;
  /** What must stand together; the first is the subject, quoted in a refusal. */
  readonly all: readonly (SetId | Part)[];
  /** Characters between the subject and the others, at most. Default 160. */
  readonly within?: number;
  /** 10 refuses by itself. Rules about one subject do not add up: the heaviest counts. */
  readonly weight: number;
  /** Sets that excuse it when they stand in the same sentence. */
  readonly unless?: readonly SetId[];
  /** Sets that excuse it only close to the subject, as guarding words do for every rule. */
  readonly near?: readonly SetId[];
  /** The subject counts only where it was disguised: spaced out, masked, in digits or look-alike letters. */
  readonly disguised?: boolean;
  /** A mere mention in the middle of a long text is no evidence. */
  readonly shortTextOnly?: boolean;
  /** Refuses also where the model sees nothing: an operator's own terms, the address of a known site. */
  readonly sure?: boolean;
  /** Names a refusal only where the model has hardly a doubt: a word with many other uses. */
  readonly faint?: boolean;
  readonly reason: string;
}

/** One rule that fired, and what became of it. */
export interface FiredRule {
  readonly id: string;
  readonly category: PolicyCategory;
  readonly weight: number;
  readonly reason: string;
  readonly field: string;
  /** An exact piece of what was typed in `field`. */
  readonly matched: string;
  /** The words that excused it, or null when it counts. */
  readonly excused: string | null;
  /** Whether they guard against the thing or deny it, and do not only change the topic. */
  readonly firmly: boolean;
  /** Whether it refuses also where the model sees nothing. */
  readonly sure: boolean;
  /** Whether it names a refusal only where the model has hardly a doubt. */
  readonly faint: boolean;
}

/** Certain evidence, which refuses. */
export interface PolicyFinding {
  readonly category: PolicyCategory;
  /** An exact piece of what was screened in `field`. */
  readonly matched: string;
  readonly field: string;
  /** The rules that counted towards the refusal, heaviest first. */
  readonly rules: readonly FiredRule[];
}

/** Weak evidence, which a moderator should look at. */
export interface PolicyFlag {
  /** What it would break. */
  readonly category: PolicyCategory;
  readonly field: string;
  /** An exact piece of what was screened in `field`: the words of a rule, or the sentence the model goes by. */
  readonly matched: string;
  /** How much the whole reads like a violation to the model, 0 to 1. */
  readonly likelihood: number;
  /** Ids of the rules that fired in this category, and `model` where it speaks without them, or `hosts`. */
  readonly rules: readonly string[];
}

export type PolicyVerdict = 'refused' | 'flagged' | 'clean';

/** Everything the screen saw, also when the content is allowed. */
export interface PolicyExplanation {
  readonly version: string;
  readonly verdict: PolicyVerdict;
  /** Set when refused. */
  readonly finding: PolicyFinding | null;
  /** Set when flagged. */
  readonly flag: PolicyFlag | null;
  /** How much the whole reads like a violation to the model, 0 to 1. */
  readonly likelihood: number;
  /** Per category; a sum of `threshold` is certain, if the model agrees. */
  readonly scores: Readonly<Record<PolicyCategory, number>>;
  readonly threshold: number;
  readonly rules: readonly FiredRule[];
}

/** What the operator of one instance adds and exempts; read from `policy.json` by `instance.ts`. */
export interface InstancePolicy {
  /** Own vocabulary; a weight of 10 refuses by itself. */
  readonly add: readonly {
    readonly category: 'adult' | 'drugs' | 'illegal';
    readonly terms: readonly string[];
    readonly weight: number;
    readonly reason: string;
  }[];
  readonly exempt: {
    /** Wording that is fine here: a rule whose evidence lies inside it does not count. */
    readonly phrases: readonly string[];
    /** Listings at these hosts, and below them, are not screened. */
    readonly hosts: readonly string[];
    /** Built-in rules switched off, by id. */
    readonly rules: readonly string[];
  };
}
