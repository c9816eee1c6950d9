// Applies one rule to the terms found: where its evidence occurs together, and what excuses it.
import { excuseFor } from './excuses.js';
import { type Found, isDenied, overlaps, quote, type Reading, sentenceAround } from './findings.js';
import type { FiredRule, PolicyRule } from './types.js';

const MAX_SUBJECTS = 40;
/** So near words belong together, even if they stand in two lines. */
const ACROSS = 15;
const SENTENCE_END = /[.!?;。！？；]/;
/** Between a denial and the word it denies: a space. */
const DENIED = 1;

/** A rule that fired, and the position of its subject. */
export interface Firing extends FiredRule {
  readonly at: number;
}

/** Every place where a rule fires, in the order of its sets. */
export function fire(reading: Reading, rule: PolicyRule): Firing[] {
  const { all } = rule;
  const { bySet } = reading.findings;
  if (!all.every(({ sets }) => sets.some((set) => bySet.has(set)))) return [];
  const subjects = (all[0]?.sets ?? [])
    .flatMap((set) => bySet.get(set) ?? [])
    // A part of a word of a text (`cards` in `flashcards`) names nothing, nor do loose words of an address.
    .filter(({ joined, piece }) => rule.effect !== 'name' || (piece.address ? all.length === 1 : !joined))
    .slice(0, MAX_SUBJECTS);
  return subjects.flatMap((subject) => {
    const others = companions(reading, rule, subject);
    if (!others) return [];
    const { id, category, effect, reason } = rule;
    const excused = effect === 'name' ? null : excuseFor(reading, rule, [subject, ...others]);
    const matched = quoteTogether(subject, others);
    return [{ id, category, effect, reason, field: subject.piece.field, matched, excused, at: subject.from }];
  });
}

/** One term for each further set of a rule, near enough to the subject in its text; null if one is missing. */
function companions(reading: Reading, { all }: PolicyRule, subject: Found): Found[] | null {
  const { findings, ends } = reading;
  const [sentenceFrom, sentenceTo] = sentenceAround(ends, subject.from);
  const others: Found[] = [];
  for (const { sets, within } of all.slice(1)) {
    let nearest: Found | null = null;
    let distance = within + 1;
    for (const set of sets) {
      for (const found of findings.of(set)) {
        if (found.piece !== subject.piece) continue;
        // Evidence must consist of other words than the subject, and than evidence already counted.
        if (overlaps(found, subject) || others.some((other) => overlaps(found, other))) continue;
        // `No allowance` offers none.
        if (isDenied(reading, found, DENIED)) continue;
        const gap = Math.max(0, found.from - subject.to, subject.from - found.to);
        const inSentence = found.from > sentenceFrom && found.from <= sentenceTo;
        if (
          gap < distance &&
          (inSentence || (gap <= ACROSS && !SENTENCE_END.test(between(subject, found))))
        ) {
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

/** The text from one term to another. */
function between(a: Found, b: Found): string {
  const { piece, from, to } =
    a.from < b.from ? { ...a, from: a.to, to: b.from } : { ...a, from: b.to, to: a.from };
  return piece.text.slice(from - piece.base, to - piece.base);
}

const MAX_QUOTE = 160;

/** The subject with the rest of the evidence, if that is short; else the subject only. */
function quoteTogether(subject: Found, others: readonly Found[]): string {
  const { piece } = subject;
  const from = Math.min(subject.from, ...others.map((other) => other.from));
  const to = Math.max(subject.to, ...others.map((other) => other.to));
  if (to - from > MAX_QUOTE) return quote(subject);
  return piece.text.slice(from - piece.base, to - piece.base);
}
