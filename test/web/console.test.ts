// The console in a real browser: an operator's daily work.
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { useApi } from '../helpers/api.js';
import { fill, signInBeside, useBrowser } from '../helpers/browser.js';
import { insertListings } from '../helpers/listings.js';
import { hurryMails, mailsTo } from '../helpers/mails.js';
import { hiddenFields, type Visitor, visitorOf } from '../helpers/pages.js';

describe('the console in a browser', function () {
  this.timeout(120_000);
  const api = useApi({ SCREENSHOTS: 'on' });
  const browser = useBrowser();
  let admin: { id: string; email: string; password: string; key: string };
  let owner: { id: string; email: string; password: string; key: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register('Hedy Lamarr');
  });

  async function signIn(options?: { scripts?: boolean; width?: number }): Promise<Page> {
    const page = await browser.open(options);
    await signInBeside(page, api.server.url, admin);
    return page;
  }
  const open = (page: Page, path: string) => page.goto(api.server.url + path);
  const statusOf = async (slug: string) => (await ListingModel.query().findOne({ slug }))?.status;
  const heading = (page: Page) => page.$eval('h1', (element) => element.textContent?.trim());

  it('gives what needs scripts its room before they run, and none where they never do', async () => {
    for (const scripts of [true, false]) {
      const page = await signIn({ scripts });
      await page.setRequestInterception(true);
      page.on('request', (request) =>
        request.resourceType() === 'script' ? request.abort() : request.continue(),
      );
      for (const [path, box] of [
        ['/admin/catalog', '[data-tick-entries]'],
        ['/admin/users', '[data-tick-all]'],
      ] as const) {
        await open(page, path);
        expect(await page.$eval(box, (element) => element.checkVisibility()), path).to.equal(scripts);
      }
    }
  });

  it('is linked for admins from any public page, and does not reveal itself to others', async () => {
    const page = await signIn();
    await open(page, '/listings');
    await press(page, '.site-nav a[href="/admin"]');
    expect(new URL(page.url()).pathname).to.equal('/admin');
    const paths = ['/admin', '/admin/listings', '/admin/no-such-page'];
    // A signed-out visitor is sent to sign in, whatever the address: it may be an admin.
    for (const path of paths) {
      const response = await fetch(api.server.url + path, { redirect: 'manual' });
      const next = `/sign-in?next=${encodeURIComponent(path)}`;
      expect([response.status, response.headers.get('location')]).to.deep.equal([303, next]);
    }
    const member = visitorOf(api.server);
    await member.signUp('member@example.com');
    expect((await member.get('/admin')).html).to.include('You are signed in as member@example.com.');
    const answers = await Promise.all(
      paths.map(async (path) => {
        const { status, html } = await member.get(path);
        // Without what differs on every page: the request, the token, and the theme switch's way back.
        const text = html.replace(/[0-9a-f-]{36}|value="[\w-]{20,}"/g, '').replaceAll(`value="${path}"`, '');
        return { status, text };
      }),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 403, 403]);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect(answers[0]?.text).not.to.match(/admin/i);
    expect((await visitorOf(api.server).get('/listings')).html).not.to.include('href="/admin"');
  });

  it('finds, rejects many with a reason and restores them again, without scripts', async () => {
    const slugs = [];
    for (let n = 0; n < 3; n += 1) {
      slugs.push((await api.submit(owner.key, { name: `plain thing ${n}` })).slug);
    }
    const page = await signIn({ scripts: false });
    await open(page, '/admin/listings');
    await fill(page, '.filters input[name="q"]', 'plain thing');
    await press(page, '.filters button');
    expect(await page.$$('[data-row]')).to.have.length(3);
    for (const slug of slugs.slice(0, 2)) await page.click(`input[value="${slug}"]`);
    await page.select('select[name="action"]', 'reject');
    await press(page, '.bulk-bar button');
    expect(await heading(page)).to.equal('Reject 2 listings?');
    await fill(page, 'textarea[name="reason"]', 'Not a plain product');
    await press(page, '.confirm-panel button');
    expect(await page.$eval('.notice', (notice) => notice.textContent)).to.include('Rejected 2 listings');
    expect(await page.$$('[data-row]')).to.have.length(3);
    expect(await Promise.all(slugs.map(statusOf))).to.have.members(['rejected', 'rejected', 'live']);
    await hurryMails();
    const mails = (await mailsTo(owner.email)).filter((mail) => mail.includes('Not a plain product'));
    expect(mails).to.have.length(1);
    await press(page, '.notice form[action="/admin/audit/take-back"] button');
    expect(await page.$eval('.notice', (notice) => notice.textContent)).to.include('taken back');
    expect(await Promise.all(slugs.map(statusOf))).to.deep.equal(['live', 'live', 'live']);
    await open(page, `/admin/listings/${slugs[0]}`);
    const history = await page.$eval('.record-history', (element) => element.textContent ?? '');
    expect(history).to.include('Not a plain product').and.to.include('Live → Rejected');
  });

  it('exports the filtered list as CSV', async () => {
    const desk = visitorOf(api.server);
    await desk.signIn(admin);
    const { html } = await desk.get('/admin/listings?q=plain+thing&sort=name');
    const link = /href="(\/admin\/listings\.csv[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await desk.get(link);
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename=".*\.csv"/);
    const lines = answer.html.trim().split('\r\n');
    expect(lines[0]).to.match(/^slug,name,status,/);
    expect(lines.slice(1).map((line) => line.split(',')[1])).to.deep.equal([
      'plain thing 0',
      'plain thing 1',
      'plain thing 2',
    ]);
  });

  it('ticks a page or a range, and moves by keyboard', async () => {
    await insertListings(owner.id, 30, 'ticks');
    const page = await signIn();
    await open(page, '/admin/listings?q=ticks-');
    const ticked = () => page.$$eval('[data-row] :checked', (boxes) => boxes.length);
    const barFollows = () => page.evaluate(`getComputedStyle(document.querySelector('.bulk-bar')).position`);
    expect(await barFollows(), 'with nothing ticked').to.equal('static');
    await page.click('[data-tick-all]');
    expect(await ticked()).to.equal(20);
    expect(await barFollows(), 'with all ticked').to.equal('sticky');
    await page.click('[data-tick-all]');
    expect(await ticked()).to.equal(0);
    const boxes = await page.$$('[data-row] input');
    await boxes[2]?.click();
    await page.keyboard.down('Shift');
    await boxes[6]?.click();
    await page.keyboard.up('Shift');
    expect(await ticked()).to.equal(5);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await ticked()).to.equal(6);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('o')]);
    expect(new URL(page.url()).pathname).to.match(/^\/admin\/listings\/ticks-\d+$/);
  });

  it('shows a dozen rows at once, the first of them early on a phone, without scripts', async () => {
    await insertListings(owner.id, 30, 'dense');
    const page = await browser.open({ scripts: false });
    await signInBeside(page, api.server.url, admin);
    const rows = () =>
      page.evaluate(`[...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect())
        .map(({ top, bottom }) => ({ top, bottom }))`) as Promise<{ top: number; bottom: number }[]>;
    await page.setViewport({ width: 1280, height: 900 });
    await open(page, '/admin/listings?q=dense-');
    expect((await rows()).filter(({ bottom }) => bottom <= 900)).to.have.length.at.least(12);
    await page.setViewport({ width: 360, height: 740 });
    await open(page, '/admin/listings');
    expect((await rows())[0]?.top).to.be.below(740 / 2);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.most(0);
  });

  it('shows the columns a moderator chose, each with its order', async () => {
    const page = await signIn();
    await open(page, '/admin/users?role=user');
    const heads = () =>
      page.$$eval('.rows-table th[scope="col"]', (all) => all.map((head) => head.textContent?.trim()));
    expect(await heads())
      .to.include('Email')
      .and.not.to.include('Keys');
    await page.click('.console-head .choice summary');
    await page.click('input[name="column"][value="keys"]');
    await page.click('input[name="column"][value="email"]');
    await Promise.all([page.waitForNavigation(), page.click('.console-head .choice button')]);
    expect(page.url()).to.match(/\?role=user$/);
    expect(await heads())
      .to.include('Keys')
      .and.not.to.include('Email');
    const desk = visitorOf(api.server);
    await desk.signIn(admin);
    for (const list of ['users', 'listings']) {
      const { html } = await desk.get(`/admin/${list}`);
      const orders = [...html.matchAll(/<th\b[^>]*>\s*<a href="([^"]*sort=[^"]*)"/g)];
      expect(orders.length, list).to.be.above(2);
      for (const [, order = ''] of orders) {
        const sorted = (await desk.get(order.replaceAll('&amp;', '&'))).html;
        expect(sorted.match(/<th\b[^>]* aria-sort=/g), order).to.have.length(1);
      }
    }
  });

  it('finds listings by a search on every page, which a key reaches', async () => {
    const page = await signIn();
    const [slug] = await insertListings(owner.id, 1, 'findable');
    for (const key of ['/', 'k'] as const) {
      await open(page, '/admin/queue');
      if (key === 'k') await page.keyboard.down('Control');
      await page.keyboard.press(key);
      await page.keyboard.up('Control');
      await page.keyboard.type('findable');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.$(`main a[href="/admin/listings/${slug}"]`)).not.to.equal(null);
    }
  });

  describe('without one', () => {
    let desk: Visitor;
    before(async () => {
      desk = visitorOf(api.server);
      await desk.signIn(admin);
    });

    /** Sends a form as it is, and these fields. @returns the page that follows */
    async function send(html: string, action: string, fields: Record<string, string> = {}) {
      const answer = await desk.post(action, { ...hiddenFields(html, action), ...fields });
      return answer.location === null ? answer.html : (await desk.get(answer.location)).html;
    }
    const read = async (path: string) => (await desk.get(path)).html;
    const headed = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]?.trim();

    it('retakes a picture', async () => {
      const { slug } = await api.submit(owner.key);
      const number = () => ListingModel.query().findOne({ slug }).throwIfNotFound();
      const path = `/admin/listings/${slug}`;
      const { captureNumber } = await number();
      const answer = await send(await read(path), path, { action: 'refresh-screenshot' });
      expect(answer).to.include('on its way');
      expect((await number()).captureNumber).to.equal(captureNumber + 1);
    });

    it('gives a role, ends sessions and revokes keys', async () => {
      const person = await api.register('Mary Jackson');
      const { email, password } = person;
      const signedIn = await api.post('/api/auth/sign-in/email', { email, password });
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const path = `/admin/users/${person.id}`;
      expect(await read('/admin/users?q=mary+jackson')).to.include(`href="${path}"`);
      const page = await read(path);
      expect(headed(page)).to.equal('Mary Jackson');
      await send(page, `${path}/role`, { role: 'admin' });
      expect((await UserModel.query().findById(person.id))?.role).to.equal('admin');
      await send(page, `${path}/sessions/end`);
      expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
      await send(page, /action="([^"]+\/revoke)"/.exec(page)?.[1] ?? '');
      expect((await api.get('/api/v1/api-keys', { key: person.key })).status).to.equal(401);
    });

    it('deletes a user but leaves the listings on request', async () => {
      const person = await api.register('Dorothy Vaughan');
      const { slug } = await api.submit(person.key);
      const remove = { action: 'delete' };
      const asked = await send(await read(`/admin/users/${person.id}`), '/admin/bulk/users', remove);
      const removed = await send(asked, '/admin/bulk/users/run', { ...remove, keep_listings: 'yes' });
      expect(removed).to.include('Deleted 1 user');
      expect(await UserModel.query().findById(person.id)).to.equal(undefined);
      expect((await ListingModel.query().findOne({ slug }))?.ownerId).to.equal(null);
    });

    it('answers errors inside', async () => {
      for (const path of ['/admin/listings/none', '/admin/nowhere', '/admin/listings?limit=x'])
        expect(await read(path), path)
          .to.match(/class="[^"]*\brail\b/)
          .and.not.match(/class="site-(footer|header)/);
    });

    const all = { scope: 'matching' };
    it('deletes all matches, once their number is typed', async () => {
      await insertListings(owner.id, 30, 'mass');
      const list = await read('/admin/listings?q=mass-');
      const asked = await send(list, '/admin/bulk/listings', { ...all, action: 'delete' });
      const typed = (number: string) =>
        send(asked, '/admin/bulk/listings/run', { reason: 'Test data', typed: number });
      for (const page of [asked, await typed('29')]) expect(headed(page)).to.equal('Delete 30 listings?');
      expect(await typed('30')).to.include('Deleted 30 listings');
      const [row] = await api.server.database
        .knex('audit_entries')
        .where({ action: 'listing.delete', door: 'web', reason: 'Test data', actor_id: admin.id })
        .count({ count: '*' });
      expect(Number(row?.count)).to.equal(30);
    });

    it('warns when the selection has changed meanwhile, and asks again', async () => {
      const [slug = ''] = await insertListings(owner.id, 3, 'moving');
      const list = await read('/admin/listings?q=moving-');
      const asked = await send(list, '/admin/bulk/listings', { ...all, action: 'archive' });
      await ListingModel.query().delete().where({ slug });
      const again = await send(asked, '/admin/bulk/listings/run');
      expect(headed(again)).to.equal('Archive 2 listings?');
      expect(again).to.include('now has 2');
      expect(await send(again, '/admin/bulk/listings/run')).to.include('Archived 2 listings');
    });

    it('verifies, adds and removes catalog entries', async () => {
      const waiting = await read('/admin/catalog?status=submitted');
      const [, id = '', name = ''] =
        /<th[^>]*>\s*<a href="\/admin\/catalog\/([^"]+)"[^>]*>([^<]*)/.exec(waiting) ?? [];
      await desk.submit('/admin/catalog/verify', { item: id }, '/admin/catalog');
      expect(await read(`/admin/catalog?q=${encodeURIComponent(name.trim())}`)).to.match(
        /class="badge[^>]*>\s*Verified/,
      );
      const place = { name: 'Shelf One', url: 'https://shelf-one.example.com' };
      await send(await read('/admin/catalog/new'), '/admin/catalog/new', place);
      const shelf = () => read('/admin/catalog?q=shelf+one');
      expect(await shelf(), 'of no kind').not.to.include('null');
      const path = /href="(\/admin\/catalog\/[0-9a-f-]{36})"/.exec(await shelf())?.[1] ?? '';
      await send(await read(path), `${path}/remove`);
      expect(await shelf()).not.to.include('rows-table');
    });

    it('filters the audit log', async () => {
      const page = await read('/admin/audit?action=listing.reject&door=web');
      const whos = [...page.matchAll(/class="history-who"[^>]* title="([^"]*)">Grace Hopper</g)].map(
        ([, who]) => who,
      );
      expect(new Set(whos)).to.deep.equal(new Set([admin.email]));
      const select = /<select[^>]*name="action"[\s\S]*?<\/select>/.exec(page)?.[0] ?? '';
      const offered = [...select.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
      expect(new Set(offered)).to.deep.equal(new Set(['', ...AUDIT_ACTIONS, ...SUBJECT_TYPES]));
    });
  });
});

async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}
