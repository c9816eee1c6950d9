import { expect } from 'chai';
import { expectError, type Json, useApi } from '../helpers/api.js';

const HOOK = { url: 'https://hooks.example.com/directory?token=secret', events: ['listing.published'] };

describe('/api/v1/webhooks', () => {
  const api = useApi();

  it('creates, shows, changes, pauses and deletes a webhook; the secret is shown once', async () => {
    const { key } = await api.register();
    const made = await api.post('/api/v1/webhooks', HOOK, { key });
    expect(made.status).to.equal(201);
    const { secret, ...webhook } = made.body.webhook;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).to.deep.include({ ...HOOK, categories: null, paused_at: null });
    const path = `/api/v1/webhooks/${webhook.id}`;
    expect((await api.get(path, { key })).body.webhook).to.deep.equal(webhook);
    expect((await api.get('/api/v1/webhooks', { key })).body.webhooks).to.deep.equal([webhook]);
    const paused = await api.patch(path, { paused: true, events: ['listing.changed'] }, { key });
    expect(paused.body.webhook.events).to.deep.equal(['listing.changed']);
    expect(paused.body.webhook.paused_at).to.not.equal(null);
    const resumed = await api.patch(path, { paused: false, categories: ['design'] }, { key });
    expect(resumed.body.webhook).to.deep.include({ paused_at: null, categories: ['design'] });
    const rotated = await api.post(`${path}/rotate-secret`, undefined, { key });
    expect(rotated.body.webhook.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const test = await api.post(`${path}/test`, undefined, { key });
    expect(test.status).to.equal(201);
    const log = await api.get(`${path}/deliveries?state=waiting`, { key });
    expect(log.body.deliveries).to.deep.equal([test.body.delivery]);
    const replay = `${path}/deliveries/${test.body.delivery.id}/replay`;
    expect((await api.post(replay, undefined, { key })).body.delivery.state).to.equal('waiting');
    expect((await api.delete(path, { key })).body).to.deep.equal({ deleted: true, id: webhook.id });
    expectError(await api.get(path, { key }), 404, 'not_found');
  });

  it('shows a webhook to its own account only', async () => {
    const { key } = await api.register();
    const { key: other } = await api.register();
    const { id } = (await api.post('/api/v1/webhooks', HOOK, { key })).body.webhook;
    const path = `/api/v1/webhooks/${id}`;
    for (const answer of [
      await api.get(path, { key: other }),
      await api.patch(path, { paused: true }, { key: other }),
      await api.delete(path, { key: other }),
      await api.post(`${path}/rotate-secret`, undefined, { key: other }),
      await api.post(`${path}/test`, undefined, { key: other }),
      await api.get(`${path}/deliveries`, { key: other }),
      await api.post(`${path}/deliveries/${id}/replay`, undefined, { key }),
    ]) {
      expectError(answer, 404, 'not_found');
    }
  });

  it('accepts public https addresses only, without credentials, on the default port', async () => {
    const { key } = await api.register();
    for (const url of [
      'http://hooks.example.com/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://ada:pw@hooks.example.com/',
      'https://hooks.example.com:8443/',
      'https://hooks.internal/',
      'nonsense',
    ]) {
      const answer = await api.post('/api/v1/webhooks', { ...HOOK, url }, { key });
      expectError(answer, 400, 'validation_error', 'url');
    }
    const events = await api.post('/api/v1/webhooks', { ...HOOK, events: ['user.created'] }, { key });
    expectError(events, 400, 'validation_error', 'events');
  });

  it('allows at most ten, also under concurrent requests', async () => {
    const { key } = await api.register();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.post('/api/v1/webhooks', HOOK, { key })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 403, 'webhook_limit');
    }
  });

  it('appears in the audit log by host only, and in the account’s export', async () => {
    const { key, id, email, password } = await api.register();
    await api.post('/api/v1/webhooks', HOOK, { key });
    const entry = await api.server.database
      .knex('audit_entries')
      .where({ actor_id: id, action: 'webhook.create' });
    expect(entry).to.have.length(1);
    expect(JSON.stringify(entry)).to.contain('hooks.example.com').and.not.contain('token=secret');
    const signedIn = await api.post('/api/auth/sign-in/email', { email, password });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    const response = await api.server.fetch('/account/export.json', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    const data = (await response.json()) as Json;
    expect(data.webhooks).to.have.length(1);
    expect(data.webhooks[0]).to.deep.include(HOOK).and.not.have.property('secret');
  });
});
