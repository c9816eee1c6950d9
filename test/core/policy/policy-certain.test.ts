// Certain evidence is refused whatever surrounds it, and a refusal shows its evidence.
import { expect } from 'chai';
import { explainContent, type ScreenedContent, screenContent } from '../../../core/policy/screening.js';
import { sampleOf, trainingListings } from '../../lab/policy/corpus.js';
import { certainOffers, PLACES, realProducts } from '../../lab/policy/offers.js';

describe('certain evidence', () => {
  it('of every rule can be put in words of its own', () => {
    expect(certainOffers().filter(({ words }) => words === '')).to.deep.equal([]);
  });

  it('is refused in every place, under the names of real products', () => {
    const products = realProducts(200);
    const passed = Object.entries(PLACES).flatMap(([place, put], at) =>
      certainOffers().flatMap(({ rule, words }, n) => {
        const product = products[(n * 7 + at * 40) % products.length] as ScreenedContent;
        return screenContent(put(product, words))
          ? []
          : [`${rule} in the ${place} of ${product.name}: ${words}`];
      }),
    );
    expect(passed).to.deep.equal([]);
  });

  const OFFERS = ['Buy cocaine online', 'Order heroin online', 'Buy a ghost gun online now', 'Hire a hitman'];
  for (const words of OFFERS) {
    it(`“${words}” is refused under a dozen names, in every place`, () => {
      for (const product of realProducts(12))
        for (const [place, put] of Object.entries(PLACES))
          expect(screenContent(put(product, words)), `${place} of ${product.name}`).to.not.equal(null);
    });
  }

  it('is refused in the middle of an innocent text, and of a long one', () => {
    const innocent = 'Notes and docs in one place for teams. Share what you write with a link. ';
    for (const words of ['Heroin for sale, discreet shipping.', 'We sell cocaine by the gram.'])
      for (const description of [
        `${innocent}${words}`,
        `${innocent.repeat(20)}${words} ${innocent.repeat(20)}`,
      ])
        expect(screenContent({ name: 'Juniper', tagline: 'Notes', description })).to.include({
          category: 'drugs',
        });
  });

  it('is not excused by another sentence', () => {
    for (const description of [
      'Fraud detection and child protection are built in. Buy cocaine online.',
      'Buy cocaine online. Reviewed by doctors and lawyers.',
      'A museum and a board game. Buy cocaine online.',
    ])
      expect(screenContent({ name: 'Juniper', description })).to.include({ category: 'drugs' });
  });

  it('in the query or the fragment of an address is none, and innocent ones there excuse nothing', () => {
    const name = 'Juniper';
    for (const website_url of [
      'https://juniper.example/?q=buy-cocaine-online',
      'https://juniper.example/#buy-cocaine',
    ])
      expect(explainContent({ name, website_url }).verdict).to.equal('clean');
    for (const website_url of [
      'https://x.example/buy-cocaine-online?page=about',
      'https://buy-cocaine.example/#about',
    ])
      expect(screenContent({ name, website_url })).to.include({ field: 'website_url' });
    expect(
      screenContent({ tagline: 'Buy cocaine online', website_url: 'https://x.example/?for=museum#about' }),
    ).to.not.equal(null);
  });
});

describe('a refusal', () => {
  it('quotes an exact part of the named field, and words that belong to its category', () => {
    const refused = sampleOf(trainingListings(), 48).flatMap(({ content }) => {
      const { finding, rules } = explainContent(content);
      return finding ? [{ content, finding, rules }] : [];
    });
    expect(refused.length).to.be.greaterThan(100);
    for (const { content, finding, rules } of refused) {
      const { field, matched, category } = finding;
      expect(
        [content[field]].flat().some((text) => text?.includes(matched)),
        `${field}: ${matched}`,
      ).to.equal(true);
      const [rule] = finding.rules;
      expect(
        rules.some(
          ({ id, excused, ...other }) => id === rule && excused === null && other.matched === matched,
        ),
      ).to.equal(true);
      const quoted = explainContent({ [field]: matched });
      expect(
        quoted.rules.some((rule) => rule.category === category),
        matched,
      ).to.equal(true);
    }
  });

  it('is never made of random words', () => {
    const words =
      'alpha echo second tiny stale victim private brown twin page not yours late first green white open'.split(
        ' ',
      );
    for (let n = 0; n < 150; n++) {
      const pick = (at: number) => words[(n * 31 + at * at * 7 + at * n) % words.length] as string;
      const content = {
        name: `${pick(1)} ${n}`,
        tagline: `${pick(2)} ${pick(3)} ${pick(4)}`,
        description: pick(5),
      };
      expect(screenContent(content), JSON.stringify(content)).to.equal(null);
    }
  });
});
