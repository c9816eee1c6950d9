// Holds a floor under the figures in docs/content-policy.md.
import { expect } from 'chai';
import { screenContent } from '../../core/policy/screening.js';
import {
  type Corpus,
  type LabelledListing,
  readDevCorpus,
  readHeldOut,
  readOwnCases,
  readRealListings,
} from '../helpers/policy-corpus.js';

interface Figures {
  recall: number;
  falseAlarms: number;
  rightCategory: number;
  alarms: string[];
}

function measure({ listings }: Corpus): Figures {
  const findings = listings.map((listing) => ({ listing, finding: screenContent(listing.content) }));
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const isAllowed = ({ label }: LabelledListing) => label === 'allowed';
  const prohibited = findings.filter(({ listing }) => !isAllowed(listing));
  const allowed = findings.filter(({ listing }) => isAllowed(listing));
  const caught = prohibited.filter(({ finding }) => finding);
  const alarms = allowed.filter(({ finding }) => finding);
  return {
    recall: share(caught.length, prohibited.length),
    falseAlarms: share(alarms.length, allowed.length),
    rightCategory: share(
      caught.filter(({ listing, finding }) => finding?.category === listing.label).length,
      caught.length,
    ),
    alarms: alarms.map(({ listing, finding }) => `${listing.content.name}: ${finding?.matched}`),
  };
}

describe('content policy, measured', () => {
  it('refuses 96 % of our own prohibited cases, under the right category, and 1.5 % of the allowed ones', () => {
    const { recall, falseAlarms, rightCategory, alarms } = measure(readOwnCases());
    expect(recall).to.be.at.least(0.96);
    expect(rightCategory).to.be.at.least(0.99);
    expect(falseAlarms, alarms.join('\n')).to.be.at.most(0.015);
  });

  it('refuses 97 % of the development corpus, and at most 1 % of what is allowed there', function () {
    const corpus = readDevCorpus();
    if (!corpus) return this.skip();
    const { recall, falseAlarms, rightCategory, alarms } = measure(corpus);
    expect(recall).to.be.at.least(0.97);
    expect(rightCategory).to.be.at.least(0.98);
    expect(falseAlarms, alarms.join('\n')).to.be.at.most(0.01);
  });

  it('refuses nine of ten violations it was never shown, and lets all allowed ones pass', () => {
    const { recall, falseAlarms, alarms } = measure(readHeldOut());
    expect(recall).to.be.at.least(0.9);
    expect(falseAlarms, alarms.join('\n')).to.equal(0);
  });

  it('lets more than 99.7 % of the real products pass', function () {
    const corpus = readRealListings();
    if (!corpus) return this.skip();
    const { falseAlarms, alarms } = measure(corpus);
    expect(falseAlarms, alarms.join('\n')).to.be.at.most(0.003);
  });

  it('quotes an exact piece of the field it names, for every refusal', () => {
    const corpora = [readOwnCases(), readDevCorpus()].filter((corpus): corpus is Corpus => corpus !== null);
    for (const { content } of corpora.flatMap(({ listings }) => listings)) {
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
