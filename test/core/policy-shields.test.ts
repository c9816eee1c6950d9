// An innocent phrase added to a prohibited listing must not open the door.
import { expect } from 'chai';
import { explainContent, type ScreenedContent } from '../../core/policy/screening.js';
import { trainingListings } from '../helpers/policy-corpus.js';
import { SHIELDS } from '../helpers/policy-shields.js';

/** Eleven phrases are tried on each of so many cases. */
const EVERY = 8;

describe('shielding words added to prohibited cases', () => {
  it('undo at most 5 % of the refusals, each and together', () => {
    const refused = trainingListings()
      .filter(({ label }) => label !== 'allowed')
      .filter((_, n) => n % EVERY === 0)
      .filter(({ content }) => explainContent(content).verdict === 'refused');
    const undone = new Set<ScreenedContent>();
    for (const [name, shield] of Object.entries(SHIELDS)) {
      const passing = refused.filter(({ content }) => explainContent(shield(content)).verdict !== 'refused');
      for (const { content } of passing) undone.add(content);
      expect(passing.length / refused.length, name).to.be.at.most(0.05);
    }
    expect(refused.length).to.be.greaterThan(1000);
    expect(undone.size / refused.length).to.be.at.most(0.05);
  }).timeout(60_000);

  it('do not excuse an offer under a protective tagline', () => {
    const { finding } = explainContent({
      name: 'Shop',
      tagline: 'Your privacy is protected',
      description: 'Buy cocaine, heroin and MDMA online, shipped worldwide.',
    });
    expect(finding).to.include({ category: 'drugs', field: 'description' });
  });

  it('do not excuse anything as part of a run-together word', () => {
    const { finding } = explainContent({
      name: 'Shop',
      tagline: 'Buy cocaine online',
      website_url: 'https://riceclinicsoftware.example',
    });
    expect(finding).to.include({ category: 'drugs', field: 'tagline' });
  });
});
