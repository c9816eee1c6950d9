// The settings of the site on pages, and the console that changes them, without scripts.
import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import { submitListing } from '../../core/listings/submit.js';
import { WORDED_MAILS } from '../../core/mail/sending/wording.js';
import { accentShades, contrast } from '../../core/settings/accent.js';
import { getSettings } from '../../core/settings/manage.js';
import { UserModel } from '../../db/models/accounts.js';
import { accentUrl } from '../../server/web/view/settings.js';
import { renderMarkdown } from '../../server/web/view/text.js';
import { userActor } from '../helpers/actors.js';
import { submitDemo } from '../helpers/directory.js';
import { allHtmlMails, mailsTo } from '../helpers/mails.js';
import { csrfOf, type Visitor, visitorOf } from '../helpers/pages.js';
import { square } from '../helpers/pictures.js';
import { useServer } from '../helpers/server.js';

describe('the site’s settings on pages', () => {
  const server = useServer();
  let operator: Visitor;
  let guest: Visitor;
  before(async () => {
    operator = visitorOf(server);
    guest = visitorOf(server);
    await operator.signUp('boss@example.com');
    const row = await UserModel.query().findOne({ email: 'boss@example.com' }).throwIfNotFound();
    await row.$query().patch({ role: 'admin' });
    await submitDemo(await userActor(row.id), 8);
  });
  beforeEach(() => server.database.knex('site').delete());

  const save = async (fields: Record<string, string | string[]>, path = '/admin/site') => {
    const answer = await operator.submit(path, fields);
    expect(answer.status, answer.html).to.equal(303);
    return answer;
  };
  const home = async () => (await guest.get('/')).html;

  it('are the defaults until changed', async () => {
    const html = await home();
    expect(html).to.include('does the job</em>').and.not.include('/assets/accent-');
    expect(html).not.to.include('class="announcement"').and.not.include('own-links');
  });

  it('show name, texts and links on the next page, escaped', async () => {
    await save({
      name: 'Tool <Shed>',
      headline: 'Honest & *small*, 2 * 3',
      header_links: 'Shop | https://shop.example.com',
      lead: 'What we use.',
      needs: 'invoices & taxes\r\n\r\n a calendar ',
      announcement: 'We have moved',
      announcement_url: '/listings',
      footer_text: 'Three people in Hamburg',
      footer_links: 'Status | https://status.example.com/?a=1|2\r\nPress | mailto:press@example.com',
      contact_email: 'desk@example.com',
    });
    const html = await home();
    expect(html).to.include('<title>Tool &lt;Shed&gt;</title>').and.not.include('<Shed>');
    expect(html).to.include('<h1>Honest &amp; <em>small</em>, 2 * 3</h1>').and.include('What we use.');
    expect(
      html.match(/<a href="https:\/\/shop\.example\.com">Shop</g),
      'in the bar and the menu',
    ).to.have.length(2);
    expect(html).to.include('href="/listings?q=invoices+%26+taxes"').and.include('>a calendar</a>');
    expect(html).to.include('<a href="/listings">We have moved</a>').and.include('Three people in Hamburg');
    expect(html)
      .to.include('href="https://status.example.com/?a=1|2"')
      .and.include('mailto:press@example.com');
    expect(html).to.include('href="mailto:desk@example.com"');
    expect((await guest.get('/feed.xml')).html).to.include('Tool &lt;Shed&gt;: new listings');
  });

  it('offer common needs in the visitor’s language, for categories with enough listings only', async () => {
    const own = await userActor(
      (await UserModel.query().findOne({ email_key: 'boss@example.com' }).throwIfNotFound()).id,
    );
    const needs = async (language: string) => {
      const html = await (await server.fetch('/', { headers: { 'accept-language': language } })).text();
      const list = /<ul class="cluster needs-list">[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
      return [...list.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href, text]) => [
        href,
        text?.trim(),
      ]);
    };
    expect((await needs('en')).flat()).not.to.include('password manager');
    for (const name of ['Vault', 'Keyring', 'Strongbox']) {
      await submitListing(own, {
        name,
        website_url: `https://${name}.example.com`,
        tagline: 'Keeps passwords',
        categories: ['security'],
      });
    }
    expect(await needs('en')).to.deep.include(['/listings?q=password+manager', 'password manager']);
    expect(await needs('de')).to.deep.include(['/listings?q=Passwort-Manager', 'Passwort-Manager']);
    await save({ needs: 'a calendar' });
    expect(await needs('en')).to.deep.equal([['/listings?q=a+calendar', 'a calendar']]);
  });

  it('are shown again with the input when invalid, and say what is wrong', async () => {
    const { status, html } = await operator.submit('/admin/site', {
      name: 'Tool Shed',
      accent_color: 'green',
      footer_links: 'Evil | javascript:alert(1)',
    });
    expect(status).to.equal(422);
    expect(html).to.include('There are 2 problems').and.include('value="Tool Shed"').and.include('Evil |');
    expect(await home()).to.include('<title>Directory</title>');
  });

  it('are refused from a form that was opened before someone else saved', async () => {
    const { html } = await operator.get('/admin/site');
    await save({ name: 'First' });
    const late = await operator.post('/admin/site', { _csrf: csrfOf(html), version: '0', name: 'Second' });
    expect(late.status).to.equal(422);
    expect(late.html).to.include('Someone has changed the settings since');
    expect(await home()).to.include('<title>First</title>');
  });

  it('can be previewed without being saved', async () => {
    const { status, html } = await operator.submit(
      '/admin/site/preview',
      { name: 'Tool Shed', accent_color: '#ffe100' },
      '/admin/site',
    );
    expect(status).to.equal(200);
    const preview = /<section class="site-preview"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
    expect(preview).to.include('Tool Shed').and.include(accentUrl('#ffe100')).and.include('theme-dark');
    expect(html).to.include('value="Tool Shed"').and.include('href="/admin/site" aria-current="page"');
    expect(await home()).to.include('<title>Directory</title>');
  });

  it('serve the accent colour as an immutable style sheet, and no other colour', async () => {
    await save({ accent_color: '#0b7a4b' });
    const [address = ''] = /\/assets\/accent-[^"]+/.exec(await home()) ?? [];
    const sheet = await guest.get(address);
    expect(sheet.status).to.equal(200);
    expect(sheet.html).to.include(accentShades('#0b7a4b').dark.accent);
    expect(sheet.html).to.include(`--marker: ${accentShades('#0b7a4b').light.marker}`);
    expect(Object.fromEntries(sheet.headers)).to.include({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await guest.get(address.replace('0b7a4b', '7a0b4b'))).status).to.equal(404);
  });

  it('include pictures, which are uploaded, shown and removed', async () => {
    const send = async (files: Record<string, Buffer>, fields: Record<string, string> = {}) => {
      const form = new FormData();
      form.append('_csrf', csrfOf((await operator.get('/admin/site')).html));
      for (const [name, text] of Object.entries(fields)) form.append(name, text);
      for (const [name, file] of Object.entries(files))
        form.append(name, new Blob([new Uint8Array(file)]), 'a.png');
      return operator.send('/admin/site', form);
    };
    const favicon = async () => {
      const answer = await server.fetch('/favicon.ico');
      expect(answer.status).to.equal(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const usual = await favicon();
    expect(usual.subarray(1, 4).toString()).to.equal('PNG');
    const picture = await square('png', 64, '#fa0');
    const all = { logo: picture, favicon: picture, 'social-image': picture };
    expect((await send(all, { name: 'Tool Shed' })).status).to.equal(303);
    const html = await home();
    expect(html).to.include('Tool Shed');
    expect(html).to.match(/<a class="wordmark" href="\/">\s*<img src="\/media\/[\w-]{43}"/);
    expect(html).to.match(/<link rel="icon" href="\/media\/[\w-]{43}" type="image\/webp">/);
    expect(html).to.match(/property="og:image" content="http[^"]+\/media\/[\w-]{43}"/);
    const own = await favicon();
    expect(own.equals(usual), 'the operator’s in place of the mark').to.equal(false);
    expect((await send({}, { 'remove-logo': '1' })).status).to.equal(303);
    expect(await home()).not.to.match(/class="wordmark" href="\/">\s*<img/);
    // What was typed stays in the form, and nothing of it is stored.
    const wrong = await send({ favicon: Buffer.from('no picture'), logo: picture }, { name: 'Typed' });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.include('id="field-favicon-error"').and.to.include('id="field-logo-error"');
    expect(wrong.html).to.include('value="Typed"');
    expect(await home()).not.to.match(/class="wordmark" href="\/">\s*<img/);
  });

  it('include the words of emails: previewed, checked, kept for a language, and as they came again', async () => {
    const path = '/admin/site/mails/report-closed';
    const preview = (fields: Record<string, string>) =>
      operator.submit(`${path}/preview?example=2`, fields, path);
    for (const mail of WORDED_MAILS) {
      const example = await operator.get(`/admin/site/mails/${mail}/preview`);
      expect(example.html, mail).to.include('</html>');
      expect((await operator.get(`/admin/site/mails/${mail}`)).status, mail).to.equal(200);
    }
    const { html } = await operator.get(path);
    expect(html).to.include('Thank you for your help.</textarea>').and.include('First sentence');
    expect(html, 'a case a line').to.include('{outcome, select,\n  upheld {');
    const shown = await preview({ language: 'de', thanks: 'Danke <b>sehr</b>, {site}!' });
    // Tags are no part of a text.
    expect(shown.status).to.equal(422);
    const tried = await preview({ language: 'de', thanks: 'Danke & bis bald, {site}!' });
    expect(tried.html).to.include('Danke &amp; bis bald, Directory!').and.include('Ihre Meldung zu');
    expect(tried.headers.get('content-security-policy')).to.match(/^default-src 'none'.*sandbox/);
    expect((await operator.get(`${path}/preview?language=de&example=2`)).html).to.include('Vielen Dank');

    const typed = { language: 'de', thanks: 'Danke, {site}!', subject: '{nobody}', text: '{name, date}' };
    const wrong = await operator.submit(path, typed);
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.include('id="field-subject-error"').and.include('id="field-text-error"');
    expect(wrong.html).to.include('use only these names: {').and.not.include('EXPECT');
    expect(wrong.html).to.include('Danke, {site}!</textarea>');
    const shared = await operator.submit('/admin/site/mails/shared', { reason: 'Because.' });
    expect(shared.html).to.include('leaves out {reason}');
    const long = await operator.submit(path, { thanks: 'x'.repeat(2001) });
    expect(long.html).to.include('at most 2000 characters');
    await save({ language: 'de', thanks: 'Danke, {site}!', subject: 'Ihre Meldung zu „{name}“' }, path);
    const { mail_texts } = await getSettings(systemActor('cli'));
    expect((await operator.get('/admin/site/mails')).html).to.match(
      /badge-live[^<]*report-closed\?language=de/,
    );
    expect(mail_texts).to.deep.equal([
      { language: 'de', message: 'mail.report.thanks', text: 'Danke, {site}!' },
    ]);
    const changes = await server.database
      .knex('audit_entries')
      .where({ action: 'site.update' })
      .orderBy('id');
    expect(changes.at(-1).after).to.include({ 'mail.report.thanks (de)': 'Danke, {site}!' });
    expect((await operator.get('/admin/site/mails')).html).to.include('Your texts, Deutsch');
    expect((await operator.get(`${path}/preview?language=en&example=2`)).html).to.include('Thank you');

    await save({ language: 'de', do: 'reset' }, `${path}?language=de`);
    expect((await getSettings(systemActor('cli'))).mail_texts).to.equal(null);
  });

  it('are in every email: name, colour and logo, beside a plain text', async () => {
    const form = new FormData();
    form.append('_csrf', csrfOf((await operator.get('/admin/site')).html));
    form.append('name', 'Tool <Shed>');
    form.append('accent_color', '#0b7a4b');
    form.append('logo', new Blob([new Uint8Array(await square('png', 64, '#fa0'))]), 'a.png');
    expect((await operator.send('/admin/site', form)).status).to.equal(303);
    const sent = await operator.submit('/admin/site/mails', { to: 'post@example.com' });
    expect(sent.html).to.match(/Sent to post@example\.com: .*\.eml/);
    const html = (await allHtmlMails()).at(-1) ?? '';
    expect(html).to.include('<title>Test email from Tool &lt;Shed&gt;</title>').and.not.include('<Shed>');
    expect(html).to.match(/<img src="http:[^"]*\/media\/[\w-]+" alt=""/);
    expect(html)
      .to.include(accentShades('#0b7a4b').light.accent)
      .and.include(accentShades('#0b7a4b').dark.accent);
    expect((await mailsTo('post@example.com')).at(-1)).to.include(
      'This email was sent by Tool <Shed> at http',
    );
  });

  it('leave out what the operator switches off, and link each address in the footer once', async () => {
    await save({
      hidden_parts: ['agents', 'footer-build', 'theme', 'catalog'],
      footer_links: 'Rules | /policy',
    });
    const html = await home();
    expect(html).to.include('>Rules</a>').and.include('id="footer-find"');
    expect(html.match(/href="\/policy"/g), 'once').to.have.length(1);
    for (const gone of ['id="agents"', 'id="footer-build"', 'name="theme"', '/agent-directories'])
      expect(html, gone).not.to.include(gone);
    expect((await guest.get('/agent-directories')).status).to.equal(404);
    expect((await guest.get('/sitemap.xml')).html).not.to.include('/agent-directories');
  });

  it('leave the catalog out where something other than software is listed, until it is wanted', async () => {
    const catalog = async () => (await guest.get('/agent-directories')).status;
    const things = 'en | fitter | fitters';
    await save({ name: 'Fitters' });
    expect(await catalog()).to.equal(200);
    await save({ name: 'Fitters', things });
    expect(await catalog()).to.equal(404);
    const ticked = /name="hidden_parts" value="catalog"[^>]*checked/;
    expect((await operator.get('/admin/site')).html).to.match(ticked);
    await save({ name: 'Fitters', things, hidden_parts: ['catalog'] });
    expect((await getSettings(systemActor('cli'))).hidden_parts).to.equal(null);
    await save({ name: 'Fitters', things, hidden_parts: [] });
    expect(await catalog()).to.equal(200);
    expect((await operator.get('/admin/site')).html).not.to.match(ticked);
  });

  it('order and leave out blocks of the home page by their names', async () => {
    const form = (await operator.get('/admin/site')).html;
    expect(form, 'all of them to begin with').to.match(
      /name="home_blocks"[^>]*>\s*Featured\s+Categories\s+New this week/,
    );
    await save({ home_blocks: 'New this week\ncategories' });
    const html = await home();
    expect(html.indexOf('id="newest"')).to.be.within(1, html.indexOf('id="categories"'));
    expect(html).to.not.include('id="agents"');
    const wrong = await operator.submit('/admin/site', { home_blocks: 'News' });
    expect(wrong.html).to.include('id="field-home_blocks-error"');
    await save({ home_blocks: '' });
    expect(await home()).to.include('id="agents"');
  });

  it('show the listings of an address that stands alone on a line of a page, and only of ours', async () => {
    const text = [
      'For every day.',
      '/categories/ai',
      'See [this](/categories/design).',
      'https://elsewhere.example/categories/ai',
      '/categories/no-such',
      '/shortlist?of=kilnform,tidewater-notes',
      '/listings/tidewater-notes Works <offline>.\n/listings/kilnform',
      'And that is all.',
    ].join('\n\n');
    await save(
      { title: 'Our picks', slug: 'our-picks', text, footer: '1', do: 'save' },
      '/admin/site/pages/new',
    );
    const { html } = await guest.get('/pages/our-picks');
    expect(html.match(/class="grid collection"/g)).to.have.length(3);
    const [, , , picks = ''] = html.split('class="grid collection"');
    expect(picks.split('</ul>')[0], 'both, with the sentence on one')
      .to.match(/tidewater-notes[\s\S]*>Works &lt;offline&gt;\.</)
      .and.include('/listings/kilnform');
    expect(html.lastIndexOf('And that is all.')).to.be.above(html.indexOf('Works &lt;offline'));
    expect(html.indexOf('<a href="/listings/kilnform"')).to.be.above(html.indexOf('href="/categories/ai"'));
    expect(html)
      .to.include('See <a href="/categories/design">')
      .and.include('https://elsewhere.example/categories/ai');
    expect(await home())
      .to.include('href="/pages/our-picks">Our picks</a>')
      .and.include('For every day.');
    await operator.submit('/admin/site/pages/our-picks', { do: 'delete' });
  });

  it('name the line that is wrong, and a wrong colour in words', async () => {
    const { html } = await operator.submit('/admin/site', {
      accent_color: 'green',
      footer_links: 'Press | /press\n\nShop | javascript:x\nPress again | /press',
    });
    expect(html).to.include('Line 3: This must be a path here').and.include('such as #0b7a4b');
    const twice = await operator.submit('/admin/site', { footer_links: 'A | /a\nB | /a' });
    expect(twice.html).to.include('Line 2: This has the address /a twice.');
  });

  it('include pages, which are written, linked, listed in the sitemap and deleted', async () => {
    const fresh = {
      title: 'Imprint',
      slug: 'imprint',
      text: '# Imprint\n\n# Who\n\nAda & **Bob**',
      footer: '1',
      do: 'save',
    };
    await save(fresh, '/admin/site/pages/new');
    const { status, html } = await guest.get('/pages/imprint');
    expect(status).to.equal(200);
    expect(html)
      .to.include('<h1>Imprint</h1>')
      .and.include('<h2>Who</h2>')
      .and.include('<strong>Bob</strong>')
      .and.not.include('<h2>Imprint');
    expect(html).to.include('<li><a href="/pages/imprint">Imprint</a></li>');
    expect((await guest.get('/sitemap.xml')).html).to.include('/pages/imprint</loc>');
    const twice = await operator.submit('/admin/site/pages/new', fresh);
    expect(twice.html).to.include('id="field-slug-error"').and.include('imprint');
    const wrong = await operator.submit('/admin/site/pages/new', { ...fresh, slug: 'A b', text: '' });
    expect(wrong.html).to.include('value="a-b"').and.include('id="field-text-error"');
    const unnamed = await operator.submit('/admin/site/pages/new', { ...fresh, title: '', slug: '' });
    expect(unnamed.html).to.include('id="field-title-error"').and.not.include('value="page"');
    const preview = await operator.submit('/admin/site/pages/imprint', {
      ...fresh,
      text: '*new*',
      do: 'preview',
    });
    expect(preview.html).to.include('<em>new</em>');
    expect((await guest.get('/pages/imprint')).html).not.to.include('<em>new</em>');
    await save(
      { title: 'Terms', slug: 'terms', text: 'Be kind.', version: '1', do: 'save' },
      '/admin/site/pages/new',
    );
    await save(
      { title: 'Plans', slug: '', text: 'Soon.', footer: '1', draft: '1', version: '2', do: 'save' },
      '/admin/site/pages/new',
    );
    const footer = (await guest.get('/')).html;
    expect(footer).not.to.include('/pages/terms').and.not.include('/pages/plans');
    const found = [guest.get('/pages/terms'), guest.get('/pages/plans'), operator.get('/pages/plans')];
    expect((await Promise.all(found)).map((answer) => answer.status)).to.deep.equal([200, 404, 200]);
    await save({ up: 'terms' }, '/admin/site/pages');
    const { document } = await server.database.knex('site').first('document');
    expect(document.pages.map(({ slug }: { slug: string }) => slug)).to.deep.equal([
      'terms',
      'imprint',
      'plans',
    ]);
    const token = { _csrf: csrfOf((await operator.get('/admin/site/pages/imprint')).html), do: 'delete' };
    for (const click of ['first', 'second']) {
      expect((await operator.post('/admin/site/pages/imprint', token)).status, click).to.equal(303);
    }
    expect((await guest.get('/pages/imprint')).status).to.equal(404);
  });

  it('take a merge of categories back from the page of the categories', async () => {
    const path = '/admin/site/categories';
    const valuesNow = async () =>
      (await getSettings(systemActor('cli'))).categories?.map(({ value }) => value);
    await save({ 'new-label': 'Robots' }, path);
    const before = await valuesNow();
    await save({ 'label-robots': 'Robots', merge: 'robots', 'into-robots': 'ai' }, path);
    expect(await valuesNow()).not.to.include('robots');
    const { html } = await operator.get(path);
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(html) ?? [];
    const { location } = await operator.post('/admin/audit/take-back', {
      _csrf: csrfOf(html),
      back: path,
      id,
    });
    expect(location).to.equal(`${path}?done=taken-back`);
    expect(await valuesNow()).to.have.members(before ?? []);
  });

  it('rename, reorder and hide categories', async () => {
    const { html: form } = await operator.get('/admin/site/categories');
    const rows = [...form.matchAll(/name="(label-[\w-]+)"[^>]*value="([^"]*)"/g)];
    // Marketplaces: added by another admin since the form was opened.
    const others = Object.fromEntries(
      rows.flatMap(([, name, label]) =>
        /-(ai|productivity|marketplace)$/.test(name ?? '') ? [] : [[name, label]],
      ),
    );
    await operator.post('/admin/site/categories', {
      _csrf: csrfOf(form),
      shown: ['ai', 'productivity'],
      'label-productivity': 'Productivity',
      'label-ai': 'Robots',
      ...others,
    });
    expect(form).to.include(' listings</p>');
    const { document } = await server.database.knex('site').first('document');
    expect(document.categories.slice(0, 3)).to.deep.equal([
      { value: 'productivity', label: null, intro: null, tone: null, hidden: false },
      { value: 'ai', label: 'Robots', intro: null, tone: null, hidden: false },
      { value: 'saas', label: null, intro: null, tone: null, hidden: true },
    ]);
    expect(document.categories).to.deep.include({ value: 'marketplace' });
    const index = /<ul class="index-list">[\s\S]*?<\/ul>/.exec(await home())?.[0] ?? '';
    expect([...index.matchAll(/\/categories\/([\w-]+)/g)].map(([, value]) => value)).to.deep.equal([
      'productivity',
      'ai',
    ]);
    expect((await guest.get('/categories/ai')).html).to.include('<h1>Robots</h1>');
    expect((await guest.get('/categories/design')).html).to.include('name="robots" content="noindex');
    expect((await guest.get('/sitemap.xml')).html).not.to.include('/categories/design<');
    expect((await operator.get('/submit')).html)
      .to.include('Robots')
      .and.not.include('value="design"');
    const { listing } = (await (await server.fetch('/api/v1/schema')).json()) as {
      listing: { categories: string[] };
    };
    expect(listing.categories, 'what the API promises').to.include('saas').and.include('ai');
  });

  it('begin with the operator’s own categories, one a line, and remove those that are ticked', async () => {
    const path = '/admin/site/categories';
    const stored = async () => (await getSettings(systemActor('cli'))).categories;
    const { html } = await operator.submit(path, { own: '1', lines: ' \n' });
    expect(html).to.include('Your categories, one per line');
    await save({ own: '1', lines: 'Heat pumps\nAI\n\n暖房\nHeat pumps', shown: ['design'] }, path);
    const shown = (await stored())?.flatMap(({ value, hidden }) => (hidden ? [] : [value]));
    expect(shown).to.deep.equal(['heat-pumps', 'ai', 'category-3']);
    expect((await guest.get('/categories/category-3')).html).to.include('<h1>暖房</h1>');
    const rows = (await stored())?.map(({ value }) => value) ?? [];
    await save(
      {
        'remove-chosen': '1',
        chosen: ['heat-pumps', 'category-3'],
        shown: rows,
        'label-heat-pumps': 'Heat pumps',
        'label-category-3': '暖房',
        'label-ai': 'AI',
      },
      path,
    );
    expect((await stored())?.map(({ value }) => value))
      .to.include('ai')
      .and.not.include.members(['heat-pumps', 'category-3']);
  });

  it('set the time zone', async () => {
    const at = new Date('2026-03-01T23:30:00Z');
    await server.database.knex('listings').update({ published_at: at, updated_at: at, created_at: at });
    const page = async () => (await operator.get('/listings/tidewater-notes')).html;
    await save({ time_zone: 'Europe/Berlin' });
    expect(await page())
      .to.include('2 Mar 2026')
      .and.not.include('1 Mar 2026');
  });

  it('are visible to and changed by admins only', async () => {
    const member = visitorOf(server);
    await member.signUp('member@example.com');
    for (const path of ['/admin/site', '/admin/site/categories', '/admin/site/pages/new']) {
      expect((await member.get(path)).status).to.equal(403);
      const { status, location } = await guest.get(path);
      expect([status, location]).to.deep.equal([303, `/sign-in?next=${encodeURIComponent(path)}`]);
    }
  });
});

describe('accent colours', () => {
  it('are readable in both themes, whatever colour is chosen', () => {
    for (const hex of [
      '#000000',
      '#ffffff',
      '#ffe100',
      '#00ffff',
      '#ff0000',
      '#0b7a4b',
      '#808080',
      '#2f49cf',
    ]) {
      for (const [theme, { accent, on, wash, contrast: lowest }] of Object.entries(accentShades(hex))) {
        expect(lowest, `${hex}, ${theme}`).to.be.at.least(4.5);
        expect(contrast(accent, on)).to.be.at.least(4.5);
        expect(contrast(accent, wash)).to.be.at.least(4.5);
      }
    }
  });

  it('are measured as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).to.equal(21);
    expect(contrast('#777777', '#ffffff')).to.be.closeTo(4.48, 0.005);
  });
});

describe('Markdown of pages', () => {
  it('cannot carry a script, nor a link with a scheme that runs one', () => {
    const html = renderMarkdown(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](//evil.example) ![c](data:image/svg+xml,x) [d](vbscript:x) <javascript:alert(1)>',
    );
    expect(html).not.to.match(/<(script|img|a)\b/i);
  });

  it('links paths here, web addresses and email addresses', () => {
    const html = renderMarkdown('[a](/policy) [b](https://example.com) <ada@example.com>');
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).to.deep.equal([
      '/policy',
      'https://example.com',
      'mailto:ada@example.com',
    ]);
  });
});
