// Second factors: what an account with one is asked for, and what nobody gets around.
import { expect } from 'chai';
import { exportAccount } from '../../core/accounts/export.js';
import { userActor } from '../helpers/actors.js';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { codeOf } from '../helpers/codes.js';
import { allMails, mailsTo } from '../helpers/mails.js';
import { type SessionClient, sessionClient } from '../helpers/session-client.js';

const PASSWORD = 'correct horse battery';

describe('a second factor', () => {
  const api = useApi({
    RATE_LIMIT: '0',
    RATE_LIMIT_SIGN_UP: '0',
    RATE_LIMIT_SIGN_IN: '10',
    REQUIRE_EMAIL_VERIFICATION: 'on',
  });
  const table = (name: string) => api.server.database.knex(name);
  let count = 0;

  /** A new account, signed in. */
  async function newMember(): Promise<{ client: SessionClient; email: string; id: string }> {
    count += 1;
    const email = `member${count}@example.com`;
    const client = sessionClient(api);
    const { body } = await client.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
    return { client, email, id: body.user.id };
  }

  /** The same with an authenticator app, whose current code has been used. */
  async function newProtected() {
    const member = await newMember();
    const { body } = await member.client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const code = codeOf(body.totpURI);
    const confirmed = await member.client.post('/api/auth/two-factor/verify-totp', { code });
    expect(confirmed.status).to.equal(200);
    return { ...member, code, uri: body.totpURI as string, codes: body.backupCodes as string[] };
  }

  /** A client that has given the password. */
  async function firstStep(email: string, password = PASSWORD): Promise<SessionClient> {
    const client = sessionClient(api);
    const { status, body } = await client.post('/api/auth/sign-in/email', { email, password });
    expect([status, body.twoFactorRedirect]).to.deep.equal([200, true]);
    return client;
  }

  const session = async (client: SessionClient) => (await client.get('/api/auth/get-session')).body;
  const audited = async (id: string): Promise<string[]> =>
    (await table('audit_entries').where({ subject_id: id }).orderBy('id')).map(({ action }: Json) => action);
  /** As if the last proof of identity were long ago. */
  const growStale = (id: string) =>
    table('sessions')
      .where({ user_id: id })
      .update({ proven_at: new Date(0) });

  it('is asked for at sign-in, and not of API keys', async () => {
    const { email, client, id, uri } = await newProtected();
    const { body } = await client.post('/api/v1/api-keys');
    const { key } = body.api_key;
    const entering = await firstStep(email);
    expect(await session(entering)).to.equal(null);
    expectError(await entering.get('/api/v1/api-keys'), 401, 'unauthorized');
    const code = codeOf(uri, 1);
    const entered = await entering.post('/api/auth/two-factor/verify-totp', { code });
    expect(entered.status).to.equal(200);
    expect((await session(entering)).user).to.include({ id, twoFactorEnabled: true });
    expect((await api.get('/api/v1/api-keys', { key })).status).to.equal(200);
    expect(await audited(id)).to.include('user.enable-two-factor');
  });

  it('does not count before a code has confirmed it', async () => {
    const { client, email } = await newMember();
    const { body: first } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { body: second } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const again = await sessionClient(api).post('/api/auth/sign-in/email', { email, password: PASSWORD });
    expect(again.body.redirect).to.equal(false);
    const code = codeOf(first.totpURI);
    const replaced = await client.post('/api/auth/two-factor/verify-totp', { code });
    expectError(replaced, 401, 'invalid_credentials', 'code');
    const right = { code: codeOf(second.totpURI) };
    expect((await client.post('/api/auth/two-factor/verify-totp', right)).status).to.equal(200);
    const third = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    expectError(third, 400, 'two_factor_enabled');
  });

  it('takes each code once, also of two concurrent sign-ins', async () => {
    const { email, uri, code: spent, codes } = await newProtected();
    const steps = await Promise.all([firstStep(email), firstStep(email), firstStep(email)]);
    const used = await steps[0].post('/api/auth/two-factor/verify-totp', { code: spent });
    expectError(used, 401, 'invalid_credentials', 'code');
    for (const [path, code] of [
      ['verify-totp', codeOf(uri, 1)],
      ['verify-backup-code', codes[0]],
    ]) {
      const racers = steps.map((client) => client.copy());
      const answers = await Promise.all(
        racers.map((client) => client.post(`/api/auth/two-factor/${path}`, { code })),
      );
      expect(answers.map(({ status }) => status).sort(), path).to.deep.equal([200, 401, 401]);
    }
  });

  it('takes a recovery code however it is typed, and tells how many are left', async () => {
    const { email, id, codes } = await newProtected();
    const entering = await firstStep(email);
    const code = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')} `;
    expect((await entering.post('/api/auth/two-factor/verify-backup-code', { code })).status).to.equal(200);
    const [entry] = await table('audit_entries').where({ subject_id: id, action: 'user.use-recovery-code' });
    expect(entry).to.deep.include({ actor_id: id, after: { left: 9 } });
    const data = await exportAccount(await userActor(id));
    expect(data.two_factor).to.deep.equal({ app: 'on', recovery_codes: 9, passkeys: [] });
  });

  it('closes after ten wrong codes, from anywhere, also to the right one', async () => {
    const { email, uri } = await newProtected();
    const entering = await firstStep(email);
    for (let tries = 0; tries < 10; tries += 1) {
      const path = tries % 2 ? 'verify-totp' : 'verify-backup-code';
      const wrong = await entering.post(`/api/auth/two-factor/${path}`, { code: '000000x' });
      expectError(wrong, 401, 'invalid_credentials', 'code');
    }
    const elsewhere = await firstStep(email);
    const right = await elsewhere.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri, 1) });
    expectError(right, 429, 'rate_limited');
    expect(right.headers.get('retry-after')).to.match(/^\d+$/);
  });

  it('is given after the password only, and not after another one was set', async () => {
    const { client, email, uri } = await newProtected();
    const code = codeOf(uri, 1);
    expectError(
      await sessionClient(api).post('/api/auth/two-factor/verify-totp', { code }),
      401,
      'unauthorized',
    );
    const entering = await firstStep(email);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await client.post('/api/auth/change-password', change)).status).to.equal(200);
    expectError(await entering.post('/api/auth/two-factor/verify-totp', { code }), 401, 'unauthorized');
  });

  it('is not asked for on a trusted device, until its sessions are ended together', async () => {
    const { client, email, uri } = await newProtected();
    const device = await firstStep(email);
    await device.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri, 1), trustDevice: true });
    const signIn = { email, password: PASSWORD };
    await device.post('/api/auth/sign-out');
    expect((await device.post('/api/auth/sign-in/email', signIn)).body.redirect).to.equal(false);
    const other = await newProtected();
    const foreign = await device.post('/api/auth/sign-in/email', { email: other.email, password: PASSWORD });
    expect(foreign.body.twoFactorRedirect, 'another account').to.equal(true);
    expect((await client.post('/api/auth/revoke-other-sessions')).body).to.deep.equal({ status: true });
    expect(await session(client)).to.not.equal(null);
    expect((await device.post('/api/auth/sign-in/email', signIn)).body.twoFactorRedirect).to.equal(true);
  });

  it('stays through a password reset, unless the reset is the first proof of the address', async () => {
    for (const isProven of [true, false]) {
      const { email, id } = await newProtected();
      await table('users').where({ id }).update({ email_verified: isProven });
      await api.post('/api/auth/request-password-reset', { email });
      const mail = (await allMails()).findLast((text) => text.includes(`To: ${email}`)) ?? '';
      const token = /token=([\w-]+)/.exec(mail)?.[1];
      const password = 'another horse battery';
      const reset = await api.post('/api/auth/reset-password', { token, newPassword: password });
      expect(reset.status).to.equal(200);
      const { body } = await sessionClient(api).post('/api/auth/sign-in/email', { email, password });
      expect(body.twoFactorRedirect === true, `proven: ${isProven}`).to.equal(isProven);
      expect((await audited(id)).includes('user.reset-two-factor')).to.equal(!isProven);
    }
  });

  it('is stored so that a copy of the database does not reveal it', async () => {
    const { id, uri, codes } = await newProtected();
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    const rows = JSON.stringify([
      await table('totp_secrets').where({ user_id: id }),
      await table('recovery_codes').where({ user_id: id }),
      await table('audit_entries').where({ subject_id: id }),
    ]);
    expect(rows).to.not.include(secret);
    for (const code of codes) expect(rows).to.not.include(code);
  });

  it('is removed with the password, and by an operator, who is named in the audit log', async () => {
    const { client, email, id } = await newProtected();
    const wrong = await client.post('/api/auth/two-factor/disable', { password: 'wrong' });
    expectError(wrong, 401, 'invalid_credentials', 'password');
    await client.post('/api/auth/two-factor/disable', { password: PASSWORD });
    const told = (await mailsTo(email)).filter((mail) => mail.includes('/account/security'));
    expect(told).to.have.length(2);
    expect(told[0]).to.include('an authenticator app was added to the account of');
    expect(told[1]).to.include('the authenticator app was removed from the account of');
    expect((await session(client)).user.twoFactorEnabled).to.equal(false);
    expect(await table('recovery_codes').where({ user_id: id })).to.deep.equal([]);
    const none = await client.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    expectError(none, 400, 'two_factor_not_enabled');

    const other = await newProtected();
    const admin = await newMember();
    await table('users').where({ id: admin.id }).update({ role: 'admin' });
    const reset = { action: 'reset-two-factor', reason: 'Lost her phone' };
    const path = `/api/v1/admin/users/${other.id}`;
    expectError(await client.post(path, reset), 403, 'forbidden');
    const { body } = await admin.client.post(path, reset);
    expect(body.user).to.include({ id: other.id, two_factor_enabled: false });
    const [entry] = await table('audit_entries').where({ action: 'user.reset-two-factor' });
    expect(entry).to.deep.include({
      actor_id: admin.id,
      subject_id: other.id,
      reason: 'Lost her phone',
      before: { app: true, passkeys: 0 },
    });
    expectError(await admin.client.post(path, reset), 400, 'two_factor_not_enabled');
    const again = { email: other.email, password: PASSWORD };
    expect((await sessionClient(api).post('/api/auth/sign-in/email', again)).body.redirect).to.equal(false);
  });

  it('and what else is for good need a proof of identity from the last ten minutes', async () => {
    const { client, id, uri } = await newProtected();
    await table('users').where({ id }).update({ role: 'moderator' });
    const guarded = [
      () => client.post('/api/auth/two-factor/disable'),
      () => client.post('/api/auth/two-factor/generate-backup-codes'),
      () => client.get('/api/auth/passkey/generate-register-options'),
      () => client.post('/api/auth/change-email', { newEmail: `new${id}@example.com` }),
      () => client.post('/api/v1/api-keys'),
    ];
    await growStale(id);
    for (const attempt of guarded) expectError(await attempt(), 403, 'confirmation_required');
    const code = codeOf(uri, 1);
    expect((await client.post('/api/auth/two-factor/verify-totp', { code })).status).to.equal(200);
    for (const attempt of guarded.reverse()) expect((await attempt()).status).to.be.oneOf([200, 201]);
  });

  it('is not needed for keys of members', async () => {
    const { client, id } = await newMember();
    await growStale(id);
    expect((await client.post('/api/v1/api-keys')).status).to.equal(201);
  });
});

