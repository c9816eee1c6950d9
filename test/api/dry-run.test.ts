import { expect } from 'chai';
import { AuditEntryModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { useApi } from '../helpers/api.js';

describe('?dry_run=1', () => {
  const api = useApi({ SCREENSHOTS: 'on', RATE_LIMIT_LISTING_WRITE: '0' });
  const listing = {
    name: 'Rehearsal',
    website_url: 'https://rehearsal.example.com',
    tagline: 'Tried before it is done',
  };
  const warning = {
    field: 'dry_run',
    code: 'dry_run',
    error: 'This was a dry run: everything was checked, and nothing was stored.',
  };
  const send = async (method: string, path: string, key: string, body?: object, headers = {}) => {
    const response = await api.server.fetch(`/api/v1/listings${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const stored = async () => ({
    listings: await ListingModel.query().orderBy('id'),
    entries: await AuditEntryModel.query().resultSize(),
  });

  it('answers like a submission and stores nothing', async () => {
    const { key } = await api.register();
    const before = await stored();
    const header = { 'idempotency-key': 'one' };
    const tried = await send('POST', '?dry_run=1', key, listing, header);
    expect(tried.status).to.equal(201);
    expect(tried.body).to.deep.include({ status: 'live', created: true, warnings: [warning] });
    expect(await stored()).to.deep.equal(before);
    const done = await send('POST', '', key, listing, header);
    expect([done.status, done.body.warnings]).to.deep.equal([201, undefined]);
  });

  it('refuses whatever the write would refuse', async () => {
    const { key } = await api.register();
    const bad = await send('POST', '?dry_run=1', key, {
      ...listing,
      tagline: 'Buy cocaine and heroin online',
    });
    expect([bad.status, bad.body.code]).to.deep.equal([422, 'content_policy']);
    expect((await send('POST', '?dry_run=1', key, {})).status).to.equal(400);
    expect((await send('POST', '?dry_run=yes', key, listing)).body.field).to.equal('dry_run');
    expect((await send('POST', '?dry_run=1', 'dir_nothing', listing)).status).to.equal(401);
  });

  it('leaves a listing as it is under changes, status actions and deletion', async () => {
    const owner = await api.register();
    const { slug } = await api.submit(owner.key, { ...listing, website_url: 'https://kept.example.com' });
    const before = await stored();
    const changed = await send('PATCH', `/${slug}?dry_run=1`, owner.key, { tagline: 'Changed' });
    expect(changed.body).to.have.nested.property('listing.tagline', 'Changed');
    const archived = await send('POST', `/${slug}?dry_run=1`, owner.key, { action: 'archive' });
    expect(archived.body).to.have.nested.property('listing.status', 'archived');
    const deleted = await send('DELETE', `/${slug}?dry_run=1`, owner.key);
    expect(deleted.body).to.deep.equal({ deleted: true, slug, warnings: [warning] });
    expect(await stored()).to.deep.equal(before);
    const stranger = await api.register();
    expect((await send('DELETE', `/${slug}?dry_run=1`, stranger.key)).status).to.equal(403);
  });
});
