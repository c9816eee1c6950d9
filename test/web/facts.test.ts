// The pages of facts, and lists that are narrowed by them.
import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import type { Language } from '../../core/languages/language.js';
import { updateSettings } from '../../core/settings/manage.js';
import { factText } from '../../server/web/view/facts.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

const TOPICS = ['Wikis', 'Photo albums', ...Array.from({ length: 9 }, (_, n) => `Shelf ${n + 1}`)];

describe('pages of facts', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let owner: Json;
  const read = async (path: string) => {
    const answer = await visitorOf(api.server).get(path);
    return { ...answer, text: answer.html.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ') };
  };

  before(async () => {
    owner = await api.register();
    await api.submit(owner.key, {
      name: 'Pagewright',
      categories: ['productivity'],
      facts: { topics: TOPICS, platform: ['Docker'], license: 'MIT' },
    });
    await api.submit(owner.key, {
      name: 'Albumine',
      categories: ['design'],
      facts: { topics: ['photo  ALBUMS'], platform: ['Docker', 'Go'], license: 'GPL' },
    });
    for (const name of ['Ledgerly', 'Quillmark', 'Ropewalk', 'Tidepool'])
      await api.submit(owner.key, { name, categories: ['design'] });
  });

  it('name every topic with its count, and find one by a part of its name', async () => {
    const { text, html } = await read('/topics');
    expect(text).to.contain('11 topics, each').and.contain('Photo albums 2').and.contain('Wikis 1');
    expect(html).to.contain('href="/topics/photo-albums"');
    const found = await read('/topics?q=album');
    expect(found.text).to.contain('Photo albums 2').and.not.contain('Wikis');
    expect((await read('/topics?q=zzz')).status).to.equal(200);
  });

  it('show the listings of a value in a sentence, with a feed and the other facts as filters', async () => {
    const { text, html } = await read('/topics/photo-albums');
    expect(text)
      .to.contain('2 listings about Photo albums.')
      .and.contain('Albumine')
      .and.contain('Pagewright');
    expect(html, 'two listings need no other filter').not.to.contain('fact.platform=go"');
    expect(html)
      .to.match(/rel="canonical" href="[^"]+\/topics\/photo-albums"/)
      .and.not.contain('noindex');
    const feed = await read('/topics/photo-albums/feed.xml');
    expect(feed.html).to.contain('new Photo albums').and.contain('Albumine').and.contain('Pagewright');
    const narrowed = await read('/topics/photo-albums?fact.platform=go');
    expect(narrowed.text).to.contain('Albumine').and.not.contain('Pagewright');
    expect(narrowed.html).to.contain('noindex');
    expect((await read('/feed.xml?fact.platform=go')).html).not.to.contain('Pagewright');
  });

  it('redirect from other spellings, and answer 404 for what nothing has', async () => {
    expect((await read('/topics/Photo%20Albums')).location).to.equal('/topics/photo-albums');
    expect((await read('/by/topics')).location).to.equal('/topics');
    expect((await read('/by/topics/wikis')).location).to.equal('/topics/wikis');
    for (const path of ['/topics/nope', '/by/platform', '/by/platform/docker', '/by/nope'])
      expect((await read(path)).status, path).to.equal(404);
  });

  it('offer filters that can be removed, more behind a fold, and a box for another value', async () => {
    const { text, html } = await read('/listings?fact.platform=go&fact.license=gpl');
    expect(text).to.contain('Remove filter Platform: Go').and.contain('Remove filter License: GPL');
    expect(html)
      .to.contain('href="/listings?fact.license=gpl"')
      .and.contain('href="/listings?fact.platform=go"');
    // The counts are of the present search, each beside its own filter.
    expect(text)
      .to.match(/Platform.* Go 1/)
      .and.match(/License.* GPL 1/)
      .and.not.match(/Docker 2/);
    expect(text, 'both are named').to.match(/GPL, Go · |Go, GPL · /);
    const all = await read('/listings');
    expect(all.text).to.contain('5 more').and.contain('Docker 2');
    expect(all.html).to.contain('<details class="more">').and.contain('name="fact.topics"');
    expect((await read('/listings?fact.topics=Photo+albums')).html).to.contain('/topics/photo-albums"');
    expect((await read('/listings?fact.nope=1')).text).to.contain('This address names a filter,');
  });

  it('are offered for a search that names one, unless they would show the same', async () => {
    expect((await read('/listings?q=ledgerly+docker')).text).to.match(/Or filter by: +Docker +2/);
    const { text } = await read('/listings?q=photo+albums');
    expect(text).to.contain('2 listings').and.contain('Albumine').and.not.contain('Photo albums 2');
  });

  it('name topics on the home page, under a category, in suggestions and in the sitemap', async () => {
    expect((await read('/')).text).to.contain('Photo albums 2');
    const design = await read('/categories/design');
    expect(design.html.match(/\/categories\/design\?fact.topics=photo-albums/g), 'once').to.have.length(1);
    expect(
      design.html,
      'open: category, topics, the first other fact; closed: the rest of a short list',
    ).to.match(/<summary id="facet-license">License<\/summary>/);
    const { suggestions } = JSON.parse((await read('/suggest?q=albu')).html);
    expect(suggestions).to.deep.include({
      ...{
        kind: 'fact',
        text: 'Photo albums',
        path: '/topics/photo-albums',
        fact: 'topics',
        label: 'topic',
      },
    });
    expect((await read('/sitemap.xml')).html)
      .to.contain('/topics</loc>')
      .and.contain('/topics/photo-albums</loc>');
  });

  it('introduce their shelf: the best known, what goes together, three names of each category', async () => {
    const { knex } = api.server.database;
    const ids = await knex('listings').whereIn('slug', ['albumine', 'pagewright']).pluck('id');
    await knex('listing_popularity').insert(ids.map((id) => ({ listing_id: id, popularity: 5 })));
    expect((await read('/listings')).html, 'two are no order').not.to.contain('?sort=popular');
    const topics = ['Photo albums', 'Wikis'];
    const { slug } = await api.submit(owner.key, {
      name: 'Shoebox',
      categories: ['design'],
      facts: { topics },
    });
    // Pages that nobody has opened: what introduces them may be a minute old.
    const { text, html } = await read('/topics/wikis');
    expect(text).to.contain('Best known: Pagewright').and.contain('Often together with: Photo albums');
    expect(html).to.match(/class="chip" href="\/topics\/photo-albums"/);
    expect((await read('/categories/productivity')).text).to.contain('Best known: Pagewright');
    expect((await read('/categories')).text).to.contain('Such as Albumine, Shoebox');
    await updateSettings(systemActor('cli'), { categories: [{ value: 'lutherie', label: 'Lutherie' }] });
    expect((await read('/categories/lutherie')).text).to.contain('Nothing is listed in Lutherie yet.');
    await updateSettings(systemActor('cli'), { categories: null });
    await api.delete(`/api/v1/listings/${slug}`, { key: owner.key });
  });

  it('name countries in the language of the page', () => {
    const german = { tag: 'de' } as Language;
    const country = { key: 'country', type: 'choice', open: true } as const;
    expect(['Spain', 'Atlantis'].map((one) => factText(german, country, one))).to.deep.equal([
      'Spanien',
      'Atlantis',
    ]);
  });

  it('change with their listings, follow renamed values, and go where a fact has no pages', async () => {
    const edited = await api.patch(
      '/api/v1/listings/albumine',
      { facts: { topics: ['Wikis'] } },
      { key: owner.key },
    );
    expect(edited.status).to.equal(200);
    expect((await read('/topics/wikis')).text).to.contain('2 listings about Wikis.');
    expect((await read('/topics')).text).to.contain('Photo albums 1');
    const renamed = await admin('facts rename topics Wikis "Knowledge bases" --yes');
    expect(renamed.code, renamed.stderr).to.equal(0);
    expect((await read('/topics/wikis')).location).to.equal('/topics/knowledge-bases');
    expect((await read('/topics/wikis/feed.xml')).location).to.equal('/topics/knowledge-bases/feed.xml');
    await updateSettings(systemActor('cli'), {
      facts: [{ key: 'license', label: 'Licence', type: 'choices', open: true, pages: true }],
    });
    expect((await read('/by/license')).text)
      .to.contain('Licence 2 values, each')
      .and.contain('MIT 1');
    expect((await read('/by/license/mit')).text).to.contain('1 listing with Licence: MIT.');
    expect((await read('/topics')).status).to.equal(404);
  });
});
