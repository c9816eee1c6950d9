// The rules of C7 at the three doors of an operator: REST, console and command line.
import { expect } from 'chai';
import { escapeHtml } from '../core/kernel/text/html.js';
import { adminOf } from './helpers/admin.js';
import { type Json, useApi } from './helpers/api.js';
import { hurryMails, mailsTo } from './helpers/mails.js';
import { csrfOf, showsError, type Visitor, visitorOf } from './helpers/pages.js';

const BOSS = 'boss@example.com';

describe('parity of moderation', () => {
  const api = useApi({ ADMIN_EMAILS: BOSS });
  let admin: { key: string; id: string; email: string; password: string };
  let console_: Visitor;
  let owner: { key: string; id: string; email: string };
  let boss: string;

  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register();
    console_ = visitorOf(api.server);
    await console_.signIn(admin);
    const account = { name: 'Boss', email: BOSS, password: 'correct horse' };
    boss = (await api.post('/api/auth/sign-up/email', account)).body.user.id;
  });

  const users = () => api.server.database.knex('users');
  const cli = (line: string) => adminOf(api.server.database, { ADMIN_EMAILS: BOSS })(`${line} --yes --json`);

  /** The error code of a response, and whether it has a given message; null if the action succeeded. */
  interface Verdict {
    code: string | null;
    says(sentence: string): boolean;
  }
  type Doors = Record<'rest' | 'console' | 'cli', () => Promise<Verdict>>;

  const ofRest = ({ body }: { body: Json }): Verdict => ({
    code: body.code ?? null,
    says: (text) => body.error === text,
  });
  const ofConsole = ({ status, html }: { status: number; html: string }): Verdict => ({
    code: status === 303 ? null : 'refused',
    says: (text) => html.includes(escapeHtml(text)),
  });
  const ofCli = (run: { code: number | string; stdout: string; stderr: string }): Verdict => {
    const text = run.stdout + run.stderr;
    const [code] = /last_admin|bootstrap_admin|not_found|content_policy|validation_error/.exec(text) ?? [];
    return { code: run.code === 0 ? null : (code ?? 'refused'), says: (sentence) => text.includes(sentence) };
  };

  const roleDoors = (id: string, role: string): Doors => ({
    rest: async () => ofRest(await api.patch(`/api/v1/admin/users/${id}`, { role }, { key: admin.key })),
    console: async () =>
      ofConsole(await console_.submit(`/admin/users/${id}/role`, { role }, `/admin/users/${id}`)),
    cli: async () => ofCli(await cli(`users ${role === 'admin' ? 'promote' : 'demote'} ${id}`)),
  });

  async function refuseAlike(doors: Doors, code: string): Promise<void> {
    const reference = await doors.rest();
    expect(reference.code, 'rest').to.equal(code);
    const viaConsole = await doors.console();
    expect(viaConsole.code, 'console').to.equal('refused');
    const viaCli = await doors.cli();
    expect(viaCli.code, 'cli').to.be.oneOf([code, 'refused']);
    const sentence = SENTENCES[code] ?? '';
    for (const [door, verdict] of Object.entries({ rest: reference, console: viaConsole, cli: viaCli })) {
      expect(verdict.says(sentence), `${door} says: ${sentence}`).to.equal(true);
    }
  }
  const SENTENCES: Record<string, string> = {};

  /** Remembers how REST words a refusal, so that the other doors can be compared with it. */
  async function learn(code: string, answer: { body: Json }): Promise<void> {
    SENTENCES[code] = answer.body.error;
  }

  it('no door demotes an account on the admin-email list', async () => {
    await learn(
      'bootstrap_admin',
      await api.patch(`/api/v1/admin/users/${boss}`, { role: 'user' }, { key: admin.key }),
    );
    await refuseAlike(roleDoors(boss, 'user'), 'bootstrap_admin');
    expect((await users().where({ id: boss }))[0].role).to.equal('admin');
  });

  it('no door demotes the last admin', async () => {
    await users().where({ id: boss }).update({ role: 'user' });
    await learn(
      'last_admin',
      await api.patch(`/api/v1/admin/users/${admin.id}`, { role: 'user' }, { key: admin.key }),
    );
    await refuseAlike(roleDoors(admin.id, 'user'), 'last_admin');
    await users().where({ id: boss }).update({ role: 'admin' });
    expect((await users().where({ id: admin.id }))[0].role).to.equal('admin');
  });

  it('every door promotes and demotes an account', async () => {
    for (const door of ['rest', 'console', 'cli'] as const) {
      expect((await roleDoors(owner.id, 'admin')[door]()).code, door).to.equal(null);
      expect((await users().where({ id: owner.id }))[0].role, door).to.equal('admin');
      expect((await roleDoors(owner.id, 'user')[door]()).code, door).to.equal(null);
      expect((await users().where({ id: owner.id }))[0].role, door).to.equal('user');
    }
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ action: 'user.set-role', subject_id: owner.id });
    expect(new Set(entries.map((entry) => entry.door))).to.deep.equal(new Set(['rest', 'web', 'cli']));
  });

  const MOVES: [steps: string[], action: string, status: string][] = [
    [[], 'reject', 'rejected'],
    [['reject', 'archive'], 'restore', 'rejected'],
    [['reject'], 'reject', 'rejected'],
    [[], 'archive', 'archived'],
  ];
  for (const [steps, action, status] of MOVES) {
    it(`${['live', ...steps].join(' → ')}, then ${action}, gives ${status} at every door, with the reason in the audit log`, async () => {
      const doors: Record<string, (slug: string, reason: string) => Promise<unknown>> = {
        rest: (slug, reason) =>
          api.post(`/api/v1/admin/listings/${slug}`, { action, reason }, { key: admin.key }),
        web: (slug, reason) =>
          console_.submit(`/admin/listings/${slug}`, { action, reason }, `/admin/listings/${slug}`),
        cli: (slug, reason) => cli(`listings ${action} ${slug} --reason "${reason}"`),
      };
      for (const [door, act] of Object.entries(doors)) {
        const { slug, id, status: first } = await api.submit(owner.key);
        let before = first;
        for (const step of steps) {
          const path = `/api/v1/admin/listings/${slug}`;
          before = (await api.post(path, { action: step }, { key: admin.key })).body.listing.status;
        }
        await act(slug, `Because of ${door}`);
        const { knex } = api.server.database;
        expect((await knex('listings').where({ id }))[0].status, door).to.equal(status);
        const written = await knex('audit_entries').where({ subject_id: id, reason: `Because of ${door}` });
        // An action on a listing that has the status already writes nothing.
        const isChange = before !== status;
        expect(
          written.map((entry) => [entry.door, entry.action]),
          door,
        ).to.deep.equal(isChange ? [[door, `listing.${action}`]] : []);
      }
    });
  }

  it('a rejection needs a reason in the console; without one from a program its owner is told that there is none', async () => {
    const { slug, name } = await api.submit(owner.key);
    const { html } = await console_.get(`/admin/listings/${slug}`);
    const _csrf = csrfOf(html);
    for (const [path, fields] of [
      [`/admin/listings/${slug}`, { action: 'reject', reason: ' ' }],
      ['/admin/bulk/listings/run', { action: 'reject', items: slug }],
      [`/admin/review/${slug}`, { decision: 'reject' }],
    ] as const) {
      const refused = await console_.post(path, { _csrf, ...fields });
      expect(refused.status, path).to.equal(422);
      expect(refused.html, path).to.include('A rejection needs a reason');
    }
    const { knex } = api.server.database;
    expect((await knex('listings').where({ slug }))[0].status).to.equal('live');
    const path = `/api/v1/admin/listings/${slug}`;
    expect((await api.post(path, { action: 'reject' }, { key: admin.key })).status).to.equal(200);
    await hurryMails();
    const mail = (await mailsTo(owner.email)).find((text) => text.includes(`“${name}” was rejected`)) ?? '';
    expect(mail).to.include('No reason was given.').and.include(`/account/listings/${slug}/appeal`);
  });

  it('approving a pending listing, alone or in bulk, is logged and mailed to its owner as an approval', async () => {
    const { knex } = api.server.database;
    const doors: Record<string, (slug: string) => Promise<unknown>> = {
      rest: (slug) =>
        api.post('/api/v1/admin/listings', { action: 'approve', slugs: [slug] }, { key: admin.key }),
      web: (slug) => console_.submit(`/admin/listings/${slug}`, { action: 'approve' }),
      cli: (slug) => cli(`listings approve ${slug}`),
    };
    const mails = async () => {
      await hurryMails();
      return mailsTo(owner.email);
    };
    for (const [door, approve] of Object.entries(doors)) {
      const { slug, id } = await api.submit(owner.key, { name: `For ${door}` });
      await mails();
      await knex('listings').where({ id }).update({ base_status: 'pending', published_at: null });
      expect((await console_.get('/admin/listings?status=pending')).html).to.contain('value="approve"');
      await approve(slug);
      expect((await knex('listings').where({ id }))[0].status, door).to.equal('live');
      const entries = await knex('audit_entries').where({ subject_id: id, action: 'listing.approve' });
      expect(entries.map((entry) => entry.door)).to.deep.equal([door]);
      expect((await mails()).at(-1), door)
        .to.contain('approved')
        .and.contain('Everyone can see it now.');
    }
  });

  it('approving a rejected or archived listing is refused, pointing to restore', async () => {
    const { slug } = await api.submit(owner.key);
    const path = `/api/v1/admin/listings/${slug}`;
    await api.post(path, { action: 'reject' }, { key: admin.key });
    const rest = await api.post(path, { action: 'approve' }, { key: admin.key });
    expect(rest.body).to.include({ code: 'validation_error', field: 'action' });
    expect((await console_.submit(path.replace('/api/v1', ''), { action: 'approve' })).html).to.contain(
      'Restore rejected or archived ones',
    );
    expect((await cli(`listings approve ${slug}`)).code).to.equal(1);
    expect((await console_.get('/admin/listings?status=rejected')).html).not.to.contain('value="approve"');
  });

  it('an admin’s edit is screened by the content policy', async () => {
    const tagline = 'Buy cocaine online, discreet shipping to your door';
    const { slug, name, website_url } = await api.submit(owner.key);
    const rest = await api.patch(`/api/v1/admin/listings/${slug}`, { tagline }, { key: admin.key });
    expect(rest.body).to.include({ code: 'content_policy', field: 'tagline' });
    const edited = await console_.submit(`/admin/listings/${slug}/edit`, {
      name,
      website_url,
      tagline,
      features: '',
    });
    expect(edited.status).to.equal(422);
    expect(showsError(edited.html, rest.body.error)).to.equal(true);
    const run = await cli(`listings edit ${slug} --tagline "${tagline}"`);
    expect(run.code).to.equal(1);
    expect(run.stdout + run.stderr).to.contain('content_policy');
  });

  it('an unknown listing is answered with not_found', async () => {
    const rest = await api.post('/api/v1/admin/listings/no-such', { action: 'reject' }, { key: admin.key });
    expect(rest.body.code).to.equal('not_found');
    expect((await console_.get('/admin/listings/no-such')).status).to.equal(404);
    expect((await cli('listings reject no-such')).code).to.equal(1);
  });

  it('an admin who opens a hidden listing of someone else sees a notice and a link to moderate it', async () => {
    const { slug } = await api.submit(owner.key);
    await api.post(`/api/v1/admin/listings/${slug}`, { action: 'reject' }, { key: admin.key });
    const { html } = await console_.get(`/listings/${slug}`);
    expect(html)
      .to.contain('Only its owner and admins see this page')
      .and.contain(`href="/admin/listings/${slug}"`);
    const own = await api.submit(admin.key);
    await api.post(`/api/v1/listings/${own.slug}`, { action: 'archive' }, { key: admin.key });
    expect((await console_.get(`/listings/${own.slug}`)).html).to.contain(
      'Archived: only you can see this page',
    );
  });

  it('a saved view is visible to its own admin only, and can be deleted', async () => {
    const save = (name: string, query: string) =>
      console_.submit('/admin/views/listings', { name, query }, `/admin/listings?${query}`);
    const query = 'status=pending&sort=oldest';
    expect((await save('Waiting', query)).location).to.equal(`/admin/listings?${query}&done=view-saved`);
    const page = await console_.get('/admin/listings');
    expect(page.html)
      .to.contain('href="/admin/listings?status=pending&amp;sort=oldest"')
      .and.contain('Waiting');
    expect((await save('Waiting', 'status=pending')).location).to.contain('view-saved');
    const other = await api.registerAdmin();
    const second = visitorOf(api.server);
    await second.signIn(other);
    expect((await second.get('/admin/listings')).html).not.to.contain('Waiting');
    const [view] = await api.server.database.knex('saved_views');
    expect(view).to.include({ name: 'Waiting', query: 'status=pending', list: 'listings' });
    const path = `/admin/views/listings/${view.id}/remove`;
    expect((await second.submit(path, {}, '/admin/listings?status=live')).status).to.equal(404);
    const shown = await console_.get('/admin/listings?status=pending');
    expect(shown.html).to.contain('Delete “Waiting”');
    expect((await console_.submit(path, {}, '/admin/listings?status=pending')).location).to.contain(
      'view-removed',
    );
    expect(await api.server.database.knex('saved_views')).to.deep.equal([]);
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ subject_type: 'view' })
      .orderBy('id');
    expect(entries.map((entry) => entry.action)).to.deep.equal(['view.save', 'view.save', 'view.remove']);
  });

  it('catalog entries can be verified in bulk', async () => {
    const { knex } = api.server.database;
    const propose = async (name: string) => {
      const place = { name, url: `https://${name}.example.org`, status: 'submitted' };
      return (await api.post('/api/v1/admin/agent-directories', place, { key: admin.key })).body.entry.id;
    };
    const doors: Record<string, (ids: string[]) => Promise<unknown>> = {
      rest: async (ids) => {
        for (const id of ids)
          await api.post(`/api/v1/admin/agent-directories/${id}/verify`, {}, { key: admin.key });
      },
      web: (ids) => console_.submit('/admin/catalog/verify', { item: ids }, '/admin/catalog'),
      cli: (ids) => cli(`catalog verify ${ids.join(' ')}`),
    };
    for (const [door, verify] of Object.entries(doors)) {
      const ids = [await propose(`one-${door}`), await propose(`two-${door}`)];
      await verify(ids);
      const entries = await knex('audit_entries')
        .whereIn('subject_id', ids)
        .where({ action: 'catalog.verify' });
      expect(
        entries.map((entry) => entry.door),
        door,
      ).to.deep.equal([door, door]);
      expect(await knex('catalog_entries').whereIn('id', ids).where({ status: 'live' })).to.have.length(2);
    }
  });

  it('guests and members are refused', async () => {
    const { slug } = await api.submit(owner.key);
    const rest = await api.post(`/api/v1/admin/listings/${slug}`, { action: 'reject' }, { key: owner.key });
    expect(rest.body.code).to.equal('forbidden');
    const stranger = visitorOf(api.server);
    // A guest may be an admin who is signed out: the sign-in leads back.
    for (const page of [`/admin/listings/${slug}`, '/admin/nowhere'])
      expect((await stranger.get(page)).location).to.equal(`/sign-in?next=${encodeURIComponent(page)}`);
    expect((await stranger.post(`/admin/listings/${slug}`, { action: 'reject' })).status).to.equal(401);
    await stranger.signUp('no-admin@example.com');
    expect((await stranger.get(`/admin/listings/${slug}`)).status).to.equal(403);
    expect((await stranger.post(`/admin/listings/${slug}`, { action: 'reject' })).status).to.equal(403);
    expect((await api.server.database.knex('listings').where({ slug }))[0].status).to.equal('live');
  });
});
