// The features of a text for the confirming model: hashed words, pairs of words, parts of words, and the term sets
// found.
import type { SetId } from '../vocabulary/sets.js';

/** Buckets of the hash table; a power of two. */
export const BUCKETS = 2 ** 18;

/** Features are weighted in three blocks, each divided by the root of its own size. */
const BLOCKS = { words: 0, parts: 1, sets: 2 } as const;
export const BLOCK_COUNT = 3;
/** The weight of each block. */
const BLOCK_WEIGHTS = [1, 1, 0.7];
/** A block with fewer features than this weighs less: a single word proves little. */
const FEW = [8, 20, 4];

/** The weight of one feature in a block of this many. */
export const shareOf = (block: number, count: number): number =>
  count === 0 ? 0 : (BLOCK_WEIGHTS[block] as number) / Math.sqrt(count + (FEW[block] as number));

/** Receives features by bucket. */
export interface FeatureSink {
  add(bucket: number, block: number): void;
}

/** Receives the features of one passage. */
export interface PassageSink extends FeatureSink {
  /** Receives those of a single word, as `addWord` emits them. @returns what `addWord` does */
  addWord(word: string): number;
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

/** Words, pairs and parts of the words of a text; words are separated by single spaces. */
export function addWords(text: string, sink: PassageSink): void {
  let previous = 0;
  for (const typed of text.split(' ')) {
    if (typed === '') continue;
    const word = sink.addWord(typed);
    sink.add(bucketOf(Math.imul(previous ^ SEED.pair, PRIME) ^ word), BLOCKS.words);
    previous = word;
  }
}

const DIGIT = /[0-9]/g;

/**
 * A word and its parts. All digits count as one: the number in a name is irrelevant.
 * @returns its hash, from which pairs are built
 */
export function addWord(typed: string, sink: FeatureSink): number {
  const word = typed.replace(DIGIT, '0');
  let hash = SEED.word;
  for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
  sink.add(bucketOf(hash), BLOCKS.words);
  addParts(word, sink);
  return hash;
}

/** Three to five consecutive characters, including the edges of a word; of scripts without spaces one to three. */
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

/** The hash of a set's name: it is unaffected when sets are added. */
function hashOfSet(id: string): number {
  let hash = SEED.set;
  for (let i = 0; i < id.length; i++) hash = mix(hash, id.charCodeAt(i));
  return hash;
}

/** The sets found in one passage, and each pair of them, in the order of their hashes. */
export function addSets(sets: ReadonlySet<SetId>, sink: FeatureSink): void {
  const hashes = [...sets].map(hashOfSet).sort((a, b) => a - b);
  for (const [index, hash] of hashes.entries()) {
    sink.add(bucketOf(hash), BLOCKS.sets);
    for (let other = index + 1; other < hashes.length; other++)
      sink.add(bucketOf(Math.imul(hash, PRIME) ^ (hashes[other] as number)), BLOCKS.sets);
  }
}
