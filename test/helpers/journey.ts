// What an agent does with a product, from finding it unlisted to its deletion, whichever road its calls take; what is
// around it; and what the answers cost in a model's context.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { sweepWebhooks } from '../../core/webhooks/send.js';
import { type StopWorker, startWorker } from '../../server/jobs/worker.js';
import { type Json, newProduct } from './api.js';
import { isSigned, type Received, useReceiver } from './receiver.js';
import type { TestServer } from './server.js';
import { tokensOfResult } from './tokens.js';

/** The site and the receiver of a journey are on this machine. */
export const JOURNEY_ENVIRONMENT = {
  SCREENSHOT_ALLOW_PRIVATE: 'on',
  SCREENSHOTS: 'off',
  LOG_LEVEL: 'silent',
};

/** The tokens that all answers of a journey may take. */
export const MOST_TOKENS = 4_000;

export interface Surroundings {
  /** Where webhooks are received. */
  readonly receiverUrl: string;
  /** Waits for an event of this kind about a listing; its signature is the receiver's. */
  awaitEvent(type: string, slug: string, secret: string): Promise<Json>;
  /** A listing by somebody else, of a site that the agent's person controls. @returns its slug */
  listedByAnother(): Promise<string>;
  /** Puts the proof of a claim into the page of the last of these. */
  publish(tag: string): void;
}

/** With a worker, so that what the service sends is really sent. Call it after `useServer`. */
export function useSurroundings(server: TestServer): Surroundings {
  const receiver = useReceiver();
  const heads = new Map<string, string>();
  const site = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>A product</title>${heads.get(request.url ?? '') ?? ''}`);
  });
  let stopWorker: StopWorker;
  let count = 0;
  before(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    stopWorker = await startWorker(server.database.url, () => server.url);
  });
  after(async () => {
    site.close();
    await stopWorker();
  });

  const post = async (path: string, body: Json, key = ''): Promise<Json> => {
    const response = await server.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
    return response.json();
  };

  return {
    get receiverUrl() {
      return receiver.url;
    },
    async awaitEvent(type, slug, secret) {
      const isIt = (event: Received) => event.type === type && event.data.slug === slug;
      let found = receiver.received.find(isIt);
      const arrived = new Promise<void>((resolve) => {
        receiver.answer = (response, event) => {
          response.writeHead(204).end();
          if (isIt(event)) {
            found = event;
            resolve();
          }
        };
      });
      // As the worker does every ten seconds.
      while (!found) {
        await sweepWebhooks();
        await Promise.race([arrived, sleep(100)]);
      }
      expect(isSigned(secret, found as Received)).to.equal(true);
      return (found as Received).data;
    },
    async listedByAnother() {
      const name = `Importer ${++count}`;
      const account = { name, email: `importer.${count}@example.com`, password: 'long enough' };
      const { api_key: made } = await post('/api/v1/agents/register', account);
      const website_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/product-${count}`;
      const { listing } = await post('/api/v1/listings', newProduct({ website_url }), made.key);
      return listing.slug;
    },
    publish: (tag) => void heads.set(`/product-${count}`, tag),
  };
}

/** @param callTool with the agent's credentials: the result of MCP. @returns the tokens of all results */
export async function completeJourney(
  surroundings: Surroundings,
  callTool: (name: string, input: Json) => Promise<Json>,
): Promise<number> {
  let tokens = 0;
  const answerOf = async (name: string, input: Json): Promise<Json> => {
    const result = await callTool(name, input);
    tokens += tokensOfResult(result, 'records');
    return result;
  };
  const call = async (name: string, input: Json): Promise<Json> => {
    const result = await answerOf(name, input);
    expect(result.isError ?? false, JSON.stringify(result)).to.equal(false);
    return result.structuredContent;
  };
  // Find it, submit by a dry run, correct, publish.
  const product = newProduct({ categories: ['productivity'] });
  expect((await call('search_listings', { q: product.name })).full_matches ?? 0).to.equal(0);
  const wrong = { ...product, tagline: 'long '.repeat(40), dry_run: true };
  const refused = JSON.parse((await answerOf('submit_listing', wrong)).content[0].text);
  expect(refused).to.include({ code: 'validation_error', field: 'tagline' });
  const rehearsed = await call('submit_listing', { ...product, dry_run: true });
  expect(rehearsed.warnings.map(({ code }: Json) => code)).to.deep.equal(['dry_run']);
  const { listing, status } = await call('submit_listing', product);
  expect(status).to.equal('live');
  const { slug } = listing;
  // Watch by webhook, and update its address.
  const url = surroundings.receiverUrl;
  const { webhook } = await call('create_webhook', { url, events: ['listing.changed'] });
  const website_url = `https://moved-${slug}.example.com`;
  expect((await call('update_listing', { slug, website_url })).listing).to.include({ website_url });
  const event = await surroundings.awaitEvent('listing.changed', slug, webhook.secret);
  expect(event.listing).to.include({ website_url });
  await call('delete_webhook', { id: webhook.id });
  expect((await call('get_listing_stats', { slug, days: 3 })).stats.by_day).to.have.length(3);
  // Claim what somebody else has listed, and prove it.
  const claimed = await surroundings.listedByAnother();
  const { claim } = await call('claim_listing', { slug: claimed });
  surroundings.publish(claim.steps.find(({ method }: Json) => method === 'meta').what);
  expect((await call('verify_claim', { slug: claimed })).listing).to.include({
    slug: claimed,
    verified: true,
  });
  for (const own of [slug, claimed]) {
    const archived = await call('set_listing_status', { slug: own, action: 'archive' });
    expect(archived.listing.status).to.equal('archived');
    expect(await call('delete_listing', { slug: own })).to.include({ deleted: true, slug: own });
  }
  expect(tokens).to.be.below(MOST_TOKENS);
  return tokens;
}
