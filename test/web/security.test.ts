// Second factors on pages: without scripts by an authenticator app, in the browser by passkeys.
import { expect } from 'chai';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { fill, type TestBrowser, useBrowser } from '../helpers/browser.js';
import { codeOf } from '../helpers/codes.js';
import { PASSWORD } from '../helpers/directory.js';
import { csrfOf, type Visitor, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const unescaped = (html: string) => html.replaceAll('&amp;', '&');

describe('second factors on pages', () => {
  const server = useServer({ REQUIRE_TWO_FACTOR: 'admins' });
  const table = (name: string) => server.database.knex(name);
  const users = (email: string) => table('users').where({ email });

  /** Sets up an app. @returns its address and the recovery codes */
  async function setUp(member: Visitor): Promise<{ uri: string; codes: string[] }> {
    const started = await member.submit('/account/security/app/start', {}, '/account/security');
    expect(started.location).to.equal('/account/security/app');
    const { html } = await member.get('/account/security/app');
    const uri = unescaped(/href="(otpauth:[^"]+)"/.exec(html)?.[1] ?? '');
    const done = await member.submit('/account/security/app', { code: codeOf(uri) });
    expect(done.location).to.equal('/account/security/codes?done=app-on');
    const page = await member.get(done.location ?? '');
    return {
      uri,
      codes: [...page.html.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(([, code]) => code ?? ''),
    };
  }

  /** Gives the password. @returns the visitor, and the token of the next form */
  async function firstStep(email: string, next = ''): Promise<[Visitor, string]> {
    const visitor = visitorOf(server);
    const { html } = await visitor.submit('/sign-in', { email, password: PASSWORD, next });
    expect(html).to.contain('One more step');
    expect((await visitor.get('/account')).status).to.equal(303);
    return [visitor, csrfOf(html)];
  }

  const growStale = async (email: string) => {
    const [user] = await users(email);
    await table('sessions')
      .where({ user_id: user.id })
      .update({ proven_at: new Date(0) });
  };

  it('set up an app by a QR code or its secret, and show recovery codes once', async () => {
    const member = visitorOf(server);
    await member.signUp('app@example.com');
    await member.submit('/account/security/app/start', {}, '/account/security');
    const { html } = await member.get('/account/security/app');
    const svg = /<svg[\s\S]*?<\/svg>/.exec(html.slice(html.indexOf('class="qr-code"')))?.[0] ?? '';
    const { data, info } = await sharp(Buffer.from(svg), { density: 200 })
      .flatten({ background: '#fff' })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const uri = unescaped(/href="(otpauth:[^"]+)"/.exec(html)?.[1] ?? '');
    expect(decodeQR({ width: info.width, height: info.height, data })).to.equal(uri);
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    expect(html.replaceAll(' ', '')).to.contain(`<codeclass="otp-secret">${secret}</code>`);
    const wrong = await member.submit('/account/security/app', { code: '000000x' });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.contain('This code is incorrect').and.contain(uri.replaceAll('&', '&amp;'));
    const { codes } = await setUp(member);
    expect(new Set(codes).size).to.equal(10);
    expect((await member.get('/account/security/codes')).location).to.equal('/account/security');
    const again = await member.submit('/account/security/codes', {}, '/account/security');
    expect((await member.get(again.location ?? '')).html)
      .to.contain('data:text/plain')
      .and.not.contain(codes[0]);
  });

  it('are asked for after the password, lead on, and keep a form that was being sent', async () => {
    const member = visitorOf(server);
    await member.signUp('step@example.com');
    const { uri, codes } = await setUp(member);
    const [visitor, _csrf] = await firstStep('step@example.com', '/account/keys');
    const onward = { _csrf, next: '/account/keys' };
    const wrong = await visitor.post('/sign-in/second-step', { ...onward, code: '123' });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.contain('This code is incorrect').and.contain('value="/account/keys"');
    const right = { ...onward, code: codeOf(uri, 1), trust: '1' };
    expect((await visitor.post('/sign-in/second-step', right)).location).to.equal('/account/keys');
    await visitor.submit('/sign-out', {}, '/account');
    const trusted = await visitor.submit('/sign-in', { email: 'step@example.com', password: PASSWORD });
    expect(trusted.location).to.equal('/account');

    await table('sessions').delete();
    const name = 'Somebody else';
    const late = await member.post('/account/name', { name });
    expect(late.status).to.equal(401);
    const held = unescaped(/name="held" value="([^"]*)"/.exec(late.html)?.[1] ?? '').replaceAll(
      '&quot;',
      '"',
    );
    const fields = { email: 'step@example.com', password: PASSWORD, held, _csrf: csrfOf(late.html) };
    const asked = await member.post('/sign-in', fields);
    expect(asked.html).to.contain('One more step').and.contain('name="held"');
    const entered = await member.post('/sign-in/second-step', {
      _csrf: csrfOf(asked.html),
      held,
      code: codes[0] ?? '',
    });
    expect(entered.html).to.contain(name);
  });

  it('or the password confirm who it is, before an account is deleted', async () => {
    const member = visitorOf(server);
    await member.signUp('leave@example.com');
    const { codes } = await setUp(member);
    await growStale('leave@example.com');
    const asked = await member.submit('/account/delete', { email: 'leave@example.com' }, '/account/settings');
    expect(asked.status).to.equal(403);
    expect(asked.html).to.contain('Confirm it’s you');
    const held = unescaped(/name="held" value="([^"]*)"/.exec(asked.html)?.[1] ?? '').replaceAll(
      '&quot;',
      '"',
    );
    const _csrf = csrfOf(asked.html);
    const wrong = await member.post('/account/confirm', { _csrf, held, password: 'wrong horse' });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.contain('The password is incorrect');
    const confirmed = await member.post('/account/confirm', { _csrf, held, code: codes[0] ?? '' });
    expect(confirmed.html).to.contain('action="/account/delete"');
    expect(await users('leave@example.com')).to.have.length(1);
    await growStale('leave@example.com');
    expect((await member.submit('/account/confirm', { password: PASSWORD })).location).to.equal('/account');
    const left = await member.submit('/account/delete', { email: 'leave@example.com' }, '/account/settings');
    expect(left.location).to.equal('/?done=account-deleted');
    expect(
      await table('totp_secrets')
        .where('created_at', '>', new Date(0))
        .whereNotIn('user_id', table('users').select('id')),
    ).to.deep.equal([]);
  });

  it('keep an admin without one out of the console, and say where to set it up', async () => {
    const admin = visitorOf(server);
    await admin.signUp('admin@example.com');
    await users('admin@example.com').update({ role: 'admin' });
    const refused = await admin.get('/admin');
    expect(refused.status).to.equal(403);
    expect(refused.html)
      .to.contain('href="/account/security"')
      .and.contain('<h1>The console needs a second factor</h1>')
      .and.contain('admins need a second factor here');
    expect((await admin.get('/account')).html).to.contain('href="/account/security"');
    await setUp(admin);
    expect((await admin.get('/admin')).status).to.equal(200);
  });

  it('are reset by an admin, on the page of the user', async () => {
    const [member, admin] = [visitorOf(server), visitorOf(server)];
    await member.signUp('lost@example.com');
    await setUp(member);
    await admin.signUp('helper@example.com');
    await users('helper@example.com').update({ role: 'admin' });
    await setUp(admin);
    const [{ id }] = await users('lost@example.com');
    const page = `/admin/users/${id}`;
    const reset = await admin.submit(`${page}/two-factor/reset`, {}, page);
    expect(reset.location).to.equal(`${page}?done=two-factor-reset`);
    const visitor = visitorOf(server);
    const entered = await visitor.submit('/sign-in', { email: 'lost@example.com', password: PASSWORD });
    expect(entered.location).to.equal('/account');
  });

  it('stand beside sessions, which are told apart by address and ended everywhere else', async () => {
    const [here, there] = [visitorOf(server), visitorOf(server)];
    await here.signUp('places@example.com');
    await there.submit('/sign-in', { email: 'places@example.com', password: PASSWORD });
    const { html } = await here.get('/account/sessions');
    expect(html).to.contain('from 127.0.0.1');
    const ended = await here.submit('/account/sessions/end-others', {}, '/account/sessions');
    expect(ended.location).to.equal('/account/sessions?done=others-signed-out');
    expect((await here.get('/account')).status).to.equal(200);
    expect((await there.get('/account')).status).to.equal(303);
  });

  describe('in a browser with a passkey', () => {
    const browser: TestBrowser = useBrowser();

    it('add it, confirm and sign in with it', async () => {
      const page = await browser.open();
      const devtools = await page.createCDPSession();
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      const press = (selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)]);
      const at = () => new URL(page.url()).pathname;
      await page.goto(`${server.url}/sign-up`);
      await fill(page, '#field-name', 'Ada');
      await fill(page, '#field-email', 'key@example.com');
      await fill(page, '#field-password', PASSWORD);
      await press('form[action="/sign-up"] [type=submit]');
      await page.goto(`${server.url}/account/security`);
      await fill(page, '#field-name', 'Laptop');
      await press('form[data-passkey] button');
      expect(at(), 'the first passkey brings recovery codes').to.equal('/account/security/codes');
      await page.goto(`${server.url}/account/security`);
      expect(await page.$eval('.entry-title', (title) => title.textContent)).to.equal('Laptop');

      await growStale('key@example.com');
      await press('form[data-passkey] button');
      expect(at(), 'first confirm').to.equal('/account/confirm');
      await press('form[data-passkey] button');
      expect(at()).to.equal('/account/security');

      for (const withPassword of [false, true]) {
        await press('form[action="/sign-out"] button');
        await page.goto(`${server.url}/sign-in?next=/account/keys`);
        if (withPassword) {
          await fill(page, '#field-email', 'key@example.com');
          await fill(page, '#field-password', PASSWORD);
          await press('form[action="/sign-in"] [type=submit]');
          expect(await page.$eval('h1', (heading) => heading.textContent)).to.equal('One more step');
        }
        await press('form[data-passkey] button');
        expect(at()).to.equal('/account/keys');
      }
      await page.goto(`${server.url}/account/security`);
      await page.click('.entries summary');
      await press('.entries form button');
      expect(await page.$('.entries')).to.equal(null);
      expect((await users('key@example.com'))[0]).to.include({ two_factor_enabled: false });
    }).timeout(60_000);
  });
});
