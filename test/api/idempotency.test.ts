import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { expectError, newProduct, useApi } from '../helpers/api.js';

describe('Idempotency-Key', () => {
  const api = useApi();
  let key: string;
  before(async () => {
    key = (await api.register()).key;
  });
  let count = 0;
  const newName = () => `repeat ${++count}`;
  const send = (path: string, body: unknown, name: string, as = key) =>
    api.post(path, body, { key: as, headers: { 'idempotency-key': name } });
  const keysOf = async (as: string) => (await api.get('/api/v1/api-keys', { key: as })).body.api_keys.length;

  it('creates one API key for a repeated request, and returns its secret again', async () => {
    const { key: own } = await api.register();
    const name = newName();
    const first = await send('/api/v1/api-keys', { name: 'laptop' }, name, own);
    const again = await send('/api/v1/api-keys', { name: 'laptop' }, name, own);
    expect(first.status).to.equal(201);
    expect(again.status).to.equal(201);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('x-request-id')).not.to.equal(first.headers.get('x-request-id'));
    expect(await keysOf(own)).to.equal(2);
  });

  it('does not store that secret in readable form', async () => {
    const name = newName();
    const { body } = await send('/api/v1/api-keys', {}, name);
    const rows = await api.server.database.knex('idempotency_keys');
    for (const row of rows) {
      expect(row.answer.toString('latin1')).not.to.include(body.api_key.key.slice(12));
      expect(row.hash.toString('latin1')).not.to.include(name);
    }
  });

  it('answers a repeated submission like the first, 201, although the listing exists', async () => {
    const product = newProduct({ nmae: 'a slip' });
    const name = newName();
    const first = await send('/api/v1/listings', product, name);
    const again = await send('/api/v1/listings', product, name);
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(again.body).to.deep.equal(first.body);
    expect(first.body.warnings[0]).to.include({ field: 'nmae', code: 'unknown_field' });
    expect((await api.post('/api/v1/listings', product, { key })).status, 'without the key').to.equal(200);
  });

  it('refuses another body under the same value', async () => {
    const name = newName();
    await send('/api/v1/listings', newProduct(), name);
    expectError(await send('/api/v1/listings', newProduct(), name), 422, 'idempotency_mismatch');
  });

  it('refuses another resource under the same value', async () => {
    const name = newName();
    const { key: own } = await api.register();
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (title) => {
        const { body } = await api.post('/api/v1/api-keys', { name: title }, { key: own });
        return `/api/v1/api-keys/${body.api_key.id}/rotate`;
      }),
    );
    const first = await send(String(one), {}, name, own);
    expect((await send(String(one), {}, name, own)).body).to.deep.equal(first.body);
    expectError(await send(String(other), {}, name, own), 422, 'idempotency_mismatch');
  });

  it('is scoped to an account and a route', async () => {
    const name = newName();
    const { key: other } = await api.register();
    expect((await send('/api/v1/listings', newProduct(), name)).status).to.equal(201);
    expect((await send('/api/v1/api-keys', { name: 'same name' }, name)).status).to.equal(201);
    expect((await send('/api/v1/listings', newProduct(), name, other)).status).to.equal(201);
  });

  it('runs one of several concurrent requests; the others wait for its response', async () => {
    const { key: own } = await api.register();
    const name = newName();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => send('/api/v1/api-keys', { name: 'race' }, name, own)),
    );
    const made = answers.filter(({ status }) => status === 201);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 409, 'idempotency_in_progress');
      expect(answer.headers.get('retry-after')).to.equal('1');
    }
    expect(new Set(made.map(({ body }) => body.api_key.id)).size).to.equal(1);
    expect(await keysOf(own)).to.equal(2);
  });

  it('answers that the first request is still running', async () => {
    const name = newName();
    await send('/api/v1/listings', newProduct(), name);
    const { knex } = api.server.database;
    await knex('idempotency_keys').update({ status: null, answer: null });
    const product = newProduct();
    expectError(await send('/api/v1/listings', product, name), 422, 'idempotency_mismatch');
    await knex('idempotency_keys').delete();
    await send('/api/v1/listings', product, name);
    await knex('idempotency_keys').update({ status: null, answer: null });
    expectError(await send('/api/v1/listings', product, name), 409, 'idempotency_in_progress');
    await knex('idempotency_keys').update({ leased_until: new Date(Date.now() - 1000) });
    expect((await send('/api/v1/listings', product, name)).status, 'lost with its process').to.equal(200);
  });

  it('forgets a refused request, so that it can be corrected and sent again', async () => {
    const name = newName();
    expectError(await send('/api/v1/listings', { name: 'x' }, name), 400, 'validation_error');
    expect((await send('/api/v1/listings', newProduct(), name)).status).to.equal(201);
    const refused = await Promise.all(
      Array.from({ length: 12 }, () => send('/api/v1/listings', { name: 'x' }, 'refused together')),
    );
    for (const { status } of refused) expect(status).to.be.oneOf([400, 409]);
    expect((await send('/api/v1/listings', newProduct(), 'refused together')).status).to.equal(201);
  });

  it('stores neither key nor listing if another request has taken over its lease', async () => {
    const { knex } = api.server.database;
    const { key: own } = await api.register();
    const product = newProduct();
    await knex.raw(`create function take_over() returns trigger language plpgsql as $$ begin
        update idempotency_keys set leased_by = gen_random_uuid(); return null; end $$;
      create trigger take_over after insert on api_keys execute function take_over();
      create trigger take_over after insert on listings execute function take_over()`);
    try {
      expectError(await send('/api/v1/api-keys', {}, newName(), own), 409, 'idempotency_in_progress');
      expectError(await send('/api/v1/listings', product, newName(), own), 409, 'idempotency_in_progress');
    } finally {
      await knex.raw('drop function take_over cascade');
    }
    expect(await keysOf(own)).to.equal(1);
    expect((await send('/api/v1/listings', product, newName(), own)).status).to.equal(201);
  });

  it('renews its lease while it runs', async () => {
    const { knex } = api.server.database;
    const account = await api.register();
    const held = knex('idempotency_keys').where({ user_id: account.id });
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const trx = await knex.transaction();
      await trx('users').where({ id: account.id }).forNoKeyUpdate();
      const sent = send('/api/v1/api-keys', {}, newName(), account.key);
      while ((await held.clone()).length === 0) await sleep(5);
      await held.clone().update({ leased_until: new Date(0) });
      while ((await held.clone().where('leased_until', '<', knex.fn.now())).length > 0) {
        mock.timers.tick(5_000);
        await sleep(5);
      }
      await trx.commit();
      expect((await sent).status).to.equal(201);
    } finally {
      mock.timers.reset();
    }
  });

  it('expires after a day', async () => {
    const name = newName();
    const first = await send('/api/v1/api-keys', {}, name);
    const { knex } = api.server.database;
    await knex('idempotency_keys').update({ started_at: new Date(Date.now() - 24 * 3_600_000 - 1000) });
    const next = await send('/api/v1/api-keys', {}, name);
    expect(next.body.api_key.id).not.to.equal(first.body.api_key.id);
  });

  it('accepts 1 to 255 printable ASCII characters', async () => {
    for (const bad of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
      expectError(
        await send('/api/v1/listings', newProduct(), bad),
        400,
        'validation_error',
        'Idempotency-Key',
      );
    }
    expect((await send('/api/v1/listings', newProduct(), 'x'.repeat(255))).status).to.equal(201);
  });
});
