// The screen: vocabulary found in every view of every field, rules weighed over what was found.
import { decodeAddress, hostOf, splitWords } from './address.js';
import {
  findBrokenWords,
  findMaskedWords,
  findTerms,
  type Hit,
  holdsReversed,
  type Lexicon,
} from './lexicon.js';
import type {
  FiredRule,
  PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  PolicyRule,
  ScreenedContent,
} from './types.js';
import { readViews, type View } from './views.js';

/** A sum of weights that refuses. */
export const THRESHOLD = 10;
/** How much the second, third and fourth piece of evidence add to the heaviest. */
const SHARES = [1, 0.6, 0.4, 0.2];
/** Only addresses, names and the like hold run-together words. */
const MAX_SPLIT = 120;
const TITLE_FIELDS = new Set(['name', 'tagline']);
const MIN_BACKWARDS = 4;
const MAX_SUBJECTS = 40;

/** Rules and vocabulary, compiled by `compilePolicy`. */
export interface CompiledPolicy {
  readonly version: string;
  readonly lexicon: Lexicon;
  readonly rules: readonly CompiledRule[];
  readonly common: ReadonlySet<string>;
  readonly hosts: readonly { readonly set: number; readonly test: RegExp }[];
  readonly negation: { readonly before: number; readonly after: number };
  /** Guarding words: near the subject, or in a tagline over content that hides nothing. */
  readonly guard: number;
  /** Words that guard only against what follows them. */
  readonly guardBefore: number;
  /** Sets whose wording only looks like an excuse: `no prescription` is neither a denial nor medicine. */
  readonly kept: readonly number[];
  /** Wording that is innocent as a whole, ours and what an instance allows. */
  readonly innocent: readonly number[];
  readonly covert: number;
  readonly exemptHosts: readonly string[];
}

export interface CompiledRule {
  readonly rule: PolicyRule;
  readonly all: readonly { readonly sets: readonly number[]; readonly within: number }[];
  readonly unless: readonly number[];
  readonly near: readonly number[];
}

interface Piece {
  readonly field: string;
  readonly text: string;
  /** Where the piece begins on the axis that all fields share. */
  readonly base: number;
  readonly address: boolean;
}

/** A term in the typed text; `from` and `to` lie on the shared axis. */
interface Found {
  readonly set: number;
  readonly from: number;
  readonly to: number;
  readonly piece: Piece;
  readonly disguised: boolean;
}

const isAddressField = (field: string) => field === 'url' || field === 'website' || field.endsWith('_url');

function piecesOf(content: ScreenedContent): Piece[] {
  const pieces: Piece[] = [];
  let base = 0;
  for (const [field, value] of Object.entries(content)) {
    for (const text of typeof value === 'string' ? [value] : Array.isArray(value) ? value : []) {
      if (typeof text !== 'string' || text.length === 0) continue;
      pieces.push({ field, text, base, address: isAddressField(field) });
      base += text.length + 2;
    }
  }
  return pieces;
}

class Findings {
  readonly bySet = new Map<number, Found[]>();
  private readonly seen = new Set<number>();

  add(set: number, piece: Piece, start: number, end: number, disguised = false): void {
    const from = piece.base + start;
    const key = (set * 65_536 + from) * 256 + Math.min(end - start, 255);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const found = { set, from, to: piece.base + end, piece, disguised };
    const list = this.bySet.get(set);
    if (list) list.push(found);
    else this.bySet.set(set, [found]);
  }

  addView(piece: Piece, view: View, hits: readonly Hit[], disguised = view.trick !== 'plain'): void {
    for (const hit of hits) {
      // Two letters read backwards are a word in some language.
      if (view.trick === 'backwards' && hit.end - hit.start < MIN_BACKWARDS) continue;
      const first = view.starts[hit.start] as number;
      const last = view.ends[hit.end - 1] as number;
      // A text read backwards begins where it was typed last.
      const [start, end] =
        view.trick === 'backwards'
          ? [view.starts[hit.end - 1] as number, view.ends[hit.start] as number]
          : [first, last];
      this.add(hit.set, piece, start, end, disguised);
    }
  }
}

function findAll(policy: CompiledPolicy, pieces: readonly Piece[]): Findings {
  const findings = new Findings();
  const { lexicon } = policy;
  for (const piece of pieces) {
    const source = piece.address ? decodeAddress(piece.text) : null;
    const views = readViews(source?.text ?? piece.text, (text) => holdsReversed(lexicon, text)).map((view) =>
      source === null
        ? view
        : {
            ...view,
            starts: view.starts.map((at) => source.starts[at] ?? piece.text.length),
            ends: view.ends.map((at) => source.ends[at - 1] ?? piece.text.length),
          },
    );
    for (const view of views) {
      findings.addView(piece, view, findTerms(lexicon, view));
      findings.addView(piece, view, findBrokenWords(lexicon, view, policy.common), true);
      const split = piece.text.length <= MAX_SPLIT ? splitWords(view, lexicon, policy.common) : null;
      if (split) findings.addView(piece, split, findTerms(lexicon, split), false);
    }
    for (const hit of findMaskedWords(lexicon, piece.text))
      findings.add(hit.set, piece, hit.start, hit.end, true);
    if (piece.address) {
      const host = hostOf(piece.text);
      for (const { set, test } of policy.hosts) {
        if (host === null || !test.test(host)) continue;
        const at = piece.text.toLowerCase().indexOf(host);
        if (at < 0) findings.add(set, piece, 0, piece.text.length);
        else findings.add(set, piece, at, at + host.length);
      }
    }
  }
  return findings;
}

const SENTENCE_END = /[.!?;](?=\s|$)|[。！？；؟।\n]/g;

