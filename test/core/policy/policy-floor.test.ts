// Holds a floor under the figures in docs/content-policy.md: over a sample of our own cases, and in `npm run policy:check`
// over all of them and over real products.
import { expect } from 'chai';
import { explainContent, type ScreenedContent } from '../../../core/policy/screening.js';
import {
  type Corpus,
  HELD_OUT,
  isFull,
  type LabelledListing,
  readDevCorpus,
  readHeldOut,
  readMoreRealListings,
  readOwnCases,
  readRealListings,
  sampled,
} from '../../lab/policy/corpus.js';

interface Figures {
  /** Of the violations. */
  refused: number;
  caught: number;
  rightCategory: number;
  /** Of what is allowed. */
  falselyRefused: number;
  falselyFlagged: number;
  alarms: string[];
}

/** What is found in a case, which several tests may ask. */
const explained = new Map<ScreenedContent, ReturnType<typeof explainContent>>();
function explain(content: ScreenedContent) {
  const known = explained.get(content) ?? explainContent(content);
  explained.set(content, known);
  return known;
}

function measure({ listings }: Corpus): Figures {
  const seen = listings.map((listing) => ({ listing, ...explain(listing.content) }));
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const isAllowed = ({ label }: LabelledListing) => label === 'allowed';
  const prohibited = seen.filter(({ listing }) => !isAllowed(listing));
  const allowed = seen.filter(({ listing }) => isAllowed(listing));
  const refused = prohibited.filter(({ verdict }) => verdict === 'refused');
  const alarms = allowed.filter(({ verdict }) => verdict === 'refused');
  return {
    refused: share(refused.length, prohibited.length),
    caught: share(prohibited.filter(({ verdict }) => verdict !== 'clean').length, prohibited.length),
    rightCategory: share(
      refused.filter(({ listing, finding }) => finding?.category === listing.label).length,
      refused.length,
    ),
    falselyRefused: share(alarms.length, allowed.length),
    falselyFlagged: share(allowed.filter(({ verdict }) => verdict === 'flagged').length, allowed.length),
    alarms: alarms.map(({ listing, finding }) => `${listing.content.name}: ${finding?.matched}`),
  };
}

describe('the measured content policy', () => {
  it('refuses or flags every prohibited case it was trained on, and hardly refuses an allowed one', () => {
    const { refused, caught, rightCategory, falselyRefused, alarms } = measure(sampled(readOwnCases(), 48));
    expect(refused).to.be.at.least(0.8);
    expect(caught).to.be.at.least(0.995);
    expect(rightCategory).to.be.at.least(0.98);
    expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.005);
  });

  it('refuses or flags the development corpora, and hardly refuses anything allowed in them', () => {
    const { caught, rightCategory, falselyRefused, alarms } = measure(sampled(readDevCorpus(), 3));
    expect(caught).to.be.at.least(0.99);
    expect(rightCategory).to.be.at.least(0.98);
    expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.005);
  });

  const corpora = new Map(HELD_OUT.map((name) => [name, readHeldOut(name)] as const));
  const heldOut = (name: (typeof HELD_OUT)[number]) => corpora.get(name) as Corpus;
  /** Cases that nothing learned from: at least so much of the violations, at most so much of what is allowed. */
  const FLOORS = {
    first: { refused: 0.8, caught: 0.99, falselyRefused: 0, falselyFlagged: 0.01 },
    'blind-a': { refused: 0.6, caught: 0.94, falselyRefused: 0.012, falselyFlagged: 0.08 },
    'blind-r': { refused: 0.75, caught: 0.97, falselyRefused: 0.01, falselyFlagged: 0.05 },
    'blind-s': { refused: 0.75, caught: 0.97, falselyRefused: 0.012, falselyFlagged: 0.08 },
    // One telling sentence in a long text, in four languages, beside long texts that mention such things.
    'hidden-a': { refused: 0.93, caught: 0.97, falselyRefused: 0.03, falselyFlagged: 0.15 },
    'hidden-b': { refused: 0.9, caught: 0.93, falselyRefused: 0.03, falselyFlagged: 0.17 },
  };
  for (const name of HELD_OUT) {
    it(`meets its floors on cases it was not trained on: ${name}`, () => {
      const { refused, caught, falselyRefused, falselyFlagged } = measure(heldOut(name));
      expect(refused).to.be.at.least(FLOORS[name].refused);
      expect(caught).to.be.at.least(FLOORS[name].caught);
      // Without their names: nobody who writes rules is to read these cases.
      expect(falselyRefused).to.be.at.most(FLOORS[name].falselyRefused);
      expect(falselyFlagged).to.be.at.most(FLOORS[name].falselyFlagged);
    });
  }

  for (const name of ['blind-r', 'blind-s'] as const)
    it(`refuses 97 % of blunt wording it was not trained on, and 1 % of innocents near a topic: ${name}`, () => {
      const corpus = heldOut(name);
      const only = (kind: string) =>
        measure({ ...corpus, listings: corpus.listings.filter((c) => c.kind === kind) });
      expect(only('blunt').refused).to.be.at.least(0.97);
      expect(only('near').falselyRefused).to.be.at.most(0.01);
    });

  for (const read of [readRealListings, readMoreRealListings])
    it(`refuses at most one in a thousand real products, and flags at most one in 200: ${read.name}`, function () {
      const corpus = isFull ? read() : null;
      if (!corpus) return this.skip();
      const { falselyRefused, falselyFlagged, alarms } = measure(corpus);
      expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.001);
      expect(falselyFlagged).to.be.at.most(0.005);
    });
});
