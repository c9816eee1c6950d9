// Needs as people type them, over 1,337 real products. Their texts are CC BY-SA and no part of the project.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { guest } from '../../../core/kernel/actor.js';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { readSubmission, toColumns } from '../../../core/listings/content.js';
import { indexListings } from '../../../core/listings/search-document.js';
import { fold } from '../../../core/listings/tokens.js';
import { findListings } from '../../../core/search/search.js';
import { catalogues } from '../../../core/settings/texts.js';
import { ListingModel } from '../../../db/models/listings.js';
import { useDatabase } from '../../helpers/database.js';

const LISTINGS = join(PACKAGE_ROOT, '../shared/real-listings/listings.ndjson');
const NEEDS = join(PACKAGE_ROOT, 'test/data/typed-needs.txt');
const SHARE = 0.9;

interface Product {
  readonly name: string;
  readonly description?: string;
}

/** With the topics that the description names as facts. */
function withTopics(product: Product): object {
  const [named = '', topics = ''] = / ?Topics: (.*)\.$/.exec(product.description ?? '') ?? [];
  const values = topics.split(/, (?=[A-Z])/).map((topic) => topic.slice(0, 60).trim());
  const description = product.description?.replace(named, '');
  return { ...product, description, facts: { topics: values.filter((topic) => topic !== '') } };
}

describe('typed needs', () => {
  const database = useDatabase();

  before(async function () {
    if (!existsSync(LISTINGS)) {
      console.log(`skipped: ${LISTINGS} is not here`);
      this.skip();
    }
    const lines = readFileSync(LISTINGS, 'utf8').trim().split('\n');
    const rows = lines.map((line, n) => {
      const { content } = readSubmission(withTopics(JSON.parse(line)));
      return {
        slug: `product-${n}`,
        ...toColumns(content),
        nameKey: fold(content.name),
        urlKey: `product-${n}.example.com`,
        urlKeyVersion: 1,
        baseStatus: 'live' as const,
        publishedAt: new Date(),
      };
    });
    await ListingModel.transaction(async (trx) =>
      indexListings(trx, await ListingModel.query(trx).insertAndFetch(rows)),
    );
    await database.knex.raw('analyze listing_search');
  });

  it(`have what is wanted among the first five in ${SHARE * 100} %`, async () => {
    const needs = readFileSync(NEEDS, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' : ') as [string, string]);
    expect(needs.length).to.be.at.least(100);
    const missed: string[] = [];
    const sample = needs.filter((_, n) => n % 2 === 0);
    for (const [q, wanted] of sample) {
      const { listings } = await findListings(guest('rest'), { q, sort: 'relevance', limit: 5 });
      const others = listings.filter(
        ({ name, tagline, facts }) =>
          !new RegExp(wanted, 'i').test([name, tagline, facts?.topics ?? ''].join(' ')),
      );
      const isMet = wanted === '-' ? listings.length === 0 : listings.length > 0 && others.length <= 1;
      if (!isMet) missed.push(`${q}: ${listings.map(({ name }) => name).join(', ')}`);
    }
    expect(1 - missed.length / sample.length, `missed:\n${missed.join('\n')}`).to.be.at.least(SHARE);
  }).timeout(60_000);

  it('offered on the home page find what they mean in the first three rows, in each language', async () => {
    const wanted = {
      productivity: /note|knowledge|wiki/i,
      ai: /\bai\b|llm|assistant|model/i,
      finance: /invoic|billing|account|financ/i,
      security: /password/i,
      marketing: /newsletter|mail/i,
      analytics: /analytic|statistic/i,
    };
    for (const [category, about] of Object.entries(wanted))
      for (const tag of ['en', 'de']) {
        const q = catalogues()
          .languages.get(tag)
          ?.t(`home.need.${category as keyof typeof wanted}`);
        const { listings } = await findListings(guest('web'), { q, sort: 'relevance', limit: 3 });
        expect(listings, q).to.have.length(3);
        for (const { name, tagline, facts } of listings)
          expect([name, tagline, facts?.topics ?? ''].join(' '), q).to.match(about);
      }
  });
});
