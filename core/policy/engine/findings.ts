// Finds the vocabulary in every view of every field, with positions on one axis shared by all fields.
import { lowerBound } from '../../kernel/lower-bound.js';
import { ADULT_HOST, ADULT_HOSTS, type SetId } from '../vocabulary/sets.js';
import { decodeAddress, hostOf } from './fold.js';
import { type Hit, type Lexicon, STRICT_INSIDE, stepsAt, type Terms } from './lexicon.js';
import type { ScreenedContent } from './types.js';
import { putSpace, readBackwards, readViews, rewrite, type View } from './views.js';
import { MAX_REJOINED, type PlacedWord, wordsOf } from './words.js';

/** Words of longer texts are not split: only addresses and names contain run-together words. */
const MAX_SPLIT = 120;

export interface Piece {
  readonly field: string;
  readonly text: string;
  readonly base: number;
  readonly address: boolean;
}

/** A term in the typed text; `from` and `to` are positions on the shared axis. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly piece: Piece;
  /** Part of a run-together word (`rice` in `cap-rice`). */
  readonly joined: boolean;
}

const isAddressField = (field: string) => field === 'url' || field === 'website' || field.endsWith('_url');

export function piecesOf(content: ScreenedContent): Piece[] {
  const pieces: Piece[] = [];
  let base = 0;
  for (const [field, value] of Object.entries(content)) {
    for (const text of typeof value === 'string' ? [value] : Array.isArray(value) ? value : []) {
      if (typeof text !== 'string') continue;
      const address = isAddressField(field);
      // Query and fragment of an address are no evidence (C6).
      const read = address ? text.replace(/[?#].*/s, '') : text;
      if (read.length === 0) continue;
      pieces.push({ field, text: read, base, address });
      base += read.length + 2;
    }
  }
  return pieces;
}

/** A UUID, or at least eight hexadecimal digits, three of them decimal, and everything attached to them. */
const IDENTIFIER =
  /(?<![a-z0-9])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])(?=(?:[a-f]*\d){3})[0-9a-f]{8,}(?:-[0-9a-f]{4,})*)(?![a-z0-9])/gi;

/** Blanks identifiers, which spell words only by chance. */
const withoutIdentifiers = (text: string) => text.replace(IDENTIFIER, (id) => ' '.repeat(id.length));

export const overlaps = (a: Found, b: Found) => a.from < b.to && b.from < a.to;

export const quote = (found: Found) =>
  found.piece.text.slice(found.from - found.piece.base, found.to - found.piece.base);

/** The found terms by set, each position once. */
export class Findings {
  readonly bySet = new Map<SetId, Found[]>();
  /** Each text as the confirming model reads it: disguises undone, names split. */
  readonly read: { readonly piece: Piece; readonly view: View }[] = [];

  of(set: SetId): readonly Found[] {
    return this.bySet.get(set) ?? [];
  }

  add(set: SetId, piece: Piece, start: number, end: number, joined = false): void {
    const [from, to] = [piece.base + start, piece.base + end];
    const list = this.bySet.get(set) ?? [];
    if (list.some((found) => found.from === from && found.to === to)) return;
    list.push({ from, to, piece, joined });
    this.bySet.set(set, list);
  }

  addView(piece: Piece, view: View, hits: readonly Hit[], joined = false): void {
    for (const hit of hits) {
      // Read backwards, the first character is the last one typed.
      const [first, last] = view.trick === 'backwards' ? [hit.end - 1, hit.start] : [hit.start, hit.end - 1];
      this.add(hit.set, piece, view.starts[first] as number, view.ends[last] as number, joined);
    }
  }
}

export function findAll(lexicon: Lexicon, pieces: readonly Piece[]): Findings {
  const findings = new Findings();
  for (const piece of pieces) {
    findInViews(findings, lexicon, piece);
    for (const hit of findMaskedWords(lexicon, piece.text)) findings.add(hit.set, piece, hit.start, hit.end);
    const host = piece.address ? hostOf(piece.text) : null;
    if (host === null || !ADULT_HOSTS.test(host)) continue;
    const at = piece.text.toLowerCase().indexOf(host);
    if (at < 0) findings.add(ADULT_HOST, piece, 0, piece.text.length);
    else findings.add(ADULT_HOST, piece, at, at + host.length);
  }
  return findings;
}