describe('REQUIRE_TWO_FACTOR=admins', () => {
  const api = useApi({ REQUIRE_TWO_FACTOR: 'admins' });

  it('gives an admin without a second factor the rights of a user, and no key of an admin', async () => {
    const { email, password, id, key } = await api.registerAdmin();
    const client = sessionClient(api);
    expect((await client.post('/api/auth/sign-in/email', { email, password })).body.redirect).to.equal(false);
    const listing = await api.submit((await api.register()).key);
    expectError(await client.get('/api/v1/admin/overview'), 403, 'two_factor_required');
    expectError(
      await client.post(`/api/v1/listings/${listing.slug}`, { action: 'reject' }),
      403,
      'forbidden',
    );
    expectError(await client.post('/api/v1/api-keys'), 403, 'two_factor_required');
    expect((await api.get('/api/v1/admin/overview', { key })).status, 'its key').to.equal(200);

    const { body } = await client.post('/api/auth/two-factor/enable', { password });
    await client.post('/api/auth/two-factor/verify-totp', { code: codeOf(body.totpURI) });
    expect((await client.get('/api/v1/admin/overview')).status).to.equal(200);
    expect((await client.post('/api/v1/api-keys')).status).to.equal(201);
    await api.server.database.knex('users').where({ id }).update({ two_factor_enabled: false });
    expectError(await client.get('/api/v1/admin/overview'), 403, 'two_factor_required');
  });
});
