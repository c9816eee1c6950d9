// Applies a rule to the found terms: its evidence must occur together without an excuse. An excuse only
// counts within its sentence; a guarding word only if the subject is its object.
import {
  type Findings,
  type Found,
  isDenied,
  overlaps,
  type Piece,
  quote,
  type Reading,
  sentenceAround,
} from './findings.js';
import type { FiredRule, PolicyRule } from './types.js';

const MAX_SUBJECTS = 40;
/** Words this close belong together, even across lines. */
const ACROSS = 15;
const SENTENCE_END = /[.!?;。！？；]/;
const DENIED = 1;

/** A rule that fired, the position of its subject, and whether its sentence guards against or denies it. */
export interface Firing extends FiredRule {
  readonly at: number;
  readonly isGuarded: boolean;
}

/** Every place where a rule fires, in the order of its sets. */
export function fire(reading: Reading, rule: PolicyRule): Firing[] {
  const { all } = rule;
  const { bySet } = reading.findings;
  if (!all.every(({ sets }) => sets.some((set) => bySet.has(set)))) return [];
  const subjects = (all[0]?.sets ?? [])
    .flatMap((set) => bySet.get(set) ?? [])
    // A naming rule ignores parts of words (`cards` in `flashcards`); in an address, only rules with one term apply.
    .filter(({ joined, piece }) => rule.effect !== 'name' || (piece.address ? all.length === 1 : !joined))
    .slice(0, MAX_SUBJECTS);
  return subjects.flatMap((subject) => {
    const others = companions(reading, rule, subject);
    if (!others) return [];
    const { all: _all, unless: _unless, ...said } = rule;
    const { from: at, piece } = subject;
    const matched = quoteTogether(subject, others);
    const excuse = excuseFor(reading, rule, [subject, ...others]);
    const excused = rule.effect === 'name' ? null : excuse;
    return [{ ...said, field: piece.field, matched, excused, at, isGuarded: excuse !== null }];
  });
}

/** For each further set of the rule, a term close enough to the subject; null if one is missing. */
function companions(reading: Reading, { all }: PolicyRule, subject: Found): Found[] | null {
  const { findings, ends } = reading;
  const [sentenceFrom, sentenceTo] = sentenceAround(ends, subject.from);
  const isTogether = (found: Found, gap: number) =>
    (found.from > sentenceFrom && found.from <= sentenceTo) ||
    (gap <= ACROSS && !SENTENCE_END.test(textBetween(subject, found)));
  const others: Found[] = [];
  for (const { sets, within } of all.slice(1)) {
    const [nearest] = sets
      .flatMap((set) => findings.of(set))
      .filter(({ piece }) => piece === subject.piece)
      .map((found) => ({ found, gap: Math.max(0, found.from - subject.to, subject.from - found.to) }))
      .filter(({ found, gap }) => gap <= within && isTogether(found, gap))
      // Terms of the evidence must not overlap, and a negated term (`no allowance`) is no evidence.
      .filter(({ found }) => ![subject, ...others].some((other) => overlaps(found, other)))
      .filter(({ found }) => !isDenied(reading, found, DENIED))
      .sort((a, b) => a.gap - b.gap);
    if (!nearest) return null;
    others.push(nearest.found);
  }
  return others;
}

const textBetween = (a: Found, b: Found) => between(a.piece, Math.min(a.to, b.to), Math.max(a.from, b.from));

const MAX_QUOTE = 160;

/** The subject with the rest of the evidence if that is short; else only the subject. */
function quoteTogether(subject: Found, others: readonly Found[]): string {
  const from = Math.min(subject.from, ...others.map((other) => other.from));
  const to = Math.max(subject.to, ...others.map((other) => other.to));
  return to - from > MAX_QUOTE ? quote(subject) : between(subject.piece, from, to);
}

/** Phrases that are innocent as a whole, built-in or exempted by the operator. */
const INNOCENT = ['innocent', 'instance.exempt'];
/** Sets whose words only look like an excuse: `no prescription` is neither a denial nor a medical context. */
const KEPT = ['negation.kept', 'offered.against', 'covert'];
/** Guards only against words after it; terms of `protect` also against words before them. */
const GUARD_BEFORE_ONLY = 'protect.before';

