// Every page is well-formed, a sample passes an HTML validator (with AUDIT=all every page), and internal links are
// followed. Messages bring no HTML of their own, so pages are validated in English only.
import { expect } from 'chai';
import { submitListing } from '../../core/listings/submit.js';
import { UserModel } from '../../db/models/accounts.js';
import { userActor } from '../helpers/actors.js';
import { submitDemo } from '../helpers/directory.js';
import { expectValid, expectWellFormed } from '../helpers/markup.js';
import {
  CONSOLE_PAGES,
  GUEST_PAGES,
  MEMBER_PAGES,
  type PageAnswer,
  type Visitor,
  visitorOf,
} from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

/** Texts that are not ours to translate: of listings and operators, code, input. */
const FOREIGN =
  /<(script|style|code|pre|textarea|svg|datalist|dd|del|ins)\b[\s\S]*?<\/\1>|<(\w+)\b[^<>]* (?:lang|dir)="[^"]*"[^>]*>[\s\S]*?<\/\2>/g;

/** Pages of one kind that a visitor follows: all have the same template. */
const MOST_ALIKE = 6;
const kindOf = (to: string) =>
  to
    .replace(/\/(listings|topics|categories|alternatives|claim|report)\/[^/?]+/, '/$1/*')
    .replace(/[?].*/, '?');

const EVERY = process.env.AUDIT === 'all' ? 1 : 3;
const look = (n: number, html: string) => (n % EVERY === 0 ? expectValid(html) : expectWellFormed(html));

/** No sentence of the page is left in English, judged by stop words. */
function expectGerman(html: string): void {
  const body = html.slice(html.indexOf('<body')).replace(FOREIGN, ' ');
  const spoken = [...body.matchAll(/(?:aria-label|placeholder|alt|title)="([^"]*)"|>([^<>]+)</g)];
  const english = spoken
    .map(([, attribute, text]) => (attribute ?? text ?? '').trim())
    .filter(
      (text) =>
        /\b(the|and|of|with|this|that|are|is|not|your|from|by)\b/i.test(text) && text.split(/\s+/).length > 4,
    );
  expect(english).to.deep.equal([]);
}