/** Ends of the sentences on the shared axis, ascending. */
function sentenceEnds(pieces: readonly Piece[]): number[] {
  const ends: number[] = [];
  for (const piece of pieces) {
    if (!piece.address)
      for (const match of piece.text.matchAll(SENTENCE_END)) ends.push(piece.base + match.index);
    ends.push(piece.base + piece.text.length);
  }
  return ends;
}

interface Reading {
  readonly policy: CompiledPolicy;
  readonly findings: Findings;
  readonly ends: readonly number[];
}

function sentenceAround(ends: readonly number[], at: number): [number, number] {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return [low === 0 ? -1 : (ends[low - 1] as number), ends[low] ?? Number.POSITIVE_INFINITY];
}

const NEGATION_REACH = 90;
const GUARD_BEFORE = 60;
const GUARD_AFTER = 40;

/** What excuses a subject, or null. */
function excuseFor(
  { policy, findings, ends }: Reading,
  compiled: CompiledRule,
  evidence: readonly Found[],
): string | null {
  const { rule } = compiled;
  const subject = evidence[0] as Found;
  const [from, to] = sentenceAround(ends, subject.from);
  const byTitle = rule.excusedByTitle ?? rule.weight < THRESHOLD;
  const kept = policy.kept.flatMap((set) => findings.bySet.get(set) ?? []);
  const holds = (found: Found) =>
    !evidence.some((other) => overlaps(found, other)) &&
    !kept.some((other) => other.from <= found.from && other.to >= found.to);
  for (const set of compiled.unless) {
    for (const found of findings.bySet.get(set) ?? []) {
      const near = found.from > from && found.from <= to;
      if ((near || (byTitle && TITLE_FIELDS.has(found.piece.field))) && holds(found)) return quote(found);
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
  for (const set of policy.innocent) {
    for (const found of findings.bySet.get(set) ?? []) {
      if (found.from <= subject.from && found.to >= subject.to) return quote(found);
    }
  }
  for (const found of findings.bySet.get(policy.negation.before) ?? []) {
    const near = found.from > from && found.to <= subject.from && subject.from - found.to <= NEGATION_REACH;
    if (near && holds(found)) return quote(found);
  }
  for (const found of findings.bySet.get(policy.negation.after) ?? []) {
    if (found.from >= subject.to && found.from <= to) return quote(found);
  }
  return null;
}

const quote = (found: Found) =>
  found.piece.text.slice(found.from - found.piece.base, found.to - found.piece.base);

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
      const excused = excuseFor(reading, compiled, [subject, ...others]);
      const firing: Firing = {
        id: rule.id,
        category: rule.category,
        weight: rule.weight,
        reason: rule.reason,
        field: subject.piece.field,
        matched: quoteTogether(subject, others),
        excused,
        subject: set,
        at: subject.from,
      };
      if (excused === null) return firing;
      excusedFiring ??= firing;
    }
  }
  return excusedFiring;
}

/** One found term for each further set of a rule, near enough to the subject; null when one is missing. */
function companions({ findings, ends }: Reading, { all }: CompiledRule, subject: Found): Found[] | null {
  const [sentenceFrom, sentenceTo] = sentenceAround(ends, subject.from);
  const others: Found[] = [];
  for (const { sets, within } of all.slice(1)) {
    let nearest: Found | null = null;
    let distance = within + 1;
    for (const set of sets) {
      for (const found of findings.bySet.get(set) ?? []) {
        // Evidence must be other words than the subject's own, and others than what counts already.
        if (overlaps(found, subject) || others.some((other) => overlaps(found, other))) continue;
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

const overlaps = (a: Found, b: Found) => a.from < b.to && b.from < a.to;

/** In longer texts the evidence must stand in one sentence. */
const LONG_TEXT = 300;
const SHORT_TEXT = 200;
const MAX_QUOTE = 80;

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

/** Screens content against a compiled policy and tells everything that was seen. */
export function explainWith(policy: CompiledPolicy, content: ScreenedContent): PolicyExplanation {
  const pieces = isExemptHost(policy, content.website_url) ? [] : piecesOf(content);
  const findings = findAll(policy, pieces);
  const reading: Reading = { policy, findings, ends: findings.bySet.size > 0 ? sentenceEnds(pieces) : [] };
  const firings: Firing[] = [];
  if (findings.bySet.size > 0) {
    for (const rule of policy.rules) {
      const firing = fire(reading, rule);
      if (firing) firings.push(firing);
    }
  }
  firings.sort((a, b) => b.weight - a.weight);
  const counted = firings.filter((firing) => firing.excused === null);
  const scores: Record<PolicyCategory, number> = { adult: 0, drugs: 0, illegal: 0 };
  for (const category of ['adult', 'drugs', 'illegal'] as const) {
    scores[category] = weigh(counted.filter((firing) => firing.category === category));
  }
  const rules = firings.map(({ subject: _subject, at: _at, ...rule }): FiredRule => rule);
  return { version: policy.version, finding: findingOf(scores, rules), scores, threshold: THRESHOLD, rules };
}

function findingOf(
  scores: Readonly<Record<PolicyCategory, number>>,
  rules: readonly FiredRule[],
): PolicyFinding | null {
  // Of two categories the heavier names the refusal; at a tie the worse one.
  const order: PolicyCategory[] = ['illegal', 'drugs', 'adult'];
  const worst = order.reduce((best, category) => (scores[category] > scores[best] ? category : best));
  if (scores[worst] < THRESHOLD) return null;
  const counted = rules.filter((rule) => rule.category === worst && rule.excused === null);
  const [heaviest] = counted;
  if (!heaviest) return null;
  return { category: worst, matched: heaviest.matched, field: heaviest.field, rules: counted };
}
