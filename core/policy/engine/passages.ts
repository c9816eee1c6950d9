// Splits content into passages, joins them into the windows that the model judges, and hashes their features:
// words, pairs of words, parts of words, and matched term sets.
import { lowerBound } from '../../kernel/lower-bound.js';
import { NAMING_RULES } from '../vocabulary/rules.js';
import type { SetId } from '../vocabulary/sets.js';
import type { Findings, Piece } from './findings.js';
import { OFFERED } from './lexicon.js';

const TITLE_FIELDS = new Set(['tagline', 'pricing_summary', 'cta_label', 'categories']);

/** A sentence or a part of an address: its place on the shared axis, its words in the view, and its sets of terms. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly kind: 'name' | 'title' | 'address' | 'text' | 'item';
  readonly text: string;
  readonly sets: Set<SetId>;
}

function kindOf({ field, address }: Piece): Passage['kind'] {
  if (address) return 'address';
  if (field === 'name') return 'name';
  return TITLE_FIELDS.has(field) ? 'title' : field === 'features' ? 'item' : 'text';
}

/** Sets that naming rules start from. */
const NAMING = new Set(NAMING_RULES.flatMap(({ all }) => all[0]?.sets ?? []));

/** Whether a passage is read with others: a name or address counts only if it names something prohibited. */
const isRead = ({ kind, sets }: Passage) =>
  (kind !== 'name' && kind !== 'address') || [...sets].some((set) => NAMING.has(set));

/** Every sentence of every text, in the order of the fields; an address is split into host and parts of the path. */
export function passagesOf(findings: Findings, ends: readonly number[]): Passage[] {
  const passages: Passage[] = [];
  let next = 0;
  for (const { piece, view } of findings.read) {
    const limit = piece.base + piece.text.length;
    while (next < ends.length && (ends[next] as number) < piece.base) next++;
    let at = 0;
    let from = piece.base;
    for (; next < ends.length && (ends[next] as number) <= limit; next++) {
      const end = ends[next] as number;
      let to = at;
      while (to < view.text.length && piece.base + (view.starts[to] as number) < end) to++;
      if (to > at) {
        const text = view.text.slice(at, to).trim();
        passages.push({
          from,
          to: end,
          kind: kindOf(piece),
          text,
          sets: new Set(),
        });
      }
      at = to;
      from = end;
    }
  }
  // The model is trained without the sets of sentences that offer something.
  for (const [set, list] of findings.bySet)
    if (!OFFERED.test(set)) for (const found of list) passageAt(passages, found.from)?.sets.add(set);
  return passages;
}

function passageAt(passages: readonly Passage[], at: number): Passage | undefined {
  return passages[lowerBound(passages.length, (place) => (passages[place] as Passage).to <= at)];
}

export function addPassage({ text, sets }: Passage, sink: FeatureSink): void {
  addWords(text, sink);
  addSets(sets, sink);
}

/** Texts up to this length are read as a whole. */
const WHOLE = 420;
/** Minimum characters of sentences in a window, besides the title. */
const WINDOW = 200;

/** Passages to judge together: all of a short text, else the title with a few sentences each time; also each item. */
export function windowsOf(passages: readonly Passage[]): number[][] {
  const read = [...passages.keys()].filter((at) => isRead(passages[at] as Passage));
  const all = read.length > 0 ? read : [...passages.keys()];
  const isTitle = (at: number) => ['name', 'title', 'address'].includes((passages[at] as Passage).kind);
  const lengthOf = (places: readonly number[]) =>
    places.reduce((sum, at) => sum + (passages[at] as Passage).text.length, 0);
  const title = all.filter(isTitle);
  const body = all.filter((at) => !isTitle(at));
  const items = body.filter((at) => (passages[at] as Passage).kind === 'item').map((at) => [at]);
  if (lengthOf(all) <= WHOLE || body.length === 0) return [all, ...(body.length > 1 ? items : [])];
  const windows: number[][] = [];
  let end = 0;
  for (let first = 0; end < body.length; first++) {
    end = first + 1;
    while (end < body.length && lengthOf(body.slice(first, end)) < WINDOW) end++;
    windows.push([...title, ...body.slice(first, end)]);
  }
  return [...windows, ...items];
}

