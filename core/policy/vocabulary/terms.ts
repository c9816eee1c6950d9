// Reads the vocabulary: one term a line under a language heading, see `terms/`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import type { TermSet } from '../engine/types.js';
import type { SetId } from './sets.js';

/** The text files are beside the sources, also in the published package. */
export const VOCABULARY = join(PACKAGE_ROOT, 'core/policy/vocabulary');

const HEADING = /^\[([\p{L} ]+?)(, strict)?\]$/u;

/** Reads a file of terms. @throws Error naming a line before the first heading */
export function parseTerms(id: SetId, text: string): TermSet {
  const plain: string[] = [];
  const strict: string[] = [];
  let section: string[] | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const heading = HEADING.exec(line);
    if (heading) section = heading[2] ? strict : plain;
    else if (section && !line.startsWith('[')) section.push(line);
    else throw new Error(`terms of ${id}, line ${index + 1}: a heading such as [English] was expected`);
  }
  return { id, terms: plain, strict };
}

/** Folders of `terms`. */
const GROUPS = ['contexts', 'adult', 'drugs', 'illegal', 'schemes'];

/** Every set of the vocabulary. @throws Error for an unreadable file */
export function readTermSets(): TermSet[] {
  return GROUPS.flatMap((group) => {
    const folder = join(VOCABULARY, 'terms', group);
    const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    return files.sort().map((file) => parseTerms(basename(file, '.txt'), read(file)));
  });
}

/** Ordinary words that names and hosts consist of. @throws Error for an unreadable file */
export function readCommonWords(): ReadonlySet<string> {
  const text = readFileSync(join(VOCABULARY, 'common-words.txt'), 'utf8');
  return new Set(parseTerms('innocent', text).terms);
}
