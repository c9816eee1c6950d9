// The screen: rules weighed over what was found.
import { hostOf } from './address.js';
import { type CompiledPolicy, type CompiledRule, THRESHOLD } from './compiled.js';
import { excuseFor } from './excuses.js';
import {
  type Found,
  findAll,
  isDenied,
  overlaps,
  type Piece,
  piecesOf,
  quote,
  type Reading,
  sentenceAround,
  sentenceEnds,
} from './findings.js';
import { type Judgement, judge } from './model.js';
import {
  type FiredRule,
  POLICY_CATEGORIES,
  type PolicyCategory,
  type PolicyExplanation,
  type PolicyFinding,
  type PolicyFlag,
  type ScreenedContent,
} from './types.js';

/** Weights of the four heaviest pieces of evidence, heaviest first. */
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
      const excuse = excuseFor(reading, compiled, [subject, ...others]);
      const firing: Firing = {
        id: rule.id,
        category: rule.category,
        weight: rule.weight,
        reason: rule.reason,
        field: subject.piece.field,
        matched: quoteTogether(subject, others),
        excused: excuse?.words ?? null,
        firmly: excuse?.firm ?? false,
        sure: rule.sure ?? false,
        faint: rule.faint ?? false,
        subject: set,
        at: subject.from,
      };
      if (excuse === null) return firing;
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
const MAX_SENTENCE = 200;

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

/** The model agrees with certain rules from here; below, what they name is only flagged. */
const AGREES = 0.25;
/** The same where two rules are certain by themselves. */
const AGREES_TWICE = 0.05;
/** From here the model makes weak evidence certain. */
const INSISTS = 0.5;
/** From here also what is guarded against or denied, as such words may be there for the screen only, and loose words. */
const OVERRULES = 0.9;
/** From here weak or excused evidence is flagged. */
const DOUBTS = 0.2;
/** From here content is flagged though no rule named anything. */
const SUSPECTS = 0.2;

/** Screens content against a compiled policy and says everything that was seen. */
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

/** Of two categories the heavier names the refusal; at a tie the one the model names, then the worse one. */
function worstFirst(
  scores: Readonly<Record<PolicyCategory, number>>,
  judged: PolicyCategory,
  passed: readonly PolicyCategory[],
): PolicyCategory[] {
  return (['illegal', 'drugs', 'adult'] as const)
    .filter((category) => !passed.includes(category))
    .toSorted((a, b) => scores[b] - scores[a] || Number(b === judged) - Number(a === judged));
}

function findingOf(
  scores: Readonly<Record<PolicyCategory, number>>,
  rules: readonly FiredRule[],
  { likelihood, category: judged }: Judgement,
  passed: readonly PolicyCategory[],
): PolicyFinding | null {
  const [worst] = worstFirst(scores, judged, passed);
  if (worst !== undefined && scores[worst] >= THRESHOLD) {
    const counted = rules.filter((rule) => rule.category === worst && rule.excused === null);
    const isTwice = counted.filter(({ weight }) => weight >= THRESHOLD).length > 1;
    if (likelihood >= (isTwice ? AGREES_TWICE : AGREES) || counted.some(({ sure }) => sure))
      return findingFrom(worst, counted);
  }
  if (passed.includes(judged)) return null;
  const named = rules.filter((rule) => rule.category === judged);
  const isGuarded = named.some(({ firmly }) => firmly);
  const isFaint = named.every(({ faint }) => faint);
  return likelihood >= (isGuarded || isFaint ? OVERRULES : INSISTS) ? findingFrom(judged, named) : null;
}

/** Quotes the heaviest of the rules; null when there is none. */
function findingFrom(category: PolicyCategory, rules: readonly FiredRule[]): PolicyFinding | null {
  return rules[0] ? { category, matched: rules[0].matched, field: rules[0].field, rules } : null;
}

function flagOf(
  pieces: readonly Piece[],
  scores: Readonly<Record<PolicyCategory, number>>,
  rules: readonly FiredRule[],
  { likelihood, category: judged, passage }: Judgement,
  passed: readonly PolicyCategory[],
): PolicyFlag | null {
  const [worst] = worstFirst(scores, judged, passed);
  if (worst === undefined) return null;
  const isCertain = scores[worst] >= THRESHOLD;
  const named = rules.filter((rule) => rule.category === (isCertain ? worst : judged));
  if (named[0] && (isCertain || likelihood >= DOUBTS)) {
    const { category, field, matched } = named[0];
    if (passed.includes(category)) return null;
    return { category, field, matched, likelihood, rules: named.map(({ id }) => id) };
  }
  if (likelihood < SUSPECTS || passed.includes(judged)) return null;
  return { category: judged, ...wordsAt(pieces, passage), likelihood, rules: ['model'] };
}

/** The sentence the model goes by; of the title its tagline, or else its first text. */
function wordsAt(
  pieces: readonly Piece[],
  passage: Judgement['passage'],
): { field: string; matched: string } {
  const title = pieces.find(({ field }) => field === 'tagline') ?? pieces[0];
  const piece = passage ? pieces.find(({ base, text }) => base + text.length >= passage.to) : title;
  if (!piece) return { field: '', matched: '' };
  const text = passage
    ? piece.text.slice(Math.max(0, passage.from - piece.base), passage.to - piece.base)
    : piece.text;
  const words = text.replace(/^[\s.!?;。！？；]+/u, '').trim();
  return { field: piece.field, matched: words.slice(0, MAX_SENTENCE) };
}
