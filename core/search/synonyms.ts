// Synonyms: the shipped list, and the operator's own in DATA_DIR/synonyms.txt, which extends it and is reloaded when it
// changes.
//   helpdesk = help desk = ticketing        each finds the others
//   gantt > timeline planning                the left find the right, not the other way
//   trello, asana >> kanban board, tasks     the same; the left are products, and the right may replace them
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { stem } from '../listings/languages.js';
import { tokenize, toWords } from '../listings/words.js';

export interface Synonym {
  readonly words: readonly string[];
  /** What a product is. */
  readonly isOfProduct: boolean;
}
export type Synonyms = ReadonlyMap<string, readonly Synonym[]>;

export const MAX_SYNONYM_WORDS = 5;
const SHIPPED = join(PACKAGE_ROOT, 'core/search/synonyms.txt');
/** Milliseconds between two checks of the operator's file for changes. */
const MAX_AGE = 2000;

let held: { synonyms: Synonyms; stamp: string; at: number } | null = null;

/** The synonyms in force. */
export function readSynonyms(): Synonyms {
  if (held && Date.now() - held.at < MAX_AGE) return held.synonyms;
  const own = join(config.dataDir, 'synonyms.txt');
  const stamp = existsSync(own) ? `${own} ${statSync(own).mtimeMs}` : '';
  if (held?.stamp === stamp) held.at = Date.now();
  else
    held = { synonyms: parseSynonyms(readTexts(stamp ? [SHIPPED, own] : [SHIPPED])), stamp, at: Date.now() };
  return held.synonyms;
}

function readTexts(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        return readFileSync(file, 'utf8');
      } catch (error) {
        log.warn({ err: error, file }, 'a list of synonyms was not read');
        return '';
      }
    })
    .join('\n');
}

/** The words of the shipped list, without names of products and words of other languages. */
export function englishWords(): string[] {
  return readTexts([SHIPPED])
    .split('\n')
    .filter((line) => !line.startsWith('#') && /[=>]/.test(line))
    .flatMap((line) => tokenize(line.split('>').at(-1) ?? '').map(({ joined }) => joined));
}

/** By key (`synonymKey`); lines that cannot be parsed are ignored. */
export function parseSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, Synonym[]>();
  const put = (from: string, to: readonly string[], isOfProduct = false) => {
    // As in a query, where a word counts once.
    const words = [...new Set(tokenize(from).map(({ joined }) => joined))];
    if (words.length === 0 || words.length > MAX_SYNONYM_WORDS) return;
    const add = (key: string, meanings: readonly string[]) =>
      synonyms.set(key, [
        ...(synonyms.get(key) ?? []),
        ...meanings
          .map((meaning) => ({ words: toWords(meaning), isOfProduct }))
          .filter(({ words }) => words.length > 0),
      ]);
    add(synonymKey(words), to);
    // `timetracking` is `time tracking`, and what that is.
    if (words.length > 1) add(synonymKey([words.join('')]), isOfProduct ? to : [from, ...to]);
  };
  for (const line of text.split('\n').map((line) => line.replace(/#\s.*|^#.*/, '').trim())) {
    const [left = '', right] = line.split(/>+/);
    if (right !== undefined) {
      for (const from of left.split(',')) put(from, right.split(','), line.includes('>>'));
    } else if (left.includes('=')) {
      const all = left.split('=').map((words) => words.trim());
      for (const from of all)
        put(
          from,
          all.filter((other) => other !== from),
        );
    }
  }
  return synonyms;
}

/** Words with the same stem are equal, in any order: `track time` is `time tracking`. */
export function synonymKey(words: readonly string[]): string {
  return words
    .map((word) => stem(word))
    .sort()
    .join(' ');
}
