// Members change their name and their email; a mailed link verifies the new address.
import { createAuthClient } from 'better-auth/client';
import { expect } from 'chai';
import { cleanUp } from '../../core/service/retention.js';
import { expectError, useApi } from '../helpers/api.js';
import { PASSWORD } from '../helpers/directory.js';
import { mailsTo } from '../helpers/mails.js';
import { type Visitor, visitorOf } from '../helpers/pages.js';

async function linkTo(email: string): Promise<URL> {
  const mail = (await mailsTo(email)).at(-1) ?? '';
  return new URL(/http\S+\/account\/email\S+/.exec(mail)?.[0] ?? '', 'http://nothing.example');
}
const tokenTo = async (email: string) => (await linkTo(email)).searchParams.get('token') ?? '';

describe('a change of email', () => {
  const api = useApi({
    ADMIN_EMAILS: 'boss@example.com, root@example.com',
    REQUIRE_EMAIL_VERIFICATION: 'on',
  });
  const users = () => api.server.database.knex('users');
  let count = 0;

  async function newMember(email = `member.${++count}@example.com`): Promise<{ email: string; key: string }> {
    const signUp = { name: 'Ada', email, password: PASSWORD };
    const { headers } = await api.post('/api/auth/sign-up/email', signUp);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { body } = await api.post('/api/v1/api-keys', {}, { cookie });
    return { email, key: body.api_key.key };
  }
  const ask = (key: string, newEmail: string, password = PASSWORD) =>
    api.post('/api/auth/change-email', { newEmail, password }, { key });
  const confirm = (key: string, token: string) =>
    api.post('/api/auth/confirm-email-change', { token }, { key });
  const signIn = (email: string, password = PASSWORD) =>
    api.post('/api/auth/sign-in/email', { email, password });
  const emailOf = async (key: string) =>
    (await users().join('api_keys', 'user_id', 'users.id').where('prefix', key.slice(0, 12)).first()).email;

  it('takes effect when the link mailed to the new address is used; the old address is notified, and its links end', async () => {
    const { email, key } = await newMember();
    await api.post('/api/auth/request-password-reset', { email });
    const reset = /token=([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';
    const asked = await ask(key, 'Ada@new.example.com');
    expect([asked.status, asked.body.status]).to.deep.equal([200, true]);
    expect(await emailOf(key)).to.equal(email);
    const token = await tokenTo('Ada@new.example.com');
    const stored = await api.server.database.knex.raw(
      `select (select string_agg(t::text, '') from mail_tokens t) || (select string_agg(m::text, '') from mails m) as all`,
    );
    expect(stored.rows[0].all).not.to.contain(token);

    const { body } = await confirm(key, token);
    expect(body.user).to.include({ email: 'Ada@new.example.com', emailVerified: true });
    expectError(await signIn(email), 401, 'invalid_credentials');
    expect((await signIn('ada@NEW.example.com')).status).to.equal(200);
    expectError(
      await api.post('/api/auth/reset-password', { newPassword: 'another one', token: reset }),
      400,
      'invalid_token',
    );
    const notice = (await mailsTo(email)).at(-1);
    expect(notice).to.contain('was changed').and.not.contain('new.example.com');
    const actions = await api.server.database
      .knex('audit_entries')
      .where({ subject_type: 'user' })
      .whereIn('action', ['user.request-email', 'user.change-email'])
      .orderBy('id');
    expect(actions.map(({ action, before, after }) => ({ action, before, after }))).to.deep.equal([
      { action: 'user.request-email', before: null, after: { pending_email: 'Ada@new.example.com' } },
      { action: 'user.change-email', before: { email }, after: { email: 'Ada@new.example.com' } },
    ]);
  });

  it('takes effect once, however often and from wherever the link is opened', async () => {
    const { key } = await newMember();
    await ask(key, 'twice@example.com');
    const token = await tokenTo('twice@example.com');
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(key, token)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ action: 'user.change-email', subject_label: 'twice@example.com' });
    expect(entries).to.have.length(1);
  });

  it('needs the password and a new address that no account has', async () => {
    const { email, key } = await newMember();
    const other = await newMember();
    expectError(await ask(key, 'x@example.com', 'not it at all'), 401, 'invalid_credentials', 'password');
    expectError(
      await api.post('/api/auth/change-email', { newEmail: 'x@example.com' }, { key }),
      400,
      'validation_error',
      'password',
    );
    expectError(await ask(key, other.email.toUpperCase()), 409, 'account_exists', 'newEmail');
    expectError(await ask(key, email), 400, 'validation_error', 'newEmail');
    expectError(await ask(key, 'no mail'), 400, 'validation_error', 'newEmail');
    expectError(
      await api.post('/api/auth/change-email', { newEmail: 'x@example.com', password: PASSWORD }),
      401,
      'unauthorized',
    );
    expect(await mailsTo('x@example.com')).to.deep.equal([]);
  });

  it('is refused when another account takes the address meanwhile', async () => {
    const { email, key } = await newMember();
    await ask(key, 'wanted@example.com');
    const token = await tokenTo('wanted@example.com');
    await newMember('wanted@example.com');
    expectError(await confirm(key, token), 409, 'account_exists');
    expect(await emailOf(key)).to.equal(email);
  });

  it('sends at most one mail in five minutes, and says so', async () => {
    const { key } = await newMember();
    await ask(key, 'first@example.com');
    expect((await ask(key, 'first@example.com')).status).to.equal(200);
    const refused = await ask(key, 'second@example.com');
    expectError(refused, 429, 'rate_limited');
    expect(refused.body.retry_after_seconds).to.be.within(1, 300);
    expect(await mailsTo('first@example.com')).to.have.length(1);
    expect(await mailsTo('second@example.com')).to.deep.equal([]);
  });

  it('cannot be confirmed by another account, after a newer request, an hour or a new password', async () => {
    const { key } = await newMember();
    const other = await newMember();
    const { knex } = api.server.database;
    const anew = async (email: string) => {
      await knex('mails')
        .where({ kind: 'change-email' })
        .update({ created_at: new Date(0) });
      expect((await ask(key, email)).status).to.equal(200);
      return tokenTo(email);
    };
    const first = await anew('one@example.com');
    expectError(await confirm(other.key, first), 400, 'invalid_token');
    const second = await anew('two@example.com');
    expectError(await confirm(key, first), 400, 'invalid_token');
    await knex('mail_tokens').where({ purpose: 'change-email' }).update({ expires_at: new Date() });
    expectError(await confirm(key, second), 400, 'invalid_token');
    const third = await anew('three@example.com');
    // Requested before the password was changed, and sent after it: neither link may work.
    await knex('mails')
      .where({ kind: 'change-email' })
      .update({ created_at: new Date(0) });
    await ask(key, 'four@example.com');
    const change = { currentPassword: PASSWORD, newPassword: 'quite another one' };
    expect((await api.post('/api/auth/change-password', change, { key })).status).to.equal(200);
    expect(await mailsTo('four@example.com')).to.deep.equal([]);
    expectError(await confirm(key, third), 400, 'invalid_token');
    expectError(await confirm(key, 'nonsense'), 400, 'invalid_token');
  });

  it('to an address on the admin-email list promotes once verified, and away from one is refused', async () => {
    const { key } = await newMember();
    await ask(key, 'boss@example.com');
    expect((await api.get('/api/v1/admin/overview', { key })).status).to.equal(403);
    await confirm(key, await tokenTo('boss@example.com'));
    expect((await api.get('/api/v1/admin/overview', { key })).status).to.equal(403);
    expect((await signIn('boss@example.com')).body.user.role).to.equal('admin');
    expectError(await ask(key, 'elsewhere@example.com'), 400, 'bootstrap_admin');
  });

  it('is forgotten after a day without confirmation', async () => {
    const { key } = await newMember();
    await ask(key, 'never@example.com');
    const pending = () => users().where({ pending_email: 'never@example.com' });
    await cleanUp();
    expect(await pending()).to.have.length(1);
    await users()
      .whereNotNull('pending_email_at')
      .update({ pending_email_at: new Date(Date.now() - 25 * 3_600_000) });
    await cleanUp();
    expect(await pending()).to.deep.equal([]);
  });

  it('"can be requested, and a name set, with Better Auth\'s own client"', async () => {
    const { key } = await newMember();
    const client = createAuthClient({
      baseURL: api.server.url,
      fetchOptions: { headers: { authorization: `Bearer ${key}` } },
    });
    const asked = await client.changeEmail({ newEmail: 'client@example.com', password: PASSWORD } as {
      newEmail: string;
    });
    expect([asked.error, asked.data?.status]).to.deep.equal([null, true]);
    expect((await client.updateUser({ name: 'Ada King' })).error).to.equal(null);
    expect(await users().where({ name: 'Ada King', pending_email: 'client@example.com' })).to.have.length(1);
    expectError(
      await api.post('/api/auth/update-user', { name: ' ' }, { key }),
      400,
      'validation_error',
      'name',
    );
  });

  describe('on the pages, without scripts', () => {
    const change = async (member: Visitor, newEmail: string) => member.submit('/account/email', { newEmail });

    it('is confirmed by a button: opening the link changes nothing', async () => {
      const member = visitorOf(api.server);
      await member.signUp('page@example.com');
      const asked = await change(member, 'page.new@example.com');
      expect(asked.location).to.equal('/account/settings?done=email-asked');
      expect((await member.get('/account/settings')).html).to.contain('page.new@example.com');
      const { pathname, search } = await linkTo('page.new@example.com');
      // A mail scanner has no session; it is asked to sign in, and the link stays valid.
      const scanner = await visitorOf(api.server).get(pathname + search);
      expect(scanner.location).to.match(/^\/sign-in\?next=%2Faccount%2Femail%3Ftoken%3D/);
      for (const _ of [1, 2]) {
        const page = await member.get(pathname + search);
        expect(page.html).to.contain('Is this your new email?').and.contain('page.new@example.com');
      }
      expect(await users().where({ email: 'page@example.com' })).to.have.length(1);
      const token = new URLSearchParams(search).get('token') ?? '';
      for (const _ of [1, 2]) {
        const done = await member.submit('/account/email/confirm', { token }, '/account/settings');
        expect(done.location).to.equal('/account/settings?done=email-changed');
      }
      const settings = await member.get('/account/settings?done=email-changed');
      expect(settings.html).to.contain('page.new@example.com').and.contain('Your email is changed');
      expect((await member.get(pathname + search)).location).to.equal('/account/settings?done=email-changed');
    });

    it('explains why a link does not work and offers a new one', async () => {
      const member = visitorOf(api.server);
      await member.signUp('stranger@example.com');
      const dead = await member.get('/account/email?token=old');
      expect(dead.status).to.equal(400);
      expect(dead.html).to.contain('That link does not work').and.contain('href="/account/email"');
      const pressed = await member.submit('/account/email/confirm', { token: 'old' }, '/account/settings');
      expect(pressed.status).to.equal(422);
      expect(pressed.html).to.contain('That link does not work');
    });

    it('is not needed for a new name, which is saved in the settings', async () => {
      const member = visitorOf(api.server);
      await member.signUp('named@example.com');
      const empty = await member.submit('/account/name', { name: '' }, '/account/settings');
      expect([empty.status, /id="field-name-error"/.test(empty.html)]).to.deep.equal([422, true]);
      const done = await member.submit('/account/name', { name: 'Ada King' }, '/account/settings');
      expect(done.location).to.equal('/account/settings?done=updated');
      expect((await member.get('/account/settings')).html).to.contain('value="Ada King"');
      const data = JSON.parse((await member.get('/account/export.json')).html);
      expect(data.user).to.include({ name: 'Ada King', pending_email: null });
      expect(data.history.map(({ action }: { action: string }) => action)).to.include('user.rename');
      const entry = await api.server.database.knex('audit_entries').where({ action: 'user.rename' }).first();
      expect([entry.before, entry.after]).to.deep.equal([{ name: 'Ada' }, { name: 'Ada King' }]);
    });
  });
});
