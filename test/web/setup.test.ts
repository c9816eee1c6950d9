// The first admin, by a link that the start logs; and promotion by the admin-email list where mail is configured.
import { expect } from 'chai';
import { createUser } from '../../core/accounts/operator-accounts.js';
import { issueSetupLink } from '../../core/accounts/sign-up.js';
import { systemActor } from '../../core/kernel/actor.js';
import { createMember, PASSWORD } from '../helpers/directory.js';
import { csrfOf, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

describe('the set-up link', () => {
  const server = useServer();
  const fields = (email: string) => ({ name: 'Ada', email, password: PASSWORD });
  const newLink = async () => {
    const link = await issueSetupLink();
    return { path: `${link?.pathname}${link?.search}`, token: link?.searchParams.get('token') ?? '' };
  };

  it('is announced on the empty home page, which points to the log', async () => {
    const home = await visitorOf(server).get('/');
    expect(home.html).to.contain('Opening soon').and.contain('log');
  });

  it('is stored as a digest, and is valid for half an hour', async () => {
    const { path, token } = await newLink();
    const { knex } = server.database;
    const [row] = await knex('setup_links');
    expect(JSON.stringify(row)).not.to.contain(token);
    expect(row.expires_at - Date.now()).to.be.within(29 * 60_000, 30 * 60_000);
    await knex('setup_links').update({ expires_at: new Date() });
    const late = await visitorOf(server).get(path);
    expect(late.status).to.equal(400);
    expect(late.html).to.contain('does not work').and.not.contain('name="password"');
  });

  it('creates one admin under concurrent use, and none afterwards', async () => {
    const { path, token } = await newLink();
    const spare = await newLink();
    const wrong = await visitorOf(server).submit(
      '/setup',
      { ...fields('a@example.com'), token: 'guess' },
      path,
    );
    expect(wrong.status).to.equal(422);
    const kept = await visitorOf(server).submit(
      '/setup',
      { ...fields('a@example.com'), password: 'x', token },
      path,
    );
    expect(kept.status).to.equal(422);
    expect(kept.html).to.contain('value="a@example.com"').and.contain(token);

    const visitors = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const visitor = visitorOf(server);
        return { n, visitor, _csrf: csrfOf((await visitor.get(path)).html) };
      }),
    );
    const answers = await Promise.all(
      visitors.map(({ n, visitor, _csrf }) =>
        visitor.post('/setup', { ...fields(`admin${n}@example.com`), token, _csrf }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).to.deep.equal([303, 422, 422]);
    const { knex } = server.database;
    const admins = await knex('users').where({ role: 'admin' });
    expect(admins.map((row) => row.email_verified)).to.deep.equal([true]);
    const winner = visitors[answers.findIndex((answer) => answer.status === 303)]?.visitor;
    expect((await winner?.get('/admin?done=set-up'))?.html).to.contain('first admin of this directory');
    const [entry] = await knex('audit_entries').where({ action: 'user.create', subject_id: admins[0].id });
    expect(entry.after.role).to.equal('admin');

    expect((await visitorOf(server).get(spare.path)).status).to.equal(400);
    expect(await issueSetupLink()).to.equal(null);
    expect((await visitorOf(server).get('/')).html).not.to.contain('first admin');
  });
});

describe('the admin-email list where mail can be sent', () => {
  const server = useServer({
    SMTP_URL: 'smtp://127.0.0.1:1',
    ADMIN_EMAILS: 'boss@example.com, made@example.com, open@example.com',
  });

  it('promotes nobody who merely signed up with an address, and mails that address', async () => {
    await visitorOf(server).signUp('boss@example.com');
    const { knex } = server.database;
    expect((await knex('users').where({ email: 'boss@example.com' }))[0].role).to.equal('user');
    expect(await knex('mails').where({ kind: 'verify-email' })).to.have.length(1);
  });

  it('treats an account created by an operator as verified', async () => {
    const { user } = await createUser(systemActor('cli'), {
      name: 'Made',
      email: 'made@example.com',
      password: PASSWORD,
    });
    expect(user.bootstrap_admin).to.equal(true);
    const visitor = visitorOf(server);
    await visitor.submit('/sign-in', { email: 'made@example.com', password: PASSWORD });
    expect((await visitor.get('/admin')).status).to.equal(200);
  });
});

describe('forms under the general limit', () => {
  const server = useServer({ RATE_LIMIT: '4', TRUST_PROXY: '1' });

  it('count like the same operations over the API, by address, and keep the input', async () => {
    const visitor = visitorOf(server);
    for (let n = 0; n < 4; n++) {
      const asked = await visitor.submit('/forgot-password', { email: 'ada@example.com' });
      expect(asked.status).to.equal(303);
    }
    const refused = await visitor.submit('/forgot-password', { email: 'ada@example.com' });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(refused.html).to.contain('value="ada@example.com"');
    expect((await visitor.submit('/sign-in', { email: 'ada@example.com', password: 'x' })).status).to.equal(
      429,
    );
    expect((await server.fetch('/api/v1/schema')).status, 'one counter with the API').to.equal(429);
    const guestForm = await visitor.post('/account/keys', { name: 'a key' });
    expect(guestForm.status, 'counted before anything is read').to.equal(429);
  });

  it('keep the input in the page also where the form itself is not shown again', async () => {
    const visitor = visitorOf(server);
    const { email } = (await createMember('member@example.com')).account;
    const token = csrfOf((await visitor.get('/sign-in')).html);
    // Another client: the limit of the address is used up.
    const from = { 'x-forwarded-for': '192.0.2.7' };
    await visitor.post('/sign-in', { _csrf: token, email, password: PASSWORD }, from);
    const _csrf = csrfOf((await visitor.get('/account/sessions')).html);
    const end = () => visitor.post('/account/sessions/none/end', { _csrf }, from);
    const answers = [await end(), await end(), await end(), await end(), await end()];
    expect(answers.map((answer) => answer.status)).to.deep.equal([303, 303, 303, 303, 429]);
    expect(answers[4]?.html).to.contain('action="/account/sessions/none/end"');
  });
});