/** `no filter`, `without any filter`: a negated word guards nothing. */
const DENIED_REACH = 8;
/** `No original? Our printers …`: a negation does not reach a new subject after a comma or colon. */
const NEW_CLAUSE =
  /[,:\u2013\u2014]\s*(?:and |but |so |then |just |simply )?(?:our|we|you|your|it|they|he|she|i|but|just|simply|dm|text|message|order|call|pay|pick|nuestr\p{L}*|nosotros|wir|unsere?|nous|nos|notre|vous|nossos?|nossa|мы|наш\p{L}*|вы)(?!\p{L})/iu;
const NEGATION_REACH = 90;
const GUARD_BEFORE = 60;
const GUARD_AFTER = 40;
/** A colon, dash or bracket separates a protecting word from its object: `Protection: buy …`. */
const CLAUSE_BREAK = /[:;!?()[\]|•\u2013\u2014\n]|\s[-+&/]\s/u;

function excuseFor(reading: Reading, rule: PolicyRule, evidence: readonly Found[]): string | null {
  const { findings } = reading;
  const innocent = innocentWording(findings, evidence[0] as Found);
  if (innocent !== null) return innocent;
  // The text addresses the reviewer (prompt injection): ignore every other excuse.
  if (findings.bySet.has('injection')) return null;
  const found = guardOf(reading, evidence) ?? denialOf(reading, evidence) ?? topicOf(reading, rule, evidence);
  return found && quote(found);
}

/** Whether words can be an excuse: not part of the evidence, not in `no prescription`, not negated. */
function holds(reading: Reading, found: Found, evidence: readonly Found[]): boolean {
  const { findings } = reading;
  // `Test strips` excuses the amount `strips` in it; `prescription` does not excuse `no prescription`.
  if (evidence.some((other) => overlaps(found, other) && !surrounds(found, other))) return false;
  const isKept = KEPT.some((set) =>
    findings.of(set).some((other) => other.from <= found.from && other.to >= found.to),
  );
  return !isKept && !isDenied(reading, found, DENIED_REACH);
}

/** Words that give the sentence another topic: a clinic, a museum, a board game. */
function topicOf(reading: Reading, { unless }: PolicyRule, evidence: readonly Found[]): Found | null {
  const [from, to] = sentenceAround(reading.ends, (evidence[0] as Found).from);
  for (const set of unless)
    for (const found of reading.findings.of(set))
      if (found.from > from && found.from <= to && holds(reading, found, evidence)) return found;
  return null;
}

/** A guarding word whose object is the subject: `detects cocaine`, `cocaine detection`. */
function guardOf(reading: Reading, evidence: readonly Found[]): Found | null {
  const { findings, ends } = reading;
  const subject = evidence[0] as Found;
  const [from, to] = sentenceAround(ends, subject.from);
  for (const set of ['protect', GUARD_BEFORE_ONLY]) {
    for (const found of findings.of(set)) {
      if (found.from <= from || found.from > to || found.piece !== subject.piece) continue;
      const isBefore = found.to <= subject.from;
      if (!isBefore && (set === GUARD_BEFORE_ONLY || found.from < subject.to)) continue;
      const words = textBetween(found, subject);
      if (words.length > (isBefore ? GUARD_BEFORE : GUARD_AFTER)) continue;
      const isOneClause = !CLAUSE_BREAK.test(words) && !NEW_CLAUSE.test(words);
      if (isOneClause && holds(reading, found, evidence)) return found;
    }
  }
  return null;
}

/** A denial before or after the subject: `we never sell cocaine`, `cocaine is not allowed`. */
function denialOf(reading: Reading, evidence: readonly Found[]): Found | null {
  const { findings, ends } = reading;
  const subject = evidence[0] as Found;
  const [from, to] = sentenceAround(ends, subject.from);
  for (const found of findings.of('negation.before')) {
    const near = found.from > from && found.to <= subject.from && subject.from - found.to <= NEGATION_REACH;
    const isSame = near && !NEW_CLAUSE.test(between(found.piece, found.to, subject.from));
    if (isSame && holds(reading, found, evidence)) return found;
  }
  return findings.of('negation.after').find((found) => found.from >= subject.to && found.from <= to) ?? null;
}

/** A phrase around the subject that is innocent as a whole. */
function innocentWording(findings: Findings, subject: Found): string | null {
  const found = INNOCENT.flatMap((set) => findings.of(set)).find(
    ({ from, to }) => from <= subject.from && to >= subject.to,
  );
  return found ? quote(found) : null;
}

const between = (piece: Piece, from: number, to: number) =>
  piece.text.slice(from - piece.base, to - piece.base);

const surrounds = (outer: Found, inner: Found) =>
  outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from;
