// Passkeys: what is refused.
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect } from 'chai';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { type SessionClient, sessionClient } from '../helpers/session-client.js';
import { SoftPasskey } from '../helpers/soft-passkey.js';

const PASSWORD = 'correct horse battery';
const AUTH = '/api/auth/passkey';

describe('passkeys', () => {
  const api = useApi({ RATE_LIMIT: '0', RATE_LIMIT_SIGN_UP: '0' });
  const table = (name: string) => api.server.database.knex(name);
  let count = 0;

  async function newMember(): Promise<{ client: SessionClient; email: string; id: string }> {
    count += 1;
    const email = `member${count}@example.com`;
    const client = sessionClient(api);
    const { body } = await client.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
    return { client, email, id: body.user.id };
  }

  const optionsFor = async (client: SessionClient, what: 'register' | 'authenticate'): Promise<Json> =>
    (await client.get(`${AUTH}/generate-${what}-options`)).body;
  const add = async (
    client: SessionClient,
    device: SoftPasskey,
    change: (made: Json) => Json = (made) => made,
  ) => {
    const response = change(device.create(await optionsFor(client, 'register')));
    return client.post(`${AUTH}/verify-registration`, { response });
  };
  const enter = (client: SessionClient, response: Json) =>
    client.post(`${AUTH}/verify-authentication`, { response });

  it('answer a challenge once, also two concurrent requests', async () => {
    const { client, id } = await newMember();
    const device = new SoftPasskey(api.server.url);
    expect((await add(client, device)).body).to.include({ userId: id, transports: 'internal', name: null });
    const guest = sessionClient(api);
    const response = device.get(await optionsFor(guest, 'authenticate'));
    const racers = [guest.copy(), guest.copy(), guest.copy()];
    const answers = await Promise.all(racers.map((racer) => enter(racer, response)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401]);
    const [row] = await table('passkeys').where({ user_id: id });
    expect(row).to.include({ counter: 1 });
    expect(row.last_used_at).to.be.instanceOf(Date);
  });

  it('end the recovery codes of an app that was never confirmed', async () => {
    const { client, email, id } = await newMember();
    const { body } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    expect((await add(client, new SoftPasskey(api.server.url))).status).to.equal(200);
    expect(await table('recovery_codes').where({ user_id: id })).to.deep.equal([]);
    const other = sessionClient(api);
    await other.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const [code] = body.backupCodes;
    const refused = await other.post('/api/auth/two-factor/verify-backup-code', { code });
    expectError(refused, 401, 'invalid_credentials', 'code');
    // Those of someone who has a factor stay.
    const kept = await client.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    await add(client, new SoftPasskey(api.server.url));
    const again = { code: kept.body.backupCodes[0] };
    expect((await other.post('/api/auth/two-factor/verify-backup-code', again)).status).to.equal(200);
  });

  it('are refused without their challenge, for another site, from a clone, and without verifying a lone user', async () => {
    const { client, email } = await newMember();
    const device = new SoftPasskey(api.server.url);
    await add(client, device);
    const guest = sessionClient(api);
    const options = await optionsFor(guest, 'authenticate');
    expectError(await enter(sessionClient(api), device.get(options)), 401, 'invalid_credentials', 'response');
    const refused = async (response: Json, message: string) => {
      const again = sessionClient(api);
      const { challenge } = await optionsFor(again, 'authenticate');
      const answer = await enter(again, response(challenge));
      expect(answer.status, message).to.equal(401);
    };
    const elsewhere = new SoftPasskey('https://elsewhere.example');
    await add((await newMember()).client, elsewhere);
    await refused((challenge: string) => {
      const answer = device.get({ ...options, challenge });
      const data = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString());
      const clientDataJSON = Buffer.from(JSON.stringify({ ...data, origin: 'https://evil.example' }));
      return {
        ...answer,
        response: { ...answer.response, clientDataJSON: clientDataJSON.toString('base64url') },
      };
    }, 'another origin');
    await refused(
      (challenge: string) => device.get({ ...options, rpId: 'evil.example', challenge }),
      'another site',
    );
    device.verifiesUser = false;
    await refused((challenge: string) => device.get({ ...options, challenge }), 'alone, unverified');
    const second = sessionClient(api);
    await second.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const entered = await enter(second, device.get(await optionsFor(second, 'authenticate')));
    expect(entered.status, 'unverified, after the password').to.equal(200);
    // An API key is no password.
    const { body: made } = await client.post('/api/v1/api-keys', { name: 'Read', scopes: ['listings:read'] });
    const headers = { authorization: `Bearer ${made.api_key.key}` };
    const asked = await api.get(`${AUTH}/generate-authenticate-options`, { headers });
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const response = device.get({ ...asked.body, allowCredentials: options.allowCredentials });
    const keyed = await api.post(`${AUTH}/verify-authentication`, { response }, { headers, cookie });
    expect(keyed.status, 'unverified, with a key').to.equal(401);
    device.verifiesUser = true;
    await table('passkeys').update({ counter: 1000 });
    await refused((challenge: string) => device.get({ ...options, challenge }), 'a counter that went back');
  });

  it('and codes are limited also where the limit of sign-ins is off', async () => {
    const { client } = await newMember();
    await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await client.post('/api/auth/two-factor/verify-totp', { code: '000000x' })).status);
    expect(statuses).to.deep.equal([...Array(10).fill(401), 429]);
  });

  it('of another account do not complete a sign-in', async () => {
    const [ada, eve] = [await newMember(), await newMember()];
    const [hers, foreign] = [new SoftPasskey(api.server.url), new SoftPasskey(api.server.url)];
    await add(ada.client, hers);
    await add(eve.client, foreign);
    const entering = sessionClient(api);
    await entering.post('/api/auth/sign-in/email', { email: ada.email, password: PASSWORD });
    const { allowCredentials: _all, ...options } = await optionsFor(entering, 'authenticate');
    expectError(await enter(entering, foreign.get(options)), 401, 'invalid_credentials', 'response');
    const own = await ada.client.get(`${AUTH}/list-user-passkeys`);
    const removed = await eve.client.post(`${AUTH}/delete-passkey`, { id: own.body[0].id });
    expectError(removed, 404, 'not_found');
    const renamed = await eve.client.post(`${AUTH}/update-passkey`, { id: own.body[0].id, name: 'Mine' });
    expectError(renamed, 404, 'not_found');
  });

  it('are not added for another account, twice, or with certificates', async () => {
    const [ada, eve] = [await newMember(), await newMember()];
    const device = new SoftPasskey(api.server.url);
    const made = device.create(await optionsFor(ada.client, 'register'));
    await optionsFor(eve.client, 'register');
    const stolen = await eve.client.post(`${AUTH}/verify-registration`, { response: made });
    expectError(stolen, 401, 'invalid_credentials', 'response');
    const racers = [ada.client.copy(), ada.client.copy()];
    const answers = await Promise.all(
      racers.map((client) => client.post(`${AUTH}/verify-registration`, { response: made })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
    const withCertificate = await add(ada.client, device, (one) => {
      const attestation = isoCBOR.decodeFirst<Map<string, unknown>>(
        new Uint8Array(Buffer.from(one.response.attestationObject, 'base64url')),
      );
      attestation.set('fmt', 'packed');
      attestation.set('attStmt', new Map([['x5c', [new Uint8Array([1])] as never]]));
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
      return { ...one, response: { ...one.response, attestationObject } };
    });
    expectError(withCertificate, 401, 'invalid_credentials', 'response');
    const broken = await add(ada.client, device, (one) => ({
      ...one,
      response: { ...one.response, attestationObject: 'AAAA' },
    }));
    expectError(broken, 401, 'invalid_credentials', 'response');
    expectError(
      await ada.client.post(`${AUTH}/verify-registration`, { response: 5 }),
      400,
      'validation_error',
    );
  });

  it('of a suspended account do not sign in, and go with a deleted one', async () => {
    const { client, id } = await newMember();
    const device = new SoftPasskey(api.server.url);
    await add(client, device);
    const suspension = { suspended_at: new Date(), suspended_reason: 'Spam' };
    await table('users').where({ id }).update(suspension);
    const guest = sessionClient(api);
    const answer = await enter(guest, device.get(await optionsFor(guest, 'authenticate')));
    expectError(answer, 403, 'account_suspended');
    await table('users').where({ id }).delete();
    expect(await table('passkeys').where({ user_id: id })).to.deep.equal([]);
  });
});
