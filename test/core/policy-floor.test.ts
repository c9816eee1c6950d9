// Holds a floor under the figures in docs/content-policy.md.
import { expect } from 'chai';
import { explainContent, screenContent } from '../../core/policy/screening.js';
import {
  type Corpus,
  HELD_OUT,
  type LabelledListing,
  readDevCorpus,
  readHeldOut,
  readOwnCases,
  readRealListings,
  trainingListings,
} from '../helpers/policy-corpus.js';

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

function measure({ listings }: Corpus): Figures {
  const seen = listings.map((listing) => ({ listing, ...explainContent(listing.content) }));
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
  it('refuses 97 % of our own prohibited cases and flags the rest; refuses no allowed one', () => {
    const { refused, caught, rightCategory, falselyRefused, alarms } = measure(readOwnCases());
    expect(refused).to.be.at.least(0.97);
    expect(caught).to.be.at.least(0.995);
    expect(rightCategory).to.be.at.least(0.99);
    expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.002);
  });

  it('refuses 98 % of the development corpora, and nothing allowed in them', () => {
    const { refused, rightCategory, falselyRefused, alarms } = measure(readDevCorpus());
    expect(refused).to.be.at.least(0.98);
    expect(rightCategory).to.be.at.least(0.98);
    expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.005);
  });

  /** Cases that nothing learned from: at least so much of the violations, at most so much of what is allowed. */
  const FLOORS = {
    first: { refused: 0.91, caught: 0.99, falselyRefused: 0 },
    'blind-a': { refused: 0.94, caught: 0.96, falselyRefused: 0.024 },
    'blind-r': { refused: 0.96, caught: 0.98, falselyRefused: 0.01 },
  };
  for (const name of HELD_OUT) {
    it(`meets its floors on cases it was not trained on: ${name}`, () => {
      const { refused, caught, falselyRefused } = measure(readHeldOut(name));
      expect(refused).to.be.at.least(FLOORS[name].refused);
      expect(caught).to.be.at.least(FLOORS[name].caught);
      // Without their names: nobody who writes rules is to read these cases.
      expect(falselyRefused).to.be.at.most(FLOORS[name].falselyRefused);
    });
  }

  it('refuses 98 % of blunt wording it was not trained on', () => {
    const { name, kinds, listings } = readHeldOut('blind-r');
    const blunt = listings.filter(({ kind }) => kind === 'blunt');
    expect(blunt).to.have.lengthOf(90);
    expect(measure({ name, kinds, listings: blunt }).refused).to.be.at.least(0.98);
  });

  it('refuses at most one of fifty innocents near a topic, on which it was not trained', () => {
    const { name, kinds, listings } = readHeldOut('blind-r');
    const near = listings.filter(({ kind }) => kind === 'near');
    expect(near).to.have.lengthOf(150);
    expect(measure({ name, kinds, listings: near }).falselyRefused).to.be.at.most(0.02);
  });

  it('refuses at most one in a thousand real products, and flags at most one in a hundred', function () {
    const corpus = readRealListings();
    if (!corpus) return this.skip();
    const { falselyRefused, falselyFlagged, alarms } = measure(corpus);
    expect(falselyRefused, alarms.join('\n')).to.be.at.most(0.001);
    expect(falselyFlagged).to.be.at.most(0.01);
  });

  it('quotes an exact part of the named field for every refusal', () => {
    for (const { content } of trainingListings().filter((_, n) => n % 6 === 0)) {
      const finding = screenContent(content);
      if (!finding) continue;
      const typed = [content[finding.field]].flat();
      expect(finding.matched).to.not.equal('');
      expect(
        typed.some((text) => text?.includes(finding.matched)),
        `${finding.field}: ${finding.matched}`,
      ).to.equal(true);
    }
  });
});
