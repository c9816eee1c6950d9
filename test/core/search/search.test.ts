import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { guest, systemActor } from '../../../core/kernel/actor.js';
import { config } from '../../../core/kernel/config.js';
import type { DomainError } from '../../../core/kernel/errors.js';
import { reindexListings } from '../../../core/listings/search-document.js';
import { submitListing, updateListing } from '../../../core/listings/submit.js';
import { listMisses, storeSearches } from '../../../core/search/query-log.js';
import { findListings } from '../../../core/search/search.js';
import { refreshSettings } from '../../../core/settings/current.js';
import { addSynonyms } from '../../../core/settings/manage.js';
import { adminOf } from '../../helpers/admin.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';

const visitor = guest('rest');
const find = (q: string, more: object = {}) =>
  findListings(visitor, { q, sort: 'relevance', limit: 50, ...more });
const names = async (q: string, more: object = {}) =>
  (await find(q, more)).listings.map((listing) => listing.name);

describe('search', () => {
  const database = useDatabase();
  const admin = adminOf(database);
  let owner: Awaited<ReturnType<typeof createMember>>;

  before(async () => {
    owner = await createMember('owner@example.com');
    const products = [
      {
        name: 'Immich',
        website_url: 'https://immich.app',
        tagline: 'Photo backup for phones',
        description: 'Self-hosted. An alternative to Google Photos.',
      },
      {
        name: 'Piwigo',
        website_url: 'https://piwigo.example.org/start',
        tagline: 'Gallery of pictures',
        description: 'Share photos with guests.',
      },
      {
        name: 'Wekan',
        website_url: 'https://github.com/wekan/wekan',
        tagline: 'Kanban board',
        description: 'A Trello-like tool; boards for teams.',
      },
      {
        name: 'Zammad',
        tagline: 'Ticketing for customer support',
        features: ['Docs: https://docs.zammad.com/git/x'],
      },
      { name: 'Beaver Habit Tracker', tagline: 'Build good routines' },
      { name: 'BookStack', tagline: 'A wiki for documentation' },
      { name: 'Conan', tagline: 'C++ package manager', description: 'Also for C.' },
    ];
    for (const product of products) {
      const website_url = `https://${product.name.toLowerCase().replace(/ /g, '-')}.example.com`;
      await submitListing(owner, { website_url, ...product });
    }
  });

  it('corrects words that occur nowhere, in any field, and says so', async () => {
    expect(await names('kanbna borad')).to.deep.equal(['Wekan']);
    const found = await find('gallrey');
    expect(found.listings[0]?.name).to.equal('Piwigo');
    expect(found.corrected_to).to.equal('gallery');
    expect((await find('galle')).corrected_to, 'an unfinished word is none').to.equal(null);
    const [asTyped, right] = await Promise.all([
      find('buidl good documantation'),
      find('build good documentation'),
    ]);
    expect(asTyped, 'as if it had been typed right').to.deep.equal({
      ...right,
      corrected_to: 'build good documentation',
    });
    expect((await find('gallrey -gallery')).total, 'what was excluded stays out').to.equal(0);
  });

  it('matches words written together or apart, and by their stems', async () => {
    expect((await names('beaverhabittracker'))[0]).to.equal('Beaver Habit Tracker');
    expect((await names('book stack'))[0]).to.equal('BookStack');
    const apart = await find('boo kstack');
    expect([apart.listings[0]?.name, apart.corrected_to], 'no typo').to.deep.equal(['BookStack', null]);
    expect((await names('sharing'))[0]).to.equal('Piwigo');
    expect(await names('phot'), 'Photo, and photos in a description').to.have.members(['Immich', 'Piwigo']);
    expect(await names('c++')).to.deep.equal(['Conan']);
  });

  it('ranks listings with all words first, then those with most of the meaning, naming what these lack', async () => {
    const { listings, match, full_matches, left_out } = await find('photo backup for my zebras');
    expect(listings[0]?.name).to.equal('Immich');
    expect({ match, full_matches, left_out }).to.deep.equal({
      match: 'most',
      full_matches: 0,
      left_out: ['zebras'],
    });
    const both = await find('photo backup');
    expect(both.listings.map(({ name }) => name)).to.deep.equal(['Immich', 'Piwigo']);
    expect(both).to.include({ match: 'all', full_matches: 1 });
    const newest = await findListings(visitor, { q: 'photo backup' });
    expect(
      newest.listings.map(({ name }) => name),
      'by date only full matches',
    ).to.deep.equal(['Immich']);
  });

  it('sorted by date lists matches of an unfinished word, but not of its corrections', async () => {
    await submitListing(owner, {
      name: 'Caddy',
      website_url: 'https://caddyserver.example.com',
      tagline: 'A proxy made with NodeJS',
    });
    await submitListing(owner, {
      name: 'Deck',
      website_url: 'https://deck.example.com',
      tagline: 'Every card of a game',
    });
    const newest = async (q: string) => (await findListings(visitor, { q })).listings.map(({ name }) => name);
    expect(await newest('card')).to.deep.equal(['Deck']);
    expect(await newest('cadd')).to.deep.equal(['Caddy']);
    expect((await names('cadd'))[0]).to.equal('Caddy');
    expect(await newest('cadr ')).to.deep.equal(['Deck']);
    expect(await newest('node.js proxy'), 'by the stem of a compound').to.deep.equal(['Caddy']);
  });

  it('never relaxes quoted or excluded words', async () => {
    expect(await names('"photo backup"')).to.deep.equal(['Immich']);
    expect(await names('"backup photo"')).to.deep.equal([]);
    expect(await names('"share photos"'), 'in a description').to.deep.equal(['Piwigo']);
    expect(await names('"share photo"')).to.deep.equal([]);
    expect(await names('photos -guests')).to.deep.equal(['Immich']);
    expect(await names('photos -guest'), 'another word').to.deep.equal(['Immich', 'Piwigo']);
  });

  it('matches quoted and excluded words in folded text', async () => {
    const website_url = 'https://maps.example.com';
    const tagline = 'Straßenkarten für 한국 und Łódź, كِتَاب';
    await submitListing(owner, { name: 'Quoted Maps', website_url, tagline });
    for (const q of [
      '"straßenkarten für"',
      '"STRASSENKARTEN FUR"',
      '"한국 und lodz"',
      '"كتاب"',
      'quoted -"und fur"',
    ]) {
      expect(await names(q), q).to.deep.equal(['Quoted Maps']);
    }
    for (const q of ['"strassenkarte"', 'quoted -"fur 한국"', 'quoted -lodz'])
      expect(await names(q), q).to.deep.equal([]);
  });

  it('reports the total on a page beyond the last one, too', async () => {
    const { total, listings } = await find('photo', { page: 9 });
    expect({ total, listings }).to.deep.equal({ total: (await find('photo')).total, listings: [] });
    expect(total).to.be.above(0);
  });

  it('finds alternatives that a text names, synonyms, and the kind of known products', async () => {
    expect((await names('google photos alternative'))[0]).to.equal('Immich');
    expect((await names('replace trello'))[0]).to.equal('Wekan');
    expect((await names('helpdesk'))[0]).to.equal('Zammad');
  });

  it('finds English listings for needs in other languages, and those in the language itself', async () => {
    await submitListing(owner, {
      name: 'Belegfuchs',
      website_url: 'https://belegfuchs.example.com',
      tagline: 'Rechnungen und Angebote für den kleinen Betrieb',
    });
    for (const q of ['Fotos sichern', 'sauvegarde de photos', 'copia de seguridad de fotos']) {
      expect((await names(q))[0], q).to.equal('Immich');
    }
    expect((await names('gute Gewohnheiten'))[0]).to.equal('Beaver Habit Tracker');
    expect(await names('Rechnung schreiben')).to.deep.equal(['Belegfuchs']);
    const { left_out } = await find('Fotosicherung für Zebras');
    expect(left_out).to.deep.equal(['zebras']);
    expect(
      (await find('Fotogalerie für Zebras')).left_out,
      'one of its English words is enough',
    ).to.deep.equal(['zebras']);
  });

  it('takes the operator’s synonyms at once, and none that it cannot read', async () => {
    expect(await names('foobarism')).to.deep.equal([]);
    await addSynonyms(systemActor('cli'), 'foobarism > kanban');
    await refreshSettings();
    expect(await names('foobarism')).to.deep.equal(['Wekan']);
    for (const line of ['no line at all', 'a >', '> b', 'a > b > c', '=', 'a b c d e f = g']) {
      const error = await addSynonyms(systemActor('cli'), line).catch((thrown: DomainError) => thrown);
      expect([(error as DomainError).code, (error as DomainError).details.field], line).to.deep.equal([
        'validation_error',
        'synonyms',
      ]);
    }
    const file = join(config.dataDir, 'typed.txt');
    writeFileSync(file, '# My own\nbarbazism = kanban\nno line at all\n');
    const refused = await admin(`site set synonyms --file ${file}`);
    expect([refused.code, refused.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes('/synonyms/1'),
    );
    rmSync(file);
  });

  it('reads the address of an unlisted site as the name in it', async () => {
    for (const q of [
      'https://trello.com/b/x1',
      'trello.com',
      'https://github.com/trello/trello?tab=readme',
    ]) {
      const found = await find(q);
      expect(
        found.listings.map(({ name }) => name),
        q,
      ).to.deep.equal(['Wekan']);
      expect(found.corrected_to, q).to.equal('trello');
    }
    expect((await find('https://immich.app/docs')).corrected_to, 'found by the address itself').to.equal(
      null,
    );
  });

  it('reads an unknown compound as its parts, and ignores words that no listing has', async () => {
    expect(await names('kanban-wiki')).to.have.members(['Wekan', 'BookStack']);
    expect(await names('qzxv8 wiki')).to.deep.equal(['BookStack']);
    expect(await names('qzxv8 xkwq vlpq wiki'), 'most of it is absent').to.deep.equal([]);
    expect(await names('q&a'), 'an acronym does not go on').to.deep.equal([]);
  });

  it('lists everything but the excluded', async () => {
    expect(await names('-"photo backup"'))
      .to.include('Wekan')
      .and.not.include('Immich');
    expect(await names('-kanban'))
      .to.include('Immich')
      .and.not.include('Wekan');
  });

  it('finds a pasted address by its page, then by its host', async () => {
    for (const q of ['https://immich.app/', 'immich.app', 'http://www.immich.app/docs?x=1']) {
      expect((await names(q))[0], q).to.equal('Immich');
    }
    expect(await names('https://github.com/wekan/wekan')).to.deep.equal(['Wekan']);
    expect(await names('piwigo.example.org')).to.include('Piwigo');
    expect(await names('git'), 'addresses in texts are no words').to.deep.equal([]);
  });

  it('reads sixteen words and reports the ones it left out', async () => {
    const { warnings } = await find(Array.from({ length: 18 }, (_, n) => `word${n}`).join(' '));
    expect(warnings?.map(({ code }) => code)).to.deep.equal(['too_many_terms']);
  });

  it('is in the same order on every page', async () => {
    const all = await names('photo kanban');
    expect(all).to.have.length(3);
    const first = await find('photo kanban', { limit: 1 });
    const next = await find('photo kanban', { limit: 1, cursor: first.next_cursor });
    const second = await find('photo kanban', { limit: 1, page: 2 });
    expect(next.listings).to.deep.equal(second.listings);
    expect([...first.listings, ...next.listings].map(({ name }) => name)).to.deep.equal(all.slice(0, 2));
  });

  it('counts searches without results, and nothing about who made them', async () => {
    for (const q of ['Quixotic, zeugma', 'quixotic zeugma', 'someone@example.net']) await find(q);
    await find('quixotic zeugma', { page: 2 });
    await storeSearches();
    const misses = await listMisses(10);
    expect(misses.find(({ query }) => query === 'quixotic zeugma')?.searches).to.equal(2);
    expect(misses.map(({ query }) => query).join()).not.to.contain('someone');
    expect(Object.keys(misses[0] ?? {})).to.have.members(['query', 'searches', 'last_at']);
  });

  it('reindexes rows of an earlier version, resumes where it stopped, and doctor reports it', async () => {
    await database.knex('listing_search').update({ version: 0, search: '' });
    await database.knex('listing_search').where('name_key', 'conan').delete();
    await updateListing(owner, 'wekan', { tagline: 'Kanban for all' });
    const doctor = await admin('doctor --json');
    const { checks } = doctor.json<{ checks: { name: string; verdict: string }[] }>();
    expect(checks.find(({ name }) => name === 'search')?.verdict).to.equal('attention');
    expect(await names('kanban')).to.deep.equal(['Wekan']);
    expect(await names('wiki')).to.deep.equal([]);
    expect(await reindexListings()).to.equal(10);
    expect(await names('wiki')).to.deep.equal(['BookStack']);
    expect(await reindexListings()).to.equal(0);
  });
});
