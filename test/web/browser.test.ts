// The pages in a real Chromium: accessible, without layout shift or CSP violations, and usable by keyboard alone and
// without scripts.
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { KeyInput, Page } from 'puppeteer';
import sharp from 'sharp';
import { systemActor } from '../../core/kernel/actor.js';
import { updateSettings } from '../../core/settings/manage.js';
import { SETTINGS_FIELDS } from '../../core/settings/schema.js';
import { fill, signInBeside, useBrowser } from '../helpers/browser.js';
import { createMember, PASSWORD, submitDemo } from '../helpers/directory.js';
import { makeTempDir } from '../helpers/environment.js';
import { CONSOLE_PAGES, GUEST_PAGES, MEMBER_PAGES } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [360, 768, 1280];
const [PHONE, DESKTOP] = [360, 1280];
/** `npm run audit` looks at every page in both themes on a phone and a desktop, `npm test` at a sample. */
const isFull = process.env.AUDIT === 'all';
/** Another state of a page that is audited anyway. */
const REPEATS = /\?(page=2|q=zzzz|sort=|done=|q=note&status)/;

// Code that runs inside the page is text: the compiler's lib of Node has no document.
const RUN_AXE = `
  axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    // No rule that runs reads style sheets: axe need not fetch them.
    preload: { assets: ['media'] },
  }).then((results) =>
    results.violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 2).map(
      (node) => node.html.slice(0, 160) + ' ' + node.failureSummary).join(' | ')))`;

const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

const ADD_INLINE_SCRIPT = `new Promise((resolve) => {
  const seen = [];
  document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective));
  const script = document.createElement('script');
  script.textContent = 'window.broken = true';
  document.head.append(script);
  setTimeout(() => resolve([...seen, String('broken' in window)]), 100);
})`;

/** The outline of the focused element, if it matches; else null. */
const outlineOf = (selector: string) => `document.activeElement?.matches(${JSON.stringify(selector)})
  ? getComputedStyle(document.activeElement).outlineStyle : null`;

