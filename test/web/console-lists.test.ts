// What the lists and pages of the console show a moderator, and their messages when nothing was done.
import { expect } from 'chai';
import { submitListing } from '../../core/listings/submit.js';
import { recordFlag } from '../../core/policy/flags.js';
import { ListingModel } from '../../db/models/listing.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, useApi } from '../helpers/api.js';
import { createMember } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';

describe('lists of the console', () => {
  const api = useApi();
  let admin: { email: string; password: string; key: string };
  const visit = async () => {
    const visitor = visitorOf(api.server);
    await visitor.submit('/sign-in', { email: admin.email, password: admin.password });
    return visitor;
  };
  before(async () => {
    admin = await api.registerAdmin();
  });

  it('filter by the policy’s uncertain mark: in the console, over REST and at the command line', async () => {
    const owner = await createMember('unsure@example.com');
    const { listing } = await submitListing(owner, {
      name: 'Flagged thing',
      website_url: 'flagged.example.com',
      tagline: 'A thing',
    });
    await submitListing(owner, {
      name: 'Plain thing',
      website_url: 'plain.example.com',
      tagline: 'A thing',
    });
    const { id } = await ListingModel.query().findOne({ slug: listing.slug }).throwIfNotFound();
    const flag = { category: 'illegal', field: 'tagline', matched: 'thing', rules: [] } as never;
    await ListingModel.transaction((trx) => recordFlag(trx, id, { flag, version: 'x' }));
    const { body } = await api.get('/api/v1/admin/listings?policy=unsure', { key: admin.key });
    expect(body.listings.map(({ slug }: Json) => slug)).to.deep.equal([listing.slug]);
    const { stdout } = await adminOf(api.server.database)('listings list --unsure --json');
    expect(JSON.parse(stdout).listings.map(({ slug }: Json) => slug)).to.deep.equal([listing.slug]);
    const { html } = await (await visit()).get('/admin/listings?policy=unsure');
    expect(html).to.include('Flagged thing').and.to.not.include('Plain thing');
    expect(html).to.match(/<option value="unsure" selected>/);
  });

  it('name the open review of a listing on its page, and its moderator', async () => {
    const owner = await api.register('Grace');
    const { slug } = await api.submit(owner.key, { name: 'Reported thing' });
    await api.post(`/api/v1/listings/${slug}/reports`, { kind: 'scam', message: 'One.\nTwo.' });
    const visitor = await visit();
    const page = async () => (await visitor.get(`/admin/listings/${slug}`)).html;
    expect(await page()).to.match(
      new RegExp(
        `It waits at the review desk[^]*Because of: Reported, New\\.[^]*/admin/review\\?item=${slug}`,
      ),
    );
    const other = await api.registerAdmin();
    await api.get(`/api/v1/admin/reviews/${slug}`, { key: other.key });
    expect(await page())
      .to.include('has it before them.')
      .and.to.not.include(`/admin/review?item=${slug}`);
    expect((await visitor.get('/admin')).html).to.include('To review');
    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key: other.key });
    expect(await page()).to.not.include('It waits at the review desk');
  });

  it('explain when nothing was ticked, named or found', async () => {
    const visitor = await visit();
    const ticked = await visitor.submit('/admin/catalog/verify', {}, '/admin/catalog');
    expect(ticked.location).to.equal('/admin/catalog?done=none-ticked');
    expect((await visitor.get('/admin/catalog?done=none-ticked')).html).to.include('Nothing was ticked');
    const unnamed = { query: 'category=ai', name: '  ' };
    const saved = await visitor.submit('/admin/views/listings', unnamed, '/admin/listings');
    expect(saved.location).to.equal('/admin/listings?category=ai&done=view-unnamed');
    const { html } = await visitor.submit('/admin/bulk/listings', { action: 'approve' }, '/admin/listings');
    expect(html).to.include('<h1>Nothing is selected</h1>').and.to.not.include('0 listings?');
    const none = await visitor.get('/admin/audit?from=2020-01-02&to=2020-01-01');
    expect(none.html).to.include('Nothing matches').and.to.not.include('0–0');
  });

  it('are linked from a hidden listing’s page, as is the appeal', async () => {
    const owner = await api.register('Hidden');
    const { slug } = await api.submit(owner.key, { name: 'Hidden thing' });
    const shown = visitorOf(api.server);
    await shown.submit('/sign-in', { email: owner.email, password: owner.password });
    expect((await shown.get(`/listings/${slug}`)).html).to.include(`/report/${slug}`);
    await api.post(`/api/v1/admin/listings/${slug}`, { action: 'reject', reason: 'No' }, { key: admin.key });
    const { html } = await shown.get(`/listings/${slug}`);
    expect(html).to.include(`href="/account/listings/${slug}/appeal">Ask for another look`);
    expect(html).to.not.include(`/report/${slug}`);
    expect((await (await visit()).get(`/listings/${slug}`)).html).to.include(
      `href="/admin/listings/${slug}"`,
    );
  });
});
