// The vocabulary in its compiled form. The shipped one is compiled by the build, into a file: reading that takes a
// tenth of the time, which every start would pay.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import { HOSTS } from '../vocabulary/hosts.js';
import { readCommonWords, readTermSets } from '../vocabulary/terms.js';
import { compileLexicon, type Lexicon } from './lexicon.js';
import { Trie } from './trie.js';
import type { InstancePolicy, TermSet } from './types.js';

export interface Vocabulary {
  readonly lexicon: Lexicon;
  /** Another one after every change of a term. */
  readonly digest: string;
}

const FILE = join(PACKAGE_ROOT, 'dist/core/policy/vocabulary.bin');

/** The shipped vocabulary with the terms of an instance: its additions are the sets instance.1, instance.2, … */
export function compileVocabulary({ add, exempt }: InstancePolicy): Vocabulary {
  const sets: TermSet[] = [
    ...readTermSets(),
    ...add.map(({ terms }, index) => ({ id: `instance.${index + 1}` as const, terms })),
    { id: 'instance.exempt', terms: exempt.phrases },
    ...HOSTS.map(({ set }) => ({ id: set, terms: [] })),
  ];
  const digest = createHash('sha256').update(JSON.stringify(sets)).digest('hex');
  return { lexicon: compileLexicon(sets, readCommonWords()), digest };
}

/** The same, from the file if the instance has no terms of its own. */
export function vocabularyOf(instance: InstancePolicy): Vocabulary {
  const isOurs = instance.add.length + instance.exempt.phrases.length === 0;
  return (isOurs ? readVocabulary() : null) ?? compileVocabulary(instance);
}

/** The output of the build; null if it cannot be read: a newer version of Node may have another format. */
export function readVocabulary(): Vocabulary | null {
  try {
    const { lexicon, digest } = deserialize(readFileSync(FILE)) as Vocabulary;
    const [terms, inside] = [lexicon.terms, lexicon.inside].map((trie) => Object.assign(new Trie(), trie));
    return { lexicon: { ...lexicon, terms, inside } as Lexicon, digest };
  } catch {
    return null;
  }
}

/** For the build. */
export function writeVocabulary(vocabulary: Vocabulary): void {
  writeFileSync(FILE, serialize(vocabulary));
}
