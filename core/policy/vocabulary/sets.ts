// Names of term sets in rules; a set is a file, `terms/<group>/<set>.txt`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';

/** The name of a set, such as `weapon.offer`; also `host.adult` (below), and `instance.1` for an operator's terms. */
export type SetId = string;

/** Named vocabulary; `lexicon.ts` explains the notation. */
export interface TermSet {
  readonly id: SetId;
  readonly terms: readonly string[];
  /** Also found when broken up, masked (`c*caine`), reversed, or run together with other words. */
  readonly strict?: readonly string[];
}

/** A term of any of these sets, at most `within` characters from the subject. */
export interface Evidence {
  readonly sets: readonly SetId[];
  readonly within: number;
}

export const list = (sets: string): SetId[] => sets.split(/\s+/).filter(Boolean);

/** The text files are next to the sources, also in the published package. */
const VOCABULARY = join(PACKAGE_ROOT, 'core/policy/vocabulary');

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

const GROUPS = ['contexts', 'adult', 'drugs', 'illegal', 'schemes', 'offered'];

/** @throws Error for an unreadable file */
export function readTermSets(): TermSet[] {
  return GROUPS.flatMap((group) => {
    const folder = join(VOCABULARY, 'terms', group);
    const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    return files.sort().map((file) => parseTerms(basename(file, '.txt'), read(file)));
  });
}

/** Ordinary words of names and hosts. @throws Error for an unreadable file */
export function readCommonWords(): ReadonlySet<string> {
  const text = readFileSync(join(VOCABULARY, 'common-words.txt'), 'utf8');
  return new Set(parseTerms('innocent', text).terms);
}

export const ADULT_HOST = 'host.adult';

/** Matches lower-case host names. */
export const ADULT_HOSTS =
  /\.(?:xxx|porn|adult|sex|sexy)$|(?:^|\.)(?:pornhub|xvideos|xnxx|xhamster|redtube|youporn|chaturbate|stripchat|bongacams|brazzers|spankbang|rule34|e-hentai|nhentai|fapello|erome|adultfriendfinder|tryst|skokka|clothoff|nudify)\.[a-z]+$/;
