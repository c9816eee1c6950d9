// Splits content into passages for the confirming model: the title, and each sentence below it.
import { addSets, addWords, type PassageSink } from './features.js';
import type { Findings, Found, Piece } from './findings.js';

const TITLE_FIELDS = new Set([
  'name',
  'tagline',
  'website_url',
  'website',
  'pricing_summary',
  'cta_label',
  'categories',
  'url',
]);

/** One passage: the parts of views it consists of, and the sets found in it. */
export interface Passage {
  /** Its range on the axis shared by all fields; the title has none. */
  readonly from: number;
  readonly to: number;
  length: number;
  /** An item of a list: unrelated to its neighbours. */
  readonly listed: boolean;
  readonly spans: { readonly text: string; readonly from: number; readonly to: number }[];
  readonly sets: Set<number>;
}

const newPassage = (from: number, to: number, listed = false): Passage => ({
  listed,
  from,
  to,
  length: 0,
  spans: [],
  sets: new Set(),
});

/** A remark behind a tagline: in brackets, or after a dash. */
const REMARK = /\s*\([^()]*\)\s*$|\s+[-–—]\s+[^-–—]*$/u;

/**
 * The title less its name, and less a remark behind the tagline: what an innocent word put there hides. Only where
 * something remains.
 */
export function titlesWithoutOne(findings: Findings): Passage[] {
  const read = findings.read.filter(({ piece }) => isInTitle(piece));
  const reduced: Passage[] = [];
  for (const { piece } of read) {
    const at = piece.field === 'name' ? 0 : piece.field === 'tagline' ? piece.text.search(REMARK) : -1;
    if (at < 0 || (at === 0 && read.length === 1)) continue;
    const title = newPassage(-1, -1);
    for (const { piece: other, view } of read) {
      const end = other === piece ? view.starts.findIndex((start) => start >= at) : -1;
      addSpan(title, view.text, 0, end < 0 ? view.text.length : end);
    }
    const isLeft = (found: Found) =>
      isInTitle(found.piece) && (found.piece !== piece || found.from < piece.base + at);
    for (const [set, list] of findings.bySet) if (list.some(isLeft)) title.sets.add(set);
    reduced.push(title);
  }
  return reduced;
}

/** The title first, then one passage a sentence, in the order of the fields. */
export function passagesOf(findings: Findings, ends: readonly number[]): Passage[] {
  const title = newPassage(-1, -1);
  const sentences: Passage[] = [];
  let next = 0;
  for (const { piece, view } of findings.read) {
    const limit = piece.base + piece.text.length;
    if (TITLE_FIELDS.has(piece.field) || piece.address) {
      addSpan(title, view.text, 0, view.text.length);
      continue;
    }
    while (next < ends.length && (ends[next] as number) < piece.base) next++;
    let at = 0;
    let from = piece.base;
    for (; next < ends.length && (ends[next] as number) <= limit; next++) {
      const end = ends[next] as number;
      let to = at;
      while (to < view.text.length && piece.base + (view.starts[to] as number) < end) to++;
      if (to > at) {
        const passage = newPassage(from, end, piece.field === 'features');
        if (!isMonotone(view.text, at, to)) addSpan(passage, view.text, at, to);
        sentences.push(passage);
      }
      at = to;
      from = end;
    }
  }
  for (const [set, list] of findings.bySet) {
    for (const found of list)
      (isInTitle(found.piece) ? title : passageAt(sentences, found.from))?.sets.add(set);
  }
  return [title, ...sentences];
}

const isInTitle = (piece: Piece) => TITLE_FIELDS.has(piece.field) || piece.address;

const MONOTONE = { length: 200, signs: 12 } as const;

/**
 * A long text of few different characters is not language: the model was not trained on any, and its result would be
 * arbitrary.
 */
function isMonotone(text: string, from: number, to: number): boolean {
  if (to - from < MONOTONE.length) return false;
  const signs = new Set<number>();
  for (let at = from; at < to && signs.size <= MONOTONE.signs; at++) signs.add(text.charCodeAt(at));
  return signs.size <= MONOTONE.signs;
}

function addSpan(passage: Passage, text: string, from: number, to: number): void {
  passage.spans.push({ text, from, to });
  passage.length += to - from;
}

function passageAt(passages: readonly Passage[], at: number): Passage | undefined {
  let low = 0;
  let high = passages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle] as Passage).to <= at) low = middle + 1;
    else high = middle;
  }
  return passages[low];
}

/** Emits the features of one passage. @param hashes of the sets, by index */
export function addPassage(passage: Passage, hashes: readonly number[], sink: PassageSink): void {
  for (const { text, from, to } of passage.spans) addWords(text, from, to, sink);
  addSets(
    [...passage.sets].map((set) => hashes[set] as number).sort((a, b) => a - b),
    sink,
  );
}

/** Texts no longer than this are read as one passage. */
const WHOLE = 420;
/** A window has the title and at least this many characters of sentences. */
const WINDOW = 200;

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/**
 * The windows to judge: a short text as a whole, of a longer one the title with a few sentences at a time; and each
 * item of a list on its own, so that none hides behind the others. As lists of indexes of passages.
 */
export function windowsOf(passages: readonly Passage[]): number[][] {
  const last = passages.length - 1;
  if (last <= 0) return [[0]];
  const listed = range(1, last)
    .filter((at) => (passages[at] as Passage).listed)
    .map((at) => [at]);
  const total = passages.reduce((sum, passage) => sum + passage.length, 0);
  if (total <= WHOLE) return [range(0, last), ...(last > 1 ? listed : [])];
  const windows: number[][] = [];
  for (let first = 1; first <= last; first++) {
    let end = first;
    let length = (passages[first] as Passage).length;
    while (length < WINDOW && end < last) length += (passages[++end] as Passage).length;
    windows.push([0, ...range(first, end)]);
    if (end === last) break;
  }
  return [...windows, ...listed];
}
