// Submitting by an address alone: the site is read, the form is filled in, and what was typed is never lost.
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { systemActor } from '../../core/kernel/actor.js';
import { setListingStatus } from '../../core/listings/status.js';
import { fill, signInBeside, useBrowser } from '../helpers/browser.js';
import { createMember, PASSWORD } from '../helpers/directory.js';
import { useListener } from '../helpers/listeners.js';
import { visitorOf } from '../helpers/pages.js';
import { square } from '../helpers/pictures.js';
import { useServer } from '../helpers/server.js';

const OPEN = {
  SCREENSHOT_ALLOW_PRIVATE: 'on',
  RATE_LIMIT_SIGN_UP: '0',
  RATE_LIMIT_LISTING_WRITE: '0',
};

describe('the form for submitting', function () {
  this.timeout(60_000);
  const server = useServer(OPEN);
  const site = useListener((request, response) => {
    if (!request.url?.startsWith('/kite')) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    return response.end(`<title>Paper Kite – Plans that fly by themselves</title>
      <meta property="og:site_name" content="Paper Kite">
      <meta property="og:description" content="A calm productivity tool for small teams.">
      <script type="application/ld+json">{"@type": "SoftwareApplication", "offers": {"price": 0}}</script>
      <link rel="apple-touch-icon" href="/touch.png">`);
  });
  const listingOf = (path: string) =>
    server.database
      .knex('listings')
      .where({ website_url: site.url + path })
      .first();

  describe('in a browser', () => {
    const browser = useBrowser();
    before(() => createMember('kay@example.com'));

    const send = (page: Page, selector: string) =>
      Promise.all([page.waitForNavigation(), page.click(selector)]);
    const begin = async (path: string, scripts: boolean) => {
      const page = await browser.open({ scripts });
      await signInBeside(page, server.url, { email: 'kay@example.com' });
      await page.goto(`${server.url}/submit`);
      await fill(page, '#field-website_url', site.url + path);
      return page;
    };

    for (const scripts of [true, false])
      it(`publishes with one address and two clicks ${scripts ? 'in place' : 'without scripts'}`, async () => {
        const path = scripts ? '/kite' : '/kite-plain';
        const page = await begin(path, scripts);
        if (scripts) {
          await page.click('[data-look]');
          await page.waitForSelector('.notice-good');
          expect(page.url()).to.equal(`${server.url}/submit`);
          expect(await page.$eval('[data-shows="name"]', (part) => part.textContent)).to.equal('Paper Kite');
          expect(
            await page.$eval('#field-logo_url', (input) => (input as { value?: string }).value),
          ).to.equal(`${site.url}/touch.png`);
          expect(site.hits, 'the picture is read after it is saved').not.to.include('GET /touch.png');
        } else await send(page, '[data-look]');
        await send(page, '.form-bar button');
        expect(page.url()).to.contain('?done=submitted');
        const next = await page.$$eval('.next a', (links) => links.map((link) => link.getAttribute('href')));
        expect(next.map((href) => href?.replace(/paper-kite(-2)?/, 'it'))).to.deep.equal([
          '/claim/it',
          '/account/listings/it/stats',
          '/account/listings/it/stats#badge',
        ]);
        expect(await listingOf(path)).to.include({
          name: 'Paper Kite',
          tagline: 'Plans that fly by themselves',
          description: 'A calm productivity tool for small teams.',
          pricing_model: 'free',
          logo_url: `${site.url}/touch.png`,
          status: 'live',
        });
        expect((await listingOf(path)).categories).to.deep.equal(['productivity']);
      });

    it('keeps what was typed before, and submits a form that is complete by Enter', async () => {
      const page = await begin('/kite-typed', true);
      await fill(page, '#field-name', 'My own name');
      await page.click('[data-look]');
      await page.waitForSelector('.notice-good');
      expect(await page.$eval('#field-name', (input) => (input as { value?: string }).value)).to.equal(
        'My own name',
      );
      const other = await begin('/kite-by-hand', true);
      await fill(other, '#field-name', 'By hand');
      await fill(other, '#field-tagline', 'Typed, not read');
      await Promise.all([other.waitForNavigation(), other.keyboard.press('Enter')]);
      expect(other.url()).to.contain('/listings/by-hand?done=submitted');
    });

    it('says in words of the page what is wrong with an address', async () => {
      const page = await begin('', true);
      await page.$eval('#field-website_url', (input) => {
        (input as { value?: string }).value = 'ftp://nowhere';
      });
      await send(page, '[data-look]');
      expect(await page.$('#field-website_url-error')).not.to.equal(null);
    });
  });

  it('shows a listed site with its claim, or to its owner the way to edit it', async () => {
    const [owner, other] = [visitorOf(server), visitorOf(server)];
    await owner.signUp('first@example.com');
    await other.signUp('second@example.com');
    const product = { website_url: `${site.url}/kite-known`, name: 'Known Kite', tagline: 'Here already' };
    await owner.submit('/submit', product);
    const look = { website_url: product.website_url, name: 'Typed' };
    const theirs = await other.submit('/submit/look', look, '/submit');
    expect(theirs.html).to.contain('value="Typed"').and.contain('href="/claim/known-kite"');
    const own = await owner.submit('/submit/look', look, '/submit');
    expect(own.html)
      .to.contain('href="/account/listings/known-kite/edit"')
      .and.not.contain('href="/claim/known-kite"');
  });

  it('keeps what was typed when a token is not valid, a field is refused or a site says nothing', async () => {
    const visitor = visitorOf(server);
    await visitor.signUp('keeps@example.com');
    const typed = { website_url: `${site.url}/elsewhere`, name: 'Kept', features: 'One\r\nTwo' };
    const foreign = await visitor.post('/submit/look', { ...typed, _csrf: 'of another session' });
    expect([foreign.status, /value="Kept"/.test(foreign.html)]).to.deep.equal([403, true]);
    const silent = await visitor.submit('/submit/look', typed, '/submit');
    expect(silent.html)
      .to.contain('three fields are enough')
      .and.contain('value="Kept"')
      .and.contain('One\nTwo</textarea>');
    expect((await visitor.get('/submit/look')).location).to.equal('/submit');
    const form = new FormData();
    const token = /name="_csrf" value="([^"]+)"/.exec(silent.html)?.[1] ?? '';
    for (const [name, value] of Object.entries({ ...typed, _csrf: token })) form.append(name, value);
    form.append('logo', new Blob([new Uint8Array(await square('png'))]), 'logo.png');
    const refused = await visitor.send('/submit', form);
    expect(refused.status).to.equal(422);
    expect(refused.html).to.contain('id="field-logo-error"').and.contain('id="field-tagline-error"');
  });

  it('offers the claim of one’s own listing, also of a rejected one, and says where it looked in vain', async () => {
    const owner = visitorOf(server);
    await owner.signUp('claims@example.com');
    const product = { website_url: `${site.url}/kite-mine`, name: 'Mine', tagline: 'Not proven yet' };
    await owner.submit('/submit', product);
    await setListingStatus(systemActor('cli'), 'mine', { action: 'reject', reason: 'Not now' });
    for (const page of ['/listings/mine', '/account/listings/mine/edit'])
      expect((await owner.get(page)).html, page).to.contain('href="/claim/mine"');
    await owner.submit('/claim/mine');
    const looked = await owner.submit('/claim/mine/verify', {}, '/claim/mine');
    expect(looked.status).to.equal(422);
    expect(looked.html)
      .to.contain(`<code>${site.url}/kite-mine</code>`)
      .and.contain(': the page’s head does not contain this tag.');
  });

  it('leads to one’s listings, searched and filtered, with their numbers, and to what was done to them', async () => {
    const owner = visitorOf(server);
    await owner.signUp('lists@example.com');
    const submit = (name: string) =>
      owner.submit('/submit', {
        name,
        website_url: `https://${name}.example.com`,
        tagline: `All about ${name}`,
      });
    await submit('heron');
    await submit('otter');
    const { knex } = server.database;
    const { id } = await knex('listings').where({ slug: 'heron' }).first();
    await knex('listing_visits').insert({
      listing_id: id,
      day: knex.raw(`(now() at time zone 'UTC')::date`),
      views: 7,
      clicks: 1,
    });
    const edited = { name: 'otter', website_url: 'https://otter.example.com', tagline: 'All of otter' };
    await owner.submit('/account/listings/otter/edit', edited);
    await setListingStatus(systemActor('cli'), 'otter', { action: 'reject', reason: 'Not a product' });
    const all = (await owner.get('/account')).html;
    expect(all)
      .to.contain('in the last 30 days')
      .and.contain('<dd>7</dd>')
      .and.contain('heron')
      .and.contain('otter');
    const found = (await owner.get('/account?q=heron')).html;
    expect(found).to.contain('href="/listings/heron"').and.not.contain('href="/listings/otter"');
    const rejected = (await owner.get('/account?status=rejected')).html;
    expect(rejected).to.contain('href="/listings/otter"').and.not.contain('href="/listings/heron"');
    expect((await owner.get('/account?q=zzzz&status=nonsense')).html).to.contain(
      'None of your listings matches',
    );
    const history = (await owner.get('/account/listings/otter/history')).html;
    expect(history)
      .to.contain('The team')
      .and.contain('Not a product')
      .and.contain('>Ada<')
      .and.contain('All <del>about </del><ins>of </ins>otter')
      .and.not.contain('lists@example.com');
    const stranger = visitorOf(server);
    await stranger.signUp('strange@example.com');
    for (const slug of ['heron', 'otter'])
      expect((await stranger.get(`/account/listings/${slug}/history`)).status).to.equal(404);
  });

  it('never shows the address of an uploaded logo, and keeps or removes the logo as asked', async () => {
    const owner = visitorOf(server);
    await owner.signUp('uploads@example.com');
    const product = { website_url: 'https://uploaded.example.com', name: 'Uploaded', tagline: 'With a file' };
    const form = new FormData();
    const token = /name="_csrf" value="([^"]+)"/.exec((await owner.get('/submit')).html)?.[1] ?? '';
    for (const [name, value] of Object.entries({ ...product, _csrf: token })) form.append(name, value);
    form.append('logo', new Blob([new Uint8Array(await square('png'))]), 'logo.png');
    expect((await owner.send('/submit', form)).location).to.equal('/listings/uploaded?done=submitted');
    const edit = '/account/listings/uploaded/edit';
    const shown = (await owner.get(edit)).html;
    expect(shown)
      .to.match(/<img\s+src="\/media\//)
      .and.not.match(/value="[^"]*\/media\//);
    const logo = async () =>
      (await server.database.knex('listings').where({ name: 'Uploaded' }).first()).logo_url;
    const kept = await owner.submit(edit, { ...product, logo_url: '', keep_logo: '1' });
    expect([kept.status, (await logo()).slice(0, 7)]).to.deep.equal([303, '/media/']);
    const broken = await owner.submit(edit, { ...product, tagline: '', keep_logo: '1', logo_url: '' });
    expect(broken.html).to.match(/<img\s+src="\/media\//);
    await owner.submit(edit, { ...product, logo_url: '', keep_logo: '1', remove_logo: '1' });
    expect(await logo()).to.equal(null);
  });

  it('is open to guests, who sign up or in at its end, and of whom nothing is stored before', async () => {
    const { knex } = server.database;
    const accounts = async () => Number((await knex('users').count().first())?.count);
    const before = await accounts();
    const guest = visitorOf(server);
    const start = await guest.get('/submit');
    expect(start.html).to.include('name="account_email"').and.include('name="website_url"');
    const looked = await guest.submit('/submit/look', { website_url: `${site.url}/kite-guest` }, '/submit');
    expect(looked.html).to.include('value="Paper Kite"').and.include('name="account_password"');
    const product = { website_url: `${site.url}/kite-guest`, name: 'Kite', tagline: 'Flies' };
    const newcomer = {
      account: 'new',
      account_name: 'Gus',
      account_email: 'gus@example.com',
      account_password: PASSWORD,
    };
    const incomplete = await guest.submit('/submit', { ...product, ...newcomer, tagline: '' });
    expect(incomplete.html).to.include('id="field-tagline-error"').and.include('value="gus@example.com"');
    const empty = await guest.submit('/submit', { ...newcomer, website_url: '', account_email: '' });
    expect(empty.html)
      .to.include('id="field-website_url-error"')
      .and.include('id="field-account_email-error"');
    const short = await guest.submit('/submit', { ...product, ...newcomer, account_password: 'short-1' });
    expect(short.status).to.equal(422);
    expect(short.html).to.include('id="field-account_password-error"').and.include('value="Flies"');
    expect(short.html).to.not.include('short-1');
    expect(await accounts(), 'nobody yet').to.equal(before);
    expect(await listingOf('/kite-guest')).to.equal(undefined);
    const sent = await guest.submit('/submit', { ...product, ...newcomer });
    expect(sent.location, sent.html).to.equal('/listings/kite?done=submitted');
    expect((await guest.get('/account')).html)
      .to.include('gus@example.com')
      .and.include('/listings/kite"');

    const late = { ...newcomer, account_email: 'late@example.com' };
    const known = await visitorOf(server).submit('/submit', { ...product, ...late });
    expect(known.html).to.include('already listed, as Kite').and.include('value="late@example.com"');
    expect(await accounts(), 'only Gus').to.equal(before + 1);

    const again = visitorOf(server);
    const other = { ...product, website_url: `${site.url}/other`, name: 'Other', account: 'have' };
    const wrong = await again.submit('/submit', {
      ...other,
      ...newcomer,
      account: 'have',
      account_password: 'wrong',
    });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.include('The email or the password is incorrect').and.include('value="Other"');
    const entered = await again.submit('/submit', { ...other, ...newcomer, account: 'have' });
    expect(entered.location, entered.html).to.equal('/listings/other?done=submitted');
    const refused = await visitorOf(server).submit('/submit', {
      ...other,
      ...late,
      website_url: 'https://refused.example.com',
      tagline: 'Buy cocaine online',
    });
    expect(refused.status).to.equal(422);
    expect(refused.html, 'no account either').to.include('Only genuine').and.include('name="account_email"');
  });
});
