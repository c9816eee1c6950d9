import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { setListingStatus } from '../../core/listings/status.js';
import { UserModel } from '../../db/models/accounts.js';
import { PASSWORD } from '../helpers/directory.js';
import { mailsTo } from '../helpers/mails.js';
import { csrfOf, type Visitor, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const PRODUCT = {
  website_url: 'https://paper-kite.example.com',
  name: 'Paper Kite',
  tagline: 'Plans that fly',
  description: 'First.\r\n\r\nSecond.',
  features: 'One\r\n\r\n  Two  ',
  categories: ['productivity', 'design'],
  pricing_model: 'free',
  pricing_summary: '',
  cta_label: '',
  logo_url: '',
};

describe('on forms without scripts,', () => {
  const server = useServer();

  it('an account is created, signed out of and signed in to again', async () => {
    const ada = visitorOf(server);
    const made = await ada.submit('/sign-up', { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
    expect([made.status, made.location]).to.deep.equal([303, '/account?done=welcome']);
    const account = await ada.get('/account?done=welcome');
    expect(account.html).to.contain('Your account is ready').and.contain('ada@example.com');
    expect(account.headers.get('cache-control')).to.equal('private, no-store');
    expect((await ada.submit('/sign-out?next=/sign-in', {}, '/admin')).location).to.equal('/sign-in');
    await ada.signIn({ email: 'ada@example.com' });
    expect((await ada.submit('/sign-out', {}, '/account')).location).to.equal('/?done=signed-out');
    expect((await ada.get('/account')).location).to.equal('/sign-in?next=%2Faccount');
    const back = await ada.submit('/sign-in', {
      email: 'ADA@example.com',
      password: PASSWORD,
      next: '/submit',
    });
    expect([back.status, back.location]).to.deep.equal([303, '/submit']);
    expect((await ada.get('/sign-in')).location).to.equal('/account');
  });

  it('an error is shown at its field, with 422 and the input, but never the password', async () => {
    const guest = visitorOf(server);
    const answer = await guest.submit('/sign-up', { name: '', email: 'no-mail', password: 'short-1' });
    expect(answer.status).to.equal(422);
    expect(answer.html).to.contain('value="no-mail"').and.contain('id="field-email-error"');
    expect(answer.html).to.contain('aria-invalid="true"').and.contain('This must have at least 8 characters');
    expect(answer.html).not.to.contain('short-1');
    const known = await guest.submit('/sign-up', { name: 'A', email: 'ada@example.com', password: PASSWORD });
    expect(known.status).to.equal(422);
    const wrong = await guest.submit('/sign-in', { email: 'ada@example.com', password: 'not it at all' });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.contain('The email or the password is incorrect');
  });

  it('a form without its CSRF token, or with another session’s, is refused and changes nothing', async () => {
    const [one, other] = [visitorOf(server), visitorOf(server)];
    const fields = { name: 'Eve', email: 'eve@example.com', password: PASSWORD };
    expect((await one.post('/sign-up', fields)).status).to.equal(403);
    const stolen = csrfOf((await other.get('/sign-up')).html);
    await one.get('/sign-up');
    const answer = await one.post('/sign-up', { ...fields, _csrf: stolen });
    expect(answer.status).to.equal(403);
    expect(answer.html).to.contain('Send it again').and.not.contain(PASSWORD);
    expect(await server.database.knex('users').where({ email: 'eve@example.com' })).to.deep.equal([]);
  });

  it('guests who view forms leave no rows behind', async () => {
    const { knex } = server.database;
    const before = await knex('sessions').count({ count: '*' });
    const guest = visitorOf(server);
    const tokens = [];
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/sign-in']) {
      tokens.push(csrfOf((await guest.get(path)).html));
    }
    // The same in every tab; and a token made up together with its cookie is refused.
    expect(new Set(tokens).size).to.equal(1);
    const cookie = 'directory.form_token=made-up.made-up';
    const forged = await visitorOf(server).post('/sign-in', { _csrf: 'made-up' }, { cookie });
    expect(forged.status).to.equal(403);
    expect(await knex('sessions').count({ count: '*' })).to.deep.equal(before);
  });

  it('a form from another origin is refused with a page', async () => {
    const guest = visitorOf(server);
    const token = csrfOf((await guest.get('/sign-in')).html);
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await guest.post(
        '/sign-in',
        { _csrf: token, email: 'a@b.c', password: 'x' },
        { origin },
      );
      expect(answer.status, origin).to.equal(403);
      expect(answer.headers.get('content-type'), origin).to.contain('text/html');
      expect(answer.html, origin).to.contain('<code>invalid_origin</code>');
    }
    const own = await guest.post(
      '/sign-in',
      { _csrf: token, email: 'a@b.c', password: 'x' },
      { origin: server.url },
    );
    expect(own.status).to.equal(422);
  });

  it('signing in never redirects to another site', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const guest = visitorOf(server);
      const answer = await guest.submit('/sign-in', { email: 'ada@example.com', password: PASSWORD, next });
      expect(answer.location, next).to.equal('/account');
    }
  });

  it('a listing is submitted, edited, archived, restored and deleted', async () => {
    const owner = visitorOf(server);
    await owner.signUp('owner@example.com');
    const submitted = await owner.submit('/submit', PRODUCT);
    expect([submitted.status, submitted.location]).to.deep.equal([
      303,
      '/listings/paper-kite?done=submitted',
    ]);
    const page = await owner.get('/listings/paper-kite?done=submitted');
    expect(page.html)
      .to.contain('Your listing is live')
      .and.contain('<p dir="auto">First.</p>\n<p dir="auto">Second.</p>');
    expect(page.html).to.contain('<span>Two</span>').and.contain('/account/listings/paper-kite/edit');

    const edit = '/account/listings/paper-kite/edit';
    const form = await owner.get(edit);
    expect(form.html).to.contain('value="Paper Kite"').and.contain('One\nTwo</textarea>');
    expect(form.html).to.contain('value="design" checked');
    const bad = await owner.submit(edit, { ...PRODUCT, tagline: '', features: 'x'.repeat(121) });
    expect(bad.status).to.equal(422);
    expect(bad.html).to.contain('There are 2 problems').and.contain('field-features-error');
    const saved = await owner.submit(edit, { ...PRODUCT, tagline: 'Plans that soar', categories: [] });
    expect(saved.location).to.equal('/listings/paper-kite?done=updated');
    const shown = await owner.get('/listings/paper-kite');
    expect(shown.html).to.contain('Plans that soar').and.not.contain('/categories/design">');

    const act = (action: string) => owner.submit(`/account/listings/paper-kite/${action}`, {}, edit);
    expect((await act('archive')).location).to.equal('/account?done=archived');
    const guest = visitorOf(server);
    expect((await guest.get('/listings/paper-kite')).status).to.equal(404);
    expect((await owner.get('/listings/paper-kite')).html).to.contain('only you can see this page');
    expect((await owner.get('/account')).html).to.contain('Archived');
    expect((await act('restore')).location).to.equal('/account?done=restored');
    expect((await guest.get('/listings/paper-kite')).status).to.equal(200);
    expect((await act('explode')).status).to.equal(404);
    // Pressed twice: both posts come from the page that was open.
    const { html } = await owner.get(edit);
    for (const _press of ['first', 'second']) {
      const gone = await owner.post('/account/listings/paper-kite/delete', { _csrf: csrfOf(html) });
      expect([gone.status, gone.location]).to.deep.equal([303, '/account?done=deleted']);
    }
    expect((await guest.get('/listings/paper-kite')).status).to.equal(404);
  });

  it('a listed site leads to its listing, also while it is typed', async () => {
    const [owner, other] = [visitorOf(server), visitorOf(server)];
    await owner.signUp('first@example.com');
    await other.signUp('second@example.com');
    const site = { ...PRODUCT, website_url: 'https://known.example.com/', name: 'Known' };
    await owner.submit('/submit', site);
    const ask = async (visitor: typeof owner, address: string) =>
      JSON.parse((await visitor.get(`/submit/check?website_url=${encodeURIComponent(address)}`)).html)
        .listing;
    expect(await ask(other, 'http://www.known.example.com')).to.deep.equal({
      slug: 'known',
      name: 'Known',
      url: `${config.publicUrl}/listings/known`,
      is_own: false,
      claim_url: `${config.publicUrl}/claim/known`,
    });
    expect(await ask(owner, 'known.example.com')).to.include({ is_own: true });
    expect(await ask(other, 'not an address')).to.equal(null);
    const known = await other.submit('/submit', { ...site, tagline: 'Typed by another' });
    expect(known.status).to.equal(200);
    expect(known.html)
      .to.contain('value="Typed by another"')
      .and.contain('href="/listings/known"')
      .and.contain('href="/claim/known"');
    expect((await owner.get('/listings/known')).html).to.contain('Verify ownership');
    const tab = await owner.submit('/submit', { ...site, tagline: 'Anew' });
    expect(tab.html)
      .to.match(/You have already listed this as [^<]+/)
      .and.contain('value="Anew"');
    expect(tab.html).to.contain('name="update" value="known"').and.contain('href="/listings/known">Keep it');
    expect((await owner.get('/listings/known')).html, 'nothing is overwritten').not.to.contain('Anew');
    const update = await owner.submit('/submit', { ...site, tagline: 'Anew', update: 'known' });
    expect(update.location).to.equal('/listings/known?done=updated');
    expect(await ask(visitorOf(server), 'known.example.com'), 'a guest, too').to.include({ is_own: false });
  });

  it('the second of two tabs that edit one listing is told what the first has changed', async () => {
    const owner = visitorOf(server);
    await owner.signUp('tabs@example.com');
    const description = 'One paragraph.\r\n\r\nAnother.';
    await owner.submit('/submit', {
      ...PRODUCT,
      website_url: 'https://tabs.example.com',
      name: 'Tabs',
      description,
    });
    const edit = '/account/listings/tabs/edit';
    const opened = /name="updated_at" value="([^"]+)"/.exec((await owner.get(edit)).html)?.[1] ?? '';
    const fields = { website_url: 'https://tabs.example.com', name: 'Tabs', updated_at: opened, description };
    const first = await owner.submit(edit, { ...fields, tagline: 'Of the first tab' });
    expect(first.location).to.equal('/listings/tabs?done=updated');
    const second = await owner.submit(edit, { ...fields, tagline: 'Of the second tab' });
    expect(second.status).to.equal(409);
    expect(second.html).to.contain('Of the first tab').and.contain('value="Of the second tab"');
    expect(second.html.match(/One paragraph/g), 'only in its field, unchanged').to.have.length(1);
    expect((await owner.get('/listings/tabs')).html).to.contain('Of the first tab');
    const now = /name="updated_at" value="([^"]+)"/.exec(second.html)?.[1] ?? '';
    const again = await owner.submit(edit, { ...fields, updated_at: now, tagline: 'Of the second tab' });
    expect(again.location).to.equal('/listings/tabs?done=updated');
    const repeated = await owner.submit(edit, { ...fields, tagline: 'Of the second tab' });
    expect(repeated.location, 'the same values').to.equal('/listings/tabs?done=updated');
  });

  it('a violation of the content policy is quoted at its field', async () => {
    const owner = visitorOf(server);
    await owner.signUp('bad@example.com');
    const answer = await owner.submit('/submit', {
      ...PRODUCT,
      tagline: 'Buy cocaine online, shipped discreetly',
    });
    expect(answer.status).to.equal(422);
    expect(answer.html)
      .to.contain('field-tagline-error')
      .and.contain('<a href="/policy">the content policy</a>')
      .and.contain(
        'value="Plans that fly"'.replace('Plans that fly', 'Buy cocaine online, shipped discreetly'),
      );
  });

  it('an invalid logo is reported at its field, and the other input stays', async () => {
    const owner = visitorOf(server);
    await owner.signUp('logo@example.com');
    const send = async (logo: Blob) => {
      const form = new FormData();
      const token = csrfOf((await owner.get('/submit')).html);
      const fields = {
        ...PRODUCT,
        website_url: 'https://logo.example.com',
        name: 'Logo',
        update: 'logo',
        _csrf: token,
      };
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) form.append(name, value);
      }
      form.append('logo', logo, 'logo.png');
      return owner.send('/submit', form);
    };
    const bad = await send(new Blob(['no picture at all']));
    expect(bad.status).to.equal(422);
    expect(bad.html)
      .to.contain('field-logo-error')
      .and.contain('value="Logo"')
      .and.contain('One\nTwo</textarea>');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>';
    expect((await send(new Blob([svg]))).location).to.equal('/listings/logo?done=submitted');
    expect((await owner.get('/listings/logo')).html)
      .to.contain('<span>Two</span>')
      .and.contain('src="/media/');
    expect(bad.html, 'named as the form names it').to.match(/<a href="#field-logo">Logo<\/a>/);
    for (const megabytes of [2, 8]) {
      const large = await send(new Blob([Buffer.alloc(megabytes * 1024 * 1024 + 1)]));
      expect(large.status).to.equal(422);
      expect(large.html).to.contain('The logo is larger than 2 MB').and.contain('value="Logo"');
    }
  });

  it('a site that is submitted again keeps the fields this form leaves empty', async () => {
    const owner = visitorOf(server);
    await owner.signUp('again@example.com');
    const site = { ...PRODUCT, website_url: 'https://again.example.com', name: 'Again' };
    await owner.submit('/submit', site);
    const short = { website_url: site.website_url, name: 'Again', tagline: 'Shorter' };
    const empty = { description: '', features: '', pricing_model: '', pricing_summary: '', logo_url: ' ' };
    const answer = await owner.submit('/submit', { ...short, ...empty, update: 'again' });
    expect(answer.location).to.equal('/listings/again?done=updated');
    const { listing } = JSON.parse((await owner.get('/api/v1/listings/again')).html);
    expect(listing).to.include({
      tagline: 'Shorter',
      description: 'First.\n\nSecond.',
      pricing_model: 'free',
    });
    expect(listing.features).to.deep.equal(['One', 'Two']);
    expect(listing.categories).to.deep.equal(PRODUCT.categories);
    const missing = await owner.submit('/submit', { ...short, tagline: '', update: 'again' });
    expect(missing.html).to.contain('field-tagline-error');
  });

  it('a rejected listing cannot be deleted, and is rejected again after leaving the archive', async () => {
    const owner = visitorOf(server);
    await owner.signUp('rejected@example.com');
    await owner.submit('/submit', { ...PRODUCT, website_url: 'https://rejected.example.com', name: 'No' });
    const edit = '/account/listings/no/edit';
    expect((await owner.get(edit)).html).to.contain('Delete for good');
    await setListingStatus(systemActor('cli'), 'no', { action: 'reject', reason: 'Not a product' });
    expect((await owner.get(edit)).html)
      .to.contain('Not a product')
      .and.not.contain('Delete for good');
    await owner.submit('/account/listings/no/archive', {}, edit);
    const restored = await owner.submit('/account/listings/no/restore', {}, edit);
    expect(restored.location).to.equal('/account?done=unarchived');
    expect((await owner.get('/account?done=unarchived')).html).to.contain('it is still not public');
  });

  it('others’ listings can be neither edited nor changed', async () => {
    const other = visitorOf(server);
    await other.signUp('third@example.com');
    expect((await other.get('/account/listings/known/edit')).status).to.equal(404);
    const token = csrfOf((await other.get('/account')).html);
    const answer = await other.post('/account/listings/known/archive', { _csrf: token });
    expect(answer.status).to.equal(403);
    expect((await other.post('/account/listings/known/delete', { _csrf: token })).status).to.equal(403);
    expect((await visitorOf(server).get('/listings/known')).status).to.equal(200);
  });

  it('a key is created, shown once, works, and is revoked', async () => {
    const owner = visitorOf(server);
    await owner.signUp('keys@example.com');
    const token = csrfOf((await owner.get('/account/keys')).html);
    const made = await owner.post('/account/keys', {
      name: 'laptop',
      _csrf: token,
      with_scopes: '1',
      scopes: '*',
    });
    expect(made.location).to.equal('/account/keys');
    const minted = await owner.get('/account/keys');
    const secret = /value="(dir_[0-9A-Za-z]{36})"/.exec(minted.html)?.[1] ?? '';
    const call = () => server.fetch('/api/v1/api-keys', { headers: { authorization: `Bearer ${secret}` } });
    expect((await call()).status).to.equal(200);
    const list = await owner.get('/account/keys');
    expect(list.html, 'a reload').to.contain('laptop').and.not.contain(secret);
    expect(list.html.match(/\/revoke"/g)).to.have.length(1);
    const revoke = /action="(\/account\/keys\/[^"]+\/revoke)"/.exec(list.html)?.[1] ?? '';
    expect((await owner.submit(revoke, {}, '/account/keys')).location).to.equal(
      '/account/keys?done=key-revoked',
    );
    expect((await call()).status).to.equal(401);
    expect((await owner.submit('/account/keys', { name: 'x'.repeat(61) })).status).to.equal(422);
  });

  it('a key is restricted, and rotated on the same terms', async () => {
    const owner = visitorOf(server);
    await owner.signUp('rotation@example.com');
    const terms = { scopes: ['listings:read'], expires_at: '2125-03-01', rate_limit: '20' };
    await owner.submit('/account/keys', { name: 'reader', ...terms });
    const minted = await owner.get('/account/keys');
    expect(minted.html).to.contain('ends 1 Mar 2125').and.contain('20 requests a minute');
    expect(minted.html).to.contain('Permissions: Read your listings').and.not.contain('value="admin:*"');
    const rotate = /action="(\/account\/keys\/[^"]+\/rotate)"/.exec(minted.html)?.[1] ?? '';
    expect((await owner.submit(rotate, {}, '/account/keys')).location).to.equal('/account/keys');
    const rotated = await owner.get('/account/keys');
    expect(rotated.html).to.match(/value="dir_[0-9A-Za-z]{36}"/);
    expect(rotated.html.match(/Permissions: Read your listings/g)).to.have.length(2);
    const none = await owner.submit('/account/keys', { name: 'none', with_scopes: '1' });
    expect(none.status).to.equal(422);
    expect(none.html).to.contain('id="field-scopes-error"');
    const past = await owner.submit('/account/keys', { ...terms, expires_at: '2020-01-01' });
    expect(past.status).to.equal(422);
    expect(past.html).to.contain('id="field-expires_at-error"').and.contain('value="2020-01-01"');
  });

  it('a webhook is created, tested, paused, given a new secret and deleted', async () => {
    const owner = visitorOf(server);
    await owner.signUp('webhooks@example.com');
    const made = await owner.submit('/account/webhooks', {
      url: 'https://hooks.example.com/x',
      events: ['listing.published'],
    });
    const path = made.location ?? '';
    expect(path).to.match(/^\/account\/webhooks\/[0-9a-f-]{36}$/);
    const secret = /value="(whsec_[^"]+)"/.exec((await owner.get(path)).html)?.[1] ?? '';
    expect(secret).to.match(/^whsec_/);
    expect((await owner.submit(`${path}/test`, {}, path)).location).to.equal(`${path}?done=event-queued`);
    const shown = await owner.get(path);
    expect(shown.html).to.contain('webhook.test').and.contain('Waiting').and.not.contain(secret);
    await server.database
      .knex('webhook_deliveries')
      .update({ attempts: 1, last_error: 'It responded with 500.' });
    expect((await owner.get('/account/webhooks')).html).to.contain('badge-rejected">Failing');
    expect((await owner.get(path)).html)
      .to.contain('It responded with 500.')
      .and.contain('A test');
    const replay = /action="([^"]+\/replay)"/.exec(shown.html)?.[1] ?? '';
    expect((await owner.submit(replay, {}, path)).location).to.equal(`${path}?done=event-queued`);
    expect((await owner.submit(`${path}/constructor`, {}, path)).status).to.equal(404);
    expect((await owner.submit(`${path}/pause`, {}, path)).location).to.equal(`${path}?done=webhook-paused`);
    expect((await owner.get(path)).html)
      .to.contain('Paused since')
      .and.contain('Resume');
    expect((await owner.submit(`${path}/secret`, {}, path)).location).to.equal(path);
    const changed = await owner.get(path);
    expect(changed.html)
      .to.match(/value="whsec_/)
      .and.not.contain(secret);
    expect((await owner.submit(`${path}/delete`, {}, path)).location).to.contain('done=webhook-deleted');
    expect((await owner.get(path)).status).to.equal(404);
    const none = await owner.submit('/account/webhooks', { url: 'https://localhost/' });
    expect(none.html).to.contain('id="field-events-error"').and.contain('id="field-url-error"');
    expect(none.html, 'an event of the desk').not.to.contain('value="review.waiting"');
    const inside = await owner.submit('/account/webhooks', {
      url: 'http://localhost/',
      events: ['listing.removed'],
    });
    expect(inside.status).to.equal(422);
    expect(inside.html).to.contain('id="field-url-error"');
  });

  it('a claim is explained, refused without a proof, and undone in the console', async () => {
    const [owner, claimer, admin] = [visitorOf(server), visitorOf(server), visitorOf(server)];
    for (const [visitor, name] of [
      [owner, 'lister'],
      [claimer, 'claimer'],
      [admin, 'judge'],
    ] as const) {
      await visitor.signUp(`${name}@example.com`);
    }
    await server.database.knex('users').where({ email: 'judge@example.com' }).update({ role: 'admin' });
    const product = {
      ...PRODUCT,
      name: 'Claimed Thing',
      website_url: 'https://claimed.invalid.example.com/page',
    };
    const { location } = await owner.submit('/submit', product);
    const slug = /listings\/([\w-]+)/.exec(location ?? '')?.[1] ?? '';
    expect((await claimer.get(`/listings/${slug}`)).html).to.contain(`href="/claim/${slug}"`);
    const path = `/claim/${slug}`;
    const shown = await claimer.submit(path, {}, path);
    expect(shown.html).to.contain('listing-claim').and.contain('Check now');
    expect((await claimer.get(path)).html)
      .to.contain('Check now')
      .and.not.contain('Get my code');
    // Checked a moment ago, so that no test requests an external site.
    await server.database.knex('claims').update({ checked_at: new Date() });
    const checked = await claimer.submit(`${path}/verify`, {}, path);
    expect(checked.status).to.equal(429);
    expect(checked.html).to.contain('It was checked just now').and.contain('Check now');
    const { id } = await server.database.knex('users').where({ email: 'claimer@example.com' }).first();
    const listing = await server.database.knex('listings').where({ slug }).first();
    await server.database.knex('claims').update({
      verified_at: new Date(),
      method: 'meta',
      previous_owner_id: listing.owner_id,
    });
    const proven = { owner_id: id, verified_by: id, verified_key: listing.url_key };
    await server.database.knex('listings').where({ slug }).update(proven);
    expect((await visitorOf(server).get(`/listings/${slug}`)).html).to.contain('Verified owner');
    const record = await admin.get(`/admin/listings/${slug}`);
    expect([record.status, record.location]).to.deep.equal([200, null]);
    expect(record.html).to.contain('claimer@example.com').and.contain('lister@example.com');
    const undo = /action="([^"]+\/undo-claim\/[^"]+)"/.exec(record.html)?.[1] ?? '';
    const undone = await admin.submit(undo, { reason: 'Not theirs' }, `/admin/listings/${slug}`);
    expect(undone.location).to.equal(`/admin/listings/${slug}?done=claim-undone`);
    expect((await visitorOf(server).get(`/listings/${slug}`)).html).not.to.contain('Verified owner');
    await server.database.knex('users').where({ email: 'judge@example.com' }).update({ role: 'user' });
  });

  it('sessions are listed and ended, one or all', async () => {
    const [here, there] = [visitorOf(server), visitorOf(server)];
    await here.signUp('many@example.com');
    await there.signIn({ email: 'many@example.com' });
    const list = await here.get('/account/sessions');
    const end = /action="(\/account\/sessions\/[0-9a-f-]{36}\/end)"/.exec(list.html)?.[1] ?? '';
    expect((await here.submit(end, {}, '/account/sessions')).status).to.equal(303);
    expect((await there.get('/account')).status).to.equal(303);
    expect((await here.get('/account')).status).to.equal(200);
    await here.submit('/account/sessions/end-all', {}, '/account/sessions');
    expect((await here.get('/account')).status).to.equal(303);
  });

  it('a password is changed with the current one, and reset by mail', async () => {
    const owner = visitorOf(server);
    await owner.signUp('words@example.com');
    const change = (currentPassword: string) =>
      owner.submit(
        '/account/password',
        { currentPassword, newPassword: 'a new long one' },
        '/account/settings',
      );
    const wrong = await change('not the old one');
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.contain('field-currentPassword-error');
    expect((await change(PASSWORD)).location).to.equal('/account/settings?done=password-changed');

    const guest = visitorOf(server);
    for (const email of ['words@example.com', 'nobody@example.com']) {
      const asked = await guest.submit('/forgot-password', { email });
      expect(asked.location).to.equal('/forgot-password?done=reset-sent');
    }
    expect((await guest.get('/forgot-password?done=reset-sent')).html).to.contain(
      '<h1>Check your inbox</h1>',
    );
    const [mail = ''] = await mailsTo('words@example.com');
    const link = new URL(/http\S+reset-password\S+/.exec(mail)?.[0] ?? '');
    const token = link.searchParams.get('token') ?? '';
    const page = link.pathname + link.search;
    const set = await guest.submit('/reset-password', { token, newPassword: 'the newest long one' }, page);
    expect(set.location).to.equal('/sign-in?done=password-reset');
    const again = { token, newPassword: 'the newest long one' };
    expect((await guest.submit('/reset-password', again, '/forgot-password')).status).to.equal(422);
    const dead = await guest.get(page);
    expect(dead.html).to.contain('It was already used').and.contain('href="/forgot-password"');
    expect(dead.html, 'nothing to fill in').not.to.contain('newPassword');
    expect((await owner.get('/account')).status, 'every session has ended').to.equal(303);
    const back = await guest.submit('/sign-in', {
      email: 'words@example.com',
      password: 'the newest long one',
    });
    expect(back.status).to.equal(303);
  });

  it('members export their data and delete their account with everything in it', async () => {
    const owner = visitorOf(server);
    await owner.signUp('leaving@example.com');
    await owner.submit('/submit', {
      ...PRODUCT,
      website_url: 'https://leaving.example.com',
      name: 'Leaving',
    });
    const place = {
      name: 'Proposed',
      url: 'https://proposed.example.com',
      submit_url: '',
      kind: '',
      notes: '',
    };
    await owner.submit('/agent-directories', place);
    const { knex } = server.database;
    const { id } = await knex('listings').where({ slug: 'leaving' }).first('id');
    await knex('audit_entries').insert({
      actor_email: 'moderator@example.com',
      door: 'web',
      action: 'listing.archive',
      subject_type: 'listing',
      subject_id: id,
      subject_label: 'leaving',
      reason: 'The page is down',
    });
    const file = await owner.get('/account/export.json');
    expect(file.headers.get('content-disposition')).to.contain('attachment');
    const data = JSON.parse(file.html);
    expect(data.user.email).to.equal('leaving@example.com');
    expect(data.listings[0].slug).to.equal('leaving');
    expect(data.history.map((entry: { action: string }) => entry.action)).to.include('listing.create');
    expect(data.catalog_proposals[0]).to.include({
      url: 'https://proposed.example.com',
      status: 'submitted',
    });
    const archived = data.history.find((entry: { action: string }) => entry.action === 'listing.archive');
    expect(archived).to.include({ by: 'another', subject: 'leaving', reason: 'The page is down' });
    expect(file.html).not.to.contain('moderator@example.com');
    expect(file.html).not.to.match(/password|hash|argon/i);

    const wrong = await owner.submit('/account/delete', { email: 'other@example.com' }, '/account/settings');
    expect(wrong.html).to.contain('id="field-email-error"');
    const left = await owner.submit('/account/delete', { email: 'Leaving@example.com' }, '/account/settings');
    expect(left.location).to.equal('/?done=account-deleted');
    expect((await owner.get('/account')).status).to.equal(303);
    expect((await owner.get('/listings/leaving')).status).to.equal(404);
    expect(await server.database.knex('users').where({ email: 'leaving@example.com' })).to.deep.equal([]);
  });

  it('the last admin cannot delete their account', async () => {
    const admin = visitorOf(server);
    await admin.signUp('Admin@example.com');
    await server.database.knex('users').where({ email: 'Admin@example.com' }).update({ role: 'admin' });
    const answer = await admin.submit('/account/delete', { email: 'admin@example.com' }, '/account/settings');
    expect(answer.status).to.equal(422);
    expect(answer.html).to.contain('last admin account');
    expect((await admin.get('/account')).status).to.equal(200);
  });

  it('only members can propose a directory', async () => {
    const guest = visitorOf(server);
    expect((await guest.get('/agent-directories')).html)
      .to.contain('Sign in')
      .and.not.contain('_csrf');
    const member = visitorOf(server);
    await member.signUp('places@example.com');
    const place = { name: 'Shelf', url: 'https://shelf.example.com', submit_url: '', kind: '', notes: '' };
    const proposed = await member.submit('/agent-directories', place);
    expect(proposed.location).to.equal('/agent-directories?done=proposed');
    expect((await guest.get('/agent-directories')).html).to.contain('shelf.example.com');
    const bad = await member.submit('/agent-directories', { ...place, url: 'javascript:alert(1)' });
    expect(bad.status).to.equal(422);
  });

  it('a logo is removed by its checkbox', async () => {
    const owner = visitorOf(server);
    await owner.signUp('emblem@example.com');
    const fields = { ...PRODUCT, website_url: 'https://emblem.example.com', name: 'Emblem' };
    const logo_url = 'https://emblem.example.com/logo.png';
    await owner.submit('/submit', { ...fields, logo_url });
    const edit = '/account/listings/emblem/edit';
    expect((await owner.get('/submit')).html).not.to.contain('remove_logo');
    expect((await owner.get(edit)).html).to.contain(logo_url);
    await owner.submit(edit, { ...fields, logo_url, remove_logo: '1' });
    expect((await owner.get(edit)).html).not.to.contain(logo_url);
  });

  it('a notice is shown to whoever acted, not to those who receive the address', async () => {
    const owner = visitorOf(server);
    await owner.signUp('sharer@example.com');
    await owner.submit('/submit', { ...PRODUCT, website_url: 'https://shared.example.com', name: 'Shared' });
    const address = '/listings/shared?done=submitted';
    expect((await owner.get(address)).html).to.contain('Your listing is live.');
    expect((await owner.get(address, { 'sec-fetch-site': 'cross-site' })).html).not.to.contain('is live.');
    const guest = visitorOf(server);
    expect((await guest.get(address, { 'sec-fetch-site': 'none' })).html).not.to.contain('is live.');
    const own = '/?done=account-deleted';
    expect((await guest.get(own, { 'sec-fetch-site': 'none' })).html).not.to.contain('is deleted');
    const after = await guest.get(own, { 'sec-fetch-site': 'same-origin' });
    expect(after.html).to.contain('everything in it is deleted');
    expect(after.headers.get('cache-control')).to.equal('private, no-store');
    expect((await guest.get(own, { 'sec-fetch-site': 'none' })).html).not.to.contain('is deleted');
  });

  it('and so is what became of an item of the review desk', async () => {
    const admin = visitorOf(server);
    await admin.signUp('decider@example.com');
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'decider@example.com' });
    for (const outcome of ['approve', 'gone']) {
      const told = async (from: string) => {
        const { html } = await admin.get(`/admin/review?${outcome}=lone-star`, { 'sec-fetch-site': from });
        return /data-review-said>\s*<div class="notice/.test(html);
      };
      expect(
        [await told('same-origin'), await told('none'), await told('cross-site')],
        outcome,
      ).to.deep.equal([true, false, false]);
    }
  });
});

