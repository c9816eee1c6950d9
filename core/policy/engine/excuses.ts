// What excuses a word: guarding against it, denying it, explaining it. An excuse only counts in its own sentence; a
// guarding word only if the subject is its object.
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
import type { PolicyRule } from './types.js';

/** Phrases that are innocent as a whole, ours and those exempted by an instance. */
const INNOCENT = ['innocent', 'instance.exempt'];
/** Sets whose words only look like an excuse: `no prescription` is neither a denial nor a medical context. */
const KEPT = ['negation.kept', 'covert'];
/** Words of trade: after a comma they start an offer, to which guarding words before the comma do not apply. */
const OFFERS = ['sale', 'trade', 'service'];
/** Words that guard only against what follows them; those of `protect` also against what precedes them. */
const GUARD_BEFORE_ONLY = 'protect.before';

/** `no filter`, `without any filter`: a denied word guards nothing. */
const DENIED_REACH = 8;
/** `No original? Our printers …`: after a comma or colon a new subject is not denied any more. */
const NEW_CLAUSE =
  /[,:\u2013\u2014]\s*(?:and |but |so |then |just |simply )?(?:our|we|you|your|it|they|he|she|i|but|just|simply|dm|text|message|order|call|pay|pick|nuestr\p{L}*|nosotros|wir|unsere?|nous|nos|notre|vous|nossos?|nossa|мы|наш\p{L}*|вы)(?!\p{L})/iu;
const NEGATION_REACH = 90;
const GUARD_BEFORE = 60;
const GUARD_AFTER = 40;
/** Between a guarding word and its object there is no colon, dash or bracket: `Protection: buy …` guards nothing. */
const CLAUSE_BREAK = /[:;!?()[\]|•\u2013\u2014\n]|\s[-+&/]\s/u;

/** The words that excuse a subject, or null. */
export function excuseFor(reading: Reading, rule: PolicyRule, evidence: readonly Found[]): string | null {
  const { findings } = reading;
  const innocent = innocentWording(findings, evidence[0] as Found);
  if (innocent !== null) return innocent;
  // The text addresses the reviewer (prompt injection): ignore every other excuse.
  if (findings.bySet.has('injection')) return null;
  const found = guardOf(reading, evidence) ?? denialOf(reading, evidence) ?? topicOf(reading, rule, evidence);
  return found && quote(found);
}

/**
 * Whether words can be an excuse at all: not part of the evidence, not within `no prescription`, not denied themselves.
 */
function holds(reading: Reading, found: Found, evidence: readonly Found[]): boolean {
  const { findings } = reading;
  // A part of a run-together word only excuses other parts of the same word.
  if (found.joined && found.piece !== evidence[0]?.piece) return false;
  // `Test strips` is an excuse, though `strips` might be an amount; `prescription` within `no prescription` is not.
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
      const before =
        found.to <= subject.from &&
        subject.from - found.to <= GUARD_BEFORE &&
        isOneClause(reading, subject.piece, found.to, subject.from);
      const after =
        set !== GUARD_BEFORE_ONLY &&
        found.from >= subject.to &&
        found.from - subject.to <= GUARD_AFTER &&
        isOneClause(reading, subject.piece, subject.to, found.from);
      if ((before || after) && holds(reading, found, evidence)) return found;
    }
  }
  return null;
}

/** Whether the text between two positions connects them: no new clause, and no offer after a comma. */
function isOneClause({ findings }: Reading, piece: Piece, from: number, to: number): boolean {
  const words = between(piece, from, to);
  if (CLAUSE_BREAK.test(words) || NEW_CLAUSE.test(words)) return false;
  const comma = words.lastIndexOf(',');
  if (comma < 0) return true;
  return !OFFERS.some((set) =>
    findings.of(set).some((found) => found.from >= from + comma && found.to <= to),
  );
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
  for (const found of findings.of('negation.after')) {
    if (found.from >= subject.to && found.from <= to) return found;
  }
  return null;
}

/** A phrase around the subject that is innocent as a whole. */
function innocentWording(findings: Findings, subject: Found): string | null {
  for (const set of INNOCENT) {
    for (const found of findings.of(set)) {
      if (found.from <= subject.from && found.to >= subject.to) return quote(found);
    }
  }
  return null;
}

const between = (piece: Piece, from: number, to: number) =>
  piece.text.slice(from - piece.base, to - piece.base);

const surrounds = (outer: Found, inner: Found) =>
  outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from;
