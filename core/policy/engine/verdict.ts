// The verdict of rules and model: a refusal, a flag, or nothing.
import type { Piece } from './findings.js';
import type { Firing } from './firing.js';
import type { Judged, Judgement } from './model.js';
import type { Passage } from './passages.js';
import type { PolicyCategory, PolicyFinding } from './types.js';

/**
 * From this likelihood on, words that a rule names are refused. 0.8 % of innocent cases near a topic reach it; 1.1 %
 * would reach 0.6, and 0.4 % 0.8 (unseen authors).
 */
const REFUSES = 0.65;
/**
 * Likelihoods that flag a text: one with a rule's words, and any other. 97.5 % of violations, 8 % of innocent cases
 * near a topic and 0.5 % of real products reach them (unseen authors).
 */
const FLAGS = { named: 0.1, any: 0.35 } as const;
const MAX_SENTENCE = 200;

/** The firings that count: not excused, and in no category that the site is exempt from. */
interface Evidence {
  readonly firings: readonly Firing[];
  readonly judgement: Judgement;
  readonly passed: readonly PolicyCategory[];
}

/** Certain evidence refuses; named words do if the model takes their sentence, or the whole, for a violation. */
export function findingOf({ firings, judgement, passed }: Evidence): PolicyFinding | null {
  const certain = mostSevere(
    firings.filter(({ effect, category }) => effect === 'refuse' && !passed.includes(category)),
    judgement.worst.category,
  );
  if (certain) return findingFrom(certain);
  if (firings.every(({ effect }) => effect !== 'name')) return null;
  // Two or three words of an address say too little by themselves.
  const alone = judgement.alone.filter(({ passages: [passage] }) => passage?.kind !== 'address');
  const suspected = [...alone, ...judgement.windows, ...judgement.reduced(REFUSES)]
    .filter(({ likelihood }) => likelihood >= REFUSES)
    .sort((a, b) => b.likelihood - a.likelihood);
  for (const judged of suspected) {
    const named = passed.includes(judged.category) ? undefined : namedIn(firings, judged, judgement);
    if (named) return findingFrom(named);
  }
  return null;
}

function findingFrom({ at: _at, ...rule }: Firing): PolicyFinding {
  const { category, matched, field } = rule;
  return { category, matched, field, rules: [rule] };
}

/** Of certain evidence in several categories the one the model names, then the more severe one. */
function mostSevere(firings: readonly Firing[], judged: PolicyCategory): Firing | undefined {
  return ([judged, 'illegal', 'drugs', 'adult'] as const)
    .flatMap((category) => firings.filter((firing) => firing.category === category))
    .at(0);
}

/** The words that name what was judged: those of its most suspicious passage, an offer before a mere name. */
function namedIn(firings: readonly Firing[], { passages, category }: Judged, { suspicion }: Judgement) {
  const ofCategory = firings.filter((firing) => firing.category === category);
  if (ofCategory.length === 0) return undefined;
  return passages
    .toSorted((a, b) => suspicion(b) - suspicion(a))
    .flatMap(({ from, to }) => ofCategory.filter(({ at }) => at >= from && at < to))
    .at(0);
}

/** The flag for a moderator, or null. */
export function flagOf(pieces: readonly Piece[], { firings, judgement, passed }: Evidence) {
  const { likelihood } = judgement.worst;
  const flagging = firings.find(({ effect, category }) => effect === 'flag' && !passed.includes(category));
  if (flagging) return { ...flagFrom(flagging), likelihood };
  const { category } = judgement.worst;
  if (passed.includes(category)) return null;
  const named = namedIn(firings, judgement.worst, judgement);
  if (likelihood < (named ? FLAGS.named : FLAGS.any)) return null;
  return named
    ? { ...flagFrom(named), likelihood }
    : { category, ...wordsOf(pieces, judgement), likelihood, rules: ['model'] };
}

const flagFrom = ({ category, field, matched, id }: Firing) => ({ category, field, matched, rules: [id] });

/** The most suspicious sentence of the worst window. */
function wordsOf(pieces: readonly Piece[], { worst, alone }: Judgement): { field: string; matched: string } {
  const [passage] = alone
    .filter(({ passages }) => worst.passages.includes(passages[0] as Passage))
    .toSorted((a, b) => b.likelihood - a.likelihood)
    .flatMap(({ passages }) => passages);
  const piece = passage && pieces.find(({ base, text }) => base + text.length >= passage.to);
  if (!passage || !piece) return { field: '', matched: '' };
  const text = piece.text.slice(Math.max(0, passage.from - piece.base), passage.to - piece.base);
  const words = text.replace(/^[\s.!?;。！？；]+/u, '').trim();
  return { field: piece.field, matched: words.slice(0, MAX_SENTENCE) };
}