export const BUCKETS = 2 ** 18;

/** Features are weighted in three blocks, each divided by the root of its size. */
const BLOCKS = { words: 0, parts: 1, sets: 2 } as const;
export const BLOCK_COUNT = 3;
const BLOCK_WEIGHTS = [1, 1, 0.7];
/** A block with fewer features weighs less: a single word proves little. */
const FEW = [8, 20, 4];

/** The weight of one feature in a block of `count`. */
export const shareOf = (block: number, count: number) =>
  count === 0 ? 0 : (BLOCK_WEIGHTS[block] as number) / Math.sqrt(count + (FEW[block] as number));

export interface FeatureSink {
  add(bucket: number, block: number): void;
}

const PRIME = 0x01000193;
const SEED = { word: 0x2f0b4c47, pair: 0x51ed270b, part: 0x7a8f3d21, set: 0x1b873593 };
const BOUNDARY = 0x2402;

const mix = (hash: number, code: number) => Math.imul(hash ^ code, PRIME);

function bucketOf(hash: number): number {
  let h = hash ^ (hash >>> 15);
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 13;
  return h & (BUCKETS - 1);
}

const isWide = (code: number) => code >= 0x2e80;
const MIN_PART = 3;
const MAX_PART = 5;

/** Adds words, pairs and parts of words of a text separated by single spaces. */
function addWords(text: string, sink: FeatureSink): void {
  let previous = 0;
  for (const typed of text.split(' ')) {
    if (typed === '') continue;
    const word = addWord(typed, sink);
    sink.add(bucketOf(Math.imul(previous ^ SEED.pair, PRIME) ^ word), BLOCKS.words);
    previous = word;
  }
}

const DIGIT = /[0-9]/g;

/** Adds a word and its parts, with all digits as 0: numbers in names are irrelevant. @returns its hash */
export function addWord(typed: string, sink: FeatureSink): number {
  const word = typed.replace(DIGIT, '0');
  let hash = SEED.word;
  for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
  sink.add(bucketOf(hash), BLOCKS.words);
  addParts(word, sink);
  return hash;
}

/** Three to five consecutive characters, including word edges; one to three in scripts without spaces. */
function addParts(word: string, sink: FeatureSink): void {
  for (let start = -1; start < word.length; start++) {
    let hash = SEED.part;
    const wide = start >= 0 && isWide(word.charCodeAt(start));
    for (let at = start; at <= word.length && at < start + MAX_PART; at++) {
      const code = at < 0 || at === word.length ? BOUNDARY : word.charCodeAt(at);
      hash = mix(hash, code);
      const length = at - start + 1;
      if (length >= MIN_PART || (wide && at < word.length)) sink.add(bucketOf(hash), BLOCKS.parts);
    }
  }
}

/** Hash of a set's name, independent of other sets. */
function hashOfSet(id: string): number {
  let hash = SEED.set;
  for (let i = 0; i < id.length; i++) hash = mix(hash, id.charCodeAt(i));
  return hash;
}

/** The sets of a passage, and each pair of them, in the order of their hashes. */
function addSets(sets: ReadonlySet<SetId>, sink: FeatureSink): void {
  const hashes = [...sets].map(hashOfSet).sort((a, b) => a - b);
  for (const [index, hash] of hashes.entries()) {
    sink.add(bucketOf(hash), BLOCKS.sets);
    for (let other = index + 1; other < hashes.length; other++)
      sink.add(bucketOf(Math.imul(hash, PRIME) ^ (hashes[other] as number)), BLOCKS.sets);
  }
}
