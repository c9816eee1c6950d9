import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { seeded } from '../helpers/random.js';

describe('GET /api/v1/listings/changes', () => {
  const api = useApi();
  let key: string;
  let admin: string;
  before(async () => {
    key = (await api.register()).key;
    admin = (await api.registerAdmin()).key;
  });
  const changes = async (since?: string, more = '') => {
    const { status, body } = await api.get(`/api/v1/listings/changes?since=${since ?? ''}${more}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const act = (slug: string, action: string, as = key) =>
    api.post(`/api/v1/listings/${slug}`, { action }, { key: as });
  /** The position after all changes so far. */
  const now = async () => {
    let at = await changes();
    while (at.has_more) at = await changes(at.next_since);
    return at.next_since as string;
  };

  it('reports a new, a changed, a hidden, a restored and a deleted listing', async () => {
    const start = await now();
    const listing = await api.submit(key);
    const created = await changes(start);
    expect(created.changes).to.have.length(1);
    // As guests see it.
    const { listing: shown } = (await api.get(`/api/v1/listings/${listing.slug}`)).body;
    expect(created.changes[0]).to.deep.include({ id: listing.id, slug: listing.slug, removed: false });
    expect(created.changes[0].listing).to.deep.equal(shown);
    expect(created.has_more).to.equal(false);

    await api.patch(`/api/v1/listings/${listing.slug}`, { tagline: 'Another tagline' }, { key });
    const changed = await changes(created.next_since);
    expect(changed.changes.map((change: Json) => change.listing.tagline)).to.deep.equal(['Another tagline']);

    await act(listing.slug, 'archive');
    const archived = await changes(changed.next_since);
    expect(archived.changes).to.have.length(1);
    expect(archived.changes[0]).to.include({ slug: listing.slug, removed: true, listing: null });

    await act(listing.slug, 'restore');
    const restored = await changes(archived.next_since);
    expect(restored.changes[0]).to.include({ slug: listing.slug, removed: false });

    await api.delete(`/api/v1/listings/${listing.slug}`, { key });
    const deleted = await changes(restored.next_since);
    expect(deleted.changes[0]).to.include({ id: listing.id, removed: true, listing: null });
    expect((await changes(deleted.next_since)).changes).to.deep.equal([]);
    expect((await changes(deleted.next_since)).next_since).to.equal(deleted.next_since);
  });

  it('reports nothing about changes of hidden listings', async () => {
    const listing = await api.submit(key);
    await act(listing.slug, 'archive');
    const start = await now();
    await act(listing.slug, 'archive');
    await act(listing.slug, 'reject', admin);
    await api.patch(`/api/v1/listings/${listing.slug}`, { tagline: 'Not public' }, { key });
    expect((await changes(start)).changes).to.deep.equal([]);
  });

  it('is the same for everyone: owners and admins see no more than a guest', async () => {
    const listing = await api.submit(key);
    await act(listing.slug, 'archive');
    for (const as of [key, admin]) {
      const { body } = await api.get('/api/v1/listings/changes?limit=500', { key: as });
      const change = body.changes.find(({ id }: Json) => id === listing.id);
      expect(change).to.include({ removed: true, listing: null });
      for (const { listing: shown } of body.changes) {
        if (shown) expect(shown).not.to.have.property('status_reason');
      }
    }
  });

  it('reports a reused slug as the removal of the old listing, then the new one', async () => {
    const start = await now();
    const product = newProduct({ name: 'Taken over' });
    const old = await api.submit(key, product);
    await api.delete(`/api/v1/listings/${old.slug}`, { key });
    const next = await api.submit(key, product);
    expect(next.slug).to.equal(old.slug);
    const { changes: both } = await changes(start);
    expect(both.map(({ id, removed }: Json) => [id, removed])).to.deep.equal([
      [old.id, true],
      [next.id, false],
    ]);
  });

  it('reports the removal of listings that are deleted with their owner', async () => {
    const leaving = await api.register();
    const listing = await api.submit(leaving.key);
    const start = await now();
    await api.server.database.knex('listings').where({ owner_id: leaving.id }).delete();
    expect((await changes(start)).changes[0]).to.include({ id: listing.id, removed: true });
  });

  it('pages with limit, and caps a larger limit with a warning', async () => {
    for (let n = 0; n < 3; n++) await api.submit(key);
    const first = await changes(undefined, '&limit=2');
    expect(first.changes).to.have.length(2);
    expect(first.has_more).to.equal(true);
    const second = await changes(first.next_since, '&limit=2');
    expect(second.changes[0].id).not.to.be.oneOf(first.changes.map(({ id }: Json) => id));
    const large = await changes(undefined, '&limit=501');
    expect(large.warnings[0]).to.include({ field: 'limit', code: 'limit_clamped' });
  });

  it('refuses a since that it never issued', async () => {
    for (const since of ['-1', 'abc', '1.5', '999999999999999', '9'.repeat(30)]) {
      expectError(await api.get(`/api/v1/listings/changes?since=${since}`), 400, 'validation_error', 'since');
    }
  });

  it('has a path that no listing can take as its slug', async () => {
    const listing = await api.submit(key, { name: 'Changes' });
    expect(listing.slug).to.equal('changes-2');
    expectError(await api.post('/api/v1/listings/changes', {}, { key }), 405, 'method_not_allowed');
  });

  it('withholds an uncommitted change and reports it after its commit, although later writes came first', async () => {
    const { knex } = api.server.database;
    const early = await api.submit(key);
    const late = await api.submit(key);
    const start = await now();
    const slow = await knex.transaction();
    await slow('listings').where({ id: early.id }).update({ tagline: 'Written first, committed last' });
    await knex('listings').where({ id: late.id }).update({ tagline: 'Written last, committed first' });
    const meanwhile = await changes(start);
    expect(meanwhile.changes.map(({ id }: Json) => id)).to.deep.equal([late.id]);
    await slow.commit();
    const after = await changes(meanwhile.next_since);
    expect(after.changes.map(({ id }: Json) => id)).to.deep.equal([early.id]);
  });

  it('lets a mirror follow many concurrent writers, slow ones included, without a gap', async () => {
    const { knex } = api.server.database;
    const mirror = new Map<string, string>();
    let since = await now();
    for (const { id, tagline } of await knex('listings').where({ status: 'live' })) mirror.set(id, tagline);
    const ids: string[] = (await Promise.all(Array.from({ length: 12 }, () => api.submit(key)))).map(
      ({ id }) => id,
    );
    let isWriting = true;
    const pull = async () => {
      const { changes: told, next_since } = await changes(since, '&limit=3');
      for (const { id, removed, listing } of told) {
        if (removed) mirror.delete(id);
        else mirror.set(id, listing.tagline);
      }
      since = next_since;
      return told.length;
    };
    const random = seeded(20260728);
    const writer = async () => {
      for (let n = 0; n < 25; n++) {
        await knex.transaction(async (trx) => {
          const id = ids[Math.floor(random() * ids.length)];
          const archived_at = random() < 0.3 ? new Date() : null;
          await trx('listings')
            .where({ id })
            .update({ tagline: `Tagline ${random()}`, archived_at });
          await sleep(random() * 12);
        });
      }
    };
    const reader = async () => {
      while (isWriting) await pull();
    };
    const reading = reader();
    await Promise.all([writer(), writer(), writer(), writer(), writer()]);
    isWriting = false;
    await reading;
    while ((await pull()) > 0);
    const live = await knex('listings').where({ status: 'live' });
    expect([...mirror].sort()).to.deep.equal(live.map(({ id, tagline }) => [id, tagline]).sort());
  });
});
