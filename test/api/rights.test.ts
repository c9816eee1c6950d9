// Who may do what: every route and page of the console, tried in each role.
import { expect } from 'chai';
import { suspendUser } from '../../core/accounts/actions.js';
import { ROLES, type Role } from '../../core/kernel/actor.js';
import { editListing } from '../../core/moderation/actions.js';
import { routes } from '../../server/api/routes.js';
import { pageRoutes } from '../../server/web/router.js';
import { userActor } from '../helpers/actors.js';
import { expectError, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

/** What a moderator reaches; the rest of the console is for admins. */
const OPERATIONS =
  `getOverview getStatistics listUsers bulkUsers getUser actOnUser listAllListings bulkListings getListingAndOwner
  editListing moderateListing removeListing listClaims undoClaim getDeskEmails setDeskEmails listReviews
  takeNextReview getReview decideReview listTakedowns liftTakedown takeBack`.split(/\s+/);
/** Reached, and refused without the subject it asks for. */
const HALF_OPEN = 'listAuditEntries';
const PAGES = [
  '',
  '/review',
  '/listings',
  '/takedowns',
  '/users',
  '/views',
  '/bulk',
  '/search',
  '/columns',
  '/audit/take-back',
  '/stats',
];
const CLOSED = /^\/admin\/(users(\.csv|\/new|\/:id\/(role|reset|two-factor|sessions|keys))|stats\/synonyms)/;

const isOpen = (path: string) =>
  !CLOSED.test(path) &&
  PAGES.some((part) => path === `/admin${part}` || (part && path.startsWith(`/admin${part}`)));

describe('the rights of a role', () => {
  const api = useApi();
  const people = {} as Record<Role, { key: string; id: string; email: string; password: string }>;
  before(async () => {
    for (const role of ROLES) people[role] = await api.registerAdmin(role);
  });

  for (const role of ROLES) {
    it(`${role}: at every admin route`, async () => {
      const reached: string[] = [];
      const staff = routes().filter(({ path }) => path.startsWith('/api/v1/admin/'));
      expect(staff).to.have.length.above(40);
      for (const { method, path, operationId } of staff) {
        const address = path
          .replace(
            /\{id\}/,
            people.user.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
          )
          .replace(/\{\w+\}/, 'none');
        const options = { key: people[role].key, ...(method === 'get' ? {} : { body: {} }) };
        const answer = await api.call(method.toUpperCase(), address, options);
        if (answer.status === 403) expectError(answer, 403, 'forbidden');
        else reached.push(operationId);
      }
      const all = staff.map(({ operationId }) => operationId);
      const expected = { user: [], moderator: OPERATIONS, admin: all }[role];
      expect(reached).to.have.members(expected);
      expect(all).to.include(HALF_OPEN);
    });

    // What admins see there: test/web/markup.test.ts.
    if (role === 'admin') continue;
    it(`${role}: at every page of the console`, async () => {
      const visitor = visitorOf(api.server);
      await visitor.signIn(people[role]);
      for (const { path, show, does } of pageRoutes({ routes: [], tools: [] }).filter((page) =>
        page.path.startsWith('/admin'),
      )) {
        const address = path.replace(':slug', 'none').replace(/:\w+/g, people.user.id);
        const mayEnter = role === 'moderator' && isOpen(path);
        for (const send of [show && visitor.get, does && ((to: string) => visitor.post(to, {}))]) {
          const { html, status } = (await send?.(address)) ?? { html: '', status: null };
          const isRefused = status === 403 && html.includes('This account may not open this page');
          expect(isRefused, path).to.equal(send !== undefined && !mayEnter);
        }
      }
      const { html } = await visitor.get('/');
      expect(html.includes('href="/admin"')).to.equal(role !== 'user');
    });
  }

  it('lets moderators suspend members only, and change no role', async () => {
    const { key } = people.moderator;
    const act = (id: string, body: object) => api.post(`/api/v1/admin/users/${id}`, body, { key });
    const colleague = await api.registerAdmin('moderator');
    const member = await api.register();
    const suspension = { action: 'suspend', reason: 'Spam' };
    for (const { id } of [people.admin, colleague]) {
      expectError(await act(id, suspension), 403, 'forbidden');
      expectError(await act(id, { action: 'lift-suspension' }), 403, 'forbidden');
    }
    expect((await act(member.id, suspension)).status).to.equal(200);
    expect((await act(member.id, { action: 'lift-suspension' })).status).to.equal(200);
    const roles = { action: 'set-role', role: 'admin' };
    for (const body of [roles, { action: 'delete' }, { action: 'reset-two-factor' }]) {
      expectError(await act(member.id, body), 403, 'forbidden');
    }
    expectError(await act(people.moderator.id, roles), 403, 'forbidden');
    const bulk = { action: 'delete', ids: [member.id] };
    expectError(await api.post('/api/v1/admin/users', bulk, { key }), 403, 'forbidden');
    expect((await api.get(`/api/v1/admin/users/${member.id}`, { key })).body.user.role).to.equal('user');
  });

  it('lets moderators read the history of a listing or user, and not the whole log', async () => {
    const { key } = people.moderator;
    const { id, slug } = await api.submit(people.user.key);
    const rejected = await api.post(
      `/api/v1/admin/listings/${slug}`,
      { action: 'reject', reason: 'No' },
      { key },
    );
    expect(rejected.body.listing.status).to.equal('rejected');
    const history = await api.get(`/api/v1/admin/audit?subject=${id}`, { key });
    expect(history.body.entries[0].actor.id).to.equal(people.moderator.id);
    for (const query of ['', '?subject=user', `?actor=${id}`]) {
      expectError(await api.get(`/api/v1/admin/audit${query}`, { key }), 403, 'forbidden');
    }
  });

  it('lets moderators neither delete nor hand over what belongs to the staff', async () => {
    const { key } = people.moderator;
    const colleague = await api.registerAdmin('moderator');
    const theirs = [await api.submit(people.admin.key), await api.submit(colleague.key)];
    for (const { slug } of theirs) {
      const path = `/api/v1/admin/listings/${slug}`;
      expectError(await api.post(path, { action: 'delete' }, { key }), 403, 'forbidden');
      expectError(await api.call('DELETE', path, { key }), 403, 'forbidden');
      const change = { action: 'change', slugs: [slug], set: { owner: people.user.id } };
      const handed = await api.post('/api/v1/admin/listings', change, { key });
      expect(handed.body.errors).to.deep.include({ slug, code: 'forbidden', error: 'This is for admins.' });
      expect((await api.post(path, { action: 'archive' }, { key })).status).to.equal(200);
    }
    const own = await api.submit(key);
    const members = await api.submit(people.user.key);
    for (const { slug } of [own, members]) {
      const deleted = await api.post(`/api/v1/admin/listings/${slug}`, { action: 'delete' }, { key });
      expect(deleted.status).to.equal(200);
    }
  });

  it('counts with a key only if it has the scope, and for no other account', async () => {
    const mint = (key: string, scopes: string[]) => api.post('/api/v1/api-keys', { scopes }, { key });
    const { key } = people.moderator;
    const reading = (await mint(key, ['listings:read'])).body.api_key.key;
    expectError(await api.get('/api/v1/admin/listings', { key: reading }), 403, 'insufficient_scope');
    const moderating = (await mint(key, ['admin:*'])).body.api_key.key;
    expect((await api.get('/api/v1/admin/listings', { key: moderating })).status).to.equal(200);
    expectError(await api.get('/api/v1/admin/policy-hosts', { key: moderating }), 403, 'forbidden');
    expectError(await mint(people.user.key, ['admin:*']), 400, 'validation_error', 'scopes');
  });

  it('ends with the role, also for what had begun before', async () => {
    const { slug } = await api.submit(people.user.key);
    const victim = await api.register();
    const moderator = await api.registerAdmin('moderator');
    const actor = await userActor(moderator.id);
    const set = (role: Role) =>
      api.patch(`/api/v1/admin/users/${moderator.id}`, { role }, { key: people.admin.key });
    await set('user');
    const late = [
      () => editListing(actor, slug, { tagline: 'Late' }),
      () => suspendUser(actor, victim.id, { reason: 'Late' }),
    ];
    for (const change of late) {
      const error = await change().then(
        () => null,
        (thrown: { code: string }) => thrown.code,
      );
      expect(error).to.equal('forbidden');
    }
    // One with more rights than before goes on.
    await set('admin');
    await editListing(actor, slug, { tagline: 'Promoted meanwhile' });
  });

  it('never leaves the directory without an admin', async () => {
    const { knex } = api.server.database;
    await knex('users').where({ role: 'admin' }).whereNot({ id: people.admin.id }).update({ role: 'user' });
    const demoted = await api.patch(
      `/api/v1/admin/users/${people.admin.id}`,
      { role: 'moderator' },
      { key: people.admin.key },
    );
    expectError(demoted, 400, 'last_admin');
  });
});
