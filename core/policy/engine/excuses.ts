// What takes the sting out of a word: guarding against it, denying it, explaining it.
import { type CompiledRule, THRESHOLD } from './compiled.js';
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

const TITLE_FIELDS = new Set(['name', 'tagline']);
const CAPTION_FIELDS = new Set(['name', 'tagline', 'website_url']);
/** A description as short as this speaks for the title above it. */
const SHORT_DESCRIPTION = 300;
/** `no filter`, `without any filter`: what is denied guards nothing. */
const DENIED_REACH = 8;
/** `No original? Our printers …`: a new subject after a comma or colon is not denied any more. */
const NEW_CLAUSE =
  /[,:\u2013\u2014]\s*(?:and |but |so |then |just |simply )?(?:our|we|you|your|it|they|he|she|i|but|just|simply|dm|text|message|order|call|pay|pick|nuestr\p{L}*|nosotros|wir|unsere?|nous|nos|notre|vous|nossos?|nossa|мы|наш\p{L}*|вы)(?!\p{L})/iu;
const NEGATION_REACH = 90;
const GUARD_BEFORE = 60;
const GUARD_AFTER = 40;

/** What excuses a subject, or null. */
export function excuseFor(
  reading: Reading,
  compiled: CompiledRule,
  evidence: readonly Found[],
): string | null {
  const { policy, findings, ends } = reading;
  const subject = evidence[0] as Found;
  const innocent = innocentWording(policy.innocent, findings, subject);
  // Who speaks to the reviewer chose the words that would excuse.
  if (innocent !== null || findings.bySet.has(policy.injection)) return innocent;
  const { rule } = compiled;
  const [from, to] = sentenceAround(ends, subject.from);
  const byTitle = rule.excusedByTitle ?? rule.weight < THRESHOLD;
  // A title about lessons or gardens says nothing of a feature that does not belong there.
  const isAside = subject.piece.field === 'features';
  const kept = policy.kept.flatMap((set) => findings.bySet.get(set) ?? []);
  const holds = (found: Found) =>
    // `Test strips` excuse, though `strips` might be an amount; `prescription` within `no prescription` does not.
    !evidence.some((other) => overlaps(found, other) && !surrounds(found, other)) &&
    !kept.some((other) => other.from <= found.from && other.to >= found.to) &&
    !isDenied(reading, found, DENIED_REACH);
  for (const set of compiled.unless) {
    for (const found of findings.bySet.get(set) ?? []) {
      const near = found.from > from && found.from <= to;
      const titled =
        byTitle && TITLE_FIELDS.has(found.piece.field) && (!isAside || policy.firm.includes(set));
      const described =
        byTitle &&
        policy.explaining.includes(set) &&
        found.piece.field === 'description' &&
        found.piece.text.length <= SHORT_DESCRIPTION &&
        CAPTION_FIELDS.has(subject.piece.field) &&
        evidence.every(({ piece }) => CAPTION_FIELDS.has(piece.field));
      if ((near || titled || described) && holds(found)) return quote(found);
    }
  }
  for (const set of [...compiled.near, policy.guardBefore]) {
    for (const found of findings.bySet.get(set) ?? []) {
      if (found.from <= from || found.from > to || !holds(found)) continue;
      const before = found.to <= subject.from && subject.from - found.to <= GUARD_BEFORE;
      const after =
        set !== policy.guardBefore && found.from >= subject.to && found.from - subject.to <= GUARD_AFTER;
      if (before || after) return quote(found);
    }
  }
  const isCovert = (findings.bySet.get(policy.covert) ?? []).some(
    (found) => found.from > from && found.from <= to,
  );
  for (const found of isCovert ? [] : (findings.bySet.get(policy.guard) ?? [])) {
    if (found.piece.field === 'tagline' && holds(found)) return quote(found);
  }
  for (const found of findings.bySet.get(policy.negation.before) ?? []) {
    const near = found.from > from && found.to <= subject.from && subject.from - found.to <= NEGATION_REACH;
    if (near && holds(found) && !NEW_CLAUSE.test(between(found.piece, found.to, subject.from)))
      return quote(found);
  }
  for (const found of findings.bySet.get(policy.negation.after) ?? []) {
    if (found.from >= subject.to && found.from <= to) return quote(found);
  }
  return null;
}

/** Wording around the subject that is innocent as a whole. */
function innocentWording(sets: readonly number[], findings: Findings, subject: Found): string | null {
  for (const set of sets) {
    for (const found of findings.bySet.get(set) ?? []) {
      if (found.from <= subject.from && found.to >= subject.to) return quote(found);
    }
  }
  return null;
}

const surrounds = (outer: Found, inner: Found) =>
  outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from;

const between = (piece: Piece, from: number, to: number) =>
  piece.text.slice(from - piece.base, to - piece.base);
