import { expect } from 'chai';
import { type ListingContent, wholeContent } from '../../../core/listings/content.js';
import { toSearchDocument } from '../../../core/listings/search-document.js';
import { numberedSlug, toSlug } from '../../../core/listings/slugs.js';
import { fold, isSameWord, joinWords, tokenize, toWords } from '../../../core/listings/tokens.js';
import { countSlips } from '../../../core/search/corrections.js';
import { parseQuery } from '../../../core/search/query.js';

describe('slugs', () => {
  const MADE: [name: string, slug: string][] = [
    ['Example Notes', 'example-notes'],
    ['  Crème Brûlée! ', 'creme-brulee'],
    ["Let's go", 'lets-go'],
    ['ＦＵＬＬ width №1', 'full-width-no1'],
    ['C++', 'c'],
    ['Ünïcode—dash', 'unicode-dash'],
    ['写真', 'shashin-example-com'],
    ['🎉', 'shashin-example-com'],
    ['a'.repeat(80), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ];
  for (const [name, slug] of MADE) {
    it(`${name} becomes ${slug}`, () => expect(toSlug(name, 'shashin.example.com')).to.equal(slug));
  }

  it('stay within sixty characters with their number, and never end in two dashes', () => {
    expect(numberedSlug('notes', 1)).to.equal('notes');
    expect(numberedSlug('notes', 2)).to.equal('notes-2');
    expect(numberedSlug('a'.repeat(60), 12)).to.equal(`${'a'.repeat(57)}-12`);
    expect(numberedSlug(`${'a'.repeat(56)}-bcd`, 100)).to.equal(`${'a'.repeat(56)}-100`);
  });
});

describe('words', () => {
  it('are folded: case, accents, compatibility forms, letters without a base', () => {
    expect(fold('ÀÉÎ Straße Łódź Øre ﬁn İstanbul')).to.equal('aei strasse lodz ore fin istanbul');
    expect(toWords('한국어 Ａ１')).to.deep.equal(['한국어', 'a1']);
  });

  it('are all read of a text in Hangul, whose characters decompose into three', () => {
    expect(fold('각'.repeat(4000))).to.equal('각'.repeat(4000));
  });

  it('are pairs of characters in scripts without spaces', () => {
    expect(toWords('写真A管理部')).to.deep.equal(['写真', 'a', '管理', '理部']);
    expect(toWords('写')).to.deep.equal(['写']);
  });

  it('may contain symbols: C++, C#, .NET; others are compounds, read in parts and as a whole', () => {
    expect(toWords('C++ and C# on .NET')).to.deep.equal(['c++', 'and', 'c#', 'on', '.net']);
    expect(tokenize('node.js').map(({ parts, joined }) => [parts, joined])).to.deep.equal([
      [['node', 'js'], 'nodejs'],
    ]);
    expect(tokenize('AT&T Q&A 2FA k8s').map(({ joined }) => joined)).to.deep.equal([
      'att',
      'qa',
      '2fa',
      'k8s',
    ]);
    expect(joinWords('0 A.D. – Empires')).to.equal('0adempires');
    expect(toWords('Done™ list®')).to.deep.equal(['done', 'list']);
  });

  it('of one stem are equal', () => {
    for (const [a, b] of [
      ['invoice', 'invoices'],
      ['category', 'categories'],
      ['scheduling', 'schedule'],
      ['class', 'class'],
    ]) {
      expect(isSameWord(a ?? '', b ?? ''), `${a} ${b}`).to.equal(true);
    }
    for (const [a, b] of [
      ['as', 'a'],
      ['invoice', 'voice'],
      ['pass', 'past'],
    ]) {
      expect(isSameWord(a ?? '', b ?? ''), `${a} ${b}`).to.equal(false);
    }
  });
});

describe('the search document of a listing', () => {
  const lexemes = (content: Partial<ListingContent>) =>
    toSearchDocument(
      wholeContent({
        name: 'Item',
        website_url: 'https://github.com/someone/item',
        tagline: 'Thing',
        ...content,
      }),
    ).lexemes.sort();

  it('has words, stems, marks of name and tagline, and the filters', () => {
    expect(
      lexemes({ name: 'FreshRSS', tagline: 'Read feeds', categories: ['ai'], pricing_model: 'free' }),
    ).to.deep.equal([
      '#ai',
      '$free',
      '+feed',
      '+read',
      '+read feed',
      '^fresh',
      '^freshrss',
      '^rss',
      'ai',
      'feeds',
      'fresh',
      'freshrss',
      'read',
      'rss',
      '~feed',
    ]);
  });

  it('has no addresses, and no host that many listings share', () => {
    const found = lexemes({ features: ['Source: https://git.example.org/a/b', 'Docs: example.net/docs'] });
    expect(found).to.include.members(['~sourc', '~doc']);
    expect(found.filter((word) => /git|com|org|net|https|someone|^\//.test(word))).to.deep.equal([]);
    expect(lexemes({ website_url: 'https://www.immich.app/start' })).to.include.members([
      'immich',
      '/immich.app',
    ]);
    expect(lexemes({ website_url: 'https://demo.immich.app' })).to.include.members([
      '/demo.immich.app',
      '/immich.app',
    ]);
  });

  it('has the products it is an alternative to', () => {
    const found = lexemes({
      tagline: 'An alternative to Google Photos, Trello and Jira for teams.',
      description:
        'A Slack-like chat. Airtable alternative. It was inspired by Basecamp, and connects services like Discord.',
    });
    expect(found.filter((word) => word.startsWith('@'))).to.have.members([
      '@airtable',
      '@googlephotos',
      '@jira',
      '@photos',
      '@slack',
      '@trello',
    ]);
  });

  it('has the stems of its language', () => {
    expect(lexemes({ tagline: 'Rechnungen und Angebote für die Firma und den Verein' })).to.include(
      '~rechnung',
    );
  });
});

describe('parsing a query', () => {
  it('finds words, quotes and exclusions; the last word may be unfinished', () => {
    const { words, phrases, excluded, endsOpen } = parseQuery('big “old notes” -small');
    const joined = (tokens: readonly { joined: string }[]) => tokens.map((token) => token.joined);
    expect(joined(words)).to.deep.equal(['big']);
    expect(phrases.map(joined)).to.deep.equal([['old', 'notes']]);
    expect(excluded.map(joined)).to.deep.equal([['small']]);
    expect(endsOpen).to.equal(false);
    expect(parseQuery('-"two words" one').excluded.map(joined)).to.deep.equal([['two', 'words']]);
    expect(parseQuery('big notes').endsOpen).to.equal(true);
    expect(parseQuery('big notes ').endsOpen).to.equal(false);
    expect(parseQuery(' - "" "').words).to.deep.equal([]);
  });

  it('reads up to sixteen different words', () => {
    const { words, ignored } = parseQuery(Array.from({ length: 20 }, (_, n) => `w${n} w0`).join(' '));
    expect(words).to.have.length(16);
    expect(ignored).to.deep.equal(['w16', 'w17', 'w18', 'w19']);
  });

  it('reads German, French and Spanish as English words, beside what was typed', () => {
    for (const [q, language, english] of [
      ['Passwörter verwalten', 'de', 'password manager'],
      ['Passwortverwaltung', 'de', 'password manager'],
      ['Passwoerter verwalten', 'de', 'password manager'],
      ['Notizen ohne Internet', 'de', 'note offline'],
      ['Docker-Container überwachen', 'de', 'docker container monitor'],
      ['gestionnaire de mots de passe', 'fr', 'password manager'],
      ["retouche d'images", 'fr', 'image editor'],
      ['prise de rendez-vous', 'fr', 'appointment scheduling'],
      ['copias de seguridad', 'es', 'backup'],
      ['gestor de contraseñas', 'es', 'password manager'],
    ] as const) {
      const { words, language: found } = parseQuery(q);
      expect([found, words.map(({ joined }) => joined).join(' ')], q).to.deep.equal([language, english]);
    }
    const [word] = parseQuery('Rechnungsprogramm').words;
    expect(word).to.deep.include({ joined: 'invoice' });
    expect(word?.source).to.deep.equal({
      language: 'de',
      text: 'rechnungsprogramm',
      spellings: [['rechnungsprogramm'], ['rechnung']],
    });
  });

  it('reads English as English, whatever its words are elsewhere', () => {
    for (const q of [
      'location',
      'comment system',
      'chat for my team',
      'plane',
      'grand total',
      'photo backup',
      'red hat',
      'die casting',
      'agenda',
      'libre office online',
      'a place to host my podcast',
    ]) {
      expect(parseQuery(q).language, q).to.equal(null);
    }
  });

  it('recognises an address', () => {
    expect(parseQuery('https://immich.app/').address?.hostname).to.equal('immich.app');
    expect(parseQuery('immich.app/docs').address?.hostname).to.equal('immich.app');
    for (const q of ['photo backup', 'one.', '"immich.app"', 'me@example.com', 'a.b c']) {
      expect(parseQuery(q).address, q).to.equal(null);
    }
  });

  it('counts typos: letters missing, added, wrong or swapped', () => {
    for (const slip of ['freshrs', 'frreshrss', 'freshrzs', 'frehsrss', 'reshrss']) {
      expect(countSlips('freshrss', slip, 2), slip).to.equal(1);
    }
    expect(countSlips('freshrss', 'frehsrs', 2)).to.equal(2);
    expect(countSlips('freshrss', 'frshs', 2)).to.equal(3);
    expect(countSlips('freshrss', 'freshrss', 2)).to.equal(0);
  });
});