/** Finds terms in every view of a text, and keeps the clearest view for the model. */
function findInViews(findings: Findings, lexicon: Lexicon, piece: Piece): void {
  const decoded = piece.address ? decodeAddress(piece.text) : null;
  const text = withoutIdentifiers(decoded?.text ?? piece.text);
  /** Maps a view of a decoded address back to the typed characters. */
  const onTyped = (view: View): View => {
    const end = piece.text.length;
    const starts = view.starts.map((at) => decoded?.starts[at] ?? end);
    return decoded ? { ...view, starts, ends: view.ends.map((at) => decoded.ends[at - 1] ?? end) } : view;
  };
  const look = (view: View, joined = false): readonly PlacedWord[] => {
    const words = wordsOf(lexicon, view.text);
    findings.addView(piece, view, findTerms(words), joined);
    return words;
  };
  let isBackwards = false;
  let clearest = null as { view: View; words: readonly PlacedWord[] } | null;
  for (const view of readViews(text, piece.address).map(onTyped)) {
    const words = look(view);
    findings.addView(piece, view, findBrokenWords(lexicon, words), true);
    isBackwards ||= words.some(({ word }) => word.isReversed);
    const split = text.length <= MAX_SPLIT ? splitWords(view, words) : null;
    const ofSplit = split && { view: split, words: look(split, true) };
    // If letters have two readings, the first one is clearer.
    const isSecond = view.trick === 'letters' && clearest?.view.trick === 'letters';
    clearest = (piece.address ? ofSplit : null) ?? (isSecond ? clearest : { view, words });
  }
  const mended = clearest && !piece.address ? mendWords(clearest.view, clearest.words) : null;
  if (mended) look(mended);
  if (clearest) findings.read.push({ piece, view: mended ?? clearest.view });
  const backwards = readBackwards(text, isBackwards);
  if (backwards) look(onTyped(backwards));
}

