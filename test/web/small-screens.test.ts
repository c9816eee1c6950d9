// What otherwise only a person would notice: pages on a phone, touch targets, print, and small enhancements.
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { UserModel } from '../../db/models/accounts.js';
import { signInBeside, useBrowser } from '../helpers/browser.js';
import { createMember, PASSWORD, submitDemo } from '../helpers/directory.js';
import { useServer } from '../helpers/server.js';

const PHONE = 360;

/** How far elements extend beyond the right edge of the window, at most. */
const beyond = (
  selector: string,
) => `Math.max(0, ...[...document.querySelectorAll(${JSON.stringify(selector)})]
  .map((element) => element.getBoundingClientRect().right - document.documentElement.clientWidth))`;
/** How far an element is cut off by the left or the right edge of the window. */
const outside = (selector: string) => `(({ left, right }) =>
  Math.max(0, -left, right - document.documentElement.clientWidth))(
  document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`;
/** The heights of all visible elements of a selector, without repeats. */
const heightsOf = (
  selector: string,
) => `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})]
  .filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect().height))]`;

describe('pages on a small screen', function () {
  this.timeout(120_000);
  const server = useServer();
  const browser = useBrowser();
  before(async () => {
    await submitDemo(await createMember('owner@example.com'));
  });

  async function phone(path: string): Promise<Page> {
    const page = await browser.open({ width: PHONE });
    await page.goto(server.url + path);
    return page;
  }

  const signIn = (page: Page) => signInBeside(page, server.url, { email: 'owner@example.com' });

  it('break no word on a button, keep the counts of categories in one line, and the stars in sight', async () => {
    const page = await phone('/listings?page=2');
    expect(await page.evaluate(heightsOf('.pager .button'))).to.deep.equal([36]);
    expect(await page.evaluate(beyond('.pager .button'))).to.equal(0);
    expect(await page.evaluate(beyond('.star'))).to.equal(0);
    expect(await page.evaluate(beyond('.site-header *'))).to.equal(0);
    await page.goto(server.url);
    expect(await page.evaluate(beyond('.index-list .count'))).to.equal(0);
    expect(
      await page.evaluate("document.querySelector('.index-list .count').getClientRects().length"),
    ).to.equal(1);
  });

  it('show the filters in a sheet, which Escape closes', async () => {
    const page = await phone('/categories/other');
    const isOpen = () => page.evaluate("document.querySelector('.facets').checkVisibility()");
    expect(await isOpen()).to.equal(false);
    await page.click('.filters-open');
    expect(await isOpen()).to.equal(true);
    expect(await page.evaluate(beyond('.facets *'))).to.equal(0);
    const heights = (await page.evaluate(heightsOf('.facet-list a'))) as number[];
    expect(Math.min(...heights)).to.be.at.least(44);
    await page.keyboard.press('Escape');
    expect(await isOpen()).to.equal(false);
  });

  it('have the sections of the console in one row that starts at the current one, also without scripts', async () => {
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'owner@example.com' });
    for (const [width, scripts] of [
      [320, false],
      [768, true],
    ] as const) {
      const page = await browser.open({ width, scripts });
      await signIn(page);
      for (const section of ['', '/users', '/audit']) {
        const at = `${section} at ${width}`;
        await page.goto(`${server.url}/admin${section}`);
        expect(await page.evaluate(heightsOf('.rail a')), at).to.deep.equal([44]);
        expect(await page.evaluate(beyond('.rail a')), at).to.be[section === '/audit' ? 'most' : 'above'](0);
        expect(await page.evaluate(outside('.rail [aria-current]')), at).to.equal(0);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), at).to.be.most(0);
      }
      // By keyboard the row follows the focus, to its end and back.
      await page.focus('.rail a:last-child');
      expect(await page.evaluate(outside('.rail a:last-child'))).to.equal(0);
      await page.focus('.rail a');
      expect(await page.evaluate(outside('.rail a'))).to.equal(0);
    }
  });

  it('show the price, then the other facts, then the long text, and have the search within one tap', async () => {
    const page = await phone('/listings/tidewater-notes');
    const tops = `['.listing-head .card-meta', '.facts', '.listing-text'].map((name) => document.querySelector(name).getBoundingClientRect().top)`;
    const found = (await page.evaluate(tops)) as number[];
    expect(found).to.deep.equal(found.toSorted((a, b) => a - b));
    await Promise.all([page.waitForNavigation(), page.click('.header-search')]);
    expect(await page.$('.browse-search input[type="search"]')).not.to.equal(null);
    // On the page of a list, the search comes before the filters.
    const order = `[...document.querySelectorAll('.browse-search, .filters-open')]
      .map((element) => element.getBoundingClientRect().top)`;
    const [search = 0, facets = 0] = (await page.evaluate(order)) as number[];
    expect(search).to.be.below(facets);
  });

  it('leave code readable beside its copy button, and turn tables into blocks instead of scrolling them', async () => {
    const page = await phone('/docs');
    const covered = `[...document.querySelectorAll('.code')].filter((block) =>
      block.querySelector('.copy').getBoundingClientRect().left <
      block.querySelector('pre').getBoundingClientRect().right).length`;
    expect(await page.evaluate(covered)).to.equal(0);
    const scrolling = `[...document.querySelectorAll('.table-scroll')]
      .filter((part) => part.scrollWidth > part.clientWidth).length`;
    expect(await page.evaluate(scrolling)).to.equal(0);
  });

  it('have touch targets of 44 pixels', async () => {
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'owner@example.com' });
    const page = await browser.open({ width: PHONE });
    await signIn(page);
    await page.setViewport({ width: PHONE, height: 740, isMobile: true, hasTouch: true });
    for (const path of [
      '/listings?q=note&category=productivity',
      '/account',
      '/account/keys',
      '/submit',
      '/admin/audit',
      '/admin/catalog',
    ]) {
      await page.goto(server.url + path);
      const targets = '.button, .chip, .choices a, .confirm summary, .check, .menu summary, .changes summary';
      const heights = (await page.evaluate(heightsOf(targets))) as number[];
      expect(Math.min(...heights), path).to.be.at.least(44);
      if (path === '/account') expect(await page.evaluate(beyond('.rail a')), 'every tab').to.equal(0);
    }
  });

  it('print dark on white, also in the dark theme', async () => {
    const page = await phone('/listings/tidewater-notes');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const lightness = `Number(/oklch\\(([\\d.]+)/.exec(getComputedStyle(document.querySelector('.tagline')).color)[1])`;
    expect(await page.evaluate(lightness)).to.be.above(0.6);
    await page.emulateMediaType('print');
    expect(await page.evaluate(lightness)).to.be.below(0.6);
    const unprinted = '.site-header, .site-footer, .aside-links, form, .button, .star';
    expect(await page.evaluate(heightsOf(unprinted))).to.deep.equal([]);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const foot = await page.evaluate(`getComputedStyle(document.body, '::after').content`);
    expect(foot).to.contain(`${server.url}/listings/tidewater-notes · `);
  });

  it('can show a password, and submit it as one', async () => {
    const page = await phone('/sign-in');
    await page.type('#field-password', PASSWORD);
    const type = () => page.$eval('#field-password', (input) => input.getAttribute('type'));
    await page.click('.reveal');
    expect(await type()).to.equal('text');
    await page.click('.reveal');
    expect(await type()).to.equal('password');
    await page.click('.reveal');
    await page.evaluate(`document.querySelector('main form').addEventListener('submit', (event) => {
      event.preventDefault();
      window.typeSent = event.target.password.type;
    })`);
    await page.type('#field-email', 'owner@example.com');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('window.typeSent')).to.equal('password');
  });
});
