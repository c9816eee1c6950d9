// Every plan of finding matches, compared with a naive one: all listings, word by word.
import { expect } from 'chai';
import { contentOf } from '../../../core/listings/content.js';
import type { PresentedRow } from '../../../core/listings/present.js';
import { countStale, reindexListings, toSearchDocument } from '../../../core/listings/search-document.js';
import { allStems, guessLanguage, stem, toWords } from '../../../core/listings/tokens.js';
import { readFilters } from '../../../core/search/filters.js';
import { listMatches, type OrderedWindow } from '../../../core/search/in-order.js';
import { parseQuery } from '../../../core/search/query.js';
import { rankMatches } from '../../../core/search/ranking.js';
import { type Reading, readSearch, understand } from '../../../core/search/understanding.js';
import { Vocabulary } from '../../../core/search/vocabulary.js';
import { ListingModel } from '../../../db/models/listings.js';
import { useDatabase } from '../../helpers/database.js';
import { seeded } from '../../helpers/random.js';
import { loadListings } from '../../lab/bench/generated-listings.js';

const LISTINGS = 300;
const QUERIES = 12;
const LIVE = { kind: 'live' } as const;
const WORDS = 'data budget photo task board wiki recipe garden music secure calendar order crate shop'.split(
  ' ',
);
/** Too short to be corrected, and not among the stop words of any language. */
const BEGINNINGS = WORDS.map((word) => word.slice(0, 3)).filter(
  (word) => allStems(word).join() === word && guessLanguage([word]) === 'en',
);

interface Query {
  wanted: string[];
  /** The last wanted word is unfinished. */
  isOpen: boolean;
  phrase: string[];
  excluded: string | null;
  pricing: 'free' | null;
}

