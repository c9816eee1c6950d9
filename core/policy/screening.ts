// The content policy (C6): one pure, synchronous screen for every write, whatever the interface. Method, figures and
// tuning: docs/content-policy.md.
import { type Said, say } from '../kernel/errors.js';
import { builtInPolicy, type CompiledPolicy } from './engine/compile.js';
import { explainWith } from './engine/screen.js';
import type { PolicyCategory, PolicyExplanation, PolicyFinding, ScreenedContent } from './engine/types.js';

export { builtInPolicy, type CompiledPolicy } from './engine/compile.js';
export {
  type FiredRule,
  POLICY_CATEGORIES,
  type PolicyCategory,
  type PolicyExplanation,
  type PolicyFinding,
  type PolicyFlag,
  type PolicyVerdict,
  type ScreenedContent,
} from './engine/types.js';

/** @returns null when allowed, else the category, and the evidence with its field */
export function screenContent(
  content: ScreenedContent,
  policy: CompiledPolicy = builtInPolicy(),
): PolicyFinding | null {
  return explainWith(policy, content).finding;
}

/** @param passed categories the site is exempt from: their rules are reported, but do not refuse */
export function explainContent(
  content: ScreenedContent,
  policy: CompiledPolicy = builtInPolicy(),
  passed: readonly PolicyCategory[] = [],
): PolicyExplanation {
  return explainWith(policy, content, passed);
}

/** The message of a refusal: what matched, its category, and how to appeal. */
export function policyMessage({ matched, field, category }: PolicyFinding): Said {
  return say('error.content-policy', { matched, field, category });
}
