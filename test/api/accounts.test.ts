import { hash } from '@node-rs/argon2';
import { expect } from 'chai';
import { allowApp, authenticateApp, saveOAuthRecord } from '../../core/accounts/apps.js';
import { connectionsOf } from '../../db/pool.js';
import { userActor } from '../helpers/actors.js';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { hashOptions } from '../helpers/cheap-hashes.js';
import { allMails } from '../helpers/mails.js';
import { queriesOf } from '../helpers/queries.js';

const PASSWORD = 'correct horse battery';
let count = 0;
const newAccount = (fields: Json = {}) => ({
  name: 'Ada Lovelace',
  email: `ada.${++count}@example.com`,
  password: PASSWORD,
  ...fields,
});

/** The session cookie of a response, as a request sends it. */
function cookieOf(answer: { headers: Headers }): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** The id of the session in a signed cookie. */
function sidOf(cookie: string): string {
  return /=s:([^.]+)\./.exec(decodeURIComponent(cookie))?.[1] ?? '';
}

async function lastToken(): Promise<string> {
  return /token=([\w-]+)/.exec((await allMails()).at(-1) ?? '')?.[1] ?? '';
}

describe('accounts', () => {
  const api = useApi({ ADMIN_EMAILS: 'boss@example.com' });

  describe('POST /api/v1/agents/register', () => {
    it('creates an account with a key that works immediately', async () => {
      const account = newAccount({ key_name: 'laptop' });
      const { status, body } = await api.post('/api/v1/agents/register', account);
      expect(status).to.equal(201);
      expect(body.user).to.include({
        name: account.name,
        email: account.email,
        email_verified: false,
        role: 'user',
      });
      expect(body.api_key.key).to.match(/^dir_[0-9A-Za-z]{36}$/);
      expect(body.api_key).to.include({ name: 'laptop', prefix: body.api_key.key.slice(0, 12) });
      expect((await api.get('/api/v1/api-keys', { key: body.api_key.key })).status).to.equal(200);
    });

    it('stores neither the password nor the key in plain text', async () => {
      const { body } = await api.post('/api/v1/agents/register', newAccount());
      const { rows } = await api.server.database.knex.raw(
        `select (select string_agg(u::text, '') from users u) || (select string_agg(k::text, '') from api_keys k)
        || (select string_agg(a::text, '') from audit_entries a) as everything`,
      );
      expect(rows[0].everything).to.not.contain(body.api_key.key).and.not.contain(PASSWORD);
    });

    it("hashes the password with argon2id at OWASP's parameters", async () => {
      const { body } = await api.post('/api/v1/agents/register', newAccount());
      expect(hashOptions()).to.deep.equal({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      const { password_hash } = await api.server.database.knex('users').where({ id: body.user.id }).first();
      expect(password_hash).to.match(/^\$argon2id\$v=19\$/);
    });

    it('refuses an email that has an account, in any case, and treats plus-aliases as other addresses', async () => {
      const account = newAccount();
      await api.post('/api/v1/agents/register', account);
      const shouted = { ...account, email: ` ${account.email.toUpperCase()} ` };
      expectError(await api.post('/api/v1/agents/register', shouted), 409, 'account_exists');
      const alias = { ...account, email: account.email.replace('@', '+alias@') };
      expect((await api.post('/api/v1/agents/register', alias)).status).to.equal(201);
    });

    it('creates one account out of ten concurrent registrations', async () => {
      const account = newAccount();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => api.post('/api/v1/agents/register', account)),
      );
      expect(answers.map((answer) => answer.status).sort()).to.deep.equal([201, ...Array(9).fill(409)]);
    });

    const BAD: [what: string, fields: Json, field: string][] = [
      ['no name', { name: '' }, 'name'],
      ['no email', { email: undefined }, 'email'],
      ['an email without a host', { email: 'ada' }, 'email'],
      ['a password of 7', { password: '1234567' }, 'password'],
      ['a password of 129', { password: 'x'.repeat(129) }, 'password'],
      ['a password of four emoji pairs', { password: '😀'.repeat(7) }, 'password'],
      ['a key name of 61', { key_name: 'x'.repeat(61) }, 'key_name'],
    ];
    for (const [what, fields, field] of BAD) {
      it(`refuses ${what}`, async () => {
        expectError(
          await api.post('/api/v1/agents/register', newAccount(fields)),
          400,
          'validation_error',
          field,
        );
      });
    }

    it('counts password length in code points and preserves its spaces', async () => {
      const password = ` ${'😀'.repeat(126)} `;
      const account = newAccount({ password });
      expect((await api.post('/api/v1/agents/register', account)).status).to.equal(201);
      const { email } = account;
      expect((await api.post('/api/auth/sign-in/email', { email, password })).status).to.equal(200);
      expectError(
        await api.post('/api/auth/sign-in/email', { email, password: password.trim() }),
        401,
        'invalid_credentials',
      );
    });
  });

  describe('API keys', () => {
    it('are created, listed without secrets, and revoked with immediate effect', async () => {
      const { key } = await api.register();
      const { status, body } = await api.post('/api/v1/api-keys', { name: 'ci' }, { key });
      expect(status).to.equal(201);
      const list = await api.get('/api/v1/api-keys', { key: body.api_key.key });
      expect(list.body.api_keys).to.have.length(2);
      expect(JSON.stringify(list.body)).to.not.contain(body.api_key.key);
      const revoked = await api.delete(`/api/v1/api-keys/${body.api_key.id}`, { key });
      expect(revoked.body).to.deep.equal({ revoked: true, id: body.api_key.id });
      expectError(await api.get('/api/v1/listings', { key: body.api_key.key }), 401, 'unauthorized');
      expectError(await api.delete(`/api/v1/api-keys/${body.api_key.id}`, { key }), 404, 'not_found');
    });

    it('can be created without a body and without a name', async () => {
      const { key } = await api.register();
      const { status, body } = await api.call('POST', '/api/v1/api-keys', { key });
      expect(status).to.equal(201);
      expect(body.api_key.name).to.equal(null);
    });

    it('belong to one account: another account can neither see nor revoke them', async () => {
      const { key } = await api.register();
      const { key: other } = await api.register();
      const id = (await api.get('/api/v1/api-keys', { key })).body.api_keys[0].id;
      expectError(await api.delete(`/api/v1/api-keys/${id}`, { key: other }), 404, 'not_found');
      expectError(await api.delete('/api/v1/api-keys/nonsense', { key }), 404, 'not_found');
    });

    it('are limited to fifty, also under concurrent requests', async () => {
      const { key, id } = await api.register();
      const made = Array.from({ length: 44 }, (_, n) => ({
        user_id: id,
        prefix: `dir_${n}`,
        hash: Buffer.from(`many ${n}`),
      }));
      await api.server.database.knex('api_keys').insert(made);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => api.post('/api/v1/api-keys', {}, { key })),
      );
      expect(answers.filter((answer) => answer.status === 201)).to.have.length(5);
      const refused = answers.find((answer) => answer.status !== 201);
      if (refused) expectError(refused, 403, 'key_limit');
    });

    it('are refused on every route when malformed, unknown or of another scheme', async () => {
      const { key } = await api.register();
      const flipped = `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`;
      for (const authorization of [
        `Bearer ${flipped}`,
        'Bearer dir_x',
        'Bearer ',
        'Basic YTpi',
        `Bearer ${key} x`,
      ]) {
        for (const path of ['/api/v1/listings', '/api/v1/api-keys', '/api/v1/schema']) {
          expectError(await api.get(path, { headers: { authorization } }), 401, 'unauthorized');
        }
      }
    });

    it('are rejected without a query when their checksum is wrong', async () => {
      let queries = 0;
      const count = () => (queries += 1);
      connectionsOf(api.server.database.knex).on('acquire', count);
      await api.get('/api/v1/schema', { key: `dir_${'a'.repeat(36)}` });
      connectionsOf(api.server.database.knex).off('acquire', count);
      expect(queries).to.equal(0);
    });
  });

  describe('/api/auth', () => {
    const signIn = (account: Json, fields: Json = {}) =>
      api.post('/api/auth/sign-in/email', { email: account.email, password: account.password, ...fields });

    it('takes a password in every form in which keyboards compose its letters, and renews an older hash', async () => {
      const [nfd, nfc] = [PASSWORD + 'ñé'.normalize('NFD'), PASSWORD + 'ñé'.normalize('NFC')];
      const account = newAccount({ password: nfd });
      await api.post('/api/auth/sign-up/email', account);
      const signIn = async (password: string) =>
        (await api.post('/api/auth/sign-in/email', { email: account.email, password })).status;
      expect([await signIn(nfc), await signIn(nfd), await signIn(PASSWORD)]).to.deep.equal([200, 200, 401]);
      const users = api.server.database.knex('users').where({ email: account.email });
      await users.clone().update({ password_hash: await hash(nfd, { memoryCost: 8, timeCost: 1 }) });
      expect([await signIn(nfd), await signIn(nfc)]).to.deep.equal([200, 200]);
    });

    it('signs up with a session, returns it, and signs out', async () => {
      const account = newAccount();
      const answer = await api.post('/api/auth/sign-up/email', account);
      expect(answer.status).to.equal(200);
      expect(answer.body.user).to.include({
        email: account.email,
        emailVerified: false,
        image: null,
        role: 'user',
      });
      const setCookie = answer.headers.get('set-cookie') ?? '';
      expect(setCookie).to.match(/^directory\.session_token=/);
      expect(setCookie).to.contain('HttpOnly').and.contain('SameSite=Lax').and.contain('Path=/');
      expect(setCookie).to.not.contain('Secure');
      const cookie = cookieOf(answer);
      expect(decodeURIComponent(cookie)).to.not.contain(answer.body.token);

      const { body } = await api.get('/api/auth/get-session', { cookie });
      expect(body.user.id).to.equal(answer.body.user.id);
      expect(body.session.token).to.equal(answer.body.token);
      const days = (Date.parse(body.session.expiresAt) - Date.now()) / 86_400_000;
      expect(days).to.be.within(6.9, 7.1);

      expect((await api.call('POST', '/api/auth/sign-out', { cookie })).body).to.deep.equal({
        success: true,
      });
      expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
      expect((await api.call('POST', '/api/auth/sign-out', {})).status).to.equal(200);
    });

    it('renews the session id at sign-in', async () => {
      const account = newAccount();
      const first = cookieOf(await api.post('/api/auth/sign-up/email', account));
      const second = cookieOf(
        await api.post(
          '/api/auth/sign-in/email',
          { email: account.email, password: account.password },
          { cookie: first },
        ),
      );
      expect(second).to.not.equal(first);
      expect((await api.get('/api/auth/get-session', { cookie: first })).body).to.equal(null);
      expect((await api.get('/api/auth/get-session', { cookie: second })).body).to.be.an('object');
    });

    it('reads session and account in one query, and extends the session at most once a minute', async () => {
      const answer = await api.post('/api/auth/sign-up/email', newAccount());
      const cookie = cookieOf(answer);
      const look = () => api.get('/api/auth/get-session', { cookie });
      const stored = () =>
        api.server.database.knex('sessions').where({ public_id: answer.body.token }).first('sess', 'expire');
      const before = await stored();
      const asked = await queriesOf(look);
      expect(asked).to.have.length(1);
      expect(await stored()).to.deep.equal(before);

      const hoursAgo = new Date(before.expire.getTime() - 2 * 3_600_000);
      await api.server.database
        .knex('sessions')
        .where({ sid: sidOf(cookie) })
        .update({ expire: hoursAgo });
      expect((await look()).body.user.id).to.equal(answer.body.user.id);
      const after = await stored();
      expect(after.expire.getTime()).to.be.at.least(before.expire.getTime());
      expect(after.sess).to.deep.equal(before.sess);
    });

    it('sends a cookie that ends with the browser session when rememberMe is false', async () => {
      const account = newAccount();
      await api.post('/api/auth/sign-up/email', account);
      const remembered = (await signIn(account)).headers.get('set-cookie');
      const forgotten = (await signIn(account, { rememberMe: false })).headers.get('set-cookie');
      expect(remembered).to.contain('Expires=');
      expect(forgotten).to.not.contain('Expires=').and.not.contain('Max-Age=');
    });

    it('refuses a cookie with a changed byte', async () => {
      const cookie = cookieOf(await api.post('/api/auth/sign-up/email', newAccount()));
      const at = cookie.length - 6;
      const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
      expect((await api.get('/api/auth/get-session', { cookie: changed })).body).to.equal(null);
      expectError(await api.get('/api/v1/api-keys', { cookie: changed }), 401, 'unauthorized');
    });

    it('answers a wrong password and an unknown email identically, repeating the error as message', async () => {
      const account = newAccount();
      await api.post('/api/auth/sign-up/email', account);
      const wrong = await signIn(account, { password: 'wrong password' });
      const unknown = await signIn(newAccount());
      for (const answer of [wrong, unknown]) {
        expectError(answer, 401, 'invalid_credentials');
        expect(answer.body.message).to.equal(answer.body.error);
      }
      expect(wrong.body.error).to.equal(unknown.body.error);
      expectError(await api.post('/api/auth/sign-up/email', account), 409, 'account_exists');
    });

    it('accepts the session cookie on the API, and reads the role on every request', async () => {
      const answer = await api.post('/api/auth/sign-up/email', newAccount());
      const cookie = cookieOf(answer);
      expect((await api.post('/api/v1/api-keys', { name: 'x' }, { cookie })).status).to.equal(201);
      await api.server.database.knex('users').where({ id: answer.body.user.id }).delete();
      expectError(await api.get('/api/v1/api-keys', { cookie }), 401, 'unauthorized');
    });

    it('promotes an account on the admin-email list at every sign-in', async () => {
      const boss = newAccount({ email: 'Boss@Example.com' });
      const { body } = await api.post('/api/auth/sign-up/email', boss);
      expect(body.user.role).to.equal('admin');
      await api.server.database.knex('users').where({ id: body.user.id }).update({ role: 'user' });
      expect((await signIn(boss)).body.user.role).to.equal('admin');
      const entries = await api.server.database.knex('audit_entries').where({ action: 'user.set-role' });
      expect(entries).to.have.length(2);
    });

    it('lists and revokes sessions by their public id', async () => {
      const account = newAccount();
      const one = await api.post('/api/auth/sign-up/email', account);
      const two = await signIn(account);
      const list = await api.get('/api/auth/list-sessions', { cookie: cookieOf(two) });
      expect(list.body.map((session: Json) => session.token)).to.have.members([
        one.body.token,
        two.body.token,
      ]);
      const stranger = cookieOf(await api.post('/api/auth/sign-up/email', newAccount()));
      await api.post('/api/auth/revoke-session', { token: one.body.token }, { cookie: stranger });
      expect((await api.get('/api/auth/get-session', { cookie: cookieOf(one) })).body).to.be.an('object');
      await api.post('/api/auth/revoke-session', { token: one.body.token }, { cookie: cookieOf(two) });
      expect((await api.get('/api/auth/get-session', { cookie: cookieOf(one) })).body).to.equal(null);
      await api.call('POST', '/api/auth/revoke-sessions', { cookie: cookieOf(two) });
      expect((await api.get('/api/auth/get-session', { cookie: cookieOf(two) })).body).to.equal(null);
    });

    it('ends and audits the previous session when another account signs in over it', async () => {
      const account = newAccount();
      const first = cookieOf(await api.post('/api/auth/sign-up/email', account));
      const { session } = (await api.get('/api/auth/get-session', { cookie: first })).body;
      const other = newAccount();
      const again = await api.post('/api/auth/sign-up/email', other, { cookie: first });
      expect(again.body.user.email).to.equal(other.email);
      expect((await api.get('/api/auth/get-session', { cookie: first })).body).to.equal(null);
      const { knex } = api.server.database;
      const entries = await knex('audit_entries').where({ subject_id: session.id }).orderBy('id');
      expect(entries.map((entry) => [entry.action, entry.actor_email])).to.deep.equal([
        ['session.create', account.email],
        ['session.revoke', account.email],
      ]);
      const begun = await knex('audit_entries').where({ subject_id: again.body.session.id });
      expect(begun.map((entry) => entry.actor_email)).to.deep.equal([other.email]);
    });

    it('fills no log with sign-ins: of those in an hour the first is audited', async () => {
      const account = newAccount();
      await api.post('/api/auth/sign-up/email', account);
      const { knex } = api.server.database;
      for (let n = 0; n < 3; n += 1) {
        const cookie = cookieOf(await signIn(account));
        await api.post('/api/auth/sign-out', {}, { cookie });
      }
      const actions = () =>
        knex('audit_entries').where({ actor_email: account.email }).orderBy('id').pluck('action');
      const before = await actions();
      expect(before.filter((action) => action.startsWith('session.'))).to.deep.equal(['session.create']);
      const hourAgo = new Date(Date.now() - 3_600_000);
      await knex('users').where({ email: account.email }).update({ last_sign_in_at: hourAgo });
      await api.post('/api/auth/sign-out', {}, { cookie: cookieOf(await signIn(account)) });
      expect((await actions()).slice(before.length)).to.deep.equal(['session.create', 'session.revoke']);
    });

    it('changes a password given the current one, and ends the other sessions on request', async () => {
      const account = newAccount();
      const one = cookieOf(await api.post('/api/auth/sign-up/email', account));
      const two = cookieOf(await signIn(account));
      const change = { currentPassword: PASSWORD, newPassword: 'another horse', revokeOtherSessions: true };
      const wrong = { ...change, currentPassword: 'nonsense' };
      expectError(
        await api.post('/api/auth/change-password', wrong, { cookie: two }),
        401,
        'invalid_credentials',
      );
      expect((await api.post('/api/auth/change-password', change, { cookie: two })).status).to.equal(200);
      expect((await api.get('/api/auth/get-session', { cookie: one })).body).to.equal(null);
      expect((await api.get('/api/auth/get-session', { cookie: two })).body).to.be.an('object');
      expectError(await signIn(account), 401, 'invalid_credentials');
      expect((await signIn(account, { password: 'another horse' })).status).to.equal(200);
    });

    describe('password reset', () => {
      it('answers identically whether or not the account exists, and mails a link that works once', async () => {
        const account = newAccount();
        const cookie = cookieOf(await api.post('/api/auth/sign-up/email', account));
        const { key } = (await api.post('/api/v1/api-keys', {}, { cookie })).body.api_key;
        const known = await api.post('/api/auth/request-password-reset', { email: account.email });
        const token = await lastToken();
        const unknown = await api.post('/api/auth/request-password-reset', { email: 'nobody@example.com' });
        expect(known.body).to.deep.equal(unknown.body);
        expect((await allMails()).filter((mail) => mail.includes('nobody@'))).to.deep.equal([]);

        const reset = { newPassword: 'a new password', token };
        expectError(
          await api.post('/api/auth/reset-password', { ...reset, token: 'x' }),
          400,
          'invalid_token',
        );
        const tries = await Promise.all([1, 2, 3].map(() => api.post('/api/auth/reset-password', reset)));
        expect(tries.map((answer) => answer.status).sort()).to.deep.equal([200, 400, 400]);
        expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
        expect((await api.get('/api/v1/api-keys', { key })).status).to.equal(200);
        expect((await signIn(account, { password: 'a new password' })).status).to.equal(200);
      });

      it('invalidates the link once the password has changed', async () => {
        const account = newAccount();
        const cookie = cookieOf(await api.post('/api/auth/sign-up/email', account));
        await api.post('/api/auth/request-password-reset', { email: account.email });
        const token = await lastToken();
        const change = { currentPassword: PASSWORD, newPassword: 'another horse' };
        expect((await api.post('/api/auth/change-password', change, { cookie })).status).to.equal(200);
        const reset = await api.post('/api/auth/reset-password', { newPassword: 'a third horse', token });
        expectError(reset, 400, 'invalid_token');
      });

      it('checks the token before hashing, so that a flood of bad tokens fills no queue', async () => {
        const reset = { newPassword: 'a new password', token: 'x' };
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => api.post('/api/auth/reset-password', reset)),
        );
        for (const answer of answers) expectError(answer, 400, 'invalid_token');
      });

      it('accepts only redirects to our own origin', async () => {
        const { email } = newAccount();
        const ask = (redirectTo: string) =>
          api.post('/api/auth/request-password-reset', { email, redirectTo });
        expect((await ask('/reset-password?from=app')).status).to.equal(200);
        expect((await ask(`${api.server.url}/x`)).status).to.equal(200);
        for (const bad of [
          'https://evil.example',
          '//evil.example',
          '/\\evil.example',
          'javascript:alert(1)',
          'x',
        ]) {
          expectError(await ask(bad), 400, 'validation_error', 'redirectTo');
        }
      });

      it('refuses an expired token', async () => {
        const account = newAccount();
        await api.post('/api/auth/sign-up/email', account);
        await api.post('/api/auth/request-password-reset', { email: account.email });
        const token = await lastToken();
        await api.server.database.knex('mail_tokens').update({ expires_at: new Date(Date.now() - 1000) });
        const reset = { newPassword: 'a new password', token };
        expectError(await api.post('/api/auth/reset-password', reset), 400, 'invalid_token');
      });
    });

    it('verifies an email by the mailed link', async () => {
      const account = newAccount();
      const cookie = cookieOf(await api.post('/api/auth/sign-up/email', account));
      await api.post('/api/auth/send-verification-email', { email: account.email });
      const token = await lastToken();
      const link = await api.get(`/api/auth/verify-email?token=${token}&callbackURL=/account`);
      expect([link.status, link.headers.get('location')]).to.deep.equal([302, `${api.server.url}/account`]);
      expect((await api.get('/api/auth/get-session', { cookie })).body.user.emailVerified).to.equal(true);
      // Opened again, by a mail scanner before or by the person after.
      const { body: again } = await api.get(`/api/auth/verify-email?token=${token}`);
      expect(again.user).to.include({ email: account.email, emailVerified: true });
      await api.server.database.knex('mail_tokens').update({ expires_at: new Date(Date.now() - 1000) });
      expectError(await api.get(`/api/auth/verify-email?token=${token}`), 400, 'invalid_token');
    });
  });
});

