// Applies one rule to the terms found: whether its evidence occurs together, and what excuses it.
import type { CompiledRule } from './compiled.js';
import { excuseFor } from './excuses.js';
import { type Found, isDenied, overlaps, quote, type Reading, sentenceAround } from './findings.js';
import type { FiredRule } from './types.js';

/** Weights of the four heaviest pieces of evidence, heaviest first. */
const SHARES = [1, 0.6, 0.4, 0.2];
const MAX_SUBJECTS = 40;
/** In longer texts the evidence must occur in one sentence. */
const LONG_TEXT = 300;
const SHORT_TEXT = 200;
/** Between a denial and the word it denies: a space. */
const DENIED = 1;

/** A rule that fired, and where. */
export interface Firing extends FiredRule {
  readonly subject: number;
  readonly at: number;
}

/** The result of one rule; null if it does not fire. */
export function fire(reading: Reading, compiled: CompiledRule): Firing | null {
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
      const matched = quoteTogether(subject, others);
      const firing: Firing = {
        id: rule.id,
        category: rule.category,
        weight: rule.weight,
        reason: rule.reason,
        field: subject.piece.field,
        matched,
        excused: excuse,
        sure: rule.sure ?? false,
        dominant: matched.length >= DOMINANT * sentenceLength(reading, subject),
        subject: set,
        at: subject.from,
      };
      if (excuse === null) return firing;
      excusedFiring ??= firing;
    }
  }
  return excusedFiring;
}

/** A sentence of which so much was matched says little else. */
const DOMINANT = 0.5;

function sentenceLength({ ends }: Reading, { piece, from }: Found): number {
  const [start, end] = sentenceAround(ends, from);
  return Math.min(end, piece.base + piece.text.length) - Math.max(start + 1, piece.base);
}

/** One term for each further set of a rule, near enough to the subject; null if one is missing. */
function companions(reading: Reading, { all }: CompiledRule, subject: Found): Found[] | null {
  const { findings, ends } = reading;
  const [sentenceFrom, sentenceTo] = sentenceAround(ends, subject.from);
  const others: Found[] = [];
  for (const { sets, within } of all.slice(1)) {
    let nearest: Found | null = null;
    let distance = within + 1;
    for (const set of sets) {
      for (const found of findings.bySet.get(set) ?? []) {
        // Evidence must consist of other words than the subject, and than evidence already counted.
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

/** The subject and the evidence in the same text, if that is short; else the subject only. */
function quoteTogether(subject: Found, others: readonly Found[]): string {
  const { piece } = subject;
  const same = others.filter((other) => other.piece === piece);
  const from = Math.min(subject.from, ...same.map((other) => other.from));
  const to = Math.max(subject.to, ...same.map((other) => other.to));
  if (to - from > MAX_QUOTE) return quote(subject);
  return piece.text.slice(from - piece.base, to - piece.base);
}

/** The sum of the evidence: rules about one subject are not summed, others add less and less. */
export function weigh(firings: readonly Firing[]): number {
  const heaviest = new Map<number, number>();
  for (const firing of firings) {
    heaviest.set(firing.subject, Math.max(firing.weight, heaviest.get(firing.subject) ?? 0));
  }
  const weights = [...heaviest.values()].sort((a, b) => b - a);
  return weights.reduce((sum, weight, index) => sum + weight * (SHARES[index] ?? 0), 0);
}
