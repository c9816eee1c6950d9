// Lists in Markdown, as “awesome” lists write them: `- [Name](url) - tagline` under headings, which are the categories.
// Read line by line in linear time; everything else of the document is skipped.
import MarkdownIt, { type Token } from 'markdown-it';
import { displayHost } from '../addresses/site.js';
import { own } from '../kernel/own.js';
import type { SourceRow } from './rows.js';

/** Characters of an item that are read; more is not a tagline and a description. */
const MAX_ITEM = 4_000;
/** Before the link of an item: an emoji. */
const MAX_DECORATION = 24;
const MAX_NAME = 80;
const MAX_TAGLINE = 160;
const MAX_FEATURES = 8;
const MAX_FEATURE = 120;

interface Item {
  readonly line: number;
  readonly category: string | null;
  text: string;
}

/** @param depth headings below this level are no categories of their own */
export function* readMarkdownList(text: string, depth = 6): Generator<SourceRow> {
  const headings: string[] = [];
  let item: Item | null = null;
  let fence: string | null = null;
  let isComment = false;
  for (const [index, whole] of text.split('\n').entries()) {
    // A longer line is no item that anybody wrote.
    const line = whole.slice(0, MAX_ITEM).trim();
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
      headings[level - 1] = wordsOf(tokensOf(line.slice(level).replace(/\s#+\s*$/, '')));
    } else if (start) {
      const category = headings.findLast(Boolean) ?? null;
      item = { line: index + 1, category, text: line.slice(start[0].length).replace(/^\[[ xX]\]\s/, '') };
    } else if (item && item.text.length < MAX_ITEM) {
      item.text = `${item.text} ${line}`.slice(0, MAX_ITEM);
    }
  }
  if (item) yield* rowOf(item);
}

const markdown = new MarkdownIt({ html: true });
// Addresses stay as they are written.
markdown.normalizeLink = (url) => url;

const tokensOf = (text: string): Token[] => markdown.parseInline(text, {})[0]?.children ?? [];

/** Marks of a link in plain text, which no text has itself. */
const [LINK, END] = ['\ue000', '\ue001'];
/** `([Demo](…), [Source](…))`: a tagline does not need them. */
const LINK_GROUP = new RegExp(`\\((?:${LINK}[^${LINK}${END}]*${END}[ ,/|·]*)+\\)`, 'g');
const LINK_MARKS = new RegExp(`[${LINK}${END}]`, 'g');

/** The words of a text, without marks, pictures, tags, addresses and groups of links. */
function wordsOf(tokens: readonly Token[]): string {
  const parts = tokens.map(({ type, content }) => {
    if (type === 'text' || type === 'code_inline') return content;
    return own({ link_open: LINK, link_close: END, softbreak: ' ' }, type) ?? '';
  });
  return parts.join('').replace(LINK_GROUP, '').replace(LINK_MARKS, '').replace(/\s+/g, ' ').trim();
}

function* rowOf({ line, category, text }: Item): Generator<SourceRow> {
  const tokens = tokensOf(text);
  const open = tokens.findIndex(({ type }) => type === 'link_open');
  const close = tokens.findIndex(({ type }) => type === 'link_close');
  const url = String(tokens[open]?.attrGet('href') ?? '');
  const name = wordsOf(tokens.slice(open + 1, close));
  const before = wordsOf(tokens.slice(0, Math.max(open, 0)));
  const isItem = before.length <= MAX_DECORATION && !/[\p{L}\p{N}]/u.test(before);
  if (!isItem || name === '' || !/^https?:\/\//i.test(url)) return;
  const said = tokens.slice(close + 1);
  const isBlank = ({ type, content }: Token) => type !== 'code_inline' && content.trim() === '';
  const isEnd = (token: Token) => token.type === 'code_inline' || isBlank(token);
  const ending = said.slice(said.findLastIndex((token) => !isEnd(token)) + 1);
  const codes = ending.flatMap(({ type, content }) => (type === 'code_inline' ? content : []));
  const words = wordsOf(said.slice(0, said.length - ending.length)).replace(/^[-–—:|,.]*\s*/, '');
  const tagline = taglineOf(words);
  yield {
    line,
    input: {
      name: clip(name, MAX_NAME),
      website_url: url,
      tagline: tagline || displayHost(url),
      ...(words.length > tagline.length ? { description: words } : {}),
      ...(category ? { categories: [category] } : {}),
      ...featuresFrom(codes),
    },
  };
}

/** The whole text if it is short, else its first sentence, else as many words as fit. */
export function taglineOf(text: string): string {
  if (text.length <= MAX_TAGLINE) return text;
  const end = text.slice(0, MAX_TAGLINE).search(/[.!?](?=\s)/);
  return end > 0 ? text.slice(0, end + 1) : clip(text, MAX_TAGLINE);
}

/** As many features as a listing may have, each as long as one may be. */
export function featuresFrom(texts: readonly string[]): { features?: string[] } {
  const features = texts.filter(Boolean).slice(0, MAX_FEATURES);
  return features.length > 0 ? { features: features.map((text) => clip(text, MAX_FEATURE)) } : {};
}

/** At most so many characters, cut between words. */
export function clip(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  const cut = trimmed.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > most / 2 ? space : cut.length).replace(/[\ud800-\udbff]$/, '')}…`;
}