const SENTENCE_END = /[.!?;](?=\s|$)|[。！？；؟।\n]/g;
/** In a title, text after a dash or in brackets is a separate passage. */
const TITLE_END = /[.!?;](?=\s|$)|[。！？；؟।\n]|\s(?=\(|[-–—|]\s)/g;
/** Separates the host and each part of the path. */
const PART_END = /(?<=[^/])\/(?=[^/])/g;

const endsIn = ({ address, field }: Piece) =>
  address ? PART_END : field === 'name' || field === 'tagline' ? TITLE_END : SENTENCE_END;

/** Ends of the sentences on the shared axis, ascending. */
export function sentenceEnds(pieces: readonly Piece[]): number[] {
  const ends: number[] = [];
  for (const piece of pieces) {
    for (const match of piece.text.matchAll(endsIn(piece))) ends.push(piece.base + match.index);
    ends.push(piece.base + piece.text.length);
  }
  return ends;
}

const MARK = /[^\p{L}\p{M}\s'’]/u;

export interface Reading {
  readonly findings: Findings;
  readonly ends: readonly number[];
  /** Positions where a negation of the next word ends: `no`, `without any`. */
  readonly denials: ReadonlySet<number>;
}

/** Whether a negation ends at most `reach` characters before a term, with no punctuation between them. */
export function isDenied({ denials }: Reading, { piece, from }: Found, reach: number): boolean {
  for (let at = from; denials.size > 0 && at >= from - reach; at--) {
    if (denials.has(at)) return true;
    if (MARK.test(piece.text[at - 1 - piece.base] ?? '.')) return false;
  }
  return false;
}

/** Bounds of the sentence at a position: it begins after the first bound, and ends at the second. */
export function sentenceAround(ends: readonly number[], at: number): [number, number] {
  const next = lowerBound(ends.length, (place) => (ends[place] as number) < at);
  return [ends[next - 1] ?? -1, ends[next] ?? Number.POSITIVE_INFINITY];
}

// Terms in the words of a view: as written, broken up, masked or reversed.

function findTerms(words: readonly PlacedWord[]): Hit[] {
  const hits: Hit[] = [];
  const inside: Hit[] = [];
  for (const [at, { word, start }] of words.entries()) {
    for (const step of word.steps) {
      if ('set' in step) hits.push({ set: step.set, start: start + step.start, end: start + step.end });
      else findOn(step.next, words, at + 1, start + step.start, hits);
    }
    for (const hit of word.inside)
      inside.push({ set: hit.set, start: start + hit.start, end: start + hit.end });
  }
  return inside.length === 0 ? hits : [...hits, ...inside];
}

/** Continues the phrases that began at `start` with the word at `at`. */
function findOn(terms: Terms, words: readonly PlacedWord[], at: number, start: number, hits: Hit[]): void {
  const placed = words[at];
  if (!placed) return;
  for (const step of stepsAt(terms, placed.word.text)) {
    if ('set' in step) hits.push({ set: step.set, start, end: placed.start + step.end });
    else findOn(step.next, words, at + 1, start, hits);
  }
}

const MAX_PIECES = 4;

/** Finds strict words broken into pieces. The joined pieces must be the whole word. */
function findBrokenWords(lexicon: Lexicon, words: readonly PlacedWord[]): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < words.length; at++) {
    const { word, start, end } = words[at] as PlacedWord;
    for (const set of word.backwards) hits.push({ set, start, end });
    if (!word.mayBeBroken) continue;
    let { length } = word.text;
    let joined = '';
    let upTo = at;
    let ordinary = word.isCommon;
    for (let n = at + 1; n <= at + MAX_PIECES && n < words.length; n++) {
      const next = words[n] as PlacedWord;
      length += next.word.text.length;
      // `code in` is two words, not a broken one.
      ordinary &&= next.word.isCommon;
      if (length > MAX_REJOINED) break;
      if (ordinary || length < STRICT_INSIDE) continue;
      for (; upTo <= n; upTo++) joined += words[upTo]?.word.text;
      for (const set of lexicon.strictWords.get(joined) ?? []) hits.push({ set, start, end: next.end });
    }
  }
  return hits;
}

const STARRED = /[*#•·×✱]/;

/** Words with starred-out letters (`c*caine`), by position in the typed text. */
function findMaskedWords(lexicon: Lexicon, typed: string): Hit[] {
  if (!STARRED.test(typed)) return [];
  const hits: Hit[] = [];
  for (const match of typed.toLowerCase().matchAll(/(?<![a-z])[a-z]+(?:[*#•·×✱]{1,4}[a-z]+)+/g)) {
    const pattern = new RegExp(`^${match[0].replace(/[*#•·×✱]/g, '[a-z]')}$`);
    const letters = match[0].replace(/[^a-z]/g, '').length;
    if (letters < 2 || match[0].length < 4) continue;
    for (const [word, sets] of lexicon.strictWords) {
      if (word.length === match[0].length && pattern.test(word)) {
        for (const set of sets) hits.push({ set, start: match.index, end: match.index + match[0].length });
        break;
      }
    }
  }
  return hits;
}

/** Corrects the typos of a view; null if there are none. */
function mendWords(view: View, words: readonly PlacedWord[]): View | null {
  const typos = words.filter(({ word }) => word.mended !== null);
  const mended = rewrite(view, typos, (out, { word, start, end }) =>
    out.put(word.mended as string, view.starts[start] as number, view.ends[end - 1] as number),
  );
  return mended && { ...mended, trick: 'letters' };
}

/** Splits run-together words (`weedplugdelivery`) of a view; null if nothing splits. */
function splitWords(view: View, words: readonly PlacedWord[]): View | null {
  const joined = words.filter(({ word }) => word.cuts);
  const split = rewrite(view, joined, (out, { word, start, end }) => {
    let from = start;
    for (const cut of [...(word.cuts ?? []), end - start]) {
      if (from > start) putSpace(out, view, from);
      out.copy(view, from, start + cut);
      from = start + cut;
    }
  });
  return split && { ...split, trick: 'spacing' };
}