describe('on forms under rate limits,', () => {
  const server = useServer({ RATE_LIMIT_SIGN_UP: '2', RATE_LIMIT_LISTING_WRITE: '1' });

  it('sign-up and listing forms count towards the limits, and show when to retry, with the input', async () => {
    const guest = visitorOf(server);
    await guest.submit('/sign-up', { name: 'A', email: 'one@example.com', password: PASSWORD });
    await guest.submit('/submit', PRODUCT);
    const write = await guest.submit('/submit', { ...PRODUCT, website_url: 'https://second.example.com' });
    expect(write.status).to.equal(429);
    expect(Number(write.headers.get('retry-after'))).to.be.within(1, 60);
    expect(write.html).to.contain('Too many requests').and.contain('https://second.example.com');
    const other = visitorOf(server);
    const fields = { name: 'B', email: 'two@example.com', password: PASSWORD };
    expect((await other.submit('/sign-up', fields)).status).to.equal(303);
    const late = visitorOf(server);
    const refused = await late.submit('/sign-up', { ...fields, email: 'three@example.com' });
    expect(refused.status).to.equal(429);
    expect(refused.html).to.contain('value="three@example.com"');
  });
});

describe('email verification by forms', () => {
  const server = useServer({ REQUIRE_EMAIL_VERIFICATION: 'on' });
  const signUp = (visitor: Visitor, email: string) =>
    visitor.submit('/sign-up', { name: 'Ada', email, password: PASSWORD });

  it('is required, done by the mailed link, and can be requested again', async () => {
    const member = visitorOf(server);
    await signUp(member, 'fresh@example.com');
    expect((await member.get('/account')).html).to.contain('confirm your email address');
    const again = await member.submit('/account/verification', {}, '/account');
    expect(again.location).to.equal('/account?done=mail-sent');
    const mails = await mailsTo('fresh@example.com');
    const link = new URL(/http\S+verify-email\S+/.exec(mails.at(-1) ?? '')?.[0] ?? '');
    // A mail scanner follows the link before the person does: nothing changes. People press twice.
    const address = link.pathname + link.search;
    const scanner = visitorOf(server);
    await server.fetch(address, { method: 'HEAD' });
    expect((await scanner.get(address)).html).to.contain('Is this your email?');
    expect((await member.get('/account')).html).to.contain('confirm your email address');
    for (const reader of [member, member, scanner]) {
      const page = await reader.get(address);
      expect(page.status).to.equal(200);
      expect(page.html).to.contain('Your email is confirmed');
    }
    expect((await member.get('/account')).html).not.to.contain('confirm your email address');
    const broken = await member.get('/verify-email?token=nonsense');
    expect(broken.status).to.equal(400);
    expect(broken.html).to.contain('That link does not work');
  });

  it('is confirmed by a button on another device, where nobody is signed in', async () => {
    const member = visitorOf(server);
    await signUp(member, 'phone@example.com');
    const link = new URL(
      /http\S+verify-email\S+/.exec((await mailsTo('phone@example.com')).at(-1) ?? '')?.[0] ?? '',
    );
    const phone = visitorOf(server);
    const token = link.searchParams.get('token') ?? '';
    const pressed = await phone.submit('/verify-email/confirm', { token }, link.pathname + link.search);
    expect((await phone.get(pressed.location ?? '')).html).to.contain('Your email is confirmed');
    expect((await member.get('/account')).html).not.to.contain('confirm your email address');
    expect(
      (await phone.submit('/verify-email/confirm', { token: 'old' }, '/verify-email?token=old')).status,
    ).to.equal(400);
  });

  it('offers a new link when one does not work, whoever opens it', async () => {
    const guest = visitorOf(server);
    const { status, html } = await guest.get('/verify-email?token=old');
    expect(status).to.equal(400);
    expect(html).to.contain('action="/verify-email"');
    await visitorOf(server).signUp('lost@example.com');
    for (const email of ['lost@example.com', 'nobody-at-all@example.com']) {
      const asked = await guest.submit('/verify-email', { email }, '/verify-email?token=old');
      expect([asked.status, asked.location]).to.deep.equal([303, '/sign-in?done=link-sent']);
    }
    expect((await guest.get('/sign-in?done=link-sent')).html).to.contain('a new link is on its way');
    const wrong = await guest.submit('/verify-email', { email: 'no' }, '/verify-email?token=old');
    expect(wrong.status).to.equal(422);
  });
});
