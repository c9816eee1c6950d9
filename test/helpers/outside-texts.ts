// The readers of texts from outside that could take long, each with its limit and texts made to slow it down.
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { pageOf, readProductUrl } from '../../core/addresses/site.js';
import { openFile } from '../../core/import/read-file.js';
import { check } from '../../core/kernel/check.js';
import { readCsvRows } from '../../core/kernel/text/csv.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';
import { hasWebAddress } from '../../core/kernel/text/readable.js';
import { ListingSubmission } from '../../core/listings/schema.js';
import { toSearchDocument } from '../../core/listings/search-document.js';
import { toSlug } from '../../core/listings/slugs.js';
import { screenContent } from '../../core/policy/screening.js';
import { readMarkdownList } from '../../core/reader/collection/list.js';
import { parkedBy } from '../../core/reader/link.js';
import { readMarkup } from '../../core/reader/markup.js';
import { readPageFacts } from '../../core/reader/page.js';
import { isAllowedByRobots } from '../../core/reader/visit.js';
import { parseQuery } from '../../core/search/query.js';
import { offerOf } from '../../core/upkeep/page-offer.js';
import { readMultipart } from '../../server/http/multipart.js';
import { summaryOf } from '../../server/web/pages/docs.js';
import { monogramOf } from '../../server/web/view/art.js';
import { formatText, markText, renderMarkdown } from '../../server/web/view/text.js';
import { languageOf, readCookie } from '../../server/who/cookies.js';

export interface OutsideText {
  readonly name: string;
  /** Characters that are read at most. */
  readonly most: number;
  readonly read: (text: string) => unknown;
  /** What is repeated to the length of a text, with what stands before and behind. */
  readonly patterns: readonly (string | readonly [before: string, repeated: string, behind: string])[];
}

const PAGE = new URL('https://notes.example/');

const tried = (read: (text: string) => unknown) => async (text: string) => {
  try {
    await read(text);
  } catch {
    // Refusing is a way of reading.
  }
};

