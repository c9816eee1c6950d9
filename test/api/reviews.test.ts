// Reports, appeals and the review desk over the API.
import { expect } from 'chai';
import { expectError, useApi } from '../helpers/api.js';
import { allMails, mailsTo } from '../helpers/mails.js';

type Account = { key: string; id: string; email: string };

describe('the review desk', () => {
  const api = useApi({ RATE_LIMIT_REPORT: '0' });
  let admin: Account;
  let second: Account;
  let owner: Account;
  before(async () => {
    admin = await api.registerAdmin();
    second = await api.registerAdmin();
    owner = await api.register('Ada Lovelace');
  });
  const report = (slug: string, body: object, key?: string) =>
    api.post(`/api/v1/listings/${slug}/reports`, body, { key });
  const decide = (slug: string, decision: string, reason?: string, key = admin.key) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason }, { key });
  const queue = async (query = '') =>
    (await api.get(`/api/v1/admin/reviews?limit=100${query}`, { key: admin.key })).body.reviews;
  const next = (key = admin.key) => api.post('/api/v1/admin/reviews/next', undefined, { key });
  const statusOf = async (slug: string) =>
    (await api.get(`/api/v1/listings/${slug}`, { key: admin.key })).body.listing.status;

  it('is for admins', async () => {
    expectError(await api.get('/api/v1/admin/reviews', { key: owner.key }), 403, 'forbidden');
    expectError(await next(owner.key), 403, 'forbidden');
    expectError(await decide('x', 'approve', undefined, owner.key), 403, 'forbidden');
  });

  it('queues what was published by itself, and lets an approval end that', async () => {
    const { slug } = await api.submit(owner.key);
    const item = (await queue('&source=new')).find(
      (review: { listing: { slug: string } }) => review.listing.slug === slug,
    );
    expect(item.sources).to.deep.equal(['new']);
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
    expect(
      (await queue()).map((review: { listing: { slug: string } }) => review.listing.slug),
    ).not.to.include(slug);
  });

  it('does not ask twice about what admins list themselves', async () => {
    const { slug } = await api.submit(admin.key);
    expect(
      (await queue()).map((review: { listing: { slug: string } }) => review.listing.slug),
    ).not.to.include(slug);
  });

  it('takes a report once from each reporter, and tells them what came of it', async () => {
    const { slug } = await api.submit(owner.key);
    const body = { kind: 'scam', message: 'It asks for a card number.', email: 'watcher@example.com' };
    const first = await report(slug, body);
    expect(first.status).to.equal(201);
    expect(first.body.report).to.include({ kind: 'scam', outcome: null });
    expect((await report(slug, body)).body).to.deep.include({ created: false });
    expect((await report(slug, { kind: 'broken' })).status).to.equal(201);
    const other = await api.register();
    expect((await report(slug, body, other.key)).status).to.equal(201);
    const { body: found } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(found.review.sources).to.deep.equal(['report', 'new']);
    expect(found.review.reports.map((one: { kind: string }) => one.kind)).to.deep.equal([
      'scam',
      'broken',
      'scam',
    ]);
    expect((await decide(slug, 'reject', 'A fraud')).body.listing.status).to.equal('rejected');
    const mails = await mailsTo('watcher@example.com');
    expect(mails).to.have.length(1);
    expect(mails[0]).to.include('no longer public');
    // Closed: the same may be reported anew, should it come back.
    expect((await api.get('/api/v1/admin/reviews?source=report', { key: admin.key })).body.total).to.equal(0);
  });

  it('refuses reports of what cannot be seen, and what is no report', async () => {
    const { slug } = await api.submit(owner.key);
    expectError(await report(slug, { kind: 'boring' }), 400, 'validation_error', 'kind');
    expectError(await report(slug, { kind: 'other', email: 'nobody' }), 400, 'validation_error', 'email');
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key: owner.key });
    expectError(await report(slug, { kind: 'other' }), 404, 'not_found');
  });

  it('lets an owner appeal once, and answers with a reason', async () => {
    const { slug } = await api.submit(owner.key);
    const appeal = (message: string, key = owner.key) =>
      api.post(`/api/v1/listings/${slug}/appeals`, { message }, { key });
    expectError(await appeal('Why not?'), 403, 'forbidden');
    await decide(slug, 'reject', 'No product');
    expectError(await appeal('It is one', second.key), 403, 'forbidden');
    expect((await appeal('It is a product: see the shop.')).status).to.equal(201);
    expectError(await appeal('Please!'), 403, 'forbidden');
    expect((await queue('&source=appeal'))[0].listing.slug).to.equal(slug);
    expectError(await decide(slug, 'reject'), 400, 'validation_error', 'reason');
    await decide(slug, 'reject', 'The shop sells nothing.');
    const { body } = await api.get(`/api/v1/listings/${slug}/appeals`, { key: owner.key });
    expect(body.appeal).to.include({ outcome: 'denied', answer: 'The shop sells nothing.' });
    expect(
      (await allMails()).some((mail) => mail.includes('stays rejected') && mail.includes(owner.email)),
    ).to.equal(true);
    expect(await statusOf(slug)).to.equal('rejected');
  });

  it('restores what is appealed for and approved', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'No product');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'It is one.' }, { key: owner.key });
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
    const { body } = await api.get(`/api/v1/listings/${slug}/appeals`, { key: owner.key });
    expect(body.appeal).to.equal(null);
  });

  it('takes a decision back with all it did', async () => {
    const listing = await api.submit(owner.key);
    const { slug } = listing;
    await report(slug, { kind: 'wrong' });
    await decide(slug, 'reject', 'A slip of the finger');
    const takedowns = () => api.server.database.knex('takedowns').where({ listing_name: listing.name });
    expect(await takedowns()).to.have.length(1);
    expectError(await decide(slug, 'undo', undefined, second.key), 403, 'forbidden');
    expect((await decide(slug, 'undo')).body.listing.status).to.equal('live');
    expect(await takedowns()).to.have.length(0);
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(body.review.sources).to.deep.equal(['report', 'new']);
    expectError(await decide(slug, 'undo'), 403, 'forbidden');
  });

  it('gives no item to two moderators, also when they ask at the same moment', async () => {
    await Promise.all(Array.from({ length: 6 }, () => api.submit(owner.key)));
    const taken = await Promise.all([admin, second, admin, second].map(({ key }) => next(key)));
    const slugs = taken.map(({ body }) => body.review.listing.slug);
    expect(new Set([slugs[0], slugs[2]]).has(slugs[1])).to.equal(false);
    expect(new Set([slugs[0], slugs[2]]).has(slugs[3])).to.equal(false);
  });

  it('does not show what was skipped again to who skipped it', async () => {
    const { review } = (await next()).body;
    const { slug } = review.listing;
    await decide(slug, 'skip');
    expect((await next()).body.review.listing.slug).not.to.equal(slug);
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: second.key });
    expect(body.review.claimed_until).to.be.a('string');
  });

  it('shows the history of the owner and of the host', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'Not yet');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'Now?' }, { key: owner.key });
    const { review } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body;
    expect(review.owner_history.rejected).to.be.greaterThan(0);
    expect(review.host_decisions[0]).to.include({ action: 'listing.reject', slug, reason: 'Not yet' });
  });
});

describe('the review desk with AUTO_PUBLISH=off', () => {
  const api = useApi({ AUTO_PUBLISH: 'off' });

  it('publishes what is approved, calls it an approval, and can take it back', async () => {
    const admin = await api.registerAdmin();
    const owner = await api.register();
    const { slug } = await api.submit(owner.key);
    const decide = (decision: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision }, { key: admin.key });
    const { body: taken } = await api.post('/api/v1/admin/reviews/next', undefined, { key: admin.key });
    expect(taken.review.listing.slug).to.equal(slug);
    expect(taken.review.sources).to.deep.equal(['pending']);
    const { listing } = (await decide('approve')).body;
    expect(listing.status).to.equal('live');
    const { entries } = (await api.get(`/api/v1/admin/audit?subject=${slug}`, { key: admin.key })).body;
    expect(entries[0].action).to.equal('listing.approve');
    expect((await decide('undo')).body.listing).to.include({ status: 'pending', published_at: null });
  });
});
