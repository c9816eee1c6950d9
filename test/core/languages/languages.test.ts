// The message catalogues: complete, with equal arguments, and without unused messages.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { readCatalogue, readCatalogues } from '../../../core/languages/catalogues.js';
import type { MessageKey } from '../../../core/languages/language.js';
import { recognizeLanguage, toWords } from '../../../core/listings/tokens.js';

const FOLDER = join(PACKAGE_ROOT, 'core', 'languages');
const SHIPPED = [...readCatalogues(null).languages.keys()];
const english = readCatalogue(join(FOLDER, 'en.json'), 'en');
const keys = [...english.keys()];

interface Source {
  path: string;
  text: string;
}

function read(folder: string, extension: string): Source[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') }));
}

const templates = read('views', '.eta');
const sources = [...templates, ...['core', 'server', 'cli'].flatMap((folder) => read(folder, '.ts'))];

/** `'home.newest'` and `t(`sort.${value}`)`, the latter as a pattern. */
const LITERAL = /'([a-z][\w-]*(?:\.[\w-]+)+)'|`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}]*\})*)`/g;
const literals = sources.flatMap(({ path, text }) =>
  [...text.matchAll(LITERAL)].map(([, plain, pattern]) => ({ path, written: plain ?? pattern ?? '' })),
);
const toPattern = (written: string) =>
  new RegExp(
    `^${written
      .replace(/\$\{[^}]*\}/g, '#')
      .replaceAll('.', '\\.')
      .replaceAll('#', '.+')}$`,
  );

describe('the message catalogues', () => {
  it('have the same messages with the same arguments and tags in every language', () => {
    const namesOf = (messages: typeof english) =>
      Object.fromEntries([...messages].map(([key, message]) => [key, message.names()]));
    for (const tag of SHIPPED) {
      const own = namesOf(readCatalogue(join(FOLDER, `${tag}.json`), tag));
      expect(own, tag).to.deep.equal(namesOf(english));
      expect(Object.keys(own), tag).to.deep.equal(keys);
    }
  });

  it('have a message for each key that a template uses', () => {
    const said = /\b(?:t|tHtml)\(\s*'([^']+)'/g;
    const named = templates.flatMap(({ path, text }) =>
      [...text.matchAll(said)].map(([, key]) => ({ path, key: key as string })),
    );
    expect(named.length).to.be.greaterThan(50);
    expect(named.filter(({ key }) => !english.has(key))).to.deep.equal([]);
  });

  it('have no message without a use', () => {
    const plain = new Set(literals.map(({ written }) => written).filter((written) => !written.includes('$')));
    const patterns = literals
      .filter(({ written }) => written.includes('${'))
      .map(({ written }) => toPattern(written));
    const silent = keys.filter((key) => !plain.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(silent).to.deep.equal([]);
  });

  it('are used as plain text only where a message has no markup', () => {
    const marked = new Set<string>(
      keys.filter((key) =>
        english
          .get(key)
          ?.names()
          .some((name) => name.startsWith('<')),
      ),
    );
    expect(marked.size).to.be.above(10);
    const wrong = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*'([^']+)'/g)]
        .filter(([, key]) => marked.has(key ?? ''))
        .map(([, key]) => `${path}: ${key}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('use German quotation marks and no three full stops in German', () => {
    const german = readCatalogue(join(FOLDER, 'de.json'), 'de');
    const wrong = [...german].filter(([, { pattern }]) => /“[^“”„]*”|"|\.\.\.|\w'\w| - /.test(pattern));
    expect(wrong.map(([key]) => key)).to.deep.equal([]);
  });
});

describe('an operator’s own catalogue', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'languages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, messages: object | string) =>
    writeFileSync(join(folder, file), typeof messages === 'string' ? messages : JSON.stringify(messages));
  const say = (tag: string, key: MessageKey, values = {}) => {
    const language = readCatalogues(folder).languages.get(tag);
    return language?.t(key, values);
  };

  it('adds a language, with English in place of missing messages', () => {
    write('fr.json', {
      home: { newest: 'Nouveautés' },
      count: { listings: '{count, plural, one {# fiche} other {# fiches}}' },
    });
    expect(say('fr', 'home.newest')).to.equal('Nouveautés');
    expect(say('fr', 'count.listings', { count: 1337 })).to.equal('1\u202f337 fiches');
    expect(say('fr', 'home.featured')).to.equal('Featured');
    const { languages, problems } = readCatalogues(folder);
    expect([...languages.keys()]).to.deep.equal(['en', ...SHIPPED.filter((tag) => tag !== 'en'), 'fr']);
    expect(problems).to.have.length(1);
    expect(problems[0]).to.match(/^fr\.json lacks layout\.description, .* more: English stands in$/);
  });

  it('does not change a built-in language, and says where its words belong', () => {
    write('de.json', { home: { newest: 'Frisch eingetroffen' } });
    expect(say('de', 'home.newest')).to.equal('Zuletzt hinzugekommen');
    expect(readCatalogues(folder).problems.join('\n')).to.match(
      /^de\.json is not used, .*mail_texts.*de-AT\.json$/,
    );
  });

  it('never fails the start: invalid messages are skipped and reported', () => {
    write('de-AT.json', {
      home: { newest: '{oops', featured: '{nobody} gives this', strange: 'x' },
      count: { listings: '{count, plural, one {#}}' },
    });
    write('nl.json', '{');
    write('DE-ch.json', {});
    expect(say('de-AT', 'home.newest')).to.equal('Recently added');
    expect(say('de-AT', 'count.listings', { count: 2 })).to.equal('2 listings');
    const { languages, problems } = readCatalogues(folder);
    expect([...languages.keys()]).to.not.include('nl');
    expect(problems.join('\n'))
      .to.include('de-AT.json has home.strange, which nothing says')
      .and.include('de-AT.json: home.newest is not used')
      .and.include('de-AT.json: home.featured is not used: it has nobody')
      .and.include('de-AT.json: count.listings is not used')
      .and.include('nl.json is not used')
      .and.include('DE-ch.json is not used');
  });

  it('fails no page where it formats a name as a date: English stands in', () => {
    write('de-AT.json', { alternatives: { to: 'Statt {name, date}' } });
    expect(say('de-AT', 'alternatives.to', { name: 'Ada' })).to.equal('Alternatives to Ada');
  });

  it('may be written right to left', () => {
    write('ar.json', {});
    const { languages } = readCatalogues(folder);
    expect([...languages.values()].map(({ tag, direction }) => `${tag} ${direction}`)).to.include.members([
      'en ltr',
      'de ltr',
      'ar rtl',
    ]);
  });
});

describe('the language of a text', () => {
  const found = (text: string) => recognizeLanguage(toWords(text));

  it('is detected by stop words or script, and is unknown if there are too few', () => {
    expect(found('Notes that find themselves, for you and your team.')).to.equal('en');
    expect(found('Rechnungen schreiben und verschicken, ohne das Büro zu verlassen.')).to.equal('de');
    expect(found('Gérez vos factures avec une équipe, sans papier et sans stress.')).to.equal('fr');
    expect(found('家計簿をかんたんにつけるアプリ')).to.equal('ja');
    expect(found('Kanban board')).to.equal(null);
    expect(found('')).to.equal(null);
  });
});
