// An innocent phrase added to a prohibited listing must not open the door.
import { expect } from 'chai';
import { explainContent, type ScreenedContent } from '../../../core/policy/screening.js';
import { HELD_OUT, readHeldOut, sampleOf, trainingListings } from '../../lab/policy/corpus.js';
import { SHIELDS } from '../../lab/policy/shields.js';

describe('shielding words added to prohibited cases', () => {
  const learned = sampleOf(trainingListings(), 120);
  const unseen = sampleOf(
    HELD_OUT.flatMap((name) => readHeldOut(name).listings),
    6,
  );
  for (const [which, listings] of Object.entries({ learned, unseen }))
    it(`undo at most 5 % of the refusals, each and together, and leave a flag: ${which} cases`, () => {
      const refused = listings
        .filter(({ label }) => label !== 'allowed')
        .filter(({ content }) => explainContent(content).verdict === 'refused');
      expect(refused.length).to.be.greaterThan(50);
      const undone = new Set<ScreenedContent>();
      for (const [name, shield] of Object.entries(SHIELDS)) {
        for (const { content } of refused) {
          const { verdict } = explainContent(shield(content));
          if (verdict !== 'refused') undone.add(content);
          expect(verdict, name).to.not.equal('clean');
        }
      }
      expect(undone.size / refused.length).to.be.at.most(0.05);
    });

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
