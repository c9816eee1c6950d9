// Changes are taken back by the entries of the audit log that they left, at the three doors of the staff.
import { expect } from 'chai';
import type { Knex } from 'knex';
import { config } from '../core/kernel/config.js';
import { adminOf } from './helpers/admin.js';
import { expectError, useApi } from './helpers/api.js';
import { changeUnder } from './helpers/blocked.js';
import { type Visitor, visitorOf } from './helpers/pages.js';

describe('a change', () => {
  const api = useApi();
  let key: string;
  let owner: { key: string; email: string };
  let console_: Visitor;
  const knex = () => api.server.database.knex;
  const cli = (line: string) => adminOf(api.server.database, { DATA_DIR: config.dataDir })(line);
  const lastOf = (label: string, action?: string) =>
    knex()('audit_entries')
      .where({ subject_label: label, ...(action ? { action } : {}) })
      .orderBy('id', 'desc')
      .first();
  const takeBack = (id: string | number, as = key) =>
    api.post(`/api/v1/admin/audit/${id}/take-back`, {}, { key: as });
  const listing = async (slug: string) =>
    (await api.get(`/api/v1/admin/listings/${slug}`, { key })).body.listing;
  const act = (slug: string, action: string) =>
    api.post(`/api/v1/admin/listings/${slug}`, { action, reason: 'Because' }, { key });

  before(async () => {
    const admin = await api.registerAdmin();
    key = admin.key;
    owner = await api.register('Ada Lovelace');
    console_ = visitorOf(api.server);
    await console_.signIn(admin);
  });

  it('of fields is taken back at every door, once, and not after another change', async () => {
    const doors: Record<string, (id: number, slug: string) => Promise<unknown>> = {
      rest: (id) => takeBack(id),
      cli: (id) => cli(`audit revert ${id}`),
      web: (id, slug) =>
        console_.submit(
          '/admin/audit/take-back',
          { id: String(id), back: `/admin/listings/${slug}` },
          `/admin/listings/${slug}`,
        ),
    };
    for (const [door, take] of Object.entries(doors)) {
      const { slug, tagline } = await api.submit(owner.key, { categories: ['design'] });
      const fields = {
        tagline: `Changed by ${door}`,
        categories: ['security', 'design'],
        description: 'New',
      };
      await api.patch(`/api/v1/listings/${slug}`, fields, { key: owner.key });
      const { id } = await lastOf(slug, 'listing.update');
      const page = (await console_.get(`/admin/listings/${slug}`)).html;
      expect(page, door).to.include(`name="id" value="${id}"`);
      await take(id, slug);
      const restored = { tagline, categories: ['design'], description: null };
      expect(await listing(slug), door).to.deep.include(restored);
      expect(await lastOf(slug)).to.deep.include({ action: 'listing.update', door });
      expectError(await takeBack(id), 403, 'forbidden');
      expect((await console_.get(`/admin/listings/${slug}`)).html).to.not.include(`name="id" value="${id}"`);
      // What was taken back can be taken back.
      await takeBack((await lastOf(slug)).id);
      expect(await listing(slug), door).to.deep.include(fields);
      await api.patch(`/api/v1/listings/${slug}`, { tagline: 'Something else again' }, { key: owner.key });
      expectError(await takeBack(id), 403, 'forbidden');
    }
  });

  it('of a status restores the one before, whatever it was, and its takedown', async () => {
    const { slug, website_url } = await api.submit(owner.key);
    await act(slug, 'archive');
    await act(slug, 'reject');
    expect(await listing(slug)).to.include({ status: 'rejected' });
    const { id } = await lastOf(slug, 'listing.reject');
    expect((await takeBack(id)).body).to.deep.equal({ taken_back: 1, failed: [], errors: [] });
    expect(await listing(slug)).to.include({ status: 'archived', status_reason: 'Because' });
    expect(await knex()('takedowns').where({ website_url })).to.deep.equal([]);
    expect(await lastOf(slug)).to.deep.include({
      ...{ action: 'listing.take-back', before: { status: 'rejected' }, after: { status: 'archived' } },
    });
    await takeBack((await lastOf(slug)).id);
    expect(await listing(slug)).to.include({ status: 'rejected', status_reason: 'Because' });
    expect(await knex()('takedowns').where({ website_url })).to.have.length(1);
  });

  it('of many is taken back by its batch; what has changed since stays, and is named', async () => {
    const heir = await api.register('Grace Hopper');
    const slugs = [];
    for (let n = 0; n < 3; n++) slugs.push((await api.submit(owner.key, { pricing_model: 'free' })).slug);
    const set = { pricing_model: 'usage', featured: true, owner: heir.email };
    await api.post('/api/v1/admin/listings', { action: 'change', set, slugs }, { key });
    const { batch } = await lastOf(slugs[0] as string);
    const page = await api.get(`/api/v1/admin/audit?subject=${slugs[0]}`, { key });
    expect(page.body.entries[0].batch).to.equal(batch);
    await api.patch(`/api/v1/admin/listings/${slugs[2]}`, { pricing_model: 'contact' }, { key });
    const { body } = await takeBack(batch);
    expect(body).to.include({ taken_back: 8 });
    expect(body.errors).to.have.length(1);
    expect(body.errors[0]).to.include({ slug: slugs[2], code: 'forbidden' });
    const now = await Promise.all(slugs.map(listing));
    expect(now.map(({ pricing_model, featured }) => [pricing_model, featured])).to.deep.equal([
      ['free', false],
      ['free', false],
      ['contact', false],
    ]);
    const owners = await knex()('listings')
      .join('users', 'owner_id', 'users.id')
      .whereIn('slug', slugs)
      .pluck('email');
    expect(owners).to.deep.equal([owner.email, owner.email, owner.email]);
  });

  it('of a merge, a suspension, a decision and an import is taken back by the same way', async () => {
    const member = await api.register('Mary Shelley');
    const suspend = { action: 'suspend', reason: 'Spam' };
    await api.post(`/api/v1/admin/users/${member.id}`, suspend, { key });
    await takeBack((await lastOf(member.email, 'user.suspend')).id);
    expect((await api.get('/api/v1/listings?mine=1', { key: member.key })).status).to.equal(200);
    // A colleague renews a suspension while it is being taken back.
    await api.post(`/api/v1/admin/users/${member.id}`, suspend, { key });
    const { id: suspended } = await lastOf(member.email, 'user.suspend');
    const renew = async (trx: Knex.Transaction) => {
      await trx('users').where({ id: member.id }).update({ suspended_reason: 'Fraud' });
      const subject = { subject_type: 'user', subject_id: member.id, subject_label: member.email };
      await trx('audit_entries').insert({ door: 'rest', action: 'user.change-suspension', ...subject });
    };
    const late = await changeUnder(api.server.database, renew, () => takeBack(suspended));
    expectError(late, 403, 'forbidden');
    expect(await knex()('users').where({ id: member.id }).first()).to.include({ suspended_reason: 'Fraud' });

    const { slug } = await api.submit(owner.key, { categories: ['security'] });
    await api.post('/api/v1/admin/categories/security', { action: 'merge', into: 'design' }, { key });
    expect((await listing(slug)).categories).to.deep.equal(['design']);
    await takeBack((await lastOf('design', 'category.merge')).id);
    expect((await listing(slug)).categories).to.deep.equal(['security']);

    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'reject', reason: 'No product' }, { key });
    const rejected = await lastOf(slug, 'listing.reject');
    await takeBack(rejected.id);
    expect(await listing(slug)).to.include({ status: 'live' });
    expect(await lastOf(slug)).to.include({ action: 'listing.undo-review' });
    // A later decision is not undone in the place of the named one.
    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'reject', reason: 'No product' }, { key });
    const { id: earlier } = await lastOf(slug, 'listing.reject');
    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key });
    expectError(await takeBack(earlier), 403, 'forbidden');
    expect(await listing(slug)).to.include({ status: 'live' });

    const [run] = await knex()('imports')
      .insert({ kind: 'csv', source: 'a.csv', state: 'done' })
      .returning('id');
    const [entry] = await knex()('audit_entries')
      .insert({
        door: 'cli',
        action: 'import.start',
        subject_type: 'import',
        subject_id: run.id,
        subject_label: 'a.csv',
      })
      .returning('id');
    await takeBack(entry.id);
    expect(await knex()('imports').where(run).first()).to.include({ state: 'undoing' });
  });

  it('is taken back by the staff only, and only if it is of a kind that can be', async () => {
    const { slug } = await api.submit(owner.key);
    const { id } = await lastOf(slug, 'listing.create');
    expectError(await takeBack(id, owner.key), 403, 'forbidden');
    expectError(await takeBack(id), 403, 'forbidden');
    for (const unknown of ['999999999', 'x', '00000000-0000-4000-8000-000000000000'])
      expectError(await takeBack(unknown), 404, 'not_found');
    expect((await cli('audit revert 999999999')).code).to.equal(1);
  });
});
