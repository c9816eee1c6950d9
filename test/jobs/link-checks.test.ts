// Link checks of live listings obey the rules of captures; a site that is dead for two weeks is queued for review.
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { type EgressRules, OPEN_RULES, PUBLIC_RULES } from '../../core/addresses/egress-rules.js';
import { config, configure } from '../../core/kernel/config.js';
import { say, toEnglish } from '../../core/kernel/errors.js';
import { keepServers } from '../../core/listings/servers.js';
import { probeLink } from '../../core/reader/link.js';
import { isAllowedByRobots, type VisitOptions } from '../../core/reader/visit.js';
import { leaseLinks, scheduleLinkChecks, settleLink } from '../../core/upkeep/link-checks.js';
import { FORGES } from '../../core/upkeep/repository-facts.js';
import { checkDueLinks } from '../../server/jobs/check-links.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, useApi } from '../helpers/api.js';
import { keepConfig, useConfig } from '../helpers/environment.js';
import { useListener } from '../helpers/listeners.js';
import { hurryMails, mailsTo } from '../helpers/mails.js';
import { useNameServer } from '../helpers/name-server.js';
import { visitorOf } from '../helpers/pages.js';

const html = (body: string, title = 'Notes') => `<!doctype html><title>${title}</title>${body}`;

