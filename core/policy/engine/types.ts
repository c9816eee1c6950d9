import { type Static, Type } from '@sinclair/typebox';
import * as s from '../../kernel/schema.js';
import type { Evidence, SetId } from '../vocabulary/sets.js';

export const POLICY_CATEGORIES = ['adult', 'drugs', 'illegal'] as const;
export type PolicyCategory = (typeof POLICY_CATEGORIES)[number];

/** The typed texts by field. Fields named `url`, `website` or ending in `_url` are read as addresses. */
export interface ScreenedContent {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly website_url?: string | null;
  readonly [field: string]: string | readonly string[] | null | undefined;
}

export interface PolicyRule {
  readonly id: string;
  readonly category: PolicyCategory;
  /** Effect without an excuse. `refuse`: certain evidence. `flag`: a moderator reviews it. `name`: nothing by
   * itself; a text that the model finds violating is refused for these words. */
  readonly effect: 'refuse' | 'flag' | 'name';
  /** Must occur together; the first is the subject, quoted in a refusal. */
  readonly all: readonly Evidence[];
  /** Sets whose terms excuse the subject in the same sentence. */
  readonly unless: readonly SetId[];
  readonly reason: string;
}

export const FiredRule = s.titled('FiredRule', {
  id: Type.String(),
  category: s.word(POLICY_CATEGORIES),
  effect: s.word(['refuse', 'flag', 'name']),
  reason: Type.String(),
  field: Type.String(),
  matched: Type.String({ description: 'An exact part of the text in `field`.' }),
  excused: s.optionalText(4000, { description: 'The words that excused it; null if it counts.' }),
});
export type FiredRule = Readonly<Static<typeof FiredRule>>;

/** Why something is refused, or flagged for a moderator. */
export const PolicyFinding = s.titled('PolicyFinding', {
  category: s.word(POLICY_CATEGORIES, { description: 'The one it violates, or would.' }),
  field: Type.String(),
  matched: Type.String({
    description:
      'An exact part of the text in `field`: the words of a rule, or the sentence the model is based on.',
  }),
  likelihood: Type.Number({
    description: 'How likely the model takes what it read for a violation, 0 to 1.',
  }),
  words: Type.Array(Type.String({ examples: ['overnight'] }), {
    description: 'The words that weighed most with the model, as it reads them.',
  }),
  rules: Type.Array(Type.String({ examples: ['model'] }), {
    description:
      'The ids of rules; `model` if it judged without them; `hosts` or none for a verdict on the host.',
  }),
});
export type PolicyFinding = Readonly<Static<typeof PolicyFinding>>;

/** Everything that the screen found, also when the content is allowed. */
export const PolicyExplanation = s.response('PolicyExplanation', {
  version: Type.String({ description: 'Of the policy.' }),
  verdict: s.word(['refused', 'flagged', 'clean']),
  finding: s.nullable(PolicyFinding),
  flag: s.nullable(PolicyFinding),
  likelihood: Type.Number({ description: 'How likely the model takes the whole for a violation, 0 to 1.' }),
  rules: Type.Array(FiredRule),
});
export type PolicyExplanation = Readonly<Static<typeof PolicyExplanation>>;
