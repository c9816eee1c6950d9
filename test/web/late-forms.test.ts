// Forms that are sent after their session has ended, twice, or from an outdated tab.
import { expect } from 'chai';
import { PASSWORD } from '../helpers/directory.js';
import { csrfOf, type PageAnswer, type Visitor, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const PRODUCT = {
  website_url: 'https://late.example.com',
  name: 'Late "Bird" <b>',
  tagline: 'Comes after all',
  description: 'Hours of work.\r\n\r\nMore & more.',
  categories: ['productivity', 'design'],
};

/** The hidden fields of the form on a page that posts to `action`, as a browser sends them. */
function hiddenFields({ html }: PageAnswer, action: string): Record<string, string[]> {
  const form = new RegExp(`<form[^>]*action="${action}"[\\s\\S]*?</form>`).exec(html)?.[0] ?? '';
  const fields: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
  )) {
    const text = value
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    fields[name] = [...(fields[name] ?? []), text];
  }
  return fields;
}

describe('forms sent after their session ended', () => {
  const server = useServer();

  async function signIn(visitor: Visitor, asked: PageAnswer, password: string): Promise<PageAnswer> {
    return visitor.post('/sign-in', {
      ...hiddenFields(asked, '/sign-in'),
      email: 'late@example.com',
      password,
    });
  }

  before(() => visitorOf(server).signUp('late@example.com'));

  it('wait for the sign-in, and are sent by a button then', async () => {
    const visitor = visitorOf(server);
    const asked = await visitor.post('/submit', { ...PRODUCT, _csrf: 'of a session that is gone' });
    expect(asked.status).to.equal(401);
    expect(asked.headers.get('cache-control')).to.equal('private, no-store');
    expect(asked.html)
      .to.contain('nothing is lost: sign in to finish “Late')
      .and.contain('id="field-password"');
    const slip = await signIn(visitor, asked, 'not my password');
    expect(slip.status).to.equal(422);
    const kept = await signIn(visitor, slip, PASSWORD);
    expect(kept.status).to.equal(200);
    expect(kept.html).to.contain('You are signed in again');
    const sent = await visitor.post('/submit', hiddenFields(kept, '/submit'));
    expect(sent.location).to.equal('/listings/late-bird-b?done=submitted');
    const { listing } = JSON.parse((await visitor.get('/api/v1/listings/late-bird-b')).html);
    expect(listing).to.include({ name: PRODUCT.name, description: 'Hours of work.\n\nMore & more.' });
    expect(listing.categories).to.deep.equal(PRODUCT.categories);
  });

  it('wait also when they carry a file, and then ask for the file alone', async () => {
    const form = () => {
      const fields = new FormData();
      fields.set('website_url', 'https://late.example.com');
      fields.set('name', 'Late');
      fields.set('tagline', 'Typed');
      fields.set('logo', new Blob(['bytes of a picture']), 'logo.png');
      return fields;
    };
    const visitor = visitorOf(server);
    await visitor.submit('/sign-in', { email: 'late@example.com', password: PASSWORD });
    await server.database.knex('sessions').delete();
    const path = '/account/listings/late-bird-b/edit';
    for (const [who, action] of [
      [visitor, path],
      [visitorOf(server), '/submit'],
    ] as const) {
      const asked = await who.send(action, form());
      expect(asked.status, action).to.equal(401);
      expect(asked.html).to.contain('Typed').and.not.contain('bytes of a picture');
      const held = await signIn(who, asked, PASSWORD);
      const kept = await who.post(action, hiddenFields(held, action));
      expect(kept.status).to.equal(422);
      expect(kept.html).to.contain('value="Typed"').and.contain('Please choose the file again');
    }
  });

  it('with an invalid token stand there as they were, and ask for the file again', async () => {
    const visitor = visitorOf(server);
    await visitor.submit('/sign-in', { email: 'late@example.com', password: PASSWORD });
    const form = new FormData();
    form.set('website_url', 'https://logo.example.com');
    form.set('name', 'With a logo');
    form.set('tagline', 'Typed');
    form.set('_csrf', 'of another session');
    form.set('logo', new Blob(['bytes of a picture']), 'logo.png');
    const refused = await visitor.send('/submit', form);
    expect(refused.status).to.equal(403);
    expect(refused.html).to.contain('value="With a logo"').and.contain('Please choose the file again');
    expect((await visitor.get('/listings/with-a-logo')).status).to.equal(404);
  });

  it('without a page of their own are confirmed after the sign-in', async () => {
    const visitor = visitorOf(server);
    const path = '/account/listings/late-bird-b/archive';
    const asked = await visitor.post(path, { _csrf: 'of a session that is gone' });
    const kept = await signIn(visitor, asked, PASSWORD);
    expect(kept.html).to.contain('You are signed in again').and.contain('href="/account"');
    const sent = await visitor.post(path, hiddenFields(kept, path));
    expect(sent.location).to.equal('/account?done=archived');
  });

  it('are not sent to any other address, and drop passwords', async () => {
    const visitor = visitorOf(server);
    const asked = await visitor.post('/account/password', {
      currentPassword: 'the secret one',
      newPassword: 'the next secret one',
    });
    expect(asked.status).to.equal(401);
    expect(asked.html).not.to.contain('secret one');
    for (const held of [
      '{"action":"https://evil.example/","fields":[]}',
      '{"action":"//evil.example","fields":[]}',
      '{"action":"/submit","fields":7}',
      // Larger than a page makes them.
      JSON.stringify({ action: '/submit', fields: [['name', 'x'.repeat(100_000)]] }),
      'null',
    ]) {
      const guest = visitorOf(server);
      const fields = { email: 'late@example.com', password: PASSWORD, held };
      expect((await guest.submit('/sign-in', fields)).location, held).to.equal('/account');
    }
  });

  it('with another session’s token are shown again, and then accepted', async () => {
    const visitor = visitorOf(server);
    const old = csrfOf((await visitor.get('/sign-in')).html);
    await visitor.submit('/sign-in', { email: 'late@example.com', password: PASSWORD });
    const site = { ...PRODUCT, website_url: 'https://tab.example.com', name: 'Tab' };
    const refused = await visitor.post('/submit', { ...site, _csrf: old });
    expect(refused.status).to.equal(403);
    expect((await visitor.get('/listings/tab')).status).to.equal(404);
    const sent = await visitor.post('/submit', { ...site, _csrf: csrfOf(refused.html) });
    expect(sent.location).to.equal('/listings/tab?done=submitted');
  });

  it('to sign out or to revoke a key succeed when that is done already', async () => {
    const visitor = visitorOf(server);
    await visitor.submit('/sign-in', { email: 'late@example.com', password: PASSWORD });
    await visitor.submit('/account/keys', { name: 'twice' });
    const { html } = await visitor.get('/account/keys');
    const revoke = /action="(\/account\/keys\/[^"]+\/revoke)"/.exec(html)?.[1] ?? '';
    for (const time of ['once', 'twice']) {
      const answer = await visitor.submit(revoke, {}, '/account/keys');
      expect(answer.location, time).to.equal('/account/keys?done=key-revoked');
    }
    const token = csrfOf((await visitor.get('/account')).html);
    for (const time of ['once', 'twice']) {
      const answer = await visitor.post('/sign-out', { _csrf: token });
      expect(answer.location, time).to.equal('/?done=signed-out');
    }
  });
});
