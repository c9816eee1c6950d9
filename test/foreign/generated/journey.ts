// Compiled beside the client package (openapi-client.test.ts).
import { createDirectoryClient } from 'listing-directory-client';

/** Registers, submits, finds, archives, restores and deletes; what was seen on the way. */
export async function makeJourney(baseUrl: string) {
  const guest = createDirectoryClient({ baseUrl });
  const account = { name: 'Ada', email: 'generated@example.com', password: 'long enough' };
  const refused = await guest.POST('/api/v1/agents/register', { body: { ...account, password: 'short' } });
  const registered = await guest.POST('/api/v1/agents/register', { body: account });
  if (!registered.data || !('api_key' in registered.data)) throw new Error('no key');
  const client = createDirectoryClient({ baseUrl, key: registered.data.api_key.key });

  const submitted = await client.POST('/api/v1/listings', {
    params: { header: { 'Idempotency-Key': 'generated-1' } },
    body: {
      name: 'Generated Notes',
      website_url: 'https://generated.example.com',
      tagline: 'Notes that find themselves',
      categories: ['productivity'],
    },
  });
  if (!submitted.data) throw new Error(JSON.stringify(submitted.error));
  const { slug } = submitted.data.listing;
  const path = { slug };
  const found = await guest.GET('/api/v1/listings', {
    params: { query: { q: 'generated', category: 'productivity', limit: 5 } },
  });
  const archived = await client.POST('/api/v1/listings/{slug}', {
    params: { path },
    body: { action: 'archive', reason: null },
  });
  const hidden = await guest.GET('/api/v1/listings/{slug}', { params: { path } });
  const restored = await client.POST('/api/v1/listings/{slug}', {
    params: { path },
    body: { action: 'restore' },
  });
  const changed = await guest.GET('/api/v1/listings/changes', { params: { query: { limit: 10 } } });
  const deleted = await client.DELETE('/api/v1/listings/{slug}', { params: { path } });
  return {
    refused: `${refused.error?.code} on ${refused.error?.field}`,
    submitted: submitted.data.status,
    found: found.data?.listings[0]?.name,
    archived: archived.data?.listing.status,
    hidden: hidden.error?.code,
    restored: restored.data?.listing.status,
    changed: changed.data?.changes.map((change) => change.slug),
    deleted: deleted.data?.deleted,
  };
}
