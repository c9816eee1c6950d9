// The content policy (C6): one pure, synchronous screen for every write at every door. docs/content-policy.md
// describes method, figures and tuning.
import { DomainError, say } from '../kernel/errors.js';
import { builtInPolicy, type CompiledPolicy } from './engine/compile.js';
import { findAll, piecesOf, type Reading, sentenceEnds } from './engine/findings.js';
import { fire } from './engine/firing.js';
import { hostOf } from './engine/fold.js';
import { judge } from './engine/model.js';
import type {
  FiredRule,
  PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  ScreenedContent,
} from './engine/types.js';
import { findingOf, flagOf } from './engine/verdict.js';

export { builtInPolicy, type CompiledPolicy } from './engine/compile.js';
export {
  POLICY_CATEGORIES,
  type PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  type ScreenedContent,
} from './engine/types.js';

/** @returns null if allowed, else the category, and the evidence with its field */
export function screenContent(content: ScreenedContent, policy: CompiledPolicy = builtInPolicy()) {
  return explainContent(content, policy).finding;
}

/** The error of a finding: what matched, its category, and how to appeal. */
export function contentPolicy({ matched, field, category }: PolicyFinding): DomainError {
  const details = { matched, field, category };
  return new DomainError('content_policy', say('error.content-policy', details), details);
}

function isExemptHost(policy: CompiledPolicy, address: string | null | undefined): boolean {
  const host = typeof address === 'string' && policy.exemptHosts.length > 0 ? hostOf(address) : null;
  return host !== null && policy.exemptHosts.some((exempt) => host === exempt || host.endsWith(`.${exempt}`));
}

/** Everything the screen finds: the firing rules, the model's judgement, and the verdict.
 * @param passed exempted categories: their rules are reported, but do not refuse */
export function explainContent(
  content: ScreenedContent,
  policy: CompiledPolicy = builtInPolicy(),
  passed: readonly PolicyCategory[] = [],
): PolicyExplanation {
  const pieces = isExemptHost(policy, content.website_url) ? [] : piecesOf(content);
  const findings = findAll(policy.lexicon, pieces);
  const ends = sentenceEnds(pieces);
  // `outright` negates the next word, even a guarding one.
  const denials = new Set(findings.of('negation.outright').map(({ to }) => to));
  const reading: Reading = { findings, ends, denials };
  const firings = policy.rules.flatMap((rule) => fire(reading, rule));
  const counted = firings.filter(({ excused }) => excused === null);
  const judgement = judge(policy.model, findings, ends);
  const evidence = { firings: counted, judgement, passed };
  const finding = findingOf(evidence);
  const flag = finding ? null : flagOf(pieces, evidence);
  const rules = [...counted, ...firings.filter(({ excused }) => excused !== null)];
  return {
    version: policy.version,
    verdict: finding ? 'refused' : flag ? 'flagged' : 'clean',
    finding,
    flag,
    likelihood: judgement.worst.likelihood,
    rules: rules.map(({ at: _at, ...rule }): FiredRule => rule),
  };
}

/** Allowed content that looks similar: names of messages, `policy.welcomed.fiction`. */
export const WELCOMED = ['protection', 'licensed', 'age-limits', 'fiction'] as const;