describe('REQUIRE_EMAIL_VERIFICATION=on', () => {
  const api = useApi({
    REQUIRE_EMAIL_VERIFICATION: 'on',
    ADMIN_EMAILS: 'boss@example.com, chief@example.com',
  });

  it('register withholds the key until the email is verified; the key route does not', async () => {
    const account = newAccount();
    const { status, body } = await api.post('/api/v1/agents/register', account);
    expect(status).to.equal(202);
    expect(body).to.include({ status: 'verification_required' }).and.not.have.property('api_key');
    const cookie = cookieOf(await api.post('/api/auth/sign-in/email', account));
    expect((await api.post('/api/v1/api-keys', {}, { cookie })).status).to.equal(201);
    const token = await lastToken();
    const { body: verified } = await api.get(`/api/auth/verify-email?token=${token}`);
    expect(verified.user.emailVerified).to.equal(true);
  });

  it('promotes an account on the admin-email list only once its email is verified', async () => {
    const boss = newAccount({ email: 'boss@example.com' });
    const { body } = await api.post('/api/auth/sign-up/email', boss);
    expect(body.user.role).to.equal('user');
    const token = await lastToken();
    // Opened by a mail scanner, or by the owner of an address that someone else signed up with: verifies nothing.
    expectError(await api.get(`/api/auth/verify-email?token=${token}`), 401, 'unauthorized');
    expect((await signInAs(boss)).body.user.role).to.equal('user');
    const cookie = cookieOf(await signInAs(boss));
    expect((await api.get(`/api/auth/verify-email?token=${token}`, { cookie })).status).to.equal(200);
    expect((await signInAs(boss)).body.user.role).to.equal('admin');
  });

  const signInAs = ({ email, password }: { email: string; password: string }) =>
    api.post('/api/auth/sign-in/email', { email, password });

  it('a password reset ends the access of a stranger who signed up with the address first', async () => {
    for (const [email, role] of [
      ['chief@example.com', 'admin'],
      ['someone@example.com', 'user'],
    ] as const) {
      const stranger = newAccount({ email });
      const signedUp = await api.post('/api/auth/sign-up/email', stranger);
      const cookie = cookieOf(signedUp);
      const { key } = (await api.post('/api/v1/api-keys', {}, { cookie })).body.api_key;
      const hook = { url: 'https://stranger.example.com/secret', events: ['listing.changed'] };
      expect((await api.post('/api/v1/webhooks', hook, { cookie })).status).to.equal(201);
      const { app } = await allowApp(await userActor(signedUp.body.user.id), {
        requestId: email,
        clientId: 'https://app.example.com',
        name: 'Planted',
        scopes: [],
      });
      await saveOAuthRecord('AccessToken', email, { grantId: app.id }, 3600);
      await authenticateApp(email);

      await api.post('/api/auth/request-password-reset', { email });
      const token = await lastToken();
      await api.post('/api/auth/reset-password', { newPassword: 'the owner’s own', token });
      expectError(await signInAs(stranger), 401, 'invalid_credentials');
      const signedIn = await signInAs({ ...stranger, password: 'the owner’s own' });
      expect(signedIn.body.user.role).to.equal(role);
      expectError(await api.get('/api/v1/api-keys', { key }), 401, 'unauthorized');
      expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
      const owner = { cookie: cookieOf(signedIn) };
      expect((await api.get('/api/v1/webhooks', owner)).body.webhooks).to.deep.equal([]);
      expect((await api.get('/api/v1/apps', owner)).body.apps).to.deep.equal([]);
      expect(await authenticateApp(email).catch((error) => error.code)).to.equal('unauthorized');
      const ended = await api.server.database
        .knex('audit_entries')
        .where({ actor_email: email })
        .whereIn('action', ['key.revoke', 'app.revoke', 'webhook.delete'])
        .orderBy('action')
        .select('action', 'subject_label');
      expect(ended.map(({ action }) => action)).to.deep.equal(['app.revoke', 'key.revoke', 'webhook.delete']);
      expect(ended[2].subject_label).to.equal('stranger.example.com');

      const { key: later } = (await api.post('/api/v1/api-keys', {}, owner)).body.api_key;
      await api.server.database.knex('mails').delete();
      await api.post('/api/auth/request-password-reset', { email });
      const again = { newPassword: 'one more of one’s own', token: await lastToken() };
      expect((await api.post('/api/auth/reset-password', again)).status).to.equal(200);
      expect((await api.get('/api/v1/api-keys', { key: later })).status).to.equal(200);
    }
  });
});

describe('PASSWORD_RESET=off, and an https PUBLIC_URL', () => {
  const api = useApi({
    PASSWORD_RESET: 'off',
    PUBLIC_URL: 'https://directory.example.com',
    SERVICE_NAME: 'Acme Tools',
  });

  it('refuses a reset with reset_disabled', async () => {
    const email = 'ada@example.com';
    expectError(await api.post('/api/auth/request-password-reset', { email }), 400, 'reset_disabled');
  });

  it('names the session cookie with __Secure- and sets Secure', async () => {
    const answer = await api.post('/api/auth/sign-up/email', newAccount());
    expect(answer.headers.get('set-cookie')).to.match(/^__Secure-acme-tools\.session_token=.*Secure/);
    expect((await api.get('/api/auth/get-session', { cookie: cookieOf(answer) })).body).to.be.an('object');
  });

  it('names the cookie of forms with __Host-, bound to this host', async () => {
    const page = await api.server.fetch('/sign-in');
    const cookie = page.headers.get('set-cookie') ?? '';
    expect(cookie).to.match(/^__Host-acme-tools\.form_token=.*Path=\/;.*Secure/);
    expect(cookie).to.not.match(/Domain=/i);
  });
});
