// Compiled beside the client package (openapi-client.test.ts).
import { createDirectoryClient } from 'listing-directory-client';

interface Surroundings {
  readonly receiverUrl: string;
  awaitEvent(type: string, slug: string, secret: string): Promise<unknown>;
  listedByAnother(): Promise<string>;
  publish(tag: string): void;
}

/** The data, or the error that came instead. */
async function dataOf<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** An agent's work with a product, from the base URL alone; what was seen on the way. */
export async function makeJourney(
  baseUrl: string,
  surroundings: Surroundings,
  fetch: typeof globalThis.fetch,
) {
  const guest = createDirectoryClient({ baseUrl, fetch });
  const query = { q: 'generated', sort: 'relevance', limit: 5 } as const;
  const before = await dataOf(guest.GET('/api/v1/listings', { params: { query } }));
  const account = { name: 'Ada', email: 'generated@example.com', password: 'long enough' };
  const refused = await guest.POST('/api/v1/agents/register', { body: { ...account, password: 'short' } });
  const registered = await dataOf(guest.POST('/api/v1/agents/register', { body: account }));
  if (!('api_key' in registered)) throw new Error('no key');
  const client = createDirectoryClient({ baseUrl, fetch, key: registered.api_key.key });

  const product = {
    name: 'Generated Notes',
    website_url: 'https://generated.example.com',
    tagline: 'Notes that find themselves',
    categories: ['productivity' as const],
  };
  const dry = { query: { dry_run: '1' } } as const;
  const wrong = await client.POST('/api/v1/listings', {
    params: dry,
    body: { ...product, tagline: 'long '.repeat(40) },
  });
  await dataOf(client.POST('/api/v1/listings', { params: dry, body: product }));
  const submitted = await dataOf(
    client.POST('/api/v1/listings', {
      params: { header: { 'Idempotency-Key': 'generated-1' } },
      body: product,
    }),
  );
  const { slug } = submitted.listing;
  const path = { slug };
  const found = await dataOf(
    guest.GET('/api/v1/listings', { params: { query: { ...query, category: 'productivity' } } }),
  );

  const { webhook } = await dataOf(
    client.POST('/api/v1/webhooks', { body: { url: surroundings.receiverUrl, events: ['listing.changed'] } }),
  );
  const website_url = 'https://moved.example.com';
  const moved = await dataOf(
    client.PATCH('/api/v1/listings/{slug}', { params: { path }, body: { website_url } }),
  );
  await surroundings.awaitEvent('listing.changed', slug, webhook.secret);
  await dataOf(client.DELETE('/api/v1/webhooks/{id}', { params: { path: { id: webhook.id } } }));
  const { stats } = await dataOf(
    client.GET('/api/v1/listings/{slug}/stats', { params: { path, query: { days: 3 } } }),
  );

  const other = { slug: await surroundings.listedByAnother() };
  const { claim } = await dataOf(client.POST('/api/v1/listings/{slug}/claim', { params: { path: other } }));
  surroundings.publish(claim.steps.find(({ method }) => method === 'meta')?.what ?? '');
  const claimed = await dataOf(
    client.POST('/api/v1/listings/{slug}/claim/verify', { params: { path: other } }),
  );

  const archived = await dataOf(
    client.POST('/api/v1/listings/{slug}', { params: { path }, body: { action: 'archive', reason: null } }),
  );
  const hidden = await guest.GET('/api/v1/listings/{slug}', { params: { path } });
  const deleted = await dataOf(client.DELETE('/api/v1/listings/{slug}', { params: { path } }));
  const changed = await dataOf(guest.GET('/api/v1/listings/changes', { params: { query: { limit: 10 } } }));
  return {
    before: before.full_matches ?? 0,
    refused: `${refused.error?.code} on ${refused.error?.field}`,
    wrong: `${wrong.error?.code} on ${wrong.error?.field}`,
    submitted: submitted.status,
    found: found.listings[0]?.name,
    moved: moved.listing.website_url,
    days: stats.by_day.length,
    verified: claimed.listing.verified,
    archived: archived.listing.status,
    hidden: hidden.error?.code,
    deleted: deleted.deleted,
    removed: changed.changes.some((change) => change.slug === slug && change.removed),
  };
}
