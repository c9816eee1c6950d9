// The screen: applies the rules to the terms found, and sums their weights.
import { hostOf } from './address.js';
import { type CompiledPolicy, THRESHOLD } from './compiled.js';
import { findAll, piecesOf, type Reading, sentenceEnds } from './findings.js';
import { type Firing, fire, weigh } from './firing.js';
import { judge } from './model.js';
import {
  type FiredRule,
  POLICY_CATEGORIES,
  type PolicyCategory,
  type PolicyExplanation,
  type ScreenedContent,
} from './types.js';
import { findingOf, flagOf } from './verdict.js';

function isExemptHost(policy: CompiledPolicy, address: string | null | undefined): boolean {
  const host = typeof address === 'string' && policy.exemptHosts.length > 0 ? hostOf(address) : null;
  return host !== null && policy.exemptHosts.some((exempt) => host === exempt || host.endsWith(`.${exempt}`));
}

/** Screens content against a compiled policy and returns everything that was found. */
export function explainWith(
  policy: CompiledPolicy,
  content: ScreenedContent,
  passed: readonly PolicyCategory[] = [],
): PolicyExplanation {
  const pieces = isExemptHost(policy, content.website_url) ? [] : piecesOf(content);
  const findings = findAll(policy, pieces);
  const ends = sentenceEnds(pieces);
  const reading: Reading = {
    policy,
    findings,
    ends,
    denials: new Set(findings.bySet.get(policy.negation.outright)?.map(({ to }) => to)),
  };
  const firings: Firing[] = [];
  if (findings.bySet.size > 0) {
    for (const rule of policy.rules) {
      const firing = fire(reading, rule);
      if (firing) firings.push(firing);
    }
  }
  firings.sort((a, b) => Number(a.excused !== null) - Number(b.excused !== null) || b.weight - a.weight);
  const scores: Record<PolicyCategory, number> = { adult: 0, drugs: 0, illegal: 0 };
  for (const category of POLICY_CATEGORIES) {
    scores[category] = weigh(
      firings.filter((firing) => firing.category === category && firing.excused === null),
    );
  }
  const judgement = judge(policy.model, findings, ends, policy.setHashes);
  const rules = firings.map(({ subject: _subject, at: _at, ...rule }): FiredRule => rule);
  const finding = findingOf(scores, rules, judgement, passed);
  const flag = finding ? null : flagOf(pieces, scores, rules, judgement, passed);
  return {
    version: policy.version,
    verdict: finding ? 'refused' : flag ? 'flagged' : 'clean',
    finding,
    flag,
    likelihood: judgement.likelihood,
    scores,
    threshold: THRESHOLD,
    rules,
  };
}
