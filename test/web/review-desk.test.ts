// Moderation as people do it: a report, the desk by keyboard, an appeal.
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { ListingModel } from '../../db/models/listings.js';
import { useApi } from '../helpers/api.js';
import { fill, signInBeside, useBrowser } from '../helpers/browser.js';
import { hurryMails, mailsTo } from '../helpers/mails.js';
import { csrfOf, hiddenFields, visitorOf } from '../helpers/pages.js';

describe('the review desk in a browser', function () {
  this.timeout(120_000);
  const api = useApi({ AUTO_PUBLISH: 'off' });
  const browser = useBrowser();
  let admin: { email: string; password: string; key: string };
  let owner: { email: string; password: string; key: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register('Grace Hopper');
  });

  async function signIn(who: { email: string; password: string }, options = {}): Promise<Page> {
    const page = await browser.open(options);
    // The clock of a page is stopped until the test has inspected it, however slow the machine is.
    await page.evaluateOnNewDocument(() => {
      let now = 0;
      performance.now = () => now;
      Object.assign(globalThis, {
        look: () => {
          now += 1000;
        },
      });
    });
    await signInBeside(page, api.server.url, who);
    return page;
  }
  const follow = (page: Page, act: () => Promise<unknown>) =>
    Promise.all([page.waitForNavigation(), act()]).then(() => undefined);
  /** A person sees the new item before pressing a key. */
  const lookAt = (page: Page) => page.evaluate(() => (globalThis as unknown as { look(): void }).look());
  const key = async (page: Page, name: 'a' | 's' | 'u' | '2') => {
    await lookAt(page);
    await follow(page, () => page.keyboard.press(name));
  };
  const open = (page: Page, path: string) => page.goto(api.server.url + path);
  const find = (slug: string) => ListingModel.query().findOne({ slug }).throwIfNotFound();
  const shown = (page: Page) => page.$eval('.review h2', (element) => element.textContent?.trim());

  it('decides by one key each: approve, undo, reject with a ready reason', async () => {
    const { slug, name } = await api.submit(owner.key, { name: 'Waits for you' });
    const page = await signIn(admin);
    await open(page, '/admin/review');
    expect(await shown(page)).to.equal(name);
    const placeOf = () => page.$eval('.desk-bar', (bar) => bar.getBoundingClientRect().top);
    const placed = await placeOf();
    await key(page, 'a');
    expect((await find(slug)).status).to.equal('live');
    await key(page, 'u');
    expect((await find(slug)).status).to.equal('pending');
    expect(await shown(page)).to.equal(name);
    const status = () => page.$eval('[role="status"]', (element) => element.textContent?.trim());
    expect(await status()).to.include(`Undone: your decision about ${name}`);
    // The buttons are where they were before there was a message.
    expect(await placeOf()).to.equal(placed);
    await key(page, '2');
    const row = await find(slug);
    expect([row.status, row.rejectedReason]).to.deep.equal(['rejected', 'Against the content policy.']);
    expect(await page.$('.review')).to.equal(null);
    const next = await api.submit(owner.key, { name: 'In other words' });
    await open(page, '/admin/review');
    await lookAt(page);
    await page.keyboard.press('r');
    // Letters are typed in the box, and are shortcuts outside of it.
    await page.keyboard.type('a sham');
    await page.keyboard.down('Control');
    await follow(page, () => page.keyboard.press('Enter'));
    await page.keyboard.up('Control');
    expect((await find(next.slug)).rejectedReason).to.equal('a sham');
  });

  it('ignores a second press or click meant for the previous item', async () => {
    const slugs = [];
    for (const name of ['Pressed twice', 'Clicked twice', 'Left alone'])
      slugs.push((await api.submit(owner.key, { name })).slug);
    const page = await signIn(admin);
    await open(page, '/admin/review');
    await key(page, 'a');
    await page.keyboard.press('a');
    await lookAt(page);
    await follow(page, () => page.click('button[value="approve"]'));
    await page.click('button[value="approve"]');
    expect(await shown(page)).to.equal('Left alone');
    const states = await Promise.all(slugs.map(async (slug) => (await find(slug)).status));
    expect(states).to.deep.equal(['live', 'live', 'pending']);
    await key(page, 'a');
  });

  it('shows who reported, what repeats it, and lets edit and suspend from there', async () => {
    const original = await api.submit(owner.key, { name: 'Said twice', tagline: 'The very same words here' });
    await api.post(`/api/v1/admin/reviews/${original.slug}`, { decision: 'approve' }, { key: admin.key });
    const copier = await api.register('Copy Cat');
    const copy = await api.submit(copier.key, { name: 'Other', tagline: 'The very  same words HERE' });
    await api.submit(owner.key, { name: 'Unlike', tagline: 'Same words only in part' });
    await api.post(`/api/v1/listings/${original.slug}/reports`, { kind: 'scam' }, { key: copier.key });
    const page = await signIn(admin);
    await open(page, `/admin/review?item=${original.slug}`);
    expect(await page.$eval('.review', (desk) => desk.textContent)).to.include(`Copy Cat (${copier.email})`);
    const desk = visitorOf(api.server);
    await desk.signIn(admin);
    const fields = { name: 'Said twice', website_url: original.website_url, tagline: '' };
    const path = `/admin/review/${original.slug}/correct`;
    const from = `/admin/review?item=${original.slug}`;
    expect((await desk.submit(path, fields, from)).html).to.include('id="field-tagline-error"');
    const corrected = await desk.submit(path, { ...fields, tagline: 'The very same words here' }, from);
    expect(corrected.location).to.equal(`${from}&done=updated`);
    await open(page, `/admin/review?item=${copy.slug}`);
    const hints = await page.$$eval('.review .notice li', (items) => items.map((item) => item.textContent));
    expect(hints).to.have.length(1);
    expect(hints[0]).to.include('Said twice').and.to.include('the same tagline');
    const keys = () => page.$eval('[data-keys]', (details) => (details as unknown as { open: boolean }).open);
    expect(await keys()).to.equal(false);
    await page.keyboard.press('?');
    expect(await keys()).to.equal(true);
    await follow(page, () => page.click('a[href$="/edit?back=desk"]'));
    await fill(page, 'input[name="cta_label"]', 'Open');
    await follow(page, () => page.click('main form button[type="submit"]'));
    expect(page.url()).to.include(`/admin/review?item=${copy.slug}`);
    await page.click('.review aside details summary');
    await fill(page, '#suspend-reason', 'Copies others');
    await lookAt(page);
    await follow(page, () => page.click('form[action*="/suspend?back="] button'));
    expect(page.url()).to.include(`/admin/review?item=${copy.slug}`);
    const user = await api.get(`/api/v1/admin/users/${copier.id}`, { key: admin.key });
    expect(user.body.user.suspended.reason).to.equal('Copies others');
    const { body } = await api.get('/api/v1/admin/reviews', { key: admin.key });
    for (const { listing } of body.reviews)
      await api.post(`/api/v1/admin/reviews/${listing.slug}`, { decision: 'approve' }, { key: admin.key });
  });

  it('opens what was clicked, says who has it open, and holds at the first sign of work only', async () => {
    const colleague = await api.registerAdmin();
    const items = [];
    for (const name of ['Held one', 'Free one']) items.push(await api.submit(owner.key, { name }));
    const [held = { slug: '' }, free = { slug: '' }] = items;
    const holders = () => api.server.database.knex('review_claims').whereRaw('leased_until > now()');
    await api.server.database.knex('review_claims').delete();
    const theirs = await signIn(colleague);
    await open(theirs, `/admin/review?item=${held.slug}`);
    expect(await holders(), 'a glance').to.deep.equal([]);
    await lookAt(theirs);
    await Promise.all([
      theirs.waitForResponse((response) => response.request().method() === 'POST'),
      theirs.keyboard.press('r'),
    ]);
    expect(await holders(), 'the box for a reason').to.have.length(1);
    await api.server.database
      .knex('review_claims')
      .update({ since: api.server.database.knex.raw("now() - interval '2 minutes'") });
    const page = await signIn(admin);
    await open(page, '/admin/review');
    expect(await shown(page), 'the next one that nobody holds').to.equal('Free one');
    const marked = await page.$$eval('.desk-with', (all) => all.map((one) => one.closest('a')?.href));
    expect(marked).to.deep.equal([`${api.server.url}/admin/review?item=${held.slug}`]);
    await follow(page, () => page.click(`.desk-queue a[href*="${held.slug}"]`));
    expect(await shown(page)).to.equal('Held one');
    expect(await page.$eval('.review', (review) => review.textContent)).to.include(
      'has had this open for 2 minutes.',
    );
    await lookAt(page);
    for (const name of ['a', '1', 's', 'm'] as const) await page.keyboard.press(name);
    const states = await Promise.all(items.map(async ({ slug }) => (await find(slug)).status));
    expect(states).to.deep.equal(['pending', 'pending']);
    await follow(page, () => page.click('button[value="take"]'));
    await key(page, 'a');
    expect((await find(held.slug)).status).to.equal('live');
    // What has been decided is not replaced by another case.
    await open(theirs, `/admin/review?item=${held.slug}`);
    expect(await theirs.$('.review')).to.equal(null);
    expect(await theirs.$eval('.desk .empty', (empty) => empty.textContent)).to.include('is not waiting');
    await api.post(`/api/v1/admin/reviews/${free.slug}`, { decision: 'approve' }, { key: admin.key });
  });

  it('narrows the queue by topic and submitter, goes through it by j and k, and counts who decided what today', async () => {
    const ada = await api.registerAdmin();
    await api.server.database.knex('users').where({ id: ada.id }).update({ name: 'Ada' });
    const other = await api.register('Alan Turing');
    const upper = await api.submit(owner.key, { name: 'Upper one', categories: ['design'] });
    const theirs = await api.submit(other.key, { name: 'Of another', categories: ['design'] });
    const lower = await api.submit(owner.key, { name: 'Lower one', categories: ['finance'] });
    const asked = async (query: string) => {
      const { body } = await api.get(`/api/v1/admin/reviews?${query}`, { key: ada.key });
      return [body.total, ...body.reviews.map(({ listing }: { listing: { slug: string } }) => listing.slug)];
    };
    expect(await asked('category=design')).to.deep.equal([2, upper.slug, theirs.slug]);
    expect(await asked(`category=design&owner=${other.id}`)).to.deep.equal([1, theirs.slug]);
    expect(await asked('owner=none')).to.deep.equal([0]);
    // A report is more urgent than what has waited longer.
    await api.post(`/api/v1/admin/reviews/${lower.slug}`, { decision: 'approve' }, { key: admin.key });
    await api.post(`/api/v1/listings/${lower.slug}/reports`, { kind: 'scam' }, { key: other.key });
    expect(await asked('')).to.deep.equal([3, lower.slug, upper.slug, theirs.slug]);
    expect(await asked('sort=oldest')).to.deep.equal([3, upper.slug, theirs.slug, lower.slug]);
    // Each counts in one tab of the desk, though a new listing that is reported has two reasons to wait.
    await api.server.database.knex('listing_looks').where({ listing_id: lower.id }).delete();
    expect(await asked('source=new')).to.deep.equal([1, lower.slug]);
    // Who has work at the desk begins there.
    const desk = visitorOf(api.server);
    expect((await desk.submit('/sign-in', { email: ada.email, password: ada.password })).location).to.equal(
      '/admin/review',
    );
    const page = await signIn(ada);
    const query = `?owner=${encodeURIComponent(owner.email)}`;
    await open(page, `/admin/review${query}`);
    const names = () => page.$$eval('.desk-queue li [dir]', (all) => all.map((one) => one.textContent));
    expect(await names()).to.deep.equal(['Lower one', 'Upper one']);
    expect(await shown(page)).to.equal('Lower one');
    const tabs = () =>
      page.$$eval('.views a', (all) => all.map((tab) => tab.textContent?.replace(/\s+/g, ' ').trim()));
    expect(await tabs()).to.deep.equal(['All 2', 'Reported 1', 'In review 1']);
    await follow(page, () => page.keyboard.press('j'));
    expect(await shown(page)).to.equal('Upper one');
    await follow(page, () => page.keyboard.press('k'));
    expect(await shown(page)).to.equal('Lower one');
    await key(page, 'a');
    expect(await shown(page), 'the filter stays').to.equal('Upper one');
    expect(await names()).to.deep.equal(['Upper one']);
    await key(page, 'a');
    expect(await page.$eval('.desk .empty', (empty) => empty.textContent)).to.include('Nothing matches');
    const today = () => page.$eval('.desk-head', (head) => /Ada [\d,]+/.exec(head.textContent ?? '')?.[0]);
    expect(await today()).to.equal('Ada 2');
    await key(page, 'u');
    expect(await today(), 'what is undone is not decided').to.equal('Ada 1');
    for (const { slug } of [upper, theirs])
      await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key: ada.key });
    expect((await desk.get('/admin')).html, 'a chart of one bar').not.to.include('class="charts"');
  });

  /** The desk of an admin without scripts: HTML and forms. */
  async function plainDesk() {
    const desk = visitorOf(api.server);
    await desk.signIn(admin);
    const read = async (path: string) => (await desk.get(path)).html;
    return {
      read,
      /** Sends the form of the case that a page shows, given by its address or itself. @returns the page that answers */
      async decide(fields: Record<string, string>, page = '/admin/review'): Promise<string> {
        const from = page.startsWith('/') ? await read(page) : page;
        const action = /desk-decide" method="post" action="([^"]+)"/.exec(from)?.[1] ?? '';
        const form = { ...hiddenFields(from, action), ...fields };
        const { location, html } = await desk.post(action.replaceAll('&amp;', '&'), form);
        return location ? read(location) : html;
      },
      async undo(from: string): Promise<string> {
        const action = /action="([^"]+)" data-review-undo/.exec(from)?.[1] ?? '';
        const { location } = await desk.post(action, { _csrf: csrfOf(from), decision: 'undo' });
        return read(location ?? '');
      },
    };
  }
  const nameIn = (html: string) => /<h2 dir="auto">([^<]*)</.exec(html)?.[1]?.trim();

  it('keeps the last decision and skipped cases in reach after a fresh load, and counts one thing everywhere', async () => {
    const [first, second] = [await api.submit(owner.key), await api.submit(owner.key)];
    const { read, decide, undo } = await plainDesk();
    const skipped = await decide({ decision: 'skip' });
    expect(nameIn(skipped)).to.equal(second.name);
    await decide({ decision: 'approve' }, skipped);
    const start = await read('/admin');
    expect(start).to.match(/class="rail"[\s\S]*?class="count"[^>]*>\s*1\b/);
    expect(start).to.match(/class="tile[^>]*href="\/admin\/review"[\s\S]*?tile-count"[^>]*>\s*1\b/);
    expect(start.split('<main')[1]).to.include(`href="/admin/review?item=${first.slug}"`);
    // What was skipped is in the list, though it is not the next case.
    const fresh = await read('/admin/review');
    expect(fresh).to.match(/desk-head"[\s\S]*?class="count soft">\s*1\b/);
    const [, queue = ''] = fresh.split('desk-queue');
    const link = new RegExp(`href="([^"]*${first.slug}[^"]*)"`).exec(queue)?.[1] ?? '';
    expect(nameIn(await read(link.replaceAll('&amp;', '&')))).to.equal(first.name);
    const undone = await undo(fresh);
    expect((await find(second.slug)).status).to.equal('pending');
    expect(nameIn(undone)).to.equal(second.name);
    await decide({ decision: 'approve' }, undone);
    await decide({ decision: 'approve' }, `/admin/review?item=${first.slug}`);
  });

  it('goes on with the item below, wherever in the queue one was decided, and names what was', async () => {
    const items = [];
    for (const name of ['Upper', 'Middle', 'Lower', 'Lowest'])
      items.push(await api.submit(owner.key, { name }));
    const { decide } = await plainDesk();
    const said = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    const approved = await decide({ decision: 'approve' }, `/admin/review?item=${items[1]?.slug}`);
    expect(said(approved)).to.include('Settled: Middle');
    expect(nameIn(approved)).to.equal('Lower');
    const skipped = await decide({ decision: 'skip' }, approved);
    expect(said(skipped)).to.include('hour: Lower');
    expect(nameIn(skipped)).to.equal('Lowest');
    // After the last one it begins again.
    const last = await decide({ decision: 'approve' }, skipped);
    expect(nameIn(last)).to.equal('Upper');
    await decide({ decision: 'approve' }, last);
    await decide({ decision: 'approve' }, `/admin/review?item=${items[2]?.slug}`);
  });

  it('works without scripts, and postpones skipped items', async () => {
    const [first, second] = [await api.submit(owner.key), await api.submit(owner.key)];
    const { read, decide, undo } = await plainDesk();
    expect(nameIn(await read('/admin/review'))).to.equal(first.name);
    expect(nameIn(await decide({ decision: 'skip' }))).to.equal(second.name);
    // A rejection without a reason is answered at its box, in the same tab.
    const wanting = await decide({ decision: 'reject', reason: '' }, '/admin/review?source=pending');
    expect(wanting).to.match(/<textarea[^>]* autofocus[^>]* aria-describedby="field-reason-error"/);
    expect(wanting).to.match(/<a href="[^"]*source=pending[^"]*" aria-current/);
    const rejected = await decide({ decision: 'reject', reason: 'Nothing to see' });
    expect((await find(second.slug)).rejectedReason).to.equal('Nothing to see');
    const undone = await undo(rejected);
    expect(nameIn(undone)).to.equal(second.name);
    expect(undone.replace(/<[^>]*>/g, '')).to.include(`Undone: your decision about ${second.name}`);
    const skipped = await decide({ decision: 'skip' });
    const back = /<a href="([^"]+)" data-review-undo/.exec(skipped)?.[1] ?? '';
    expect(nameIn(await read(back))).to.equal(second.name);
    await decide({ decision: 'approve' }, back);
    expect((await find(second.slug)).status).to.equal('live');
  });

  it('keeps the decision buttons in reach on a phone, wherever the text is scrolled, and covers nothing', async () => {
    await api.submit(owner.key, { description: 'A long story.\n\n'.repeat(120) });
    const page = await signIn(admin);
    await page.setViewport({ width: 360, height: 740 });
    await open(page, '/admin/review');
    /** The touch target in the middle of each of the three, and whether it is large enough. */
    const touched = () =>
      page.evaluate(`[...document.querySelectorAll('.desk-bar > *')].map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const isThere = document.elementFromPoint(x + width / 2, y + height / 2) === control;
        return isThere && height >= 44 && control.scrollWidth <= control.clientWidth;
      })`);
    expect(await touched()).to.deep.equal([true, true, true]);
    const isWhole = () =>
      page.$eval('.desk-bar', (bar) => bar.scrollWidth <= bar.clientWidth && bar.clientHeight < 70);
    expect(await isWhole()).to.equal(true);
    // German words are longer.
    await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await page.reload();
    expect([await isWhole(), ...((await touched()) as boolean[])]).to.deep.equal([true, true, true, true]);
    await page.evaluate('scrollTo(0, 900)');
    expect(await touched()).to.deep.equal([true, true, true]);
    // The text is read before the decision about it, in the order it is displayed.
    const order = await page.$$eval('.review h2[dir], .desk-bar > *, #because .review-reason', (elements) =>
      elements.map((element) => element.className || element.tagName).slice(0, 5),
    );
    expect(order.map((name) => name.split(' ').at(-1))).to.deep.equal([
      'H2',
      'button-primary',
      'button',
      'desk-jump',
      'review-reason',
    ]);
    await page.click('.desk-jump');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("#because") !== null')).to.equal(true);
    // Nothing covers the reasons, or the text box, until it is left.
    expect(await touched()).to.deep.equal([false, false, false]);
    await page.focus('textarea[name="reason"]');
    expect(await touched()).to.deep.equal([false, false, false]);
    await page.keyboard.press('Escape');
    expect(await touched()).to.deep.equal([true, true, true]);
    await lookAt(page);
    await follow(page, () => page.click('button[value="approve"]'));
  });

  it('leads from a guest’s report to a decision and a mail', async () => {
    const listing = await api.submit(owner.key, { name: 'Looks fine' });
    await api.post(`/api/v1/admin/reviews/${listing.slug}`, { decision: 'approve' }, { key: admin.key });
    const guest = visitorOf(api.server);
    const path = `/report/${listing.slug}`;
    expect((await guest.get(`/listings/${listing.slug}`)).html).to.include(`href="${path}"`);
    const fields = { message: 'They took my card.', email: 'careful@example.com' };
    const { html } = await guest.submit(path, fields);
    expect(html).to.include('They took my card.').and.include('Please fill this in.');
    const sent = await guest.submit(path, { ...fields, kind: 'scam' });
    expect(sent.location?.split('?')[0]).to.equal(`/listings/${listing.slug}`);
    const { read, decide } = await plainDesk();
    const shown = await read('/admin/review');
    expect(shown).to.include('They took my card.').and.include('Dismiss report');
    await decide({ ready: /value="([^"]+)"\s+data-key="2"/.exec(shown)?.[1] ?? '' });
    expect((await find(listing.slug)).status).to.equal('rejected');
    await hurryMails();
    expect(await mailsTo('careful@example.com')).to.have.length(1);
  });

  it('lets the owner of a rejected listing appeal, and a moderator restore it', async () => {
    const { slug } = await api.submit(owner.key, { name: 'Misjudged' });
    await api.post(
      `/api/v1/admin/reviews/${slug}`,
      { decision: 'reject', reason: 'No product' },
      { key: admin.key },
    );
    const member = visitorOf(api.server);
    await member.signIn(owner);
    const read = async (path: string) => (await member.get(path)).html;
    const [edit, appeal] = [`/account/listings/${slug}/edit`, `/account/listings/${slug}/appeal`];
    const shownAt = `/listings/${slug}`;
    const links = async () => {
      const link = new RegExp(`<a [^>]*href="${appeal}"[^>]*>(.*?)</a>`, 's');
      const pages = await Promise.all(['/account', edit, shownAt].map(read));
      return pages.map((html) =>
        link
          .exec(html)?.[1]
          ?.replace(/<[^>]+>/g, '')
          .split(':')[0]
          ?.trim(),
      );
    };
    expect(await links()).to.deep.equal(Array(3).fill('Appeal'));
    for (const path of [edit, shownAt]) expect(await read(path), path).to.include('No product');
    await hurryMails();
    const told = (await mailsTo(owner.email)).find((mail) => mail.includes('“Misjudged” was rejected'));
    expect(told).to.include('Reason: No product').and.include(`/account/listings/${slug}/appeal`);
    expect(await read(appeal)).to.include('No product');
    const sent = await member.submit(appeal, { message: 'Now there is a shop.' });
    expect(sent.location?.split('?')[0]).to.equal('/account');
    // It is asked once.
    expect(await links()).to.deep.equal(Array(3).fill('Your appeal'));
    const desk = await plainDesk();
    expect(await desk.read('/admin/review')).to.include('Now there is a shop.');
    await desk.decide({ decision: 'approve' });
    expect((await find(slug)).rejectedAt).to.equal(null);
  });
});
