// The verdict of rules and model: a refusal, a flag, or nothing.
import { THRESHOLD } from './compiled.js';
import type { Piece } from './findings.js';
import type { Judgement } from './model.js';
import type { FiredRule, PolicyCategory, PolicyFinding, PolicyFlag } from './types.js';

/** The likelihood at which a text that rules name is refused, if it is judged as a whole. */
const REFUSES = 0.55;
/** The same for subjects that are guarded against or denied, and for ambiguous words. */
const REFUSES_WEAK = 0.65;
/** The same for certain evidence in a title with nothing below it, of which the model says little. */
const REFUSES_BRIEF = 0.25;
/**
 * The likelihood at which certain evidence in a short text is refused by its title or one sentence alone: an innocent name
 * and description do not make up for `Buy cocaine online`.
 */
const REFUSES_ALONE = 0.5;
/** The same if the matched words make up most of their sentence. */
const REFUSES_DOMINANT = 0.3;
/**
 * Of several windows of a long text one looks like a violation by chance: their number to this power raises the
 * threshold.
 */
const CHANCE = 0.6;
/** From this likelihood on weak or excused evidence is flagged. */
const DOUBTS = 0.2;
/** From this likelihood on content is flagged although no rule named anything. */
const SUSPECTS = 0.2;
const MAX_SENTENCE = 200;

/** Of two categories the heavier one names the refusal; at a tie the one the model names, then the more severe one. */
function worstFirst(
  scores: Readonly<Record<PolicyCategory, number>>,
  judged: PolicyCategory,
  passed: readonly PolicyCategory[],
): PolicyCategory[] {
  return (['illegal', 'drugs', 'adult'] as const)
    .filter((category) => !passed.includes(category))
    .toSorted((a, b) => scores[b] - scores[a] || Number(b === judged) - Number(a === judged));
}

/** The refusal, if rules name what the model takes for a violation. */
export function findingOf(
  scores: Readonly<Record<PolicyCategory, number>>,
  rules: readonly FiredRule[],
  judgement: Judgement,
  passed: readonly PolicyCategory[],
): PolicyFinding | null {
  const { category: judged } = judgement;
  const [worst] = worstFirst(scores, judged, passed);
  if (worst !== undefined && scores[worst] >= THRESHOLD) {
    const counted = rules.filter((rule) => rule.category === worst && rule.excused === null);
    if (confirms(judgement, counted)) return findingFrom(worst, counted);
  }
  if (passed.includes(judged)) return null;
  const named = rules.filter((rule) => rule.category === judged);
  const isWeak = named.some(({ firmly }) => firmly) || named.every(({ faint }) => faint);
  return reaches(judgement, isWeak ? REFUSES_WEAK : REFUSES) ? findingFrom(judged, named) : null;
}

/** Whether the model confirms certain evidence, as far as that needs it. */
function confirms(judgement: Judgement, counted: readonly FiredRule[]): boolean {
  const isDominant = counted.some(({ weight, dominant }) => weight >= THRESHOLD && dominant);
  return (
    reaches(judgement, judgement.brief ? REFUSES_BRIEF : REFUSES) ||
    judgement.alone >= (isDominant ? REFUSES_DOMINANT : REFUSES_ALONE) ||
    counted.some(({ sure }) => sure)
  );
}

/**
 * Whether the odds of a violation reach a threshold, raised for a long text. Of a short one any sentence may be left out:
 * else one that denies everything (`We sell nothing prohibited.`) would dilute the others.
 */
function reaches({ undiluted, places }: Judgement, bar: number): boolean {
  return undiluted * (1 - bar) >= bar * (1 - undiluted) * places ** CHANCE;
}

/** Quotes the heaviest of the rules; null if there is none. */
function findingFrom(category: PolicyCategory, rules: readonly FiredRule[]): PolicyFinding | null {
  return rules[0] ? { category, matched: rules[0].matched, field: rules[0].field, rules } : null;
}

/** The flag for a moderator, or null. */
export function flagOf(
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

/** The sentence the model is based on; for the title its tagline, or else its first text. */
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
