// Combines rules and model into a refusal, a flag, or nothing.
import { NAMING_RULES } from '../vocabulary/rules.js';
import type { Piece } from './findings.js';
import type { Firing } from './firing.js';
import type { Judged, Judgement } from './model.js';
import type { Passage } from './passages.js';
import type { PolicyCategory, PolicyFinding } from './types.js';

/** From this likelihood, named words are refused: 0.7 to 0.9 % of innocent cases near a topic (unseen authors). */
const REFUSES = 0.65;
/** Likelihood from which a single sentence, or a reading that omits a part, is refused. */
const PARTLY = 0.75;
/** Likelihoods from which text is flagged: `named` with a rule's words, `long` with them in several windows, `any`
 * without them, `sentence` for a sentence with them. 94 to 98 % of violations, 4 to 6 % of innocent cases
 * and 0.1 % of real products reach them (unseen authors). */
const FLAGS = { named: 0.11, long: 0.15, any: 0.32, sentence: 0.4 } as const;
const MAX_SENTENCE = 200;

/** Firings without an excuse, outside the categories that the site is exempt from. */
interface Evidence {
  readonly firings: readonly Firing[];
  readonly judgement: Judgement;
  readonly passed: readonly PolicyCategory[];
}

/** Refuses certain evidence, and named words if the model finds their sentence or the whole violating. */
export function findingOf({ firings, judgement, passed }: Evidence): PolicyFinding | null {
  const refusing = firings.filter(
    ({ effect, category }) => effect === 'refuse' && !passed.includes(category),
  );
  const certain = mostSevere(refusing, judgement.worst.category);
  if (certain) return findingFrom(certain, judgement.worst, judgement);
  if (firings.every(({ effect }) => effect !== 'name')) return null;
  // Two or three words of an address say too little by themselves.
  const alone = judgement.alone.filter(
    ({ likelihood, passages: [passage] }) => likelihood >= PARTLY && passage?.kind !== 'address',
  );
  const labels = judgement.alone.flatMap(({ passages }) => passages.filter(isLabelled));
  const windows = judgement.windows.filter(({ likelihood }) => likelihood >= REFUSES);
  const suspected = [...alone, ...windows, ...judgement.reduced(PARTLY)].sort(
    (a, b) => b.likelihood - a.likelihood,
  );
  const isBareName = (firing: Firing) =>
    firing.effect === 'name' &&
    firing.category === 'drugs' &&
    ONE_WORD.test(firing.matched) &&
    labels.some((label) => holds(label, firing));
  for (const judged of suspected) {
    const counted = windows.includes(judged) ? firings : firings.filter(({ isGuarded }) => !isGuarded);
    const telling = isOffered(judged) ? counted : counted.filter((firing) => !isBareName(firing));
    const named = passed.includes(judged.category) ? undefined : namedIn(telling, judged, judgement);
    if (named) return findingFrom(named, judged, judgement);
  }
  return null;
}

const holds = ({ from, to }: Passage, { at }: Firing) => at >= from && at < to;

const isLabelled = ({ kind }: Passage) => kind === 'name' || kind === 'address';

/** One word, such as the name of a drug, which a product may share. */
const ONE_WORD = /^[\p{L}\p{M}]+$/u;
const OFFERS = NAMING_RULES.flatMap(({ category, all }) =>
  category === 'drugs' ? (all[1]?.sets ?? []) : [],
);

/** Whether text besides the name and address offers drugs. */
const isOffered = ({ passages }: Judged) =>
  passages.some((passage) => !isLabelled(passage) && OFFERS.some((set) => passage.sets.has(set)));

/** @param judged the reading whose words explain the finding */
function findingFrom(firing: Firing, judged: Judged, { telling }: Judgement): PolicyFinding {
  const { category, field, matched, id } = firing;
  const words = telling({ ...judged, category });
  return { category, field, matched, likelihood: judged.likelihood, words, rules: [id] };
}

/** The certain evidence in the category that the model names, else in the most severe one. */
function mostSevere(firings: readonly Firing[], judged: PolicyCategory): Firing | undefined {
  return ([judged, 'illegal', 'drugs', 'adult'] as const)
    .flatMap((category) => firings.filter((firing) => firing.category === category))
    .at(0);
}

/** The words that name the violation, from its most suspicious passage; an offer before a mere name. */
function namedIn(firings: readonly Firing[], { passages, category }: Judged, { suspicion }: Judgement) {
  const ofCategory = firings.filter((firing) => firing.category === category);
  if (ofCategory.length === 0) return undefined;
  return passages
    .toSorted((a, b) => suspicion(b) - suspicion(a))
    .flatMap((passage) => ofCategory.filter((firing) => holds(passage, firing)))
    .at(0);
}

export function flagOf(
  pieces: readonly Piece[],
  { firings, judgement, passed }: Evidence,
): PolicyFinding | null {
  const flagging = firings.find(({ effect, category }) => effect === 'flag' && !passed.includes(category));
  if (flagging) return findingFrom(flagging, judgement.worst, judgement);
  const sentences = judgement.alone.filter(
    ({ likelihood, passages: [passage] }) => likelihood >= FLAGS.sentence && !isLabelled(passage as Passage),
  );
  const isLong = judgement.windows.filter(({ passages }) => passages.length > 1).length > 1;
  const bar = isLong ? FLAGS.long : FLAGS.named;
  // In a short text a denial excuses nothing: it is easily added.
  const open = isLong ? firings.filter(({ isGuarded }) => !isGuarded) : firings;
  for (const judged of [judgement.worst, ...sentences]) {
    const { category, likelihood } = judged;
    if (passed.includes(category)) continue;
    const named = likelihood >= bar ? namedIn(open, judged, judgement) : undefined;
    if (named) return findingFrom(named, judged, judgement);
    if (likelihood < (judged === judgement.worst ? FLAGS.any : PARTLY)) continue;
    const words = judgement.telling(judged);
    return { category, ...sentenceOf(pieces, judged, judgement), likelihood, words, rules: ['model'] };
  }
  return null;
}

function sentenceOf(pieces: readonly Piece[], { passages }: Judged, { suspicion }: Judgement) {
  const [passage] = passages.toSorted((a, b) => suspicion(b) - suspicion(a));
  const piece = passage && pieces.find(({ base, text }) => base + text.length >= passage.to);
  if (!passage || !piece) return { field: '', matched: '' };
  const text = piece.text.slice(Math.max(0, passage.from - piece.base), passage.to - piece.base);
  const words = text.replace(/^[\s.!?;。！？；]+/u, '').trim();
  return { field: piece.field, matched: words.slice(0, MAX_SENTENCE) };
}
