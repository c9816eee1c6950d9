// Synonyms: the shipped list, and the operator's own in DATA_DIR/synonyms.txt, which extends it and is reloaded when it
// changes.
//   helpdesk = help desk = ticketing        each finds the others
//   trello, asana > kanban board, tasks     the left find the right, not the other way
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { stem } from '../listings/languages.js';
import { tokenize, toWords } from '../listings/words.js';

/** Each a list of words. */
type Alternatives = readonly (readonly string[])[];
export type Synonyms = ReadonlyMap<string, Alternatives>;

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

/** By key (`synonymKey`); lines that cannot be parsed are ignored. */
export function parseSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, string[][]>();
  const put = (from: string, to: readonly string[]) => {
    // As in a query, where a word counts once.
    const words = [...new Set(tokenize(from).map(({ joined }) => joined))];
    if (words.length === 0 || words.length > MAX_SYNONYM_WORDS) return;
    const key = synonymKey(words);
    const known = synonyms.get(key) ?? [];
    synonyms.set(key, [...known, ...to.map(toWords).filter((words) => words.length > 0)]);
  };
  for (const line of text.split('\n').map((line) => line.replace(/#\s.*|^#.*/, '').trim())) {
    const [left = '', right] = line.split('>');
    if (right !== undefined) {
      for (const from of left.split(',')) put(from, right.split(','));
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

/** Plural and singular, and other words with the same stem, are equal. */
export function synonymKey(words: readonly string[]): string {
  return words.map((word) => stem(word)).join(' ');
}
