// An innocent phrase added to a prohibited listing must not open the door.
import { expect } from 'chai';
import { explainContent, type ScreenedContent } from '../../core/policy/screening.js';
import { readDevCorpus, readOwnCases } from '../helpers/policy-corpus.js';

/** Eleven ways to add one. */
const SHIELDS: Readonly<Record<string, (content: ScreenedContent) => ScreenedContent>> = {
  'a guarding tagline': (content) => ({
    ...content,
    tagline: 'Your privacy is protected',
    description: [content.tagline, content.description].filter(Boolean).join('. '),
  }),
  'a last sentence': (content) => ({
    ...content,
    description: `${content.description ?? ''}. Buyer protection included`,
  }),
  'a first word': (content) => ({
    ...content,
    description: `Protection: ${content.description ?? content.tagline}`,
  }),
  'a longer tagline': (content) => ({
    ...content,
    tagline: `${content.tagline} – fraud prevention on every order`,
  }),
  'a guarding name': (content) => ({ ...content, name: `Anti-Fraud ${content.name}` }),
  'a purpose': (content) => ({
    ...content,
    description: `${content.description ?? ''} For educational and research purposes.`,
  }),
  'doctors in the same sentence': (content) => ({
    ...content,
    description: content.description?.replace(/\.(\s|$)/, ', as recommended by clinics and doctors.$1'),
  }),
  features: (content) => ({
    ...content,
    features: [...(content.features ?? []), 'Safety filter', 'Recovery support'],
  }),
  'a game in the tagline': (content) => ({
    ...content,
    tagline: `${content.tagline} (board game museum edition)`,
  }),
  'a first sentence': (content) => ({
    ...content,
    description: `Detect and block spam. ${content.description ?? ''}`,
  }),
  'a denial': (content) => ({
    ...content,
    description: `${content.description ?? ''} We do not sell anything prohibited.`,
  }),
};

describe('shielding words added to prohibited cases', () => {
  it('undo at most 5 % of the refusals, each and together', () => {
    const refused = [...readOwnCases().listings, ...readDevCorpus().listings].filter(
      ({ label, content }) => label !== 'allowed' && explainContent(content).verdict === 'refused',
    );
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