describe('markup', () => {
  const server = useServer();
  let guest: Visitor;
  let member: Visitor;
  /** Pages that a test has looked at, for the next one. */
  const seen = new Map<Visitor, Map<string, Promise<PageAnswer>>>();
  const page = (visitor: Visitor, path: string) => {
    const answer = seen.get(visitor)?.get(path) ?? visitor.get(path);
    seen.get(visitor)?.set(path, answer);
    return answer;
  };
  before(async () => {
    guest = visitorOf(server);
    member = visitorOf(server);
    for (const visitor of [guest, member]) seen.set(visitor, new Map());
    await member.signUp('owner@example.com');
    const row = await UserModel.query().findOne({ email: 'owner@example.com' }).throwIfNotFound();
    const owner = await userActor(row.id);
    await submitDemo(owner);
    await submitListing(owner, {
      name: 'W'.repeat(80),
      website_url: `https://${'long-'.repeat(11)}name.example.com/${'path/'.repeat(60)}`,
      tagline: 'M'.repeat(160),
      description: `${'w'.repeat(500)}\n\nhttps://example.com/${'x'.repeat(300)}`,
      features: ['f'.repeat(120)],
      pricing_summary: 'p'.repeat(80),
      cta_label: 'c'.repeat(40),
    });
  });

  it('the page of a listing that only its owner sees is valid HTML, and its name the first heading', async () => {
    const { knex } = server.database;
    const { slug } = await knex('listings').whereNull('archived_at').orderBy('slug', 'desc').first('slug');
    await member.submit(`/account/listings/${slug}/archive`, {}, '/account');
    const { html } = await member.get(`/listings/${slug}`);
    expect(html).to.contain('only you can see this page');
    expect(/<h[1-6]/.exec(html)?.[0]).to.equal('<h1');
    await expectValid(html);
  });

  for (const [n, path] of GUEST_PAGES.entries()) {
    it(`${path} is valid HTML`, async () => look(n, (await page(guest, path)).html));
  }
  for (const [n, path] of MEMBER_PAGES.entries()) {
    it(`${path} is valid HTML for a member`, async () => look(n, (await page(member, path)).html));
  }

  const german = { 'accept-language': 'de' };
  for (const path of MEMBER_PAGES) {
    it(`${path} is in German for a German browser`, async () => {
      expectGerman((await member.get(path, german)).html);
    });
  }

  describe('of the console', () => {
    const users = () => UserModel.query().where('email', 'owner@example.com');
    before(async () => void (await users().patch({ role: 'admin' })));
    after(async () => void (await users().patch({ role: 'user' })));
    for (const [n, path] of CONSOLE_PAGES.entries()) {
      it(`${path} is valid HTML`, async () => look(n, (await member.get(path)).html));
      it(`${path} is in German for a German browser`, async () => {
        expectGerman((await member.get(path, german)).html);
      });
    }
    for (const section of ['listings', 'audit']) {
      it(`a notice on /admin/${section} is its sentence, without a link`, async () => {
        const { html } = await member.get(`/admin/${section}?done=entries-verified`);
        const notice = /<div class="notice notice-good"[\s\S]*?<\/div>\s*<\/div>/.exec(html)?.[0] ?? '';
        expect(notice).to.match(/<p[^>]*>Verified\.<\/p>/);
        expect(notice).not.to.match(/<a\b|undefined/);
      });
    }
    it('a user’s page and confirmations are valid HTML', async () => {
      const owner = await users().first().throwIfNotFound();
      await expectValid((await member.get(`/admin/users/${owner.id}`)).html);
      const listings = { action: 'delete', scope: 'matching', expected_total: '1', _csrf: '' };
      await expectValid((await member.submit('/admin/bulk/listings', listings, '/admin/listings')).html);
      await expectValid(
        (await member.submit('/admin/bulk/users', { item: owner.id, action: 'delete' }, '/admin/users')).html,
      );
    });
  });

  it('forms with errors, and a new key, are valid HTML', async () => {
    await expectValid((await guest.submit('/sign-up', { email: 'x' })).html);
    await expectValid((await member.submit('/submit', { website_url: 'nope', logo_url: 'nope' })).html);
    await member.submit('/account/keys', { name: 'laptop' });
    await expectValid((await member.get('/account/keys')).html);
    await member.submit('/account/security/app/start', {}, '/account/security');
    await expectValid((await member.submit('/account/security/app', { code: 'x' })).html);
  });

  it('internal links are not broken', async () => {
    const followed = new Set<string>();
    for (const visitor of [guest, member]) {
      const found = new Map<string, string>([['/', 'the start']]);
      const alike = new Map<string, number>();
      for (const [path, from] of found) {
        const { status, headers, html } = await page(visitor, path);
        expect(status, `${path}, linked from ${from}`).to.be.oneOf([200, 303]);
        if (!headers.get('content-type')?.startsWith('text/html')) continue;
        for (const [, href = ''] of html.matchAll(/<(?:a|link|form)\b[^>]*?\b(?:href|action)="([^"]*)"/g)) {
          const url = new URL(href.replaceAll('&amp;', '&'), server.url + path);
          if (url.origin !== server.url || html.includes(`method="post" action="${href}"`)) continue;
          if (url.hash && url.pathname === path) {
            expect(html, `${href} on ${path}`).to.contain(`id="${decodeURIComponent(url.hash.slice(1))}"`);
          }
          const to = url.pathname + url.search;
          // What a guest has followed, a member need not.
          if (followed.has(to) || found.has(to)) continue;
          const kind = kindOf(to);
          const others = alike.get(kind) ?? 0;
          if (others >= MOST_ALIKE) continue;
          alike.set(kind, others + 1);
          found.set(to, path);
        }
      }
      for (const path of found.keys()) followed.add(path);
    }
    expect(followed.size).to.be.above(60);
  }).timeout(120_000);
});
