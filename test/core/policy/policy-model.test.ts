// The confirming model of the content policy, and the two thresholds it decides between.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { builtInPolicy } from '../../../core/policy/engine/compile.js';
import { MODEL_FOLDER } from '../../../core/policy/engine/model.js';
import { explainContent, type ScreenedContent, screenContent } from '../../../core/policy/screening.js';
import { DEMO_LISTINGS } from '../../data/demo-listings.js';
import { sampleOf, trainingListings } from '../../lab/policy/corpus.js';
import { fingerprint } from '../../lab/policy/fingerprint.js';

/** What is found in a sample of the cases. */
let explained: (ReturnType<typeof explainContent> & { content: ScreenedContent })[] | undefined;
const explainCases = () => {
  explained ??= sampleOf(trainingListings(), 120).map(({ content }) => ({
    content,
    ...explainContent(content),
  }));
  return explained;
};

describe('the model of the content policy', () => {
  it('takes less than a megabyte, and is part of the version', () => {
    expect(statSync(join(MODEL_FOLDER, 'weights.bin')).size).to.be.below(1_000_000);
    expect(builtInPolicy().version).to.match(/^[0-9a-f]{12}$/);
  });

  it('was trained on the cases in the repository by what is in it, to the same bytes each time, or else run `npm run policy:train`', () => {
    const written = JSON.parse(readFileSync(join(MODEL_FOLDER, 'model.json'), 'utf8')) as object;
    expect(written).to.include(fingerprint());
  });

  it('scores a text independently of the texts screened before it', () => {
    const before = explainCases();
    // More words than are kept, so that all are forgotten at least once.
    for (let part = 0; part < 60; part += 1) {
      const words = Array.from({ length: 400 }, (_, n) => `w${part}x${n}`);
      explainContent({ name: 'Words', description: words.join(' ') });
    }
    const again = before.toReversed().map(({ content }) => ({ content, ...explainContent(content) }));
    expect(again).to.deep.equal(before.toReversed());
  });

  it('never refuses alone: every refusal names a rule, its words and its category', () => {
    for (const { finding, rules } of explainCases()) {
      if (!finding) continue;
      expect(finding.rules).to.not.deep.equal([]);
      expect(rules.some(({ category }) => category === finding.category)).to.equal(true);
    }
  });

  it('flags a doubtful listing, quoting the field, and lets it pass', () => {
    const flagged = explainCases().filter(({ verdict }) => verdict === 'flagged');
    expect(flagged).to.not.deep.equal([]);
    for (const { content, finding, flag } of flagged) {
      expect(finding).to.equal(null);
      const texts = [content[flag?.field ?? '']].flat();
      expect(texts.some((text) => text?.includes(flag?.matched ?? '\0'))).to.equal(true);
    }
  });

  it('takes a number for no evidence', () => {
    for (const number of [5, 50, 100, 250, 420, 500, 1000, 5000]) {
      const content = { name: `Tool ${number}`, tagline: 'Does one thing well' };
      expect(explainContent(content).verdict, content.name).to.equal('clean');
    }
  });

  it('finds nothing in ordinary products', () => {
    const { verdict, likelihood } = explainContent({
      name: 'Fieldnote',
      tagline: 'Notes that link to each other',
      description: 'Write in plain text and find it again. Works offline.',
    });
    expect(verdict).to.equal('clean');
    expect(likelihood).to.be.below(0.1);
  });
});

describe('readable typos', () => {
  const TYPOS: [how: string, text: string][] = [
    ['a dropped vowel', 'Buy cocine and hroin onlne'],
    ['swapped letters', 'Buy cocaien and heorin online'],
    ['doubled letters', 'Buy coccaine and herroin online'],
    ['emoji in words', 'Buy coca🌸ine and he🌸roin online'],
    ['dots in words', 'Buy coc.aine and her.oin online'],
  ];
  for (const [how, tagline] of TYPOS) {
    it(`are read: ${how}`, () => {
      expect(explainContent({ name: 'Shop', tagline }).finding).to.include({ category: 'drugs' });
    });
  }

  it('are not found in names that merely look like one', () => {
    expect(explainContent({ name: 'Puter', tagline: 'A desktop in the browser' }).verdict).to.equal('clean');
  });
});

describe('the listings of other tests and of the demo', () => {
  it('are clean or flagged, never refused', () => {
    const refused = DEMO_LISTINGS.filter((listing) => screenContent(listing as ScreenedContent));
    expect(refused.map(({ name }) => name)).to.deep.equal([]);
  });
});
