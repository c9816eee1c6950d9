// The verdict of rules and model: a refusal, a flag, or nothing.
import { THRESHOLD } from './compiled.js';
import type { Piece } from './findings.js';
import type { Judgement } from './model.js';
import type { FiredRule, PolicyCategory, PolicyFinding, PolicyFlag } from './types.js';

/** The likelihood at which a text that rules name is refused. */
const REFUSES = 0.36;
/** The same without the name, or without a remark behind the tagline. */
const REFUSES_UNADORNED = 0.5;
/**
 * The same for words that have no weight by themselves in a text of fewer characters: of a few words nearly any two are
 * suspicious by chance. The first that applies.
 */
const REFUSES_TERSE = [
  { below: 65, bar: 0.9 },
  { below: 110, bar: 0.65 },
] as const;
/** The same for certain evidence in a title with nothing below it, of which the model says little. */
const REFUSES_BRIEF = 0.25;
/**
 * The likelihood at which certain evidence in a short text is refused by the sentence it makes up alone, and the one that
 * the whole must have for that: an innocent name and description do not make up for `Buy cocaine online`.
 */
const REFUSES_DOMINANT = { alone: 0.3, whole: 0.1 } as const;
/**
 * Of several windows of a long text one looks like a violation by chance: their number to this power raises the
 * threshold.
 */
const CHANCE = 0.8;
/** From this likelihood on content is flagged, also if its evidence is excused or no rule named anything. */
const DOUBTS = 0.25;
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
  const isLoose = named.every(({ weight, excused }) => weight === 0 || excused !== null);
  const terse = isLoose && REFUSES_TERSE.find(({ below }) => judgement.length < below);
  const isRefused = terse ? judgement.likelihood >= terse.bar : reaches(judgement, REFUSES);
  return isRefused ? findingFrom(judged, named) : null;
}

/** Whether the model confirms certain evidence, as far as that needs it. */
function confirms(judgement: Judgement, counted: readonly FiredRule[]): boolean {
  const { brief, alone, likelihood } = judgement;
  return (
    reaches(judgement, brief ? REFUSES_BRIEF : REFUSES) ||
    (alone >= REFUSES_DOMINANT.alone &&
      likelihood >= REFUSES_DOMINANT.whole &&
      counted.some(({ weight, dominant }) => weight >= THRESHOLD && dominant)) ||
    counted.some(({ sure }) => sure)
  );
}

/** Whether the odds of a violation reach a threshold, raised for a long text. */
function reaches({ likelihood, unadorned, places }: Judgement, bar: number): boolean {
  const isReached = (judged: number, least: number) =>
    judged * (1 - least) >= least * (1 - judged) * places ** CHANCE;
  return isReached(likelihood, bar) || isReached(unadorned, REFUSES_UNADORNED);
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
  if (!isCertain && likelihood < DOUBTS) return null;
  const category = isCertain ? worst : judged;
  if (passed.includes(category)) return null;
  const named = rules.filter((rule) => rule.category === category);
  const [first] = named;
  return first
    ? { category, field: first.field, matched: first.matched, likelihood, rules: named.map(({ id }) => id) }
    : { category, ...wordsAt(pieces, passage), likelihood, rules: ['model'] };
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
