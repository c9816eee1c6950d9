// The vocabulary of the content policy is text; this is its lint.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { builtInPolicy, compilePolicy } from '../../../core/policy/engine/compile.js';
import { toTerm } from '../../../core/policy/engine/lexicon.js';
import { parseRules } from '../../../core/policy/vocabulary/rules.js';
import { parseTerms, readTermSets } from '../../../core/policy/vocabulary/sets.js';

/** What is wrong with the terms of one set, as readable lines. */
function lint(terms: readonly string[]): string[] {
  const problems: string[] = [];
  const folded = terms.map((typed) => ({ typed, words: toTerm(typed).split(' ') }));
  const seen = new Map<string, string>();
  const stems = folded.filter(({ words }) => words.some((word) => word.includes('*')));
  for (const { typed, words } of folded) {
    const term = words.join(' ');
    if (term === '' || /\s{2}|^\s|\s$|,/.test(typed)) problems.push(`"${typed}" is no single term`);
    if (words.some((word) => /[^*]\*+[^*]/.test(word))) problems.push(`"${typed}": a star within a word`);
    const earlier = seen.get(term);
    if (earlier !== undefined) problems.push(`"${typed}" repeats "${earlier}"`);
    seen.set(term, typed);
    for (const stem of stems) {
      if (stem.words.join(' ') !== term && covers(stem.words, words))
        problems.push(`"${typed}" is covered by "${stem.typed}"`);
    }
  }
  return problems;
}

const covers = (stem: readonly string[], words: readonly string[]) =>
  stem.length === words.length && stem.every((part, index) => coversWord(part, words[index] as string));

function coversWord(stem: string, word: string): boolean {
  const bare = stem.replace(/\*/g, '');
  if (stem.startsWith('*')) return stem.endsWith('*') ? word.includes(bare) : word.endsWith(bare);
  return stem.endsWith('*') ? !word.startsWith('*') && word.startsWith(bare) : word === stem;
}

/** Sets that excuse whatever the rule. */
const EXCUSES =
  `innocent injection sale trade service protect protect.before covert negation.before negation.after
  negation.outright negation.kept offered.against`.split(/\s+/);

describe('the vocabulary of the content policy', () => {
  it('has single terms, each once, none covered by a stem beside it, stars only at the ends', () => {
    const problems = readTermSets().flatMap(({ id, terms, strict = [] }) =>
      lint([...strict, ...terms]).map((problem) => `${id}: ${problem}`),
    );
    expect(problems).to.deep.equal([]);
  });

  it('is checked by a lint that finds each kind of mistake', () => {
    expect(lint(['newborn*s', 'buy*', 'buyers', 'sell', 'Sell', 'crypto  mixer'])).to.deep.equal([
      '"newborn*s": a star within a word',
      '"buyers" is covered by "buy*"',
      '"Sell" repeats "sell"',
      '"crypto  mixer" is no single term',
    ]);
  });

  it('reads rules with their distances and excuses, and refuses a line that is none', () => {
    const lines = ['@sold = sale trade', 'flag drugs.lean | Syrup | lean, 3 drop', '  @sold | health art'];
    const all = [
      { sets: ['lean'], within: 160 },
      { sets: ['drop', 'sale', 'trade'], within: 3 },
    ];
    const rule = { id: 'drugs.lean', category: 'drugs', effect: 'flag', reason: 'Syrup', all };
    expect(parseRules(lines)).to.deep.equal([{ ...rule, unless: ['health', 'art'] }]);
    for (const line of ['lean | Syrup | lean', 'hold drugs.lean | Syrup | lean', 'drugs.lean | Syrup'])
      expect(() => parseRules([line])).to.throw(line);
  });

  it('uses every set, in a rule or as an excuse', () => {
    const used = new Set<string>(EXCUSES);
    for (const { all, unless } of builtInPolicy().rules) {
      for (const id of [...all.flatMap(({ sets }) => sets), ...unless]) used.add(id);
    }
    const unused = readTermSets()
      .map(({ id }) => id)
      .filter((id) => !used.has(id));
    expect(unused).to.deep.equal([]);
  });

  it('is part of the package', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
    expect(files).to.include('core/policy/vocabulary/**/*.txt');
  });

  it('cannot include a file that does not state its language', () => {
    expect(() => parseTerms('trade', 'buy*\n')).to.throw('terms of trade, line 1');
    expect(parseTerms('trade', '# why\n[English]\nbuy*\n\n[Korean, strict]\n구매\n')).to.deep.equal({
      id: 'trade',
      terms: ['buy*'],
      strict: ['구매'],
    });
  });

  it('has the same version for the same content', () => {
    expect(compilePolicy().version).to.equal(builtInPolicy().version);
  });
});
