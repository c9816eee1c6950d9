// An operator turns an empty directory into one of their own: the setup link, forms, one logo file. No file of the
// project is edited, nothing is restarted.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { issueSetupLink } from '../../core/accounts/sign-up.js';
import { adminOf } from '../helpers/admin.js';
import { useBrowser } from '../helpers/browser.js';
import { PASSWORD } from '../helpers/directory.js';
import { makeTempDir } from '../helpers/environment.js';
import { square } from '../helpers/pictures.js';
import { useServer } from '../helpers/server.js';

describe('an operator', function () {
  this.timeout(120_000);
  const server = useServer();
  const browser = useBrowser();
  const logoFile = join(makeTempDir(), 'logo.png');
  before(async () => writeFileSync(logoFile, await square('png', 128, '#c0392b')));
  after(() => rmSync(dirname(logoFile), { recursive: true }));

  const fill = (page: Page, fields: Record<string, string>) =>
    Promise.all(
      Object.entries(fields).map(([name, value]) =>
        page.$eval(
          `main [name="${name}"]`,
          (field, text) => Object.assign(field as object, { value: text }),
          value,
        ),
      ),
    );
  const press = async (page: Page, selector: string) => {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  };

  it('gives a new directory a name, a colour, a logo, German and an imprint, without scripts', async () => {
    const page = await browser.open({ scripts: false });
    const link = await issueSetupLink();
    await page.goto(`${server.url}${link?.pathname}${link?.search}`);
    await fill(page, { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
    await press(page, 'main button[type="submit"]');
    expect(page.url()).to.include('/admin/first-steps');

    const form = 'form[action="/admin/first-steps"]';
    await fill(page, { name: 'Tool Shed', accent_color: '#a8321f', contact_email: 'ada@example.com' });
    await press(page, `${form} button[type="submit"]`);
    await page.click('#step-mail > summary');
    await press(page, `form[action="/admin/site/mails"] button`);
    expect(await page.content()).to.include('Sent to ada@example.com');
    await page.goto(`${server.url}/admin/first-steps`);
    await page.click('#step-listings > summary');
    await press(page, `form[action$="/examples"] button`);
    expect(await page.content()).to.match(/examples are listed/);

    await page.goto(`${server.url}/admin/site`);
    const file = (await page.$('#field-logo')) as unknown as { uploadFile(path: string): Promise<void> };
    await file.uploadFile(logoFile);
    // What is typed beside a picture is stored with it.
    await fill(page, { headline: 'Tools to share' });
    await press(page, 'main form[action="/admin/site"] button[type="submit"]');
    expect(
      await page.$eval('#field-headline', (field) => (field as unknown as { value: string }).value),
    ).to.equal('Tools to share');
    await page.goto(`${server.url}/admin/first-steps`);
    await fill(page, { language: 'de' });
    await press(page, 'form[action$="/language"] button[type="submit"]');
    await page.click('#step-admins > summary');
    await press(page, 'a[href="/admin/users/new"]');
    await fill(page, { name: 'Bob', email: 'bob@example.com', role: 'admin' });
    await press(page, 'main form button[type="submit"]');
    expect(await page.content()).to.include('die Einladung ist unterwegs');
    await page.goto(`${server.url}/admin/first-steps`);
    const ticked = await page.$$eval('.step:has(.icon)', (steps) => steps.map(({ id }) => id));
    expect(ticked).to.deep.equal(['step-face', 'step-language', 'step-listings', 'step-admins']);
    await page.goto(`${server.url}/admin/status`);
    const doubtful = await page.$$eval('.notice-warn', (items) => items.map((item) => item.textContent));
    expect(doubtful.join()).to.include('BACKUP_DIR');
    await page.goto(`${server.url}/admin/queue`);
    expect(await page.content()).not.to.include('Sicherung');
    await page.goto(`${server.url}/admin/site/pages/new`);
    await fill(page, { title: 'Imprint', slug: 'imprint', text: 'Ada Lovelace\n\nLondon' });
    await press(page, 'main form button[value="save"]');

    await page.goto(`${server.url}/`);
    expect(await page.title()).to.equal('Tool Shed');
    expect(await page.$eval('html', (html) => html.getAttribute('lang'))).to.equal('de');
    expect(await page.$eval('#newest', (heading) => heading.textContent)).to.equal('Neu in dieser Woche');
    const mark = await page.$eval(
      '.wordmark img',
      (img) => (img as unknown as { naturalWidth: number }).naturalWidth,
    );
    expect(mark).to.equal(128);
    expect(await page.$$eval('.card', (cards) => cards.length)).to.be.at.least(10);
    await press(page, '.site-footer a[href="/pages/imprint"]');
    expect(await page.$eval('.prose', (text) => text.textContent)).to.include('Ada Lovelace');
    const doctor = await adminOf(server.database)('doctor --json');
    const { checks } = doctor.json<{ checks: { name: string; verdict: string; finding: string }[] }>();
    const unwell = checks.filter(({ verdict }) => verdict !== 'ok');
    expect(unwell.map(({ name, finding }) => `${name}: ${finding}`)).to.deep.equal([
      'backups: None are made',
    ]);
  });
});