describe('the link check of a site', () => {
  useConfig();
  let robots: { status: number; text: string };
  let secretPort = 0;
  const secret = useListener((_request, response) => response.end('secret'));
  const answers: Record<string, RequestListener> = {
    '/fine': (_request, response) => response.setHeader('content-type', 'text/html').end(html('Hello')),
    '/file': (_request, response) => response.setHeader('content-type', 'application/zip').end('PK'),
    '/gone': (_request, response) => response.writeHead(404).end(),
    '/broken': (_request, response) => response.writeHead(500).end(),
    '/pause': (_request, response) => response.writeHead(503, { 'retry-after': '60' }).end(),
    '/members': (_request, response) => response.writeHead(403).end(),
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/moved': (_request, response) => response.writeHead(301, { location: '/fine' }).end(),
    '/inside': (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${secretPort}/` }).end(),
    '/mail': (_request, response) => response.writeHead(302, { location: 'mailto:a@example.com' }).end(),
    '/silent': () => undefined,
    '/endless': (_request, response) => {
      response.setHeader('content-type', 'text/html');
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(more));
      };
      more();
    },
    '/parked': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<html data-adblockkey="MFwwDQYJ" lang="en"><title>notes.example</title>'),
    '/for-sale': (_request, response) =>
      response.setHeader('content-type', 'text/html').end(html('', 'notes.example is for sale | Names')),
    '/trader': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(html('Find out when a domain is for sale', 'Domain names for sale, brands.example')),
  };
  const site = useListener((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(robots.status).end(robots.text);
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  beforeEach(() => {
    robots = { status: 404, text: '' };
    secretPort = secret.port;
    site.hits.length = 0;
  });

  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
  const look = async (websiteUrl: string, options: VisitOptions) => {
    const { found, ...result } = await probeLink({ websiteUrl }, options);
    return { ...result, detail: toEnglish(found) };
  };
  const probe = (path: string, options: VisitOptions = {}) =>
    look(`http://notes.example:${site.port}${path}`, { rules: OPEN_RULES, resolve, ...options });

  it('requests robots.txt, and the page once', async () => {
    expect(await probe('/file')).to.include({ outcome: 'ok' });
    expect(site.hits).to.deep.equal(['GET /robots.txt', 'GET /file']);
    for (const path of ['/fine', '/moved', '/members']) {
      expect(await probe(path), path).to.include({ outcome: 'ok' });
    }
  });

  it('describes the problem in a sentence', async () => {
    const found: Record<string, string> = {
      '/gone': 'It responds with 404.',
      '/broken': 'It responds with 500.',
      '/loop': 'It redirects more than 5 times.',
      '/mail': 'It redirects to something that is not a web address.',
    };
    for (const [path, detail] of Object.entries(found))
      expect(await probe(path)).to.deep.equal({ outcome: 'unreachable', detail, isNetwork: false });
    expect(await probe('/silent', { time: 1_000 })).to.deep.equal({
      outcome: 'unreachable',
      detail: 'It does not respond in time.',
      isNetwork: true,
    });
    const unknown = await probe('/fine', { resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(unknown).to.include({ detail: 'Its name does not resolve.', isNetwork: true });
    const refused = await look(`https://notes.example:${site.port}/`, { rules: OPEN_RULES, resolve });
    expect(refused).to.include({ outcome: 'unreachable' });
    expect(await probe('/pause')).to.include({ outcome: 'skipped' });
  });

  it('reads no more of a page than it needs', async () => {
    expect(await probe('/endless')).to.include({ outcome: 'ok' });
  });

  it('connects only where a capture may, by name and by redirect', async () => {
    const rules: EgressRules = {
      port: () => true,
      address: (address, port) => port === site.port || PUBLIC_RULES.address(address, port),
    };
    const inside = {
      outcome: 'unreachable',
      detail: 'It leads to an address that is not public.',
      isNetwork: false,
    };
    for (const url of [
      `http://127.0.0.1:${secret.port}/`,
      `http://2130706433:${secret.port}/`,
      `http://[::ffff:127.0.0.1]:${secret.port}/`,
      `http://intranet.example:${secret.port}/`,
    ])
      expect(await look(url, { rules, resolve }), url).to.deep.equal(inside);
    expect(await probe('/inside', { rules })).to.deep.equal(inside);
    expect(await look('http://notes.example:8080/', { resolve })).to.deep.equal(inside);
    expect(secret.hits).to.deep.equal([]);
    expect(await probe('/inside')).to.include({ outcome: 'ok' });
  });

  it('obeys robots.txt, and requests nothing more of a host that fails to serve it', async () => {
    robots = { status: 200, text: 'User-agent: *\nDisallow: /fine' };
    expect(await probe('/fine')).to.include({ outcome: 'skipped' });
    expect(site.hits).to.deep.equal(['GET /robots.txt']);
    expect(await probe('/file')).to.include({ outcome: 'ok' });
    expect(await probe('/moved')).to.include({ outcome: 'skipped' });
    robots = { status: 200, text: 'User-agent: *\nDisallow: /\n\nUser-agent: Listing-Directory\nDisallow:' };
    expect(await probe('/fine')).to.include({ outcome: 'ok' });
    robots = { status: 500, text: '' };
    site.hits.length = 0;
    expect(await probe('/fine')).to.include({ detail: 'Its robots.txt responds with 500.' });
    expect(site.hits).to.not.include('GET /fine');
  });

  it('recognises parked domains, but not pages that write about domains', async () => {
    for (const path of ['/parked', '/for-sale'])
      expect(await probe(path), path).to.include({ outcome: 'parked' });
    expect(await probe('/trader')).to.include({ outcome: 'ok' });
  });
});

describe('robots.txt', () => {
  const cases: [rules: string, path: string, isAllowed: boolean][] = [
    ['', '/', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['user-agent: other\ndisallow: /', '/', true],
    ['User-agent: other\nUser-agent: *\nDisallow: /a # no', '/a/b', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b?c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: /*b*c', '/xbxc', false],
    ['User-agent: *\nDisallow: /*b*c', '/cb', true],
    ['User-agent: *\nDisallow: /\nUser-agent: ours\nDisallow: /x', '/', true],
    ['\u0000garbage\nDisallow: /', '/', true],
  ];
  for (const [rules, path, isAllowed] of cases)
    it(`${JSON.stringify(rules)} ${isAllowed ? 'allows' : 'disallows'} ${path}`, () => {
      expect(isAllowedByRobots(rules, 'ours', path)).to.equal(isAllowed);
    });
});

/** What this person was mailed about dead links; they are also told of each submission. */
const reportsTo = async (email: string) =>
  (await mailsTo(email)).filter((mail) => /cannot be reached|(is|are) gone/.test(mail));

describe('listings with dead links', () => {
  const api = useApi({ SCREENSHOT_ALLOW_PRIVATE: 'on', LINK_CHECKS: 'on', LINK_CHECK_DAYS: '7' });
  useNameServer();
  const knex = () => api.server.database.knex;
  const cli = adminOf(api.server.database);
  /** The status each host responds with; 0: no response. */
  const status: Record<string, number> = {};
  /** What a POST to a path is answered with. */
  let mcp: (path: string) => [number, string] | null = () => null;
  const site = useListener((request, response) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const message = request.method === 'POST' ? mcp(request.url ?? '') : null;
    if (message) return void response.writeHead(message[0]).end(message[1]);
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (status[host] === 0) response.destroy();
    else response.writeHead(status[host] ?? 200, { 'content-type': 'text/plain' }).end('hello');
  });
  let admin: { key: string; email: string; password: string };
  let owner: { key: string; email: string; password: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register();
  });
  beforeEach(async () => {
    await knex()('listings').delete();
    for (const host of Object.keys(status)) delete status[host];
    site.hits.length = 0;
  });

  const START = Date.parse('2030-01-01T00:00:00Z');
  const day = (days: number) => new Date(START + days * 24 * 60 * 60 * 1000);
  const check = (days: number) => checkDueLinks({}, day(days));
  const submit = async (host: string): Promise<string> =>
    (await api.submit(owner.key, { name: host, website_url: `http://${host}:${site.port}/` })).slug;
  const recordOf = async (slug: string, key?: string) =>
    (await api.get(`/api/v1/listings/${slug}`, { key })).body.listing;
  const entries = async () =>
    (await api.get('/api/v1/admin/audit?action=listing.link-status', { key: admin.key })).body.entries;
  const queue = async () =>
    (await api.get('/api/v1/admin/reviews?source=link', { key: admin.key })).body.reviews.map(
      ({ listing }: Json) => listing.slug,
    );
  const dueNow = () => knex()('link_checks').update({ due_at: day(0) });

  it('are marked after three failures over two weeks, and only their owner and the moderators see it', async () => {
    const slug = await submit('dead.example');
    await scheduleLinkChecks();
    await dueNow();
    status['dead.example'] = 404;
    const before = (await entries()).length;
    for (const days of [0, 7]) expect(await check(days)).to.equal(1);
    expect(await recordOf(slug, owner.key)).to.include({ link_status: null });
    expect(await queue()).to.deep.equal([]);
    expect(await check(13)).to.equal(0);
    expect(await check(14)).to.equal(1);
    for (const key of [owner.key, admin.key])
      expect(await recordOf(slug, key)).to.include({
        status: 'live',
        link_status: 'unreachable',
        link_status_at: day(14).toISOString(),
      });
    expect(await recordOf(slug)).to.not.have.any.keys('link_status', 'link_status_at');
    expect(await queue()).to.deep.equal([slug]);
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(body.review.link).to.deep.equal({
      status: 'unreachable',
      since: day(14).toISOString(),
      detail: 'It responds with 404.',
      failures: 3,
      checked_at: day(14).toISOString(),
    });
    const told = await entries();
    expect(told.length).to.equal(before + 1);
    expect(told[0]).to.deep.include({
      door: 'job',
      before: { link_status: null },
      after: { link_status: 'unreachable' },
      reason: 'It responds with 404.',
    });
    const filtered = await api.get('/api/v1/admin/listings?link=unreachable', { key: admin.key });
    expect(filtered.body.listings.map((listing: Json) => listing.slug)).to.deep.equal([slug]);
  });

  it('are reported to the owner in one mail, when marked, with what can be done', async () => {
    const mailed = await api.register('Ada\u00a0B. Lovelace');
    const { slug } = await api.submit(mailed.key, {
      name: 'Gone notes',
      website_url: `http://gone.example:${site.port}/`,
    });
    await scheduleLinkChecks();
    await dueNow();
    status['gone.example'] = 404;
    const mails = async () => {
      await hurryMails();
      return reportsTo(mailed.email);
    };
    for (const days of [0, 7]) await check(days);
    expect(await mails()).to.have.length(0);
    for (const days of [14, 21, 28]) await check(days);
    expect(await mails()).to.have.length(1);
    const [mail] = await mails();
    expect(mail)
      .to.include('the website of one of your listings cannot be reached')
      .and.include('- Gone notes: http');
    for (const said of [
      'It responds with 404.',
      `/account/listings/${slug}/edit`,
      'Nothing has been taken down.',
    ])
      expect(mail).to.include(said);
    // It recovered, and failed again.
    for (const [days, answer] of [
      [35, 200],
      [42, 404],
      [49, 404],
      [56, 404],
    ] as const) {
      status['gone.example'] = answer;
      await check(days);
    }
    expect(await mails()).to.have.length(2);
  });

  it('are gathered into one mail a day for each owner, without those that recovered', async () => {
    const mailed = await api.register('Many Things');
    const names = ['Alpha notes', 'Beta notes', 'Gamma notes', 'Delta notes'];
    for (const [index, name] of names.entries())
      await api.submit(mailed.key, { name, website_url: `http://host.example:${site.port}/${index}` });
    await api.submit(mailed.key, { name: 'Later notes', website_url: `http://later.example:${site.port}/` });
    await scheduleLinkChecks();
    await dueNow();
    await knex()('link_checks')
      .whereIn('listing_id', knex()('listings').where({ name: 'Later notes' }).select('id'))
      .update({ due_at: day(2) });
    status['host.example'] = 410;
    status['later.example'] = 410;
    // One host is requested once a minute, so its results arrive over as many minutes.
    const minutes = (days: number) => [0, 1, 2, 3, 4].map((minute) => days + minute / 1440);
    for (const days of [...minutes(0), 2, ...minutes(7), 9, ...minutes(14)]) await check(days);
    const waiting = () =>
      knex()('mails')
        .where({ kind: 'site-gone' })
        .whereNull('sent_at')
        .select(knex().raw(`data->>'name' as name`), 'batch');
    const gathered = await waiting();
    expect(gathered.map(({ name }: Json) => name)).to.have.members(names);
    expect(new Set(gathered.map(({ batch }: Json) => batch)).size).to.equal(1);
    expect(await reportsTo(mailed.email)).to.have.length(0);

    await knex()('listings')
      .where({ name: 'Delta notes' })
      .update({ link_status: null, link_status_at: null });
    await hurryMails();
    const mails = await reportsTo(mailed.email);
    expect(mails).to.have.length(1);
    expect(mails[0]).to.include('The websites of 3 of your listings are gone');
    for (const name of names.slice(0, 3)) {
      const { slug } = await knex()('listings').where({ name }).first();
      expect(mails[0]).to.include(`- ${name}: http://host.example`);
      expect(mails[0]).to.include(`It responds with 410. Correct or archive it: `);
      expect(mails[0]).to.include(`/account/listings/${slug}/edit`);
    }
    expect(mails[0]).to.not.include('Delta notes');

    await check(16);
    const [later, ...others] = await waiting();
    expect([later.name, others]).to.deep.equal(['Later notes', []]);
    expect(await reportsTo(mailed.email)).to.have.length(1);
    // A site that has recovered by then is left out of the mail.
    status['later.example'] = 200;
    await check(23);
    await hurryMails();
    expect(await reportsTo(mailed.email)).to.have.length(1);
  });

  it('have their MCP server tried, and its answer as a fact that is a filter', async () => {
    const answers: Record<string, [number, string]> = {
      '/json': [200, '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}'],
      '/event': [200, 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'],
      '/refused': [400, '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}'],
      '/private': [401, ''],
      '/page': [200, '<!doctype html><title>Not here</title>'],
      '/gone': [404, ''],
      '/busy': [503, ''],
    };
    mcp = (path) => answers[path] ?? null;
    const slugs: Record<string, string> = {};
    for (const path of Object.keys(answers)) {
      const { slug } = await api.submit(owner.key, {
        name: `Server ${path.slice(1)}`,
        website_url: `http://${path.slice(1)}.example:${site.port}/`,
      });
      const url = `http://127.0.0.1:${site.port}${path}`;
      const remotes = [{ toString: 1 }, url].map((its) => ({ type: 'streamable-http', url: its }));
      const { url_key: urlKey } = await api.server.database.knex('listings').where({ slug }).first('url_key');
      await keepServers([{ urlKey, server: { name: `com.example/${path.slice(1)}`, remotes } }]);
      // The first one's name, which another website claims.
      await keepServers([{ urlKey, server: { name: 'com.example/json', remotes } }]);
      slugs[path] = slug;
    }
    await scheduleLinkChecks();
    await dueNow();
    await check(0);
    const answerOf = async (path: string) => (await recordOf(slugs[path] ?? '')).facts?.mcp_endpoint;
    expect(await answerOf('/json')).to.equal('answers');
    expect(await answerOf('/event')).to.equal('answers');
    expect(await answerOf('/refused')).to.equal('answers');
    expect(await answerOf('/private')).to.equal('asks for sign-in');
    expect(await answerOf('/page')).to.equal('no MCP server');
    expect(await answerOf('/gone')).to.equal('gone');
    expect(await answerOf('/busy')).to.equal(undefined);
    const { body } = await api.get('/api/v1/listings?fact.mcp_endpoint=answers');
    expect(body.total).to.equal(3);
    // A listing that the policy refuses since keeps its facts, and the others get theirs.
    const verdict = { address: 'private.example', verdict: 'refuse', reason: 'A scam' };
    expect((await api.post('/api/v1/admin/policy-hosts', verdict, { key: admin.key })).status).to.equal(201);
    answers['/private'] = [404, ''];
    answers['/json'] = [401, ''];
    await dueNow();
    await check(1);
    expect(await answerOf('/private')).to.equal('asks for sign-in');
    expect(await answerOf('/json')).to.equal('asks for sign-in');
  });

  describe('and a repository', () => {
    /** By path of the API: status, body, headers. */
    let answers: Record<string, [status: number, body?: unknown, headers?: Record<string, string>]> = {};
    let authorizations: unknown[] = [];
    const forge = useListener(({ url = '', headers }, response) => {
      authorizations.push([url.split('/')[1], headers.authorization]);
      const [status, body = {}, more = {}] = answers[url] ?? [404];
      if (more.etag && headers['if-none-match'] === more.etag) response.writeHead(304).end();
      else response.writeHead(status, more).end(JSON.stringify(body));
    });
    const apis = Object.values(FORGES).map(([api]) => api);
    before(() => {
      FORGES['github.com'][0] = `${forge.url}/github/repos/`;
      FORGES['gitlab.com'][0] = `${forge.url}/gitlab/projects/`;
      FORGES['codeberg.org'][0] = `${forge.url}/codeberg/repos/`;
    });
    after(() => {
      for (const [index, asked] of Object.values(FORGES).entries()) asked[0] = apis[index] ?? '';
    });
    beforeEach(() => {
      answers = {};
      authorizations = [];
      forge.hits.length = 0;
    });

    const checkAll = (days: number) =>
      keepConfig(() => {
        const { dataDir: DATA_DIR } = config;
        const on = { SCREENSHOT_ALLOW_PRIVATE: 'on', LINK_CHECKS: 'on', REPOSITORY_FACTS: 'on' };
        configure({ DATA_DIR, ...on, GITHUB_TOKEN: 'for-github' });
        return check(days);
      });
    const GITHUB = {
      stargazers_count: 1234,
      license: { key: 'apache-2.0', spdx_id: 'Apache-2.0' },
      pushed_at: '2029-12-24T23:59:00Z',
      archived: false,
    };
    const onGitHub = (changes: object, etag = '"1"') => {
      answers['/github/repos/example/notes'] = [200, { ...GITHUB, ...changes }, { etag }];
      answers['/github/repos/example/notes/releases/latest'] = [
        200,
        { published_at: '2029-11-01T08:00:00Z' },
      ];
    };
    const submitNotes = async (facts: Json = {}) =>
      (
        await api.submit(owner.key, {
          name: 'Notes',
          website_url: `http://notes.example:${site.port}/`,
          facts: { source_code: 'https://github.com/example/notes', ...facts },
        })
      ).slug;
    const start = async () => {
      await scheduleLinkChecks();
      await dueNow();
    };
    const factsOf = async (slug: string) => (await recordOf(slug)).facts;

    it('have facts of it read from three forges, only if the operator wants it', async () => {
      onGitHub({});
      const gitlab = '/gitlab/projects/group%2Fteam%2Ftasks';
      answers[`${gitlab}?license=true`] = [200, { star_count: 5, license: { key: 'mit' }, archived: false }];
      answers[`${gitlab}/repository/commits?per_page=1`] = [
        200,
        [{ committed_date: '2029-10-02T01:00:00+02:00' }],
      ];
      answers[`${gitlab}/releases?per_page=1`] = [200, []];
      const codeberg = '/codeberg/repos/example/maps';
      answers[codeberg] = [200, { stars_count: 0, archived: true }];
      const commits = `${codeberg}/commits?limit=1&stat=false`;
      answers[commits] = [200, [{ sha: 'abc', created: '2028-01-01T00:00:00Z', commit: {} }]];
      const notes = await submitNotes();
      const { slug: tasks } = await api.submit(owner.key, {
        name: 'Tasks',
        website_url: `http://tasks.example:${site.port}/`,
        facts: { source_code: 'https://gitlab.com/group/team/tasks', license: ['Our own'] },
      });
      // Without the fact, the website may be one.
      const { slug: maps } = await api.submit(owner.key, {
        name: 'Maps',
        website_url: 'https://codeberg.org/example/maps',
      });
      await start();
      await check(0);
      expect(forge.hits).to.deep.equal([]);
      expect(await factsOf(notes)).to.have.all.keys('source_code');

      await checkAll(7);
      expect(await factsOf(notes)).to.deep.equal({
        source_code: 'https://github.com/example/notes',
        stars: 1234,
        license: ['Apache-2.0'],
        last_commit: '2029-12-24',
        last_release: '2029-11-01',
        archived: false,
      });
      expect(await factsOf(tasks)).to.deep.include({
        stars: 5,
        license: ['Our own'],
        last_commit: '2029-10-01',
      });
      expect(await factsOf(tasks)).to.not.have.any.keys('last_release');
      expect(await factsOf(maps)).to.deep.equal({ stars: 0, last_commit: '2028-01-01', archived: true });
      expect((await api.get('/api/v1/listings?fact.archived=yes')).body.total).to.equal(1);
      const sent = authorizations.filter(([, token]: Json) => token !== undefined);
      expect(sent).to.deep.equal([
        ['github', 'Bearer for-github'],
        ['github', 'Bearer for-github'],
      ]);
    });

    it('keep them while it is unchanged or its forge in trouble, and what the owner wrote', async () => {
      onGitHub({});
      const slug = await submitNotes();
      await start();
      await checkAll(0);
      const first = await factsOf(slug);
      forge.hits.length = 0;
      await checkAll(7);
      expect(forge.hits).to.deep.equal(['GET /github/repos/example/notes']);
      answers = { '/github/repos/example/notes': [500] };
      await checkAll(14);
      onGitHub({ stargazers_count: 9 }, '"2"');
      answers['/github/repos/example/notes/releases/latest'] = [502];
      await checkAll(21);
      expect(await factsOf(slug)).to.deep.equal(first);
      onGitHub({ stargazers_count: 9, license: { spdx_id: 'MIT' } }, '"2"');
      await checkAll(28);
      expect(await factsOf(slug)).to.deep.include({ stars: 9, license: ['MIT'] });
      const own = { license: null, last_release: '2001-01-01' };
      await api.patch(`/api/v1/listings/${slug}`, { facts: own }, { key: owner.key });
      onGitHub({ stargazers_count: 10, license: { spdx_id: 'ISC' } }, '"3"');
      await checkAll(35);
      expect(await factsOf(slug)).to.deep.include({ stars: 10, last_release: '2001-01-01' });
      expect(await factsOf(slug)).to.not.have.any.keys('license');
    });

    it('come to the desk once when it is archived', async () => {
      onGitHub({});
      const slug = await submitNotes();
      await start();
      await checkAll(0);
      const reports = () => knex()('reports').select('message', 'said', 'outcome');
      expect(await reports()).to.deep.equal([]);
      onGitHub({ archived: true }, '"2"');
      await checkAll(7);
      const { body } = await api.get('/api/v1/admin/reviews?source=report', { key: admin.key });
      expect(body.reviews.map(({ listing }: Json) => listing.slug)).to.deep.equal([slug]);
      const said = {
        key: 'console.review.repository-archived',
        values: { repository: 'github.com/example/notes' },
      };
      expect(await reports()).to.deep.equal([{ message: null, said, outcome: null }]);
      const { review } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body;
      expect(review.reports[0].message).to.equal(toEnglish(say(said.key as 'error.csrf', said.values)));
      await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key: admin.key });
      onGitHub({ archived: true, stargazers_count: 1 }, '"3"');
      await checkAll(14);
      expect(await factsOf(slug)).to.include({ stars: 1, archived: true });
      expect(await reports()).to.deep.equal([{ message: null, said, outcome: 'dismissed' }]);
    });

    it('learn nothing from a limit, and leave that forge alone for a while', async () => {
      answers['/github/repos/example/notes'] = [403, {}, { 'x-ratelimit-remaining': '0' }];
      const slug = await submitNotes();
      await start();
      await checkAll(0);
      await checkAll(7);
      expect(forge.hits).to.deep.equal(['GET /github/repos/example/notes']);
      expect(await factsOf(slug)).to.have.all.keys('source_code');
    });
  });

  it('share one mail also if two are found at once', async () => {
    const { key } = await api.register('Two at once');
    const found = await Promise.all(
      [0, 1].map((n) => api.submit(key, { website_url: `http://both.example:${site.port}/${n}` })),
    );
    await scheduleLinkChecks();
    const ids = found.map(({ id }) => id);
    await knex()('link_checks')
      .whereIn('listing_id', ids)
      .update({ failures: 2, first_failed_at: day(0) });
    await Promise.all(
      found.map(({ id, website_url: websiteUrl }) =>
        settleLink(
          { listingId: id, websiteUrl },
          { outcome: 'unreachable', found: say('link-found.status', { status: 404 }) },
          day(14),
        ),
      ),
    );
    const batches = await knex()('mails')
      .where({ kind: 'site-gone' })
      .whereRaw(`data->>'id' = any(?)`, [ids])
      .distinct('batch');
    expect(batches).to.have.length(1);
  });

  it('are cleared by one success, and counted from zero after it', async () => {
    const slug = await submit('flaky.example');
    await scheduleLinkChecks();
    await dueNow();
    status['flaky.example'] = 500;
    for (const days of [0, 7, 14]) await check(days);
    expect(await recordOf(slug, owner.key)).to.include({ link_status: 'unreachable' });
    status['flaky.example'] = 200;
    await check(21);
    expect(await recordOf(slug, owner.key)).to.include({ link_status: null, link_status_at: null });
    expect(await queue()).to.deep.equal([]);
    status['flaky.example'] = 500;
    for (const days of [28, 35]) await check(days);
    expect(await recordOf(slug, owner.key)).to.include({ link_status: null });
  });

  it('are not marked sooner by frequent checks, nor for what robots.txt forbids', async () => {
    const slug = await submit('asked.example');
    await scheduleLinkChecks();
    status['asked.example'] = 404;
    for (let hour = 0; hour < 5; hour += 1) {
      await dueNow();
      expect(await check(hour / 24)).to.equal(1);
    }
    expect(await recordOf(slug, owner.key)).to.include({ link_status: null });
    expect(await knex()('link_checks').first('failures')).to.deep.equal({ failures: 5 });
  });

  it('leave the review queue when a moderator approves them, return by undo, and go with a rejection', async () => {
    const slug = await submit('kept.example');
    await scheduleLinkChecks();
    await dueNow();
    status['kept.example'] = 410;
    for (const days of [0, 7, 14]) await check(days);
    const decide = (decision: string, reason?: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason }, { key: admin.key });
    expect((await decide('approve')).body.listing).to.include({ status: 'live', link_status: 'unreachable' });
    expect(await queue()).to.deep.equal([]);
    await check(21);
    expect(await queue()).to.deep.equal([]);
    await decide('undo');
    expect(await queue()).to.deep.equal([slug]);
    expect((await decide('reject', 'The website is gone.')).body.listing.status).to.equal('rejected');
    expect(await queue()).to.deep.equal([]);
    await dueNow();
    expect(await check(22), 'what is not live is not looked at').to.equal(0);
  });

  it('are reset by a new address, which is checked soon', async () => {
    const slug = await submit('old.example');
    await scheduleLinkChecks();
    await dueNow();
    status['old.example'] = 404;
    for (const days of [0, 7, 14]) await check(days);
    const moved = await api.patch(
      `/api/v1/listings/${slug}`,
      { website_url: `http://new.example:${site.port}/` },
      { key: owner.key },
    );
    expect(moved.body.listing).to.include({ link_status: null, link_status_at: null });
    expect(await queue()).to.deep.equal([]);
    site.hits.length = 0;
    expect(await check(0)).to.equal(1);
    expect(site.hits).to.include('GET /');
  });

  it('are checked over the whole interval, one listing of a host at a time', async () => {
    for (let n = 0; n < 40; n += 1)
      await knex().raw(
        `insert into listings (owner_id, slug, name, name_key, tagline, website_url, url_key, url_key_version, base_status, published_at)
         select id, :slug, 'x', 'x', 'x', :url, :slug, 1, 'live', now() from users limit 1`,
        { slug: `many-${n}`, url: `http://many.example:${site.port}/${n}` },
      );
    expect(await scheduleLinkChecks(day(0))).to.equal(40);
    expect(await scheduleLinkChecks(day(0))).to.equal(0);
    const times = (await knex()('link_checks').pluck('due_at')).map((at: Date) => at.getTime() - START);
    const week = 7 * 24 * 60 * 60 * 1000;
    expect(Math.min(...times))
      .to.be.at.least(0)
      .and.below(week / 4);
    expect(Math.max(...times))
      .to.be.at.most(week)
      .and.above((week * 3) / 4);
    await dueNow();
    expect(await check(0)).to.equal(1);
    expect(site.hits.filter((hit) => !hit.includes('robots'))).to.have.lengthOf(1);
  });

  it('are not counted while this machine is offline', async () => {
    const hosts = ['one.example', 'two.example', 'three.example'];
    for (const host of hosts) await submit(host);
    await scheduleLinkChecks();
    await dueNow();
    for (const host of hosts) status[host] = 0;
    expect(await check(0)).to.equal(0);
    expect(await knex()('link_checks').sum('failures as sum').first()).to.deep.equal({ sum: 0 });
    status['three.example'] = 200;
    expect(await check(1 / 12)).to.equal(3);
    expect(await knex()('link_checks').sum('failures as sum').first()).to.deep.equal({ sum: 2 });
  });

  it('are leased to one worker, and to another if that one dies', async () => {
    await submit('once.example');
    await scheduleLinkChecks();
    await dueNow();
    const claims = await Promise.all([leaseLinks(10, day(0)), leaseLinks(10, day(0))]);
    expect(claims.flat().length).to.equal(1);
    expect(await leaseLinks(10, day(0))).to.deep.equal([]);
    await knex()('link_checks').update({ leased_until: new Date(0) });
    expect((await leaseLinks(10, day(0))).length).to.equal(1);
  });

  it('are checked on an admin’s request, at every door, also where the checks are off', async () => {
    const slugs: string[] = [];
    for (const host of ['rest.example', 'shell.example', 'desk.example']) slugs.push(await submit(host));
    const [rest = '', shell = '', desk = ''] = slugs;
    const path = `/api/v1/admin/listings/${rest}`;
    const asked = await api.post(path, { action: 'check-link' }, { key: admin.key });
    expect(asked.body).to.deep.include({ queued: true });
    expect((await cli(`listings check-links ${shell} --yes --json`)).json()).to.deep.include({
      queued: [shell],
    });
    const boss = visitorOf(api.server);
    await boss.signIn(admin);
    const page = `/admin/listings/${desk}`;
    expect((await boss.get(page)).html).to.contain('Not checked yet.');
    const sent = await boss.submit(page, { action: 'check-link' }, page);
    expect(sent.location).to.equal(`${page}?done=check-queued`);
    expect(await knex()('link_checks').whereNotNull('asked_at').pluck('listing_id')).to.have.lengthOf(3);
    expect(await check(0)).to.equal(3);
    expect(await knex()('link_checks').whereNotNull('asked_at').pluck('listing_id')).to.deep.equal([]);
    expect((await boss.get(page)).html).to.contain('It responds with 200.');
    await api.post(`/api/v1/listings/${rest}`, { action: 'archive' }, { key: owner.key });
    const refused = await api.post(path, { action: 'check-link' }, { key: admin.key });
    expect(refused.status).to.equal(400);
    expect(refused.body).to.include({ code: 'validation_error', field: 'action' });
  });

  it('are shown to the owner, with what can be done', async () => {
    const slug = await submit('told.example');
    await scheduleLinkChecks();
    await dueNow();
    status['told.example'] = 404;
    for (const days of [0, 7, 14]) await check(days);
    const member = visitorOf(api.server);
    await member.signIn(owner);
    expect((await member.get('/account')).html).to.contain('Website unreachable');
    expect((await member.get(`/account/listings/${slug}/edit`)).html).to.contain(
      'We cannot reach the website',
    );
    expect((await visitorOf(api.server).get(`/listings/${slug}`)).html).not.to.contain('unreachable');
  });
});