describe('the plans of a search', () => {
  const database = useDatabase();
  const dice = seeded(11);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(dice() * items.length)] as Item;
  let rows: { row: ListingModel; lexemes: Set<string>; words: string[] }[];

  before(async function () {
    this.timeout(60_000);
    await loadListings(database.knex, LISTINGS, { seed: 3 });
    const found = await ListingModel.query();
    rows = found.map((row) => ({
      row,
      lexemes: new Set(toSearchDocument(contentOf(row)).lexemes),
      words: toWords([row.name, row.tagline, row.description, ...(row.features ?? [])].join(' ¶ ')),
    }));
  });

  function randomQuery(): Query {
    const wanted = Array.from({ length: 1 + Math.floor(dice() * 2) }, () => pick(WORDS));
    const isOpen = dice() < 0.3;
    if (isOpen) wanted.push(pick(BEGINNINGS));
    const { words } = pick(rows);
    const at = Math.floor(dice() * (words.length - 1));
    return {
      wanted: [...new Set(wanted)],
      isOpen,
      phrase: dice() < 0.3 && !isOpen ? words.slice(at, at + 2) : [],
      excluded: dice() < 0.3 && !isOpen ? pick(WORDS) : null,
      pricing: dice() < 0.2 ? 'free' : null,
    };
  }

  const typed = ({ wanted, isOpen, phrase, excluded }: Query) =>
    `${[
      ...wanted,
      ...(phrase.length > 0 ? [`"${phrase.join(' ')}"`] : []),
      ...(excluded ? [`-${excluded}`] : []),
    ].join(' ')}${isOpen ? '' : ' '}`;

  function matchesPlainly({ wanted, isOpen, phrase, excluded, pricing }: Query): ListingModel[] {
    const has = (lexemes: Set<string>, word: string) =>
      [word, stem(word), `~${stem(word)}`].some((lexeme) => lexemes.has(lexeme)) ||
      (isOpen &&
        word === wanted.at(-1) &&
        [...lexemes].some((lexeme) => lexeme.replace(/^~/, '').startsWith(word)));
    return rows
      .filter(({ row, lexemes, words }) => {
        const joined = wanted.join('');
        const all = wanted.every((word) => has(lexemes, word) || (wanted.length > 1 && lexemes.has(joined)));
        const quoted =
          phrase.length === 0 || words.some((_, at) => phrase.every((wish, n) => words[at + n] === wish));
        return (
          all &&
          quoted &&
          !(excluded && words.includes(excluded)) &&
          (!pricing || row.pricingModel === pricing)
        );
      })
      .map(({ row }) => row);
  }

  /** The same search as if there were a million listings: then indexes are walked, and common words are not counted. */
  function atAMillion(q: string, query: Query, { vocabulary }: Reading): Reading {
    const shares = new Map(
      WORDS.flatMap((word) => [word, `~${stem(word)}`]).map((lexeme) => [
        lexeme,
        vocabulary.frequency(lexeme),
      ]),
    );
    return understand(parseQuery(q), new Vocabulary(1_000_000, shares), {
      filters: readFilters({ pricing: query.pricing ?? undefined }),
    });
  }

  const byDate = (a: ListingModel, b: ListingModel) =>
    Number(b.publishedAt) - Number(a.publishedAt) || (a.id < b.id ? 1 : -1);
  const byName = (a: ListingModel, b: ListingModel) =>
    a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1;

  it(`all return what a full scan returns, in its order (${QUERIES} random queries)`, async () => {
    for (let n = 0; n < QUERIES; n += 1) {
      const query = randomQuery();
      const q = typed(query);
      const expected = matchesPlainly(query);
      const reading = await readSearch(parseQuery(q), readFilters({ pricing: query.pricing ?? undefined }));
      for (const [plan, read] of [
        ['index', reading],
        ['walk', atAMillion(q, query, reading)],
      ] as const) {
        for (const [order, compare] of [
          ['newest', byDate],
          ['name', byName],
        ] as const) {
          const window = { offset: 0, limit: LISTINGS, after: null };
          const { listings } = await listMatches(read, order, window);
          const what = `${q} by ${order}, ${plan}`;
          expect(
            listings.map(({ id }) => id),
            what,
          ).to.deep.equal(expected.toSorted(compare).map(({ id }) => id));
          const short = await listMatches(read, order, { offset: 1, limit: 2, after: null });
          expect(
            short.listings.map(({ id }) => id),
            what,
          ).to.deep.equal(
            expected
              .toSorted(compare)
              .slice(1, 3)
              .map(({ id }) => id),
          );
        }
      }
      // Other words for the same make full matches, too, which the full scan does not know.
      const { vocabulary } = reading;
      const filters = readFilters({ pricing: query.pricing ?? undefined });
      const literal = understand(reading.typed, vocabulary, { filters, synonyms: new Map() });
      const { matches } = await rankMatches(literal, LIVE, { offset: 0, limit: LISTINGS, after: null });
      const full = matches.filter(({ isFull }) => isFull).map(({ id }) => id);
      expect(full.toSorted(), `${q} by relevance`).to.deep.equal(expected.map(({ id }) => id).toSorted());
      const scores = matches.map(({ score }) => score);
      expect(scores, q).to.deep.equal(scores.toSorted((a, b) => b - a));
    }
  }).timeout(120_000);

  it('continue from where they stop: every match comes once, in order, however small the budget of a page', async () => {
    const limit = 3;
    const small = { walk: { newest: 40, name: 40 }, sorted: 25, texts: 6 };
    for (let n = 0; n < QUERIES / 3; n += 1) {
      const query = randomQuery();
      const q = typed(query);
      const expected = matchesPlainly(query);
      const reading = await readSearch(parseQuery(q), readFilters({ pricing: query.pricing ?? undefined }));
      for (const read of [reading, atAMillion(q, query, reading)]) {
        for (const [order, compare] of [
          ['newest', byDate],
          ['name', byName],
        ] as const) {
          const keyOf = (row: PresentedRow) =>
            [order === 'name' ? row.nameKey : (row.publishedAt?.toISOString() ?? ''), row.id] as const;
          const page = async (offset: number, after: OrderedWindow['after']) => {
            const found = await listMatches(read, order, { offset, limit, after }, small);
            const last = found.listings.at(-1);
            return { ...found, next: found.listings.length === limit && last ? keyOf(last) : found.stopped };
          };
          const sorted = expected.toSorted(compare).map(({ id }) => id);
          // By page numbers as far as they reach, then by the cursor of the last page; and by cursors only.
          for (const mode of ['numbers', 'cursors']) {
            const ids: string[] = [];
            let found = await page(0, null);
            let isNumbered = mode === 'numbers';
            for (let number = 1; ; number += 1) {
              ids.push(...found.listings.map(({ id }) => id));
              if (found.next === null) break;
              isNumbered &&= found.listings.length === limit;
              found = isNumbered ? await page(number * limit, null) : await page(0, found.next);
              expect(number, q).to.be.below(LISTINGS);
            }
            expect(ids, `${q} by ${order}`).to.deep.equal(sorted);
          }
        }
      }
    }
  }).timeout(240_000);

  it('return the same while rows are being reindexed, which resumes where it stopped', async () => {
    await database.knex('listing_search').update({ version: 0 });
    const query = { ...randomQuery(), pricing: null };
    const found = async () => {
      const { listings } = await listMatches(await readSearch(parseQuery(typed(query))), 'newest', {
        offset: 0,
        limit: LISTINGS,
        after: null,
      });
      return listings.map(({ id }) => id);
    };
    const before = await found();
    const stop = new AbortController();
    const steps: number[] = [];
    const derived = await reindexListings(stop.signal, (count) => {
      steps.push(count);
      stop.abort();
    });
    expect(steps, 'one batch').to.deep.equal([derived]);
    expect(await countStale()).to.deep.equal({ total: LISTINGS, stale: LISTINGS - derived });
    expect(await found()).to.deep.equal(before);
    expect(await reindexListings(new AbortController().signal)).to.equal(LISTINGS - derived);
    expect(await countStale()).to.deep.equal({ total: LISTINGS, stale: 0 });
    expect(await found()).to.deep.equal(before);
  }).timeout(60_000);
});
