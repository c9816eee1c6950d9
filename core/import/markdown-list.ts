// Lists in Markdown, as “awesome” lists write them: `- [Name](url) - tagline` under headings, which are the categories.
// Read line by line in linear time; everything else of the document is skipped.
import { displayHost } from '../addresses/site.js';
import type { SourceRow } from './rows.js';

/** Characters of an item that are read; more is not a tagline and a description. */
const MAX_ITEM = 4_000;
/** Before the link of an item: emphasis, an emoji. */
const MAX_DECORATION = 24;
const MAX_NAME = 80;
const MAX_TAGLINE = 160;
const MAX_FEATURES = 8;
const MAX_FEATURE = 120;
/** Brackets in brackets of a link; without a limit, a line of open ones would be read once for each. */
const MAX_NESTING = 16;

interface Item {
  readonly line: number;
  readonly category: string | null;
  text: string;
}

/**
 * The items whose link is a web address, as rows of a listing; `categories` has the heading above as it is written.
 * @param depth headings below this level are no categories of their own
 */
export function* readMarkdownList(text: string, depth = 6): Generator<SourceRow> {
  const headings: string[] = [];
  let item: Item | null = null;
  let fence: string | null = null;
  let isComment = false;
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.trimStart();
    const mark = /^(?:`{3}|~{3})/.exec(line)?.[0] ?? null;
    const wasHidden = fence !== null || isComment;
    if (fence !== null ? line.startsWith(fence) : !isComment && mark !== null)
      fence = fence === null ? mark : null;
    if (fence === null && (isComment || line.startsWith('<!--'))) isComment = !line.includes('-->');
    if (wasHidden || fence !== null || isComment || mark !== null) continue;
    const level = /^#{1,6}(?=\s)/.exec(line)?.[0].length ?? 0;
    const start = level > 0 ? null : /^(?:[-*+]|\d{1,9}[.)])\s/.exec(line);
    if (item && (level > 0 || start || line === '')) {
      yield* rowOf(item);
      item = null;
    }
    if (level > 0 && level <= depth) {
      headings.length = Math.min(headings.length, level - 1);
      headings[level - 1] = plainText(line.slice(level).replace(/\s#+\s*$/, '')).text;
    } else if (start) {
      const category = headings.findLast(Boolean) ?? null;
      item = { line: number, category, text: line.slice(start[0].length).replace(/^\[[ xX]\]\s/, '') };
    } else if (item && item.text.length < MAX_ITEM) {
      item.text = `${item.text} ${line}`.slice(0, MAX_ITEM);
    }
  }
  if (item) yield* rowOf(item);
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    // A longer line is no item that anybody wrote.
    yield text.slice(start, Math.min(end < 0 ? text.length : end, start + MAX_ITEM));
    if (end < 0) return;
    start = end + 1;
  }
}

function* rowOf({ line, category, text }: Item): Generator<SourceRow> {
  const link = firstLink(text);
  if (link === null) return;
  const { text: said, codes } = plainText(withoutLinkGroups(text.slice(link.end)));
  const words = said.replace(/^[\s*_~]*[-–—:|,.]*\s*/, '');
  const tagline = taglineOf(words);
  yield {
    line,
    input: {
      name: clip(plainText(link.text).text, MAX_NAME),
      website_url: link.url,
      tagline: tagline || displayHost(link.url),
      ...(words.length > tagline.length ? { description: words } : {}),
      ...(category ? { categories: [category] } : {}),
      ...(codes.length > 0 ? { features: codes } : {}),
    },
  };
}

interface Link {
  readonly text: string;
  readonly url: string;
  readonly end: number;
}

/** The link an item begins with; pictures before it, such as badges, are skipped. */
function firstLink(text: string): Link | null {
  for (let at = 0; ; ) {
    const open = text.indexOf('[', at);
    const link = open < 0 || open - at > MAX_DECORATION ? null : linkAt(text, open);
    if (link === null || /[\p{L}\p{N}]/u.test(text.slice(at, open))) return null;
    if (text[open - 1] !== '!')
      return /^https?:\/\//i.test(link.url) && plainText(link.text).text !== '' ? link : null;
    at = link.end;
  }
}

/** `[text](address "title")` at this bracket. */
function linkAt(text: string, open: number): Link | null {
  let depth = 0;
  let close = open;
  for (; close < text.length; close += 1) {
    if (text[close] === '\\') close += 1;
    else if (text[close] === '[') {
      depth += 1;
      if (depth > MAX_NESTING) return null;
    } else if (text[close] === ']') {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  if (text[close + 1] !== '(') return null;
  depth = 0;
  let end = close + 1;
  for (; end < text.length; end += 1) {
    if (text[end] === '(') {
      depth += 1;
      if (depth > MAX_NESTING) return null;
    } else if (text[end] === ')') {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  if (end >= text.length) return null;
  const [url = ''] = text
    .slice(close + 2, end)
    .trim()
    .replace(/^<|>$/g, '')
    .split(/\s/, 1);
  return { text: text.slice(open + 1, close), url, end: end + 1 };
}

/** Removes groups that contain only links, `([Demo](…), [Source](…))`: a tagline does not need them. */
function withoutLinkGroups(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '(' && text[at + 1] === '[' ? endOfLinkGroup(text, at + 1) : -1;
    if (end > 0) at = end;
    else {
      kept += text[at];
      at += 1;
    }
  }
  return kept;
}

function endOfLinkGroup(text: string, start: number): number {
  let at = start;
  for (;;) {
    const link = text[at] === '[' ? linkAt(text, at) : null;
    if (link === null) return -1;
    at = link.end;
    while (at < text.length && ' ,/|·'.includes(text[at] as string)) at += 1;
    if (text[at] === ')') return at + 1;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of a line, without marks of emphasis, tags and addresses; `code` at its end is returned separately. */
function plainText(markdown: string): { text: string; codes: string[] } {
  let text = '';
  let codes: string[] = [];
  // Code and blanks that may turn out to be the end of the line.
  let held = '';
  const add = (words: string) => {
    if (codes.length > 0 && words.trim() === '') held += words;
    else {
      text += held + words;
      codes = [];
      held = '';
    }
  };
  for (let at = 0; at < markdown.length; ) {
    const char = markdown[at] as string;
    const isPicture = char === '!' && markdown[at + 1] === '[';
    const link = char === '[' || isPicture ? linkAt(markdown, at + Number(isPicture)) : null;
    const close =
      char === '`' ? markdown.indexOf('`', at + 1) : char === '<' ? markdown.indexOf('>', at) : -1;
    if (link) {
      if (!isPicture) add(link.text.replace(/!\[[^\]]*\]\([^)]*\)|[*_`]/g, ''));
      at = link.end;
    } else if (close > at + 1) {
      if (char === '`') {
        codes.push(clip(markdown.slice(at + 1, close), MAX_FEATURE));
        held += markdown.slice(at + 1, close);
      }
      at = close + 1;
    } else {
      if (char === '\\' && at + 1 < markdown.length) at += 1;
      else if (char === '*' || char === '`' || char === '~') {
        at += 1;
        continue;
      }
      add(markdown[at] as string);
      at += 1;
    }
  }
  const plain = text
    .replace(/(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gu, '')
    .replace(/&(#?\w{1,5});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return { text: plain, codes: codes.filter(Boolean).slice(0, MAX_FEATURES) };
}

/** The whole text if it is short, else its first sentence, else as many words as fit. */
export function taglineOf(text: string): string {
  if (text.length <= MAX_TAGLINE) return text;
  const end = text.slice(0, MAX_TAGLINE).search(/[.!?](?=\s)/);
  return end > 0 ? text.slice(0, end + 1) : clip(text, MAX_TAGLINE);
}

/** At most so many characters, cut between words. */
export function clip(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  const cut = trimmed.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > most / 2 ? space : cut.length).replace(/[\ud800-\udbff]$/, '')}…`;
}
