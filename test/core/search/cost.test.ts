import { expect } from 'chai';
import { Registration } from '../../../core/accounts/schema.js';
import { check } from '../../../core/kernel/check.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { readSubmission } from '../../../core/listings/content.js';
import { ListingQuery, ListingSubmission } from '../../../core/listings/schema.js';
import { screenedContent } from '../../../core/listings/screen.js';
import { toSearchDocument } from '../../../core/listings/search-document.js';
import { toSlug } from '../../../core/listings/slugs.js';
import { screenContent } from '../../../core/policy/screening.js';
import { parseQuery } from '../../../core/search/query.js';
import { understand } from '../../../core/search/understanding.js';
import { Vocabulary } from '../../../core/search/vocabulary.js';
import { useConfig } from '../../helpers/environment.js';

/** Milliseconds of CPU that a kilobyte of text may cost before the database is used. */
const MOST_PER_KILOBYTE = 1;
/** On a machine too slow or too busy for that: this multiple of the cost of prose at the same time. */
const MOST_OF_PROSE = 3;
/** How often both are measured before the text counts as expensive. */
const MOMENTS = 10;
const PROSE = 'Notes that find themselves: write them down once, and search for them by what they say. ';
/** A few letters cost as much as the rest of their request: they are measured as if they were four kilobytes. */
const SMALLEST = 4096;

const ROUNDS = 40;

/** Patterns that once took quadratic time, or expanded when they were normalised. */
const WORST: Record<string, string> = {
  'marks to be sorted': '\u0316\u0301',
  'single letters': 'a',
  'letters of both cases': 'aB',
  'letters joined by dashes': 'a-',
  'letters joined by apostrophes': "a'",
  initials: 'a.',
  'at signs': '@',
  ages: '1+',
  'phrases in one character': '\ufdfa',
  'squared words': '\u3316',
  'Han letters': '漢字',
  'Thai letters': 'ก',
  'Hangul jamo': '\u1100\u1161',
  'mathematical letters': '𝒶',
  quotes: '"a" ',
  'excluded words': '-a ',
  'opening brackets': '<a',
  entities: '&#97',
  slashes: 'a/',
  'percent signs': '%61',
  parameters: '&a=1',
};

describe('hostile text', () => {
  useConfig();

  /** As long as a field's schema allows, and as long as text is processed before it is refused for its length. */
  const lengths = (longest: number) => [longest, 8 * longest - 10];
  const fill = (pattern: string, length: number) =>
    pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

  /** The cheapest of several rounds: other processes, the compiler and the collector are not the subject. */
  function costPerKilobyte(text: string, work: () => void, goodEnough: number): number {
    const kilobytes = Math.max(SMALLEST, Buffer.byteLength(text)) / 1024;
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS && best > goodEnough; round++) {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000 / kilobytes);
    }
    return best;
  }

  const vocabulary = new Vocabulary(0, new Map());

  function costOfProse(): number {
    const description = fill(PROSE, 4000);
    return costPerKilobyte(description, () => submit({ description }), 0);
  }

  function expectCheap(what: string, text: string, work: () => void): void {
    let most = MOST_PER_KILOBYTE;
    let cost = costPerKilobyte(text, work, most);
    for (let moment = 0; moment < MOMENTS && cost > most; moment++) {
      most = Math.max(MOST_PER_KILOBYTE, MOST_OF_PROSE * costOfProse());
      cost = costPerKilobyte(text, work, most);
    }
    expect(cost, `${what}, ${text.length} code units: ms of CPU a kilobyte`).to.be.at.most(most);
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Everything that processes the texts of a submission on their way to the database. */
  function submit(fields: Record<string, unknown>): void {
    attempt(() => {
      const { content, site } = readSubmission({
        name: 'Example Notes',
        tagline: 'Notes that find themselves',
        website_url: 'https://notes.example.com',
        ...fields,
      });
      screenContent(screenedContent(content));
      toSlug(content.name, site.host);
      toSearchDocument(content);
    });
  }

  for (const [pattern, unit] of Object.entries(WORST)) {
    it(`${pattern} costs less than a millisecond a kilobyte in every field of a listing`, () => {
      for (const [field, schema] of Object.entries(ListingSubmission.properties)) {
        const {
          maxLength,
          maxItems = 1,
          items,
        } = schema as unknown as Record<string, never> & {
          maxLength?: number;
          maxItems?: number;
          items?: { maxLength?: number };
        };
        for (const length of lengths(maxLength ?? items?.maxLength ?? 80)) {
          const start = field === 'website_url' || field === 'logo_url' ? 'https://example.com/' : '';
          const text = start + fill(unit, length - start.length);
          const value = items ? Array.from({ length: maxItems }, () => text) : text;
          expectCheap(field, text.repeat(items ? maxItems : 1), () => submit({ [field]: value }));
        }
      }
    });

    it(`${pattern} costs as little in a search and in the fields of an account`, () => {
      for (const length of lengths(500)) {
        const q = fill(unit, length);
        expectCheap('q', q, () =>
          attempt(() => void understand(parseQuery(check(ListingQuery, { q }).q ?? ''), vocabulary)),
        );
      }
      for (const length of lengths(254)) {
        const text = fill(unit, length);
        const account = { name: text, email: `${text}@${text}.example`, key_name: text, password: text };
        expectCheap('an account', text.repeat(5), () => attempt(() => check(Registration, account)));
      }
    });
  }
});
