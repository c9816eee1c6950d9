import { expect } from 'chai';
import { guest as guestActor } from '../../core/kernel/actor.js';
import type { Listing } from '../../core/listings/schema.js';
import { changedShortlist, listingsOf } from '../../core/readers/shortlists.js';
import { wordsInCommon } from '../../core/search/similar.js';
import { createMember, PASSWORD, submitDemo } from '../helpers/directory.js';
import { csrfOf, type Visitor, visitorOf } from '../helpers/pages.js';
import { invalidateCache } from '../helpers/queries.js';
import { useServer } from '../helpers/server.js';

describe('of twenty listings,', () => {
  const server = useServer();

  describe('the comparison of listings', () => {
    const guest = visitorOf(server);
    let slugs: string[];
    before(async () => {
      slugs = (await submitDemo(await createMember('owner@example.com'), 20)).map(({ slug }) => slug);
    });
    const columns = (html: string) =>
      [...html.matchAll(/<th scope="col">[\s\S]*?\/listings\/([\w-]+)/g)].map(([, slug]) => slug);

    it('has two to four of them, each once, in the order of the address', async () => {
      const [a = '', b = '', c = '', d = '', e = ''] = slugs;
      expect(columns((await guest.get(`/compare?a=${b}&b=${a}`)).html)).to.deep.equal([b, a]);
      const { html } = await guest.get(`/compare?a=${a}&b=${a}&c=${c}&d=${d}&e=${e}`);
      expect(columns(html)).to.deep.equal([a, c, d]);
      expect(html).to.include('name="robots" content="noindex');
    });

    it('takes one, to which others are added, explains when there is none, and reveals nothing about hidden ones', async () => {
      const [a = '', b = ''] = slugs;
      for (const path of ['/compare', '/compare?a=nowhere', `/compare?a=${a}&a=${b}`]) {
        const { status, html } = await guest.get(path);
        expect([status, columns(html)], path).to.deep.equal([200, []]);
        expect(html).to.include('Nothing to compare yet');
      }
      const { html } = await guest.get(`/compare?a=${a}&b=nowhere`);
      expect(columns(html)).to.deep.equal([a]);
      expect(html).to.include(`href="/compare?a=${a}&amp;b=`).and.include('Add another product');
      await server.database.knex('listings').where({ slug: b }).update({ archived_at: new Date() });
      expect(columns((await guest.get(`/compare?a=${a}&b=${b}`)).html)).to.deep.equal([a]);
      await server.database.knex('listings').where({ slug: b }).update({ archived_at: null });
      expect(columns((await guest.get(`/compare?a=${a}&b=${b}`)).html)).to.deep.equal([a, b]);
    });

    it('is linked from a listing that has similar ones', async () => {
      const { html } = await guest.get(`/listings/${slugs[0]}`);
      const link = /href="(\/compare\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(columns((await guest.get(link)).html).length).to.be.within(2, 4);
      // They have no facts: words say what is alike, none that every text has.
      const [one, other] = await listingsOf(guestActor('web'), slugs.slice(0, 2));
      const common = await wordsInCommon({ ...one, tagline: 'Encrypted archive and backup' } as Listing, [
        { ...other, tagline: 'The archives, and a Backup of them' } as Listing,
      ]);
      expect(common.get(slugs[1] ?? '')).to.have.members(['archive', 'backup']);
    });

    it('follows what is good to know: when the website was last reached, not whether it failed', async () => {
      const { knex } = server.database;
      const [slug = '', other = ''] = slugs;
      const rows: { id: string; slug: string }[] = await knex('listings').whereIn('slug', [slug, other]);
      const at = new Date('2026-03-04T10:00:00Z');
      const checks = rows.map((row) => ({
        listing_id: row.id,
        due_at: at,
        checked_at: at,
        outcome: row.slug === slug ? 'ok' : 'unreachable',
      }));
      await knex('link_checks').insert(checks).onConflict('listing_id').merge();
      await invalidateCache(server.database);
      const { html } = await guest.get(`/listings/${slug}`);
      expect(html).to.match(/Website last reached<\/dt>\s*<dd dir="auto">\s*<time datetime="2026-03-04/);
      expect((await guest.get(`/listings/${slug}.md`)).html).to.include('- Website last reached: 2026-03-04');
      expect((await guest.get(`/listings/${other}`)).html).to.not.include('last reached');
      expect((await guest.get(`/listings/${other}.md`)).html).to.not.include('last reached');
    });

    it('says first what differs and once what does not, and takes what was ticked on a shortlist', async () => {
      const [a = '', b = '', c = '', d = '', e = ''] = slugs;
      const chosen = await guest.get(`/compare?${[a, b, c, d, e].map((slug) => `with=${slug}`).join('&')}`);
      expect(columns(chosen.html), 'at most four').to.deep.equal([a, b, c, d]);
      const listing = server.database.knex('listings').where({ slug: a });
      const features = ['Works offline'];
      const facts = {
        topics: ['Games', 'Wikis'],
        license: ['MIT'],
        source_code: 'https://github.com/foo/bar/tree/main',
      };
      await listing.update({
        features,
        facts,
        tagline: 'Alike',
        description: 'Alike.\n\nAnd more.',
      });
      await server.database
        .knex('listings')
        .whereIn('slug', [a, b])
        .update({ pricing_model: 'free', pricing_summary: null });
      const { html } = await guest.get(`/compare?a=${a}&b=${b}&fresh`);
      expect(html).to.match(/<th scope="row"><span>License<[\s\S]*<td colspan="2"/);
      expect(html).to.include('>github.com/foo/bar</a>');
      const page = (await guest.get(`/listings/${a}`)).html;
      expect(page).to.match(
        /<dt>License<\/dt>\s*<dd dir="auto"><a href="\/listings\?fact\.license=mit">MIT</,
      );
      expect(page).to.include('href="/topics/wikis">Wikis</a>');
      expect(page).to.include('<p dir="auto">And more.</p>').and.not.include('<p dir="auto">Alike.');
    });
  });

  describe('the feed of a search', () => {
    const guest = visitorOf(server);
    const entries = (xml: string) =>
      [...xml.matchAll(/<entry>[\s\S]*?<title>([^<]+)/g)].map(([, title]) => title);

    it('has the results of the search, newest first, and describes itself', async () => {
      const { html, headers } = await guest.get('/feed.xml?q=notes');
      expect(headers.get('content-type')).to.include('application/atom+xml');
      expect(entries(html)).to.include('Tidewater Notes');
      expect(html).to.include('Directory: new “notes”').and.include('/feed.xml?q=notes</id>');
      expect(entries((await guest.get('/feed.xml')).html).length).to.be.above(entries(html).length);
    });

    it('is filtered by category and price as the page that links it', async () => {
      const { html } = await guest.get('/listings?q=notes&pricing=free');
      const href = /<link rel="alternate"[^>]*href="(\/feed\.xml\?[^"]+)"/
        .exec(html)?.[1]
        ?.replaceAll('&amp;', '&');
      expect(href).to.equal('/feed.xml?q=notes&pricing=free');
      expect((await guest.get(href ?? '')).status).to.equal(200);
      expect((await guest.get('/feed.xml?pricing=barter')).status).to.equal(400);
    });
  });
});

