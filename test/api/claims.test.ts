// Claims: whoever controls the site of a listing can own it, and nobody else can.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { repositoryOf } from '../../core/addresses/site.js';
import { checkDueClaims, startClaim, undoClaim, verifyClaim } from '../../core/claims/claims.js';
import { changeSiteNews, getSiteNews, readOwnSites } from '../../core/claims/own-site.js';
import { easiestProof } from '../../core/claims/proof.js';
import { systemActor, type User } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import type { DomainError } from '../../core/kernel/errors.js';
import { setListingStatus } from '../../core/listings/status.js';
import { submitListing, updateListing } from '../../core/listings/submit.js';
import { moderateListings } from '../../core/moderation/actions.js';
import { getListing } from '../../core/search/search.js';
import { cleanUp } from '../../core/service/retention.js';
import { toErrorBody } from '../../server/http/errors.js';
import { expectError, useApi } from '../helpers/api.js';
import { createMember } from '../helpers/directory.js';
import { mailsTo } from '../helpers/mails.js';
import { useNameServer } from '../helpers/name-server.js';

const OPEN = { SCREENSHOT_ALLOW_PRIVATE: 'on', RATE_LIMIT: '0', RATE_LIMIT_LISTING_WRITE: '0' };

describe('claiming a listing', () => {
  const api = useApi(OPEN);
  const pages = new Map<string, string | { to: string }>();
  const asked: string[] = [];
  const site = http.createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    const page = pages.get(asked.at(-1) ?? '');
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'string') response.end(page);
    else response.writeHead(302, { location: page.to }).end();
  });
  let port = 0;
  const names = useNameServer();
  let count = 0;
  const importer = () => createMember(`importer.${++count}@example.com`);
  const maker = () => createMember(`maker.${++count}@example.com`);

  before(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    port = (site.address() as AddressInfo).port;
  });
  beforeEach(() => {
    pages.clear();
    asked.length = 0;
    names.texts.clear();
  });
  after(() => site.close());

  /** A listing that was imported, with a site of its own. */
  const listed = async (path = '', host = `product-${++count}.example.com`) => {
    const from = await importer();
    const website_url = `http://${host}:${port}${path}`;
    const product = { name: `Product ${count}`, website_url, tagline: 'Made by somebody else' };
    return { from, host, slug: (await submitListing(from, product)).listing.slug };
  };
  const stepsFor = async (by: User, slug: string) => {
    const { steps } = (await startClaim(by, slug)).claim;
    return Object.fromEntries(steps.map(({ method, what }) => [method, what]));
  };
  /** Skips the pause between two checks. */
  const verify = async (by: User, slug: string) => {
    await api.server.database.knex('claims').update({ checked_at: null });
    return verifyClaim(by, slug);
  };
  const refused = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as DomainError).code,
    );
  const ownerOf = async (slug: string) =>
    (await api.server.database.knex('listings').where({ slug }).first()).owner_id;

  for (const method of ['dns', 'file', 'meta'] as const) {
    it(`by ${method} transfers the listing, notifies its owner and shows it as verified`, async () => {
      const { from, host, slug } = await listed();
      const by = await maker();
      const steps = await stepsFor(by, slug);
      expect(await refused(verify(by, slug))).to.equal('claim_unproven');
      if (method === 'dns') names.texts.set(`_listing-claim.${host}`, ['other', steps.dns ?? '']);
      if (method === 'file') pages.set(`${host}/.well-known/listing-claim.txt`, `\n${steps.file}\n`);
      if (method === 'meta') pages.set(`${host}/`, `<title>P</title>${steps.meta}<p>Hello`);
      const { listing } = await verify(by, slug);
      expect(listing.verified).to.equal(true);
      expect(await ownerOf(slug)).to.equal(by.account.id);
      expect((await verify(by, slug)).verified).to.equal(true);
      expect((await mailsTo(from.account.email)).at(-1)).to.contain('proved control of its website');
      expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.verified).to.equal(true);
      expect(await refused(updateListing(from, slug, { tagline: 'Still mine' }))).to.equal('forbidden');
      const entry = await api.server.database
        .knex('audit_entries')
        .where({ action: 'listing.claim' })
        .orderBy('id', 'desc')
        .first();
      expect(entry.before).to.deep.equal({ owner: from.account.email });
      expect(entry.after).to.deep.equal({ owner: by.account.email, method });
    });
  }

  it('publishes a listing that waits for its name alone', async () => {
    const name = 'Quillvarden';
    await submitListing(await maker(), {
      name,
      website_url: 'https://quillvarden.com',
      tagline: 'The first',
    });
    for (const [site, tagline, status] of [
      ['quillvarden.org', 'Notes for teams', 'live'],
      ['quillvarden.net', 'Earn daily from home, no skills needed', 'pending'],
    ] as const) {
      const by = await maker();
      const { listing } = await submitListing(by, { name, website_url: `https://${site}`, tagline });
      expect(listing.status).to.equal('pending');
      names.texts.set(`_listing-claim.${site}`, [(await stepsFor(by, listing.slug)).dns ?? '']);
      configure({ ...OPEN, DATA_DIR: config.dataDir, POLICY_UNSURE: 'hold' });
      const proven = await verify(by, listing.slug);
      configure({ ...OPEN, DATA_DIR: config.dataDir });
      expect(proven.listing).to.include({ status, verified: true });
      expect(proven.listing.published_at === null).to.equal(status === 'pending');
    }
  });

  it('needs a proof made for this account and this listing', async () => {
    const { host, slug } = await listed();
    const [by, thief] = [await maker(), await maker()];
    const steps = await stepsFor(by, slug);
    const own = await stepsFor(thief, slug);
    expect(own.dns).to.not.equal(steps.dns);
    names.texts.set(`_listing-claim.${host}`, [steps.dns ?? '']);
    expect(await refused(verify(thief, slug))).to.equal('claim_unproven');
    const other = await listed();
    await startClaim(by, other.slug);
    names.texts.set(`_listing-claim.${other.host}`, [steps.dns ?? '']);
    expect(await refused(verify(by, other.slug))).to.equal('claim_unproven');
    expect(await refused(verify(await maker(), slug))).to.equal('not_found');
  });

  it('on a shared host or public suffix needs the proof on that very page', async () => {
    const page = await listed('/someone/thing', 'github.com');
    const by = await maker();
    const steps = await stepsFor(by, page.slug);
    expect(Object.keys(steps)).to.deep.equal(['meta']);
    const [, token = ''] = /content="([^"]+)"/.exec(steps.meta ?? '') ?? [];
    names.texts.set('_listing-claim.github.com', [token]);
    pages.set('github.com/.well-known/listing-claim.txt', token);
    pages.set('github.com/', `<head>${steps.meta}</head>`);
    pages.set('github.com/other/thing', `<head>${steps.meta}</head>`);
    expect(await refused(verify(by, page.slug))).to.equal('claim_unproven');
    expect(asked).to.deep.equal(['github.com/someone/thing']);
    // Renamed and transferred: the page it redirects to is another one.
    pages.set('github.com/someone/thing', { to: '/other/thing' });
    expect(await refused(verify(by, page.slug))).to.equal('claim_unproven');
    pages.set('github.com/someone/thing', `<head>${steps.meta}</head>`);
    expect((await verify(by, page.slug)).verified).to.equal(true);
    const suffix = await listed('', 'github.io');
    expect(Object.keys(await stepsFor(by, suffix.slug))).to.deep.equal(['meta']);
    const query = await listed('/?app=1', 'apps.example.com');
    expect(Object.keys(await stepsFor(by, query.slug))).to.deep.equal(['meta']);
  });

  it('ignores a proof tag that stands in the text of a page', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { meta } = await stepsFor(by, slug);
    for (const html of [
      `<body><p>A comment: ${meta}</p>`,
      `<head><title>${meta}</title></head>`,
      `<head><!-- ${meta} --><script>"${meta}"</script></head>`,
      `<head><noscript>${meta}</noscript></head>`,
      `<head><template>${meta}</template></head>`,
      `<head></head>${meta}`,
      `<link rel="icon" href="/"><br>${meta}`,
      `Welcome ${meta}`,
      meta?.replace('listing-claim', 'description') ?? '',
    ]) {
      pages.set(`${host}/`, html);
      expect(await refused(verify(by, slug)), html).to.equal('claim_unproven');
    }
  });

  it('finds the tag behind everything that a head may contain', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { meta } = await stepsFor(by, slug);
    const others = `<title>A <b></title><style>b > i {}</style><script>"</body>"</script><noscript><p></noscript>`;
    pages.set(
      `${host}/`,
      `\ufeff<!doctype html>\n<!-- <body> --><HTML lang=en><Head>\n${others}<link>\n${meta}`,
    );
    expect((await verify(by, slug)).verified).to.equal(true);
  });

  it('follows redirects to www and back, but to no other site or page', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { meta, file } = await stepsFor(by, slug);
    pages.set('attacker.example.net/', `<head>${meta}</head>`);
    pages.set(`${host}/`, { to: `http://attacker.example.net:${port}/` });
    pages.set(`${host}/.well-known/listing-claim.txt`, { to: '/uploads/claim.txt' });
    pages.set(`${host}/uploads/claim.txt`, file ?? '');
    expect(await refused(verify(by, slug))).to.equal('claim_unproven');
    expect(asked.some((address) => address.startsWith('attacker'))).to.equal(false);
    // No address of a listing, whose other proofs count all the same.
    pages.set(`${host}/`, { to: 'http://intranet/' });
    expect(await refused(verify(by, slug))).to.equal('claim_unproven');
    pages.set(`${host}/`, { to: `http://www.${host}:${port}/` });
    pages.set(`www.${host}/`, `<head>${meta}</head>`);
    expect((await verify(by, slug)).verified).to.equal(true);
  });

  it('connects to no private address, and not over plain http', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { meta } = await stepsFor(by, slug);
    pages.set(`${host}/`, `<head>${meta}</head>`);
    configure({ ...OPEN, DATA_DIR: config.dataDir, SCREENSHOT_ALLOW_PRIVATE: 'off' });
    try {
      expect(await refused(verify(by, slug))).to.equal('claim_unproven');
    } finally {
      configure({ ...OPEN, DATA_DIR: config.dataDir });
    }
    expect(asked).to.deep.equal([]);
  });

  it('ends when the listing moves to another site or owner', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { dns = '' } = await stepsFor(by, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    await verify(by, slug);
    await updateListing(by, slug, { website_url: `http://elsewhere-${count}.example.com` });
    expect((await getListing(by, slug)).listing.verified).to.equal(undefined);
    await updateListing(by, slug, { website_url: `http://${host}:${port}` });
    expect((await getListing(by, slug)).listing.verified).to.equal(true);
    const heir = await maker();
    const set = { owner: heir.account.email };
    await moderateListings(systemActor('cli'), { action: 'change', slugs: [slug], set });
    expect((await getListing(heir, slug)).listing.verified).to.equal(undefined);
    // The token published then proves nothing for a new claim.
    expect((await stepsFor(by, slug)).dns).to.not.equal(dns);
    expect(await refused(verify(by, slug))).to.equal('claim_unproven');
  });

  it('is checked by itself, and whoever claims is told; what cannot be checked keeps nobody waiting', async () => {
    const { host, slug } = await listed();
    const gone = await listed();
    const [by, other] = [await maker(), await maker()];
    await startClaim(other, gone.slug);
    await moderateListings(systemActor('cli'), { slugs: [gone.slug], action: 'archive' });
    const { file = '' } = await stepsFor(by, slug);
    expect(await checkDueClaims(), 'a minute after it began').to.equal(0);
    await api.server.database.knex('claims').update({ created_at: new Date(Date.now() - 120_000) });
    pages.set(`${host}/.well-known/listing-claim.txt`, file);
    expect(await checkDueClaims()).to.equal(1);
    expect(await ownerOf(slug)).to.equal(by.account.id);
    const [mail] = await mailsTo(by.account.email);
    expect(mail).to.contain('we found your proof');
    expect(await checkDueClaims()).to.equal(0);
  });

  it('names the proof that is easiest where the site tells what it is built with', async () => {
    const { host, slug } = await listed();
    const { website_url } = (await getListing(await maker(), slug)).listing;
    pages.set(`${host}/`, '<head><meta name="generator" content="Hugo 0.140.2"></head>');
    expect(await easiestProof(website_url, null)).to.equal(null);
    const expected = { method: 'file', built: 'Hugo' };
    expect(await easiestProof(website_url, (await maker()).account.id)).to.deep.equal(expected);
    expect(await easiestProof(website_url, null)).to.deep.equal(expected);
  });

  it('of a repository is proven by a file in it', async () => {
    const from = await importer();
    const product = {
      name: 'Kite',
      website_url: 'https://github.com/ada/kite/tree/main/docs',
      tagline: 'Flies',
    };
    const { slug } = (await submitListing(from, product)).listing;
    const by = await maker();
    const { steps } = (await startClaim(by, slug)).claim;
    const address = 'https://raw.githubusercontent.com/ada/kite/HEAD/listing-claim.txt';
    expect(steps.map(({ method, where }) => [method, where])).to.deep.equal([['repository', address]]);
    const files = new Map([[address, 'something else']]);
    const readFile = async (_method: string, file: string) => ({ texts: [files.get(file) ?? ''] });
    expect(await refused(verifyClaim(by, slug, readFile))).to.equal('claim_unproven');
    files.set(address, `${steps[0]?.what}`);
    await api.server.database.knex('claims').update({ checked_at: null });
    expect((await verifyClaim(by, slug, readFile)).listing.verified).to.equal(true);
    for (const [page, file] of [
      ['https://github.com/ada', 'https://raw.githubusercontent.com/ada/ada/HEAD/f'],
      ['http://www.github.com/ada/kite.git', 'https://raw.githubusercontent.com/ada/kite/HEAD/f'],
      ['https://gitlab.com/a/b/kite/-/tree/main', 'https://gitlab.com/a/b/kite/-/raw/HEAD/f'],
      ['https://codeberg.org/ada/kite', 'https://codeberg.org/api/v1/repos/ada/kite/raw/f'],
      ['https://github.com', undefined],
      ['https://github.com.evil.example/ada/kite', undefined],
      ['https://gist.github.com/ada/kite', undefined],
    ])
      expect(repositoryOf(page ?? '')?.fileAt('f'), page).to.equal(file);
  });

  it('that is not proven says where it looked and what was there', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    await startClaim(by, slug);
    names.texts.set(`_listing-claim.${host}`, [`a-very-long-record-${'x'.repeat(80)}`]);
    pages.set(`${host}/`, '<title>No tag</title>');
    const looked = async () => {
      const error = await verify(by, slug).catch((caught: DomainError) => caught);
      const { looked: looks = [] } = toErrorBody(error as DomainError, '');
      return looks.map(({ method, where, found }) => `${method} ${where} ${found}`);
    };
    expect(await looked()).to.deep.equal([
      `dns _listing-claim.${host} something else was found there: a-very-long-record-${'x'.repeat(41)}…`,
      `file http://${host}:${port}/.well-known/listing-claim.txt the site responds with 404.`,
      `meta http://${host}:${port}/ the page’s head does not contain this tag.`,
    ]);
    names.texts.clear();
    pages.set(`${host}/`, { to: 'http://elsewhere.example.com/' });
    pages.set(`${host}/.well-known/listing-claim.txt`, ' ');
    expect((await looked()).map((line) => line.replace(/^.* (there|it|the) /, '$1 '))).to.deep.equal([
      'there is no TXT record with this name.',
      'the file is empty.',
      'it redirects to another address.',
    ]);
  });

  it('does not lift a takedown, also of one’s own listing, and is offered for live listings of others', async () => {
    const { from, host, slug } = await listed();
    const by = await maker();
    const { dns = '' } = await stepsFor(by, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    await setListingStatus(systemActor('cli'), slug, { action: 'reject' });
    expect(await refused(verify(by, slug))).to.equal('not_found');
    expect(await refused(startClaim(by, slug))).to.equal('not_found');
    names.texts.set(`_listing-claim.${host}`, [(await stepsFor(from, slug)).dns ?? '']);
    expect((await verify(from, slug)).listing).to.include({ verified: true, status: 'rejected' });
  });

  it('can be undone by an admin: the listing goes back, both accounts are notified, and the claimer cannot claim again', async () => {
    const { from, host, slug } = await listed();
    const by = await maker();
    const { dns = '' } = await stepsFor(by, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    const { claim } = await verify(by, slug);
    const admin = await api.registerAdmin();
    const page = await api.get('/api/v1/admin/claims', { key: admin.key });
    expect(page.body.claims[0]).to.deep.include({ id: claim.id, slug, method: 'dns', undone_at: null });
    expect(page.body.claims[0].previous_owner.email).to.equal(from.account.email);
    const path = `/api/v1/admin/claims/${claim.id}/undo`;
    expect((await api.post(path, { reason: 'Stolen' }, { key: admin.key })).status).to.equal(200);
    expect(await ownerOf(slug)).to.equal(from.account.id);
    expect((await getListing(from, slug)).listing.verified).to.equal(undefined);
    expect((await mailsTo(from.account.email)).at(-1)).to.contain('The listing is yours again.');
    expect((await mailsTo(by.account.email)).at(-1))
      .to.contain('no longer yours')
      .and.contain('Stolen');
    expect(await refused(startClaim(by, slug))).to.equal('forbidden');
    expect(await refused(verify(by, slug))).to.equal('forbidden');
    expect((await api.post(path, {}, { key: admin.key })).status).to.equal(200);
    expectError(await api.post(path, {}, { key: by.secret }), 403, 'forbidden');
  });

  it('is undone by admins only, where one of the staff has claimed', async () => {
    const { host, slug } = await listed();
    const by = await maker();
    const { dns = '' } = await stepsFor(by, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    const { claim } = await verify(by, slug);
    await api.server.database.knex('users').where({ id: by.account.id }).update({ role: 'admin' });
    const path = `/api/v1/admin/claims/${claim.id}/undo`;
    const [moderator, admin] = [await api.registerAdmin('moderator'), await api.registerAdmin()];
    expectError(await api.post(path, {}, { key: moderator.key }), 403, 'forbidden');
    expect(await ownerOf(slug)).to.equal(by.account.id);
    expect((await api.post(path, {}, { key: admin.key })).status).to.equal(200);
    expect(await ownerOf(slug)).to.not.equal(by.account.id);
  });

  it('verifies an owner’s own listing, which stays theirs when an admin undoes the claim', async () => {
    const { from, host, slug } = await listed();
    const { dns = '' } = await stepsFor(from, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    const { claim, listing } = await verify(from, slug);
    expect(listing.verified).to.equal(true);
    expect(await mailsTo(from.account.email)).to.deep.equal([]);
    await undoClaim(systemActor('cli'), claim.id);
    expect(await ownerOf(slug)).to.equal(from.account.id);
  });

  it('lets the website say what differs: read on demand and weekly, taken over, dismissed or followed', async () => {
    const { host, slug } = await listed('', `product-${++count}.example.com`);
    const by = await maker();
    const news = (action: string) => changeSiteNews(by, slug, { action });
    expect(await refused(news('read'))).to.equal('forbidden');
    const { dns = '' } = await stepsFor(by, slug);
    names.texts.set(`_listing-claim.${host}`, [dns]);
    await verify(by, slug);
    const { id } = (await getListing(by, slug)).listing;
    const due = api.server.database.knex('link_checks').where('due_at', '<=', new Date(Date.now() + 1_000));
    expect(await due.pluck('listing_id')).to.include(id);
    const say = (thing: object) =>
      pages.set(
        `${host}/`,
        `<title>Home</title><script type="application/ld+json">${JSON.stringify(thing)}</script>`,
      );
    say({
      '@type': 'SoftwareApplication',
      name: 'Kites Pro',
      description: 'Flies kites for teams. On every wind.',
    });
    pages.set(
      `${host}/server.json`,
      '{"name":"com.example/kites","title":"Kites","description":"Kites for agents"}',
    );
    await readOwnSites([id]);
    const fields = (found: { differences: readonly { field: string; offered: string }[] }) =>
      Object.fromEntries(found.differences.map(({ field, offered }) => [field, offered]));
    const found = await getSiteNews(by, slug);
    expect(found).to.deep.include({ follows: false });
    expect(fields(found)).to.deep.equal({
      name: 'Kites',
      tagline: 'Kites for agents',
      description: 'Flies kites for teams. On every wind.',
    });
    expect(await refused(news('read'))).to.equal('rate_limited');
    expect(await refused(getSiteNews(await maker(), slug))).to.equal('forbidden');
    expect((await news('dismiss')).differences).to.deep.equal([]);

    await api.server.database.knex('own_sites').update({ read_at: null });
    pages.delete(`${host}/server.json`);
    say({
      '@type': 'SoftwareApplication',
      name: 'Kites Pro',
      description: 'Flies more kites. On every wind.',
    });
    expect(fields(await news('read'))).to.include({
      name: 'Kites Pro',
      description: 'Flies more kites. On every wind.',
    });
    expect((await news('apply')).differences).to.deep.equal([]);
    expect((await getListing(by, slug)).listing).to.include({
      name: 'Kites Pro',
      description: 'Flies more kites. On every wind.',
    });

    await news('follow');
    say({
      '@type': 'SoftwareApplication',
      name: 'Kites Max',
      description: 'Flies more kites. On every wind.',
    });
    await readOwnSites([id]);
    expect((await getListing(by, slug)).listing.name).to.equal('Kites Max');
  });

  it('over REST returns the steps, an actionable error, a pause between checks, and ends after a week', async () => {
    const { slug } = await listed('/page', '127.0.0.1');
    const { key } = await api.register();
    const path = `/api/v1/listings/${slug}/claim`;
    expectError(await api.post(`${path}/verify`, undefined, { key }), 404, 'not_found');
    const { body } = await api.post(path, undefined, { key });
    expect(body.claim.steps.map(({ method }: { method: string }) => method)).to.deep.equal(['meta']);
    expect((await api.post(path, undefined, { key })).body).to.deep.equal(body);
    expectError(await api.post(`${path}/verify`, undefined, { key }), 409, 'claim_unproven');
    const soon = await api.post(`${path}/verify`, undefined, { key });
    expectError(soon, 429, 'rate_limited');
    expect(Number(soon.headers.get('retry-after'))).to.be.within(1, 10);
    pages.set('127.0.0.1/page', `<head>${body.claim.steps[0].what}</head>`);
    await api.server.database.knex('claims').update({ checked_at: null });
    const { body: verified } = await api.post(`${path}/verify`, undefined, { key });
    expect(verified.listing).to.deep.include({ slug, verified: true });
    expectError(await api.post(path), 401, 'unauthorized');
    const late = await listed();
    const by = await maker();
    await startClaim(by, late.slug);
    await api.server.database.knex('claims').update({ created_at: new Date(Date.now() - 8 * 86_400_000) });
    expect(await refused(verify(by, late.slug))).to.equal('not_found');
    expect((await cleanUp()).claims).to.be.greaterThan(0);
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.verified).to.equal(true);
  });
});
