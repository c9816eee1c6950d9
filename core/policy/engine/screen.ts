// The screen: rules weighed over what was found.
import { hostOf } from './address.js';
import { type CompiledPolicy, type CompiledRule, THRESHOLD } from './compiled.js';
import { excuseFor } from './excuses.js';
import {
  type Found,
  findAll,
  isDenied,
  overlaps,
  piecesOf,
  quote,
  type Reading,
  sentenceAround,
  sentenceEnds,
} from './findings.js';
import type {
  FiredRule,
  PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  ScreenedContent,
} from './types.js';

/** How much the second, third and fourth piece of evidence add to the heaviest. */
const SHARES = [1, 0.6, 0.4, 0.2];
const MAX_SUBJECTS = 40;
/** In longer texts the evidence must stand in one sentence. */
const LONG_TEXT = 300;
const SHORT_TEXT = 200;
/** Between a denial and the word it denies: a space. */
const DENIED = 1;

interface Firing extends FiredRule {
  readonly subject: number;
  readonly at: number;
}

function fire(reading: Reading, compiled: CompiledRule): Firing | null {
  const { rule, all } = compiled;
  const { bySet } = reading.findings;
  if (!all.every(({ sets }) => sets.some((set) => bySet.has(set)))) return null;
  let excusedFiring: Firing | null = null;
  let tried = 0;
  for (const set of all[0]?.sets ?? []) {
    for (const subject of bySet.get(set) ?? []) {
      if (rule.disguised && !subject.disguised) continue;
      if (rule.shortTextOnly && subject.piece.text.length > SHORT_TEXT) continue;
      if (++tried > MAX_SUBJECTS) break;
      const others = companions(reading, compiled, subject);
      if (!others) continue;
      const excused = excuseFor(reading, compiled, [subject, ...others]);
      const firing: Firing = {
        id: rule.id,
        category: rule.category,
        weight: rule.weight,
        reason: rule.reason,
        field: subject.piece.field,
        matched: quoteTogether(subject, others),
        excused,
        subject: set,
        at: subject.from,
      };
      if (excused === null) return firing;
      excusedFiring ??= firing;
    }
  }
  return excusedFiring;
}

/** One found term for each further set of a rule, near enough to the subject; null when one is missing. */
function companions(reading: Reading, { all }: CompiledRule, subject: Found): Found[] | null {
  const { findings, ends } = reading;
  const [sentenceFrom, sentenceTo] = sentenceAround(ends, subject.from);
  const others: Found[] = [];
  for (const { sets, within } of all.slice(1)) {
    let nearest: Found | null = null;
    let distance = within + 1;
    for (const set of sets) {
      for (const found of findings.bySet.get(set) ?? []) {
        // Evidence must be other words than the subject's own, and others than what counts already.
        if (overlaps(found, subject) || others.some((other) => overlaps(found, other))) continue;
        // `No allowance` offers none.
        if (isDenied(reading, found, DENIED)) continue;
        const inSentence = found.from > sentenceFrom && found.from <= sentenceTo;
        if (!inSentence && (subject.piece.text.length > LONG_TEXT || found.piece.text.length > LONG_TEXT))
          continue;
        const gap = found.from >= subject.to ? found.from - subject.to : subject.from - found.to;
        if (gap < distance) {
          distance = gap;
          nearest = found;
        }
      }
    }
    if (!nearest) return null;
    others.push(nearest);
  }
  return others;
}

const MAX_QUOTE = 80;

/** The subject and what stands with it in the same text, when that is short; else the subject alone. */
function quoteTogether(subject: Found, others: readonly Found[]): string {
  const { piece } = subject;
  const same = others.filter((other) => other.piece === piece);
  const from = Math.min(subject.from, ...same.map((other) => other.from));
  const to = Math.max(subject.to, ...same.map((other) => other.to));
  if (to - from > MAX_QUOTE) return quote(subject);
  return piece.text.slice(from - piece.base, to - piece.base);
}

function weigh(firings: readonly Firing[]): number {
  const heaviest = new Map<number, number>();
  for (const firing of firings) {
    heaviest.set(firing.subject, Math.max(firing.weight, heaviest.get(firing.subject) ?? 0));
  }
  const weights = [...heaviest.values()].sort((a, b) => b - a);
  return weights.reduce((sum, weight, index) => sum + weight * (SHARES[index] ?? 0), 0);
}

function isExemptHost(policy: CompiledPolicy, address: string | null | undefined): boolean {
  const host = typeof address === 'string' && policy.exemptHosts.length > 0 ? hostOf(address) : null;
  return host !== null && policy.exemptHosts.some((exempt) => host === exempt || host.endsWith(`.${exempt}`));
}

/** Screens content against a compiled policy and tells everything that was seen. */
export function explainWith(
  policy: CompiledPolicy,
  content: ScreenedContent,
  passed: readonly PolicyCategory[] = [],
): PolicyExplanation {
  const pieces = isExemptHost(policy, content.website_url) ? [] : piecesOf(content);
  const findings = findAll(policy, pieces);
  const reading: Reading = {
    policy,
    findings,
    ends: findings.bySet.size > 0 ? sentenceEnds(pieces) : [],
    denials: new Set(findings.bySet.get(policy.negation.outright)?.map(({ to }) => to)),
  };
  const firings: Firing[] = [];
  if (findings.bySet.size > 0) {
    for (const rule of policy.rules) {
      const firing = fire(reading, rule);
      if (firing) firings.push(firing);
    }
  }
  firings.sort((a, b) => b.weight - a.weight);
  const counted = firings.filter((firing) => firing.excused === null);
  const scores: Record<PolicyCategory, number> = { adult: 0, drugs: 0, illegal: 0 };
  for (const category of ['adult', 'drugs', 'illegal'] as const) {
    scores[category] = weigh(counted.filter((firing) => firing.category === category));
  }
  const rules = firings.map(({ subject: _subject, at: _at, ...rule }): FiredRule => rule);
  return {
    version: policy.version,
    finding: findingOf(scores, rules, passed),
    scores,
    threshold: THRESHOLD,
    rules,
  };
}

function findingOf(
  scores: Readonly<Record<PolicyCategory, number>>,
  rules: readonly FiredRule[],
  passed: readonly PolicyCategory[],
): PolicyFinding | null {
  // Of two categories the heavier names the refusal; at a tie the worse one.
  const order = (['illegal', 'drugs', 'adult'] as const).filter((category) => !passed.includes(category));
  const [worst] = order.toSorted((a, b) => scores[b] - scores[a]);
  if (worst === undefined || scores[worst] < THRESHOLD) return null;
  const counted = rules.filter((rule) => rule.category === worst && rule.excused === null);
  const [heaviest] = counted;
  if (!heaviest) return null;
  return { category: worst, matched: heaviest.matched, field: heaviest.field, rules: counted };
}
