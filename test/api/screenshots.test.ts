// Captures as callers see them, and the reports of a worker, here sent by the test itself.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { config, configure } from '../../core/kernel/config.js';
import { closeQueue, listJobs, openQueue } from '../../core/kernel/queue.js';
import { leaseCapture, MAX_ATTEMPTS, releaseLease, sweepCaptures } from '../../core/upkeep/captures.js';
import { expectError, type Json, useApi } from '../helpers/api.js';

describe('captures', () => {
  const api = useApi({ SCREENSHOTS: 'on', SCREENSHOT_SECRET: 'worker-secret' });
  let key: string;
  let admin: string;
  before(async () => {
    key = (await api.register()).key;
    admin = (await api.registerAdmin()).key;
  });

  const PICTURE = 'https://pictures.example.com/1.webp';
  const secret = { 'x-directory-screenshot-secret': 'worker-secret' };
  const report = (body: Json, headers: Record<string, string> = secret) =>
    api.post('/api/v1/internal/screenshots', body, { headers });
  const row = (listing: Json) => api.server.database.knex('listings').where({ id: listing.id }).first();
  const change = (listing: Json, columns: Json) =>
    api.server.database.knex('listings').where({ id: listing.id }).update(columns);
  const shown = async ({ slug }: Json) => (await api.get(`/api/v1/listings/${slug}`)).body.listing;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

  it('are pending from the submission on, and ready once the worker reports', async () => {
    const listing = await api.submit(key);
    expect(listing).to.include({ screenshot_status: 'pending', screenshot_url: null });
    const { status, body } = await report({
      listing_id: listing.id,
      status: 'ready',
      screenshot_url: PICTURE,
    });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ listing_id: listing.id, screenshot_status: 'ready' });
    const after = await shown(listing);
    expect(after).to.include({ screenshot_status: 'ready', screenshot_url: PICTURE });
    expect(Date.parse(after.screenshot_updated_at)).to.be.closeTo(Date.now(), 60_000);
    expect(after.updated_at).to.equal(listing.updated_at);
  });

  it('accept the secret also as a Bearer token, and nothing without it', async () => {
    const listing = await api.submit(key);
    const body = { listing_id: listing.id, status: 'failed' };
    for (const headers of [
      {},
      { 'x-directory-screenshot-secret': 'worker-secre' },
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${key}` },
    ]) {
      expectError(await report(body, headers as Record<string, string>), 401, 'unauthorized');
    }
    // Refused before the body is read.
    expectError(
      await api.call('POST', '/api/v1/internal/screenshots', { raw: 'no json' }),
      401,
      'unauthorized',
    );
    expect((await shown(listing)).screenshot_status).to.equal('pending');
    expect((await report(body, { authorization: 'Bearer worker-secret' })).status).to.equal(200);
  });

  it('refuse malformed reports by field, and unknown listings', async () => {
    const listing = await api.submit(key);
    expectError(await report({ status: 'ready' }), 400, 'validation_error', 'listing_id');
    expectError(await report({ listing_id: listing.id, status: 'done' }), 400, 'validation_error', 'status');
    expectError(
      await report({ listing_id: listing.id, status: 'ready' }),
      400,
      'validation_error',
      'screenshot_url',
    );
    for (const screenshot_url of [
      'javascript:alert(1)',
      'nonsense',
      `https://e.example/${'x'.repeat(1000)}`,
    ]) {
      expectError(
        await report({ listing_id: listing.id, status: 'ready', screenshot_url }),
        400,
        'validation_error',
        'screenshot_url',
      );
    }
    for (const listing_id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      expectError(await report({ listing_id, status: 'failed' }), 404, 'not_found');
    }
  });

  it('ignore late, repeated and contradicting reports', async () => {
    const listing = await api.submit(key);
    const { capture_number: first } = await row(listing);
    const ready = { listing_id: listing.id, status: 'ready', screenshot_url: PICTURE, capture: first };
    expect((await report(ready)).status).to.equal(200);
    expect((await report(ready)).status).to.equal(200);
    expectError(
      await report({ ...ready, status: 'failed', screenshot_url: undefined }),
      409,
      'stale_capture',
    );
    expectError(await report({ ...ready, screenshot_url: `${PICTURE}?2` }), 409, 'stale_capture');
    await api.post(
      `/api/v1/admin/listings/${listing.slug}`,
      { action: 'refresh-screenshot' },
      { key: admin },
    );
    expectError(await report({ ...ready, screenshot_url: `${PICTURE}?late` }), 409, 'stale_capture');
    expect(await shown(listing)).to.include({ screenshot_status: 'pending', screenshot_url: PICTURE });
  });

  it('keep the old picture during a refresh, and drop it for a new website or a failure', async () => {
    const listing = await api.submit(key);
    const settle = (body: Json) => report({ listing_id: listing.id, ...body });
    await settle({ status: 'ready', screenshot_url: PICTURE });
    const { body } = await api.post(
      `/api/v1/admin/listings/${listing.slug}`,
      { action: 'refresh-screenshot' },
      { key: admin },
    );
    expect(body).to.deep.include({ queued: true });
    expect(body.listing).to.include({ screenshot_status: 'pending', screenshot_url: PICTURE });
    await settle({ status: 'ready', screenshot_url: PICTURE });
    await api.patch(`/api/v1/listings/${listing.slug}`, { tagline: 'Another' }, { key });
    expect(await shown(listing)).to.include({ screenshot_status: 'ready', screenshot_url: PICTURE });
    await api.patch(
      `/api/v1/listings/${listing.slug}`,
      { website_url: `https://moved-${listing.slug}.example.com` },
      { key },
    );
    expect(await shown(listing)).to.include({ screenshot_status: 'pending', screenshot_url: null });
    await settle({ status: 'ready', screenshot_url: PICTURE });
    await api.post(
      `/api/v1/admin/listings/${listing.slug}`,
      { action: 'refresh-screenshot' },
      { key: admin },
    );
    await settle({ status: 'failed' });
    expect(await shown(listing)).to.include({ screenshot_status: 'failed', screenshot_url: null });
  });

  it('are leased to one worker at a time', async () => {
    const listing = await api.submit(key);
    const leases = await Promise.all(Array.from({ length: 5 }, () => leaseCapture(listing.id)));
    expect(leases.filter((lease) => lease !== null)).to.have.length(1);
    await report({ listing_id: listing.id, status: 'failed' });
    expect(await leaseCapture(listing.id)).to.equal(null);
    expect(await leaseCapture('00000000-0000-4000-8000-000000000000')).to.equal(null);
  });

  it('go to another worker when the lease expires', async () => {
    const listing = await api.submit(key);
    const dead = await leaseCapture(listing.id);
    if (dead === null) throw new Error('not leased');
    expect(await leaseCapture(listing.id)).to.equal(null);
    await change(listing, { leased_until: ago(1) });
    const next = await leaseCapture(listing.id);
    expect(next).to.include({ attempt: 2, url: dead.url });
    await releaseLease(dead);
    expect(await leaseCapture(listing.id), 'the first has lost it').to.equal(null);
    if (next === null) throw new Error('not leased again');
    await releaseLease(next, true);
    expect(await leaseCapture(listing.id), 'cut short does not count').to.include({ attempt: 2 });
    await report({ listing_id: listing.id, status: 'failed' });
  });

  it('never stay pending: the sweep gives up after the maximum of attempts or time', async () => {
    const [used, late, fresh] = [await api.submit(key), await api.submit(key), await api.submit(key)];
    await change(used, { capture_attempts: MAX_ATTEMPTS, leased_until: ago(1) });
    await change(late, { capture_attempts: 1, capture_queued_at: ago(299) });
    await change(fresh, { capture_queued_at: ago(299) });
    await openQueue(api.server.database.url);
    const swept = await sweepCaptures().finally(closeQueue);
    expect(swept.failed).to.equal(2);
    expect((await shown(used)).screenshot_status).to.equal('failed');
    expect((await shown(late)).screenshot_status).to.equal('failed');
    expect((await shown(fresh)).screenshot_status, 'waits in a long line').to.equal('pending');
    expect(swept.queued).to.be.at.least(1);
  });

  it('that were cut off with their worker begin anew, before those that were queued since', async () => {
    const [cut, newer] = [await api.submit(key), await api.submit(key)];
    await change(cut, { capture_attempts: 1, capture_queued_at: ago(299), leased_until: ago(1) });
    await change(newer, { capture_queued_at: ago(60) });
    await openQueue(api.server.database.url);
    try {
      await sweepCaptures();
      expect((await shown(cut)).screenshot_status).to.equal('pending');
      const waiting = (await listJobs()).map(({ data }) => (data as Json).listingId);
      expect(waiting.filter((id) => [cut.id, newer.id].includes(id))).to.deep.equal([cut.id, newer.id]);
    } finally {
      await closeQueue();
    }
    expect(await leaseCapture(cut.id)).to.include({ attempt: 2 });
  });

  it('carry the id of the request that caused them, also when the sweep requeues or gives up', async () => {
    const asked = async (id: string) => {
      const listing = await api.submit(key);
      const path = `/api/v1/admin/listings/${listing.slug}`;
      const again = { action: 'refresh-screenshot' };
      const { status } = await api.post(path, again, { key: admin, headers: { 'x-request-id': id } });
      expect(status).to.equal(200);
      return listing;
    };
    const [once, twice] = [randomUUID(), randomUUID()];
    const [lost, late] = [await asked(once), await asked(twice)];
    await change(lost, { capture_queued_at: ago(299) });
    await change(late, { capture_attempts: 1, capture_queued_at: ago(299) });
    await openQueue(api.server.database.url);
    try {
      await sweepCaptures();
      const jobs = (await listJobs()).map(({ data }) => data as Json);
      expect(jobs.find(({ listingId }) => listingId === lost.id)).to.include({ request_id: once });
    } finally {
      await closeQueue();
    }
    const [entry] = await api.server.database
      .knex('audit_entries')
      .where({ subject_id: late.id, action: 'listing.capture' });
    expect(entry).to.include({ door: 'job', request_id: twice });
  });

  it('are audited with the door “job”', async () => {
    const listing = await api.submit(key);
    await report({ listing_id: listing.id, status: 'failed' });
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ subject_id: listing.id, action: 'listing.capture' });
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ door: 'job' });
    expect(entries[0].after).to.deep.include({ screenshot_status: 'failed' });
  });

  it('are not queued while switched off, when reports are refused', async () => {
    const listing = await api.submit(key);
    const before = config;
    configure({
      DATA_DIR: before.dataDir,
      PUBLIC_URL: before.publicUrl,
      SCREENSHOTS: 'off',
      SCREENSHOT_SECRET: 'worker-secret',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
    });
    const silent = await api.submit(key);
    expect(silent).to.include({ screenshot_status: null, screenshot_url: null, screenshot_updated_at: null });
    expectError(await report({ listing_id: listing.id, status: 'failed' }), 409, 'stale_capture');
    const { body } = await api.post(
      `/api/v1/admin/listings/${listing.slug}`,
      { action: 'refresh-screenshot' },
      { key: admin },
    );
    expect(body.queued).to.equal(false);
    expect(body.warnings[0]).to.include({ code: 'capture_disabled' });
    const page = await api.server.fetch(`/listings/${listing.slug}`);
    expect(await page.text()).not.to.contain('on its way');
    await sweepCaptures();
    expect((await shown(listing)).screenshot_status).to.equal(null);
  });
});
