// Listings whose addresses turn out to name one product, after the rules for addresses have changed.
import { expect } from 'chai';
import { URL_KEY_VERSION } from '../../core/addresses/site.js';
import { renewUrlKeys } from '../../core/service/url-keys.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

describe('an earlier version of the rules for addresses', () => {
  const api = useApi();
  let admin: { key: string };
  let owner: { key: string; email: string; password: string };
  let count = 0;

  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register();
  });

  /** A listing as an earlier version stored it. */
  async function stored(website_url: string, url_key: string): Promise<Json> {
    const listing = await api.submit(owner.key, { website_url: `https://before-${++count}.example.com` });
    const row = { website_url, url_key, url_key_version: URL_KEY_VERSION - 1 };
    await api.server.database.knex('listings').where({ id: listing.id }).update(row);
    return listing;
  }
  const keyOf = async ({ id }: Json) =>
    (await api.server.database.knex('listings').where({ id }).first()).url_key;
  const decide = (slug: string, decision: string) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision }, { key: admin.key });
  const duplicates = async () =>
    (await api.get('/api/v1/admin/reviews?source=duplicate', { key: admin.key })).body.reviews.map(
      ({ listing }: Json) => listing.slug,
    );

  it('is renewed for every row, with claims, proofs and takedowns, and each only once', async () => {
    const { knex } = api.server.database;
    const listing = await stored('https://github.com/Ada/Notes.git', 'github.com/Ada/Notes.git');
    const claimant = await api.register();
    await api.post(`/api/v1/listings/${listing.slug}/claim`, {}, { key: claimant.key });
    await knex('listings').where({ id: listing.id }).update({ verified_key: 'github.com/Ada/Notes.git' });
    const bad = await stored('https://bad.example.com/%7Epills?x=1', 'bad.example.com/~pills?x=1');
    await api.post(`/api/v1/admin/listings/${bad.slug}`, { action: 'reject' }, { key: admin.key });
    await knex('takedowns')
      .where({ listing_id: bad.id })
      .update({ path: '/~pills', variant: '', url_key_version: 1 });
    expect(await renewUrlKeys()).to.deep.equal({ renewed: 1, duplicates: 0 });
    const row = await knex('listings').where({ id: listing.id }).first();
    expect([row.url_key, row.verified_key]).to.deep.equal(['github.com/ada/notes', 'github.com/ada/notes']);
    expect((await knex('claims').where({ listing_id: listing.id }).first()).url_key).to.equal(row.url_key);
    const takedown = await knex('takedowns').where({ listing_id: bad.id }).first();
    expect(takedown).to.include({ path: '/pills', variant: '?x=1' });
    expect(await renewUrlKeys()).to.deep.equal({ renewed: 0, duplicates: 0 });
  });

  it('puts the younger of two listings of one product before a moderator, who merges it, or keeps both', async () => {
    const older = await stored('https://github.com/Ada/Twin', 'github.com/Ada/Twin');
    // The younger one has had the key that both get now.
    const younger = await stored('https://github.com/ada/twin', 'github.com/ada/twin');
    const third = await stored('https://github.com/ADA/twin/tree/main', 'github.com/ADA/twin/tree/main');
    expect(await renewUrlKeys()).to.deep.equal({ renewed: 2, duplicates: 2 });
    expect(await keyOf(older)).to.equal('github.com/ada/twin');
    expect((await api.get(`/api/v1/listings/${younger.slug}`)).body.listing.status).to.equal('live');
    expect(await duplicates()).to.have.members([younger.slug, third.slug]);
    const { review } = (await api.get(`/api/v1/admin/reviews/${younger.slug}`, { key: admin.key })).body;
    expect(review).to.include({ duplicate_of: older.slug });

    expect((await decide(younger.slug, 'merge')).body.listing.status).to.equal('archived');
    // The service's reason is worded for each reader.
    const { body } = await api.get('/api/v1/listings?mine=1&status=archived', { key: owner.key });
    expect(body.listings[0].status_reason).to.include('the same product as an older listing');
    const visitor = visitorOf(api.server);
    await visitor.signIn(owner);
    for (const page of ['/account', `/account/listings/${younger.slug}/history`]) {
      const { html } = await visitor.get(page, { 'accept-language': 'de' });
      expect(html).to.include('dasselbe Produkt wie ein älterer Eintrag').and.not.include('the same product');
    }
    for (const end of ['', '.md']) {
      const moved = await api.server.fetch(`/listings/${younger.slug}${end}`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).to.deep.equal([
        301,
        `/listings/${older.slug}${end}`,
      ]);
    }
    const gone = await api.get(`/api/v1/listings/${younger.slug}`);
    expect([gone.status, gone.body.error]).to.deep.equal([
      404,
      `This listing was merged into “${older.slug}”.`,
    ]);
    await decide(younger.slug, 'undo');
    expect((await api.server.fetch(`/listings/${younger.slug}`)).status).to.equal(200);
    expect(await duplicates()).to.include(younger.slug);

    await decide(third.slug, 'approve');
    expect(await duplicates()).to.deep.equal([younger.slug]);
    await adminOf(api.server.database)(`reviews decide merge ${younger.slug} --yes`);
    expect(await duplicates()).to.deep.equal([]);
    expect((await decide(older.slug, 'merge')).status).to.equal(400);
    expect(await renewUrlKeys()).to.deep.equal({ renewed: 0, duplicates: 0 });
  });
});
