// What an agent does with a product over MCP, from a dry run to its deletion, and what its results cost.
import { expect } from 'chai';
import { type Json, newProduct } from './api.js';
import { tokensOf } from './tokens.js';

/** The tokens that all results of a journey may take. */
const MOST_TOKENS = 10_000;

/** @param value calls a tool with the agent's credentials, and returns its result */
export async function completeJourney(value: (name: string, input: Json) => Promise<Json>): Promise<void> {
  let tokens = 0;
  const call = async (name: string, input: Json): Promise<Json> => {
    const result = await value(name, input);
    tokens += tokensOf(result, 'records');
    return result;
  };
  const product = newProduct({ categories: ['productivity'] });
  expect((await call('search_listings', { q: product.name })).full_matches ?? 0).to.equal(0);
  const rehearsed = await call('submit_listing', { ...product, dry_run: true });
  expect(rehearsed.warnings.map(({ code }: Json) => code)).to.deep.equal(['dry_run']);
  const { listing, status } = await call('submit_listing', { ...product, tagline: 'Corrected' });
  expect(status).to.equal('live');
  const { slug } = listing;
  const website_url = `https://moved-${slug}.example.com`;
  const moved = await call('update_listing', { slug, website_url });
  expect(moved.listing).to.include({ website_url, tagline: 'Corrected' });
  const { webhook } = await call('create_webhook', {
    url: 'https://hooks.example.com/directory',
    events: ['listing.published'],
  });
  expect(webhook.secret).to.match(/^whsec_/);
  expect((await call('list_webhooks', {})).webhooks).to.have.length(1);
  await call('delete_webhook', { id: webhook.id });
  expect((await call('get_listing_stats', { slug, days: 3 })).stats.by_day).to.have.length(3);
  expect((await call('claim_listing', { slug })).claim.steps.map(({ method }: Json) => method)).to.include(
    'dns',
  );
  expect((await call('set_listing_status', { slug, action: 'archive' })).listing.status).to.equal('archived');
  expect(await call('delete_listing', { slug })).to.include({ deleted: true, slug });
  expect(tokens).to.be.below(MOST_TOKENS);
}