describe('a shortlist', () => {
  const server = useServer();
  /** By the form, which hands the shortlist of the guest over. */
  const signUp = async (visitor: Visitor, email: string) => {
    const answer = await visitor.submit('/sign-up', { name: 'Ada', email, password: PASSWORD });
    expect(answer.status, answer.html).to.equal(303);
  };
  let slugs: string[];
  before(async () => {
    slugs = (await submitDemo(await createMember('keeper@example.com'), 6)).map(({ slug }) => slug);
  });
  const listed = (html: string) =>
    [...html.matchAll(/class="card-title">\s*<a href="\/listings\/([\w-]+)"/g)].map(([, slug]) => slug);
  const keep = async (visitor: Visitor, slug: string, more: Record<string, string> = {}) => {
    const answer = await visitor.post('/shortlist', { slug, ...more });
    expect(answer.status).to.equal(303);
    return answer;
  };

  it('is kept without an account in a signed cookie, which is set when something is kept', async () => {
    const guest = visitorOf(server);
    const [a = '', b = ''] = slugs;
    const page = await guest.get(`/listings/${a}`);
    expect(page.headers.getSetCookie()).to.deep.equal([]);
    expect(page.html).to.match(
      new RegExp(`form="keep"\\s+name="slug"\\s+value="${a}"\\s+aria-pressed="false"`),
    );
    const kept = await keep(guest, a, { next: `/listings/${a}` });
    expect(kept.location).to.equal(`/listings/${a}?done=kept`);
    expect((await guest.get(kept.location ?? '')).html).to.include('Saved to your shortlist.');
    await keep(guest, b);
    await keep(guest, a);
    await keep(guest, 'no-such-listing');
    const { html, headers } = await guest.get('/shortlist');
    expect(listed(html)).to.deep.equal([a, b]);
    expect(headers.get('cache-control')).to.equal('private, no-store');
    await keep(guest, a, { do: 'remove' });
    expect(listed((await guest.get('/shortlist')).html)).to.deep.equal([b]);
    const forged = await server.fetch('/shortlist', {
      headers: { cookie: `directory.shortlist=${a}.nothing` },
    });
    expect(listed(await forged.text())).to.deep.equal([]);
    const foreign = await guest.post('/shortlist', { slug: a }, { origin: 'https://elsewhere.example' });
    expect(foreign.status).to.equal(403);
  });

  it('is changed by the same star of every row without a script, and counted in the header', async () => {
    const [a = '', b = ''] = slugs;
    const visitor = visitorOf(server);
    const toggle = (slug: string, next: string) => visitor.post('/shortlist', { slug, do: 'toggle', next });
    const kept = await toggle(a, '/listings?q=notes&done=unkept');
    expect(kept.location).to.equal('/listings?q=notes&done=kept');
    const page = (await visitor.get('/listings?done=kept')).html;
    expect(page).to.match(new RegExp(`value="${a}"\\s+aria-pressed="true"`));
    expect(page)
      .to.match(new RegExp(`value="${b}"\\s+aria-pressed="false"`))
      .and.include('<span data-kept>1<');
    expect((await visitor.get(`/listings/${a}?done=kept`)).html).to.match(
      /aria-pressed="true"[\s\S]*class="kept">Saved</,
    );
    expect((await toggle(a, '/listings')).location).to.equal('/listings?done=unkept');
    expect((await visitor.get('/')).html).to.include('<span data-kept></span>');
    await signUp(visitor, 'stars@example.com');
    await toggle(b, '/');
    expect((await visitor.get('/account')).html).to.include('<span data-kept>1<');
    await visitor.submit('/sign-out', {}, '/account');
    expect((await visitor.get('/?done=signed-out')).html, 'nothing is left').to.include(
      '<span data-kept></span>',
    );
  });

  it('has notes for those with an account, which nobody else sees', async () => {
    const [a = '', b = ''] = slugs;
    const visitor = visitorOf(server);
    await keep(visitor, a);
    expect((await visitor.get('/shortlist')).html).to.not.include('name="note"');
    await signUp(visitor, 'notes@example.com');
    const noted = await visitor.post('/shortlist', { slug: a, do: 'note', note: ' Ask for <prices> ' });
    expect(noted.location).to.equal(`/shortlist?done=noted#${a}`);
    await visitor.post('/shortlist', { slug: b, do: 'note', note: 'Not kept' });
    const { html } = await visitor.get('/shortlist');
    expect(html).to.include('value="Ask for &lt;prices&gt;"').and.not.include('Not kept');
    expect((await visitor.get(`/shortlist?of=${a}`)).html).to.not.include('prices');
    const [entry] = await server.database.knex('shortlist_entries').where({ note: 'Ask for <prices>' });
    expect(entry.note).to.be.a('string');
    await server.database.knex('shortlist_entries').delete();
  });

  it('is compared and shared by address, and kept by whoever opens it', async () => {
    const [a = '', b = '', c = ''] = slugs;
    const guest = visitorOf(server);
    for (const slug of [c, a]) await keep(guest, slug);
    const { html } = await guest.get('/shortlist');
    const address = /value="(http[^"]*\/shortlist\?of=[^"]*)"/.exec(html)?.[1] ?? '';
    expect(new URL(address).search).to.equal(`?of=${c},${a}`);
    expect(html).to.match(new RegExp(`name="with"\\s+value="${c}"[^>]* checked`));
    const compared = await guest.get(`/compare?with=${c}&with=${a}`);
    expect(compared.html).to.include('<table class="compare">');
    const friend = visitorOf(server);
    await keep(friend, b);
    const shared = await friend.get(`/shortlist?of=${c},${a},nowhere`);
    expect(listed(shared.html)).to.deep.equal([c, a]);
    await friend.post('/shortlist', { slug: [c, a] });
    expect(listed((await friend.get('/shortlist')).html)).to.deep.equal([b, c, a]);
  });

  it('moves into the account at sign-in, once, and is that of the account from then on', async () => {
    const [a = '', b = ''] = slugs;
    const visitor = visitorOf(server);
    for (const slug of [a, b]) await keep(visitor, slug);
    await signUp(visitor, 'reader@example.com');
    expect(listed((await visitor.get('/shortlist')).html)).to.deep.equal([a, b]);
    const row = await server.database.knex('shortlist_entries');
    expect(row).to.have.length(2);
    const elsewhere = visitorOf(server);
    await keep(elsewhere, b);
    await keep(elsewhere, slugs[3] as string);
    const token = csrfOf((await elsewhere.get('/sign-in')).html);
    const entered = await elsewhere.post('/sign-in', {
      _csrf: token,
      email: 'reader@example.com',
      password: 'correct horse battery',
    });
    expect(entered.status).to.equal(303);
    expect(listed((await elsewhere.get('/shortlist')).html)).to.deep.equal([a, b, slugs[3]]);
    await server.database.knex('users').where({ email: 'reader@example.com' }).delete();
    expect(await server.database.knex('shortlist_entries')).to.deep.equal([]);
  });

  it('has at most forty listings', () => {
    const many = Array.from({ length: 50 }, (_, n) => `listing-${n}`);
    expect(changedShortlist([], { add: many })).to.deep.equal(many.slice(0, 40));
    expect(changedShortlist(['a', 'b'], { add: ['a', '../x', 'c'], remove: ['b'] })).to.deep.equal([
      'a',
      'c',
    ]);
  });
});