/** Letters that a host has to encode, all different. */
const FOREIGN = Array.from({ length: 20_000 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');

/** Fields of a listing that are read as one text. */
const inListing = (description: string) => ({ name: 'Notes', tagline: 'Notes', description });

export const OUTSIDE_TEXTS: readonly OutsideText[] = [
  {
    name: 'an address',
    most: 1_000_000,
    read: parseUrl,
    patterns: [['https://', FOREIGN, ''], 'a\u0301\u0323'],
  },
  {
    name: 'a page of a claim',
    most: 262_144,
    read: (html) => readMarkup(html, () => true),
    patterns: [
      '<b a=0>',
      ['<p>', '<b a=0><b a=1>', '<p>x'],
      ['<meta ', 'a1 b2 c3 ', '>'],
      ['<meta name="', 'x', '">'],
      '<meta name="<',
      '<script><!--',
      '<title>',
      '<!--',
      '&amp',
      '</',
      '<![CDATA[',
      '<template>',
      '\0',
    ],
  },
  {
    name: 'a page that is offered as a listing',
    most: 524_288,
    read: async (html) => offerOf(await readPageFacts(html, PAGE), PAGE),
    patterns: [
      '<meta name=a content=b>',
      '<link rel=icon href=/a.png sizes=64x64>',
      ['<link rel="', 'icon ', '" href=/a>'],
      ['<link rel=icon href=/a sizes="', '9 ', '">'],
      ['<meta name=description content="', 'a. ', '">'],
      ['<meta name=description content="', ' ', 'x">'],
      ['<meta name=keywords content="', 'ai, ', '">'],
      ['<title>', ' - ', 'x</title>'],
      ['<title>', 'a: ', '</title>'],
      ['<script type=application/ld+json>', '[', '</script>'],
      ['<script type=application/ld+json>[', '{"@graph":[{}]},', '{}]</script>'],
      ['<script type=application/ld+json>{"offers":[', '{"price":1},', '{}]}</script>'],
      ['<script type=application/ld+json>{"@type":[', '"a",', '"b"]}</script>'],
      ['<script type=application/ld+json>{"description":"', '\\ud800 ', '"}</script>'],
      '<script type=application/ld+json>{}</script>',
    ],
  },
  {
    name: 'a page that may be parked',
    most: 65_536,
    read: (html) => parkedBy('https://notes.example', 'https://notes.example', html),
    patterns: [
      '<html ',
      '<script src="',
      '<script src=" src="',
      '<title>',
      '<title',
      ['<script>', 'window.park = ', ''],
      ['<script>window.onload', ' ', '='],
      ['<title>notes.example is', ' ', 'x'],
      ['', '<title', '>'],
      ['', '<html data-', '>'],
      ['', '<script src="', 'bodis.com'],
    ],
  },
  {
    name: 'robots.txt',
    most: 512_000,
    read: (text) => isAllowedByRobots(text, 'ours', `/${'a'.repeat(1_999)}`),
    patterns: [
      ['a:', ' ', '#\u2028x'],
      'user-agent: a\n',
      ['', 'user-agent: ours\n', 'disallow: /a'],
      ['user-agent: *\n', 'disallow: /*a*a*b\n', ''],
      ['user-agent: *\ndisallow: /', '*a', 'b'],
      ['user-agent: *\n', `disallow: /*${'a'.repeat(400)}b\n`, ''],
      [' ', '\t', 'x'],
      ':',
      '#',
    ],
  },
  {
    name: 'the address of a redirect',
    most: 2_000,
    read: tried((address) => readProductUrl(address)),
    patterns: [
      ['https://example.com/', '/', 'x'],
      ['https://example.com/', '/', '/index.php/index.php'],
      ['https://example.com', '/index.php', ''],
      ['https://example.com/', '%3', '5'],
      ['https://', 'www.', 'example.com'],
      ['https://example.com?', '&a=1', ''],
      ['https://example.com', '/..', ''],
      ['', 'https:', ''],
    ],
  },
  {
    name: 'the page of a takedown',
    most: 2_000,
    read: (address) => pageOf(address),
    patterns: [
      ['https://example.com/', '.', 'x'],
      ['https://example.com/', ';', ''],
      ['https://example.com/', '%25', '41'],
    ],
  },
  {
    name: 'a page of the site in Markdown',
    most: 50_000,
    read: (text) => renderMarkdown(text) + summaryOf(text),
    patterns: [
      '[',
      '![',
      '[a](',
      '[a][',
      '[]: a\n',
      '*a_ ',
      '**a',
      '`',
      '` ``',
      '<',
      '> ',
      '- ',
      '  - a\n',
      '|a',
      '|a|\n|-|\n',
      '&#',
      '\\[',
      'http://a.b/(',
      'a@b.',
      'www.',
      ['', '[', ']'.repeat(2_000)],
    ],
  },
  {
    name: 'a description',
    most: 4_000,
    read: (text) => {
      screenContent(inListing(text));
      toSearchDocument({ ...inListing(text), website_url: 'https://notes.example' } as never);
      return formatText(text) + markText(text, ['ab']);
    },
    patterns: [
      'a',
      'a*',
      'c*c',
      '@$1',
      'a.',
      'a b ',
      'free ',
      'http://a)',
      '- a\n',
      ['http://a', ')', 'x'],
      ['a', '\u0301', 'b'],
      'https://a.',
      '\n ',
      'alternative to ',
      '🅰',
      '\u0316\u0301',
      '\ufdfa',
      '\u3316',
      '漢字',
      '\u1100\u1161',
      "a'",
      '&#97',
      '%61',
      'x'.repeat(30),
    ],
  },
  {
    name: 'a tagline',
    most: 160,
    read: (tagline) => screenContent({ name: 'Notes', tagline, description: 'Notes' }),
    patterns: ['a (', ' - ', 'a–', ' ', '()'],
  },
  {
    name: 'a name',
    most: 120,
    read: (name) => toSlug(name, 'notes.example') + monogramOf(name) + hasWebAddress(name),
    patterns: ['-', ['a', '-', '!'], '.', 'a.', ['', '.', 'a'], '\u0301'],
  },
  {
    name: 'a body of JSON',
    most: 65_536,
    read: tried((text) =>
      check(ListingSubmission, { name: text, website_url: text, features: text.split(' ') }),
    ),
    patterns: ['a', 'a ', '.', 'a.', '\u0301', 'https://a'],
  },
  {
    name: 'cookies',
    most: 16_384,
    read: (cookie) => readCookie(requestOf({ cookie }), 'directory.theme'),
    patterns: [';', '; ', ['a;', ' ', 'b'], 'directory.theme', 'a=', ['directory.theme=', '%41', ''], '%'],
  },
  {
    name: 'the languages of a browser',
    most: 16_384,
    read: (header) => languageOf(requestOf({ 'accept-language': header })),
    patterns: ['a,', ',', 'de;', ';q=', ['a', ' ', 'b'], 'a-', ['de;', 'q=1;', ''], '*,'],
  },
  {
    name: 'a multipart body',
    most: 1_048_576,
    read: tried((body) =>
      readMultipart(requestOf({ 'content-type': 'multipart/form-data; boundary=b' }, body)),
    ),
    patterns: [
      '\r\n--b',
      '--b\r\n',
      '--b\r\n\r\n',
      ['--b\r\nContent-Disposition: form-data; name="', 'a', '"\r\n\r\nx\r\n--b--\r\n'],
      ['--b\r\nContent-Disposition: form-data; ', 'name="a"; ', '\r\n\r\nx\r\n--b--\r\n'],
      ['--b\r\nContent-Disposition: form-data; name="', '\\"', '"\r\n\r\nx\r\n--b--\r\n'],
      ['--b\r\n', 'a: b\r\n', '\r\n--b--\r\n'],
      '--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n',
      ['--b\r\nContent-Disposition: form-data; name=a\r\n\r\n', '\r\n-', '\r\n--b--\r\n'],
    ],
  },
  {
    name: 'a search',
    most: 200,
    read: (q) => parseQuery(q),
    patterns: ['"', 'a ', '-', '"a" ', 'a.b', '\u0301', 'C++ '],
  },
  {
    name: 'a file of rows',
    most: 1_048_576,
    read: tried((text) => Readable.from(readCsvRows(Readable.from([text]))).toArray()),
    patterns: [
      '"',
      ',',
      '"",',
      'a\n',
      '\n',
      ["a\n'", " '", '='],
      ['a\n', ";'", ''],
      ['', 'a,', '\n'],
      '\r',
      'sep=',
    ],
  },
  {
    // Longer ones are cut, so that the time of a whole list shows nothing of the time of its lines.
    name: 'a line of a Markdown list to import',
    most: 4_000,
    read: (line) => readMarkdownList({ text: `${line}\n`.repeat(8) }),
    patterns: [
      ['# ', '[', ''],
      ['- [a](https://a.example) ', '[', ''],
      ['- [a](https://a.example) ', '([', ''],
      ['- [a](https://a.example) ', '[](', ''],
      ['- [a](https://a.example) ', '![a', ''],
    ],
  },
  {
    name: 'a Markdown list to import',
    most: 1_048_576,
    read: (text) => readMarkdownList({ text }),
    patterns: [
      '[',
      '- [',
      '- [a](',
      '- ![a](b)',
      ['- ![a](b)', ' ', '[a](https://a.example)'],
      ['- ', '[', ']'.repeat(2_000)],
      ['- [a](https://a.example)', '([b](c)', ''],
      ['- [a](https://a.example)', ' `a`', 'x'],
      ['- [a](https://a.example) - ', '*_`', ''],
      ['- [a](https://a.example) - ', '<', ''],
      ['- [a](https://a.example) - ', '&amp', ''],
      ['- [a](https://a.example)\n', ' b\n', ''],
      '- [a](https://a.example) `b` ([c](d)) e\n',
      '# a\n',
      ['# a', ' #', 'b'],
      '```\n',
      '<!--',
      '<!-- -->\n',
      ' ',
      '\n',
      '1.',
    ],
  },
  {
    name: 'a file to import',
    most: 1_048_576,
    read: tried(async (text) => {
      const { rows } = await openFile(Readable.from([Buffer.from(text)]), 'a file');
      for await (const _ of rows);
    }),
    patterns: [
      '{',
      '[',
      '{}\n',
      ['{"a": "', 'a', '"}'],
      ['[', '{"a": 1},', '1]'],
      ['{"servers": [', '{"name": "a/b"},', '1]}'],
      '\n',
      ' ',
      ['- ', ' ', '['],
      ['[', 'a', ']('],
      'a^b\n',
      '\0',
    ],
  },
];

/** A request as far as its readers look at it. */
const requestOf = (headers: Record<string, string>, body = '') =>
  Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as Request;

/** A hostile text of a length. */
export function hostileText(pattern: OutsideText['patterns'][number], length: number): string {
  const [before, repeated, behind] = typeof pattern === 'string' ? ['', pattern, ''] : pattern;
  const room = Math.max(0, length - before.length - behind.length);
  return (before + repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room) + behind).slice(
    0,
    length,
  );
}
