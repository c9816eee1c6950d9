// The screen: what the rules find in a text, what the model makes of it, and the verdict of both.
import { hostOf } from './address.js';
import type { CompiledPolicy } from './compile.js';
import { findAll, piecesOf, type Reading, sentenceEnds } from './findings.js';
import { fire } from './firing.js';
import { judge } from './model.js';
import type { FiredRule, PolicyCategory, PolicyExplanation, ScreenedContent } from './types.js';
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
  const findings = findAll(policy.lexicon, pieces);
  const ends = sentenceEnds(pieces);
  // `outright` denies the very next word, even a guarding one.
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