describe('pages in a browser', function () {
  this.timeout(180_000);
  const server = useServer();
  const browser = useBrowser();
  const logoFile = join(makeTempDir(), 'logo.png');
  after(() => rmSync(dirname(logoFile), { recursive: true }));

  before(async () => {
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2f49cf' } })
      .png()
      .toFile(logoFile);
    await submitDemo(await createMember('owner@example.com'));
  });

  /** The violations of the rules of accessibility. */
  async function violations(page: Page): Promise<unknown> {
    await page.evaluate(`globalThis.axe ?? (() => { ${axe} })()`);
    return page.evaluate(RUN_AXE);
  }

  const signIn = (page: Page) => signInBeside(page, server.url, { email: 'owner@example.com' });

  /** CSP violations, and errors of scripts. */
  function watch(page: Page): string[] {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A page that answers 404 on purpose is reported as an error, too.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    return complaints;
  }

  async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
    // Without motion: colours in transition between the themes have no meaningful contrast.
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
  }

  /** What a click on the first screen would miss, as the link of another part lies over it. */
  const COVERED = `
    scrollTo(0, 0);
    [...document.querySelectorAll('a, button, input, select, textarea')].filter((one) => {
      const { left, top, width, height, bottom } = one.getBoundingClientRect();
      if (width < 2 || top < 0 || bottom > innerHeight || !one.checkVisibility()) return false;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a');
      if (!hit || hit.contains(one) || one.contains(hit)) return false;
      const part = 'li, article, label, header';
      return hit.closest(part) !== one.closest(part);
    }).map((one) => one.outerHTML.slice(0, 120))`;

  async function expectFit(page: Page, path: string, width: number): Promise<void> {
    await page.setViewport({ width, height: 900 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `${path} at ${width} px scrolls sideways`).to.be.at.most(0);
    expect(
      await page.evaluate(COVERED),
      `${path} at ${width} px: below a link of something else`,
    ).to.deep.equal([]);
  }

  /** Loads a page on a phone, where it is the likeliest to shift, and looks at it from there. */
  async function audit(
    page: Page,
    path: string,
    looks: readonly (readonly [theme: 'light' | 'dark', width: number])[],
  ) {
    await page.setViewport({ width: PHONE, height: 900 });
    await page.goto(server.url + path, { waitUntil: 'load' });
    // A hundredth: a long page that arrives in parts may move a line; Web Vitals calls a tenth good.
    expect(await page.evaluate(SHIFTS), `${path} shifts its layout`).to.be.below(0.01);
    for (const width of WIDTHS) await expectFit(page, path, width);
    for (const [theme, width] of looks) {
      await setTheme(page, theme);
      await page.setViewport({ width, height: 900 });
      expect(await violations(page), `${path} at ${width} px, ${theme}`).to.deep.equal([]);
    }
  }

  /**
   * The first page, for its frame, in the dark on a phone and in the light on a desktop; then every ninth page in turn
   * so or so. No script fails, and nothing offends the CSP.
   */
  async function auditAll(page: Page, paths: readonly string[]): Promise<void> {
    const complaints = watch(page);
    const [dark, light] = [['dark', PHONE] as const, ['light', DESKTOP] as const];
    const whole = [dark, ['light', PHONE] as const, light, ['dark', DESKTOP] as const];
    const sample = paths.filter((path) => !REPEATS.test(path)).filter((_, n) => isFull || n % 9 === 0);
    for (const [index, path] of sample.entries())
      await audit(
        page,
        path,
        isFull ? whole : index === 0 ? [dark, light] : [index % 2 === 0 ? light : dark],
      );
    expect(complaints).to.deep.equal([]);
  }

  it('are accessible, fit and do not shift, in both themes at three widths, for guests', async () => {
    const page = await browser.open();
    await auditAll(page, GUEST_PAGES);
  });

  it('are so with an operator’s texts and colour', async () => {
    await updateSettings(systemActor('cli'), {
      name: 'A Rather Long Name for a Directory',
      accent_color: '#ffe100',
      headline: 'Honest tools for small teams',
      needs: ['invoices for freelancers', 'a shared calendar'],
      announcement: 'We have moved house: update your bookmarks, please.',
      announcement_url: '/pages/imprint',
      pages: [
        { slug: 'imprint', title: 'Imprint', text: `# Who\n\n| a | b |\n|-|-|\n| ${'c'.repeat(90)} | d |` },
        { slug: 'picks', title: 'Our picks', text: 'What we use.\n\n/listings?sort=name' },
      ],
    });
    try {
      await auditAll(await browser.open(), ['/', '/listings', '/pages/imprint']);
    } finally {
      await updateSettings(
        systemActor('cli'),
        Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, null])),
      );
    }
  });

  it('are so for members too', async () => {
    const page = await browser.open();
    await signIn(page);
    await auditAll(page, MEMBER_PAGES);
  });

  it('are so for admins too', async () => {
    const page = await browser.open();
    await signIn(page);
    const users = server.database.knex('users').where({ email: 'owner@example.com' });
    await users.clone().update({ role: 'admin' });
    const [owner] = await users.clone().select('id');
    await auditAll(page, [...CONSOLE_PAGES, `/admin/users/${owner.id}`]);
    await users.clone().update({ role: 'user' });
  });

  it('obey a content security policy without exceptions, data blocks included', async () => {
    const page = await browser.open();
    const response = await page.goto(`${server.url}/listings/tidewater-notes`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).to.contain("default-src 'self'").and.not.contain('unsafe');
    expect(`${policy};`).to.contain("img-src 'self' data:;");
    const breaches = await page.evaluate(ADD_INLINE_SCRIPT);
    expect(breaches, 'the policy is at work').to.deep.equal(['script-src-elem', 'false']);
  });

  it('can be used by keyboard alone: sign up, submit, edit, archive, create a key', async () => {
    const page = await browser.open();
    const press = async (...keys: KeyInput[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Presses Tab until the focused element matches; a control that Tab never reaches fails the test. */
    const tabTo = async (selector: string) => {
      for (let steps = 0; steps < 120; steps += 1) {
        await press('Tab');
        const focused = await page.evaluate(outlineOf(selector));
        if (focused === null) continue;
        expect(focused, `${selector} shows its focus`).not.to.equal('none');
        return;
      }
      throw new Error(`Tab never reaches ${selector} on ${page.url()}`);
    };
    const enter = async () => {
      await Promise.all([page.waitForNavigation(), press('Enter')]);
    };

    await page.goto(server.url);
    await press('Tab');
    expect(await page.evaluate('document.activeElement.className')).to.equal('skip-link');
    await press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('content');
    await page.goto(server.url);
    await tabTo('.site-nav a[href="/submit"]');
    await enter();
    expect(new URL(page.url()).pathname).to.equal('/submit');
    await tabTo('#field-website_url');
    await page.keyboard.type('https://keys-only.example.com');
    await tabTo('#field-name');
    await page.keyboard.type('Keys Only');
    await tabTo('#field-tagline');
    await page.keyboard.type('No mouse needed');
    await tabTo('.fold summary');
    await press('Enter');
    await tabTo('input[name="categories"][value="design"]');
    await press('Space');
    await tabTo('#field-logo');
    const choosing = page.waitForFileChooser();
    // A round trip, so that the browser is waiting before the key arrives.
    await page.evaluate('document.title');
    await press('Enter');
    await (await choosing).accept([logoFile]);
    await tabTo('#field-pricing_model');
    await page.keyboard.type('Free');
    await tabTo('#field-account_name');
    await page.keyboard.type('Kay');
    await tabTo('#field-account_email');
    await page.keyboard.type('kay@example.com');
    await tabTo('#field-account_password');
    await page.keyboard.type(PASSWORD);
    await tabTo('.form-bar button');
    await enter();
    expect(page.url()).to.equal(`${server.url}/listings/keys-only?done=submitted`);
    expect(await page.$('.logo-large img[src^="/media/"]')).not.to.equal(null);
    await tabTo('a[href="/account/listings/keys-only/edit"]');
    await enter();
    await tabTo('#field-tagline');
    await press('End');
    await page.keyboard.type(' at all');
    await enter();
    expect(await page.content()).to.contain('No mouse needed at all');
    await page.goto(`${server.url}/account`);
    await tabTo('form[action$="/archive"] button');
    await enter();
    expect(page.url()).to.contain('done=archived');
    await tabTo('a[href="/account/keys"]');
    await enter();
    await tabTo('#field-name');
    await page.keyboard.type('keyboard');
    await enter();
    expect(await page.$eval('.secret input', (input) => input.getAttribute('value'))).to.match(
      /^dir_\w{36}$/,
    );
  });

  it('keep with a star in place, and every page shows it', async () => {
    const page = await browser.open();
    const counted = (count: string) =>
      page.waitForFunction(`document.querySelector('[data-kept]').textContent === '${count}'`);
    await page.goto(`${server.url}/listings`);
    await page.click('.star');
    await counted('1');
    expect(page.url()).to.equal(`${server.url}/listings`);
    await page.goto(`${server.url}/listings`);
    await counted('1');
    expect(await page.$eval('.star', (star) => star.getAttribute('aria-pressed'))).to.equal('true');
    await page.click('.star');
    await counted('');
  });

  it('work without scripts: folds, searches and the menu', async () => {
    const page = await browser.open({ scripts: false });
    const send = async (selector: string) => {
      await Promise.all([page.waitForNavigation(), page.click(selector)]);
    };
    await signIn(page);
    await page.goto(`${server.url}/account/keys`);
    await fill(page, '#field-name', 'plain');
    await send('main form.form button');
    expect(await page.$('.secret input[value^="dir_"]')).not.to.equal(null);
    await page.click('.confirm:has(form[action$="/revoke"]) summary');
    await send('form[action$="/revoke"] button');
    expect(page.url()).to.contain('done=key-revoked');
    await page.goto(`${server.url}/listings`);
    expect(await page.$eval('main input[name="q"]', (input) => input.getAttribute('role'))).to.equal(null);
    await fill(page, 'main input[name="q"]', 'tidewater');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).to.contain('/listings?q=tidewater');
    await page.setViewport({ width: 360, height: 740 });
    await page.goto(server.url);
    await page.click('details.menu summary');
    await send('details.menu a[href="/account"]');
    expect(page.url()).to.equal(`${server.url}/account`);
  });

  it('lose no input when the session ends meanwhile, or on going back', async () => {
    const page = await browser.open();
    const complaints = watch(page);
    const send = async (selector: string) => {
      await Promise.all([page.waitForNavigation(), page.click(selector)]);
    };
    await signIn(page);
    await page.goto(`${server.url}/submit`);
    await fill(page, '#field-name', 'Typed Twice');
    await page.click('.fold summary');
    await fill(page, '#field-description', 'Never');
    await page.goto(`${server.url}/policy`);
    await page.goBack();
    expect(await page.$eval('#field-name', (input) => (input as { value?: string }).value)).to.equal(
      'Typed Twice',
    );
    await fill(page, '#field-tagline', 'Once is enough');
    // Ended elsewhere: the cookie is still ours, so that the form sent with it is read.
    await server.database.knex('sessions').delete();
    await fill(page, '#field-website_url', 'typed-twice.example.com');
    const asked = page.waitForResponse((response) => response.url().includes('/submit/check'));
    await page.keyboard.press('Tab');
    await asked;
    await send('.form-bar button');
    await fill(page, '#field-email', 'owner@example.com');
    await fill(page, '#field-password', PASSWORD);
    await send('main form.form button[type="submit"]');
    expect(await violations(page)).to.deep.equal([]);
    await send('form[action="/submit"] button[type="submit"]');
    expect(page.url()).to.equal(`${server.url}/listings/typed-twice?done=submitted`);
    expect(complaints).to.deep.equal([]);
  });

  it('send a form once, however often its button is pressed', async () => {
    const page = await browser.open();
    await signIn(page);
    await page.goto(`${server.url}/account`);
    await page.setRequestInterception(true);
    // No response yet, as on a slow network: the page stays as it is.
    page.on('request', (request) => {
      void (request.method() === 'POST' ? request.respond({ status: 204 }) : request.continue());
    });
    await page.click('form[action$="/archive"] button');
    await page.waitForSelector('form[action$="/archive"] button:disabled');
  });

  it('are improved by scripts: copying, counting, warning of duplicates', async () => {
    const page = await browser.open();
    await signIn(page);
    await page.goto(`${server.url}/submit`);
    await fill(page, '#field-website_url', 'https://www.tidewater-notes.example/?utm_source=x');
    await page.keyboard.press('Tab');
    await page.waitForSelector('[data-duplicates] a[href="/listings/tidewater-notes"]');
    await fill(page, '#field-tagline', 'x'.repeat(120));
    expect(
      await page.$eval('[data-count]:has(#field-tagline) .counter', (counter) => counter.textContent),
    ).to.equal('120 of 160');
    await page.click('.fold summary');
    for (const box of ['saas', 'ai', 'design', 'sales', 'other']) await page.click(`input[value="${box}"]`);
    expect(await page.$('input[value="finance"]:disabled')).not.to.equal(null);
    await page.goto(`${server.url}/docs`);
    expect(await page.$$eval('.copy', (buttons) => buttons.length)).to.be.above(3);
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.name')).to.equal('q');
  });

  it('suggest searches while typing, as a combobox for keyboard and pointer', async () => {
    const page = await browser.open();
    const complaints = watch(page);
    const box = 'main input[name="q"]';
    const attribute = (name: string) => page.$eval(box, (input, key) => input.getAttribute(key), name);
    const open = async (text: string) => {
      await page.goto(`${server.url}/listings`);
      expect([await attribute('role'), await attribute('aria-expanded')]).to.deep.equal([
        'combobox',
        'false',
      ]);
      await page.type(box, text);
      await page.waitForSelector(`${box}[aria-expanded="true"]`);
    };
    await open('tidew');
    expect(await attribute('aria-autocomplete')).to.equal('list');
    const list = `#${await attribute('aria-controls')}[role="listbox"]`;
    expect(await page.$eval(`${list} > [role="option"]`, (option) => option.textContent)).to.contain(
      'Tidewater Notes',
    );
    expect(await violations(page)).to.deep.equal([]);

    expect(await attribute('aria-activedescendant'), 'nothing is chosen for anybody').to.equal(null);
    await page.keyboard.press('ArrowDown');
    const chosen = `#${await attribute('aria-activedescendant')}[aria-selected="true"]`;
    expect(await page.$eval(chosen, (option) => option.textContent)).to.contain('Tidewater Notes');
    expect(await page.evaluate('document.activeElement.name'), 'the focus stays').to.equal('q');
    await page.keyboard.press('ArrowUp');
    expect(await attribute('aria-activedescendant'), 'back at what was typed').to.equal(null);
    await page.keyboard.press('Escape');
    expect([await attribute('aria-expanded'), await page.$eval(box, (input) => input.value)]).to.deep.equal([
      'false',
      'tidew',
    ]);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url(), 'a closed list leaves Enter to the form').to.contain('/listings?q=tidew');

    await open('tidew');
    await page.keyboard.press('ArrowDown');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).to.equal(`${server.url}/listings/tidewater-notes`);
    await open('secu');
    const category = await page.waitForSelector('xpath///li[@role="option"][contains(., "Security")]');
    await Promise.all([page.waitForNavigation(), category?.click()]);
    expect(page.url()).to.equal(`${server.url}/categories/security`);
    expect(complaints).to.deep.equal([]);
  });
});
