// Texts as safe HTML: what users wrote, and messages. Every exported function returns escaped HTML.
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../../core/kernel/text/html.js';
import { parseUrl } from '../../../core/kernel/text/parse-url.js';
import type { Language, MessageKey, Part } from '../../../core/languages/language.js';
import { fold, isSameWord } from '../../../core/listings/tokens.js';
import { isSafeLink } from '../../../core/settings/rules.js';

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** true becomes a bare name; null and false are left out. */
export function attributesHtml(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}

/** A headline, whose words between *stars* are marked. */
export const headlineHtml = (text: string): string =>
  escapeHtml(text).replace(/\*([^*\s](?:[^*]*[^*\s])?)\*/g, '<em>$1</em>');

/** Finds a web address, without the punctuation that ends its sentence. */
const { linkify } = new MarkdownIt();

export function linkText(text: string): string {
  let html = '';
  let position = 0;
  // A link may directly follow a letter: Chinese and Japanese have no spaces between words.
  for (const { index } of text.matchAll(/\bhttps?:\/\//gi)) {
    const raw = index < position ? undefined : linkify.matchAtStart(text.slice(index))?.raw;
    if (!raw) continue;
    html += escapeHtml(text.slice(position, index));
    html += parseUrl(raw)
      ? `<a href="${escapeHtml(raw)}" rel="nofollow ugc noopener">${escapeHtml(raw)}</a>`
      : escapeHtml(raw);
    position = index + raw.length;
  }
  return html + escapeHtml(text.slice(position));
}

/** An error's message with its line breaks, and the page it names as a link. @param policy that page's name */
export function linkMessage(text: string, policy: string): string {
  return escapeHtml(text)
    .replace(/(?<=[\s(])\/policy\b/g, `<a href="/policy">${escapeHtml(policy)}</a>`)
    .replaceAll('\n', '<br>');
}

const BULLET = /^\s*[-*•]\s+/;

/** Plain text as paragraphs (separated by empty lines), line breaks, and lists (lines starting with `- `). */
export function formatText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(formatBlock)
    .join('\n');
}

function formatBlock(lines: readonly string[]): string {
  const firstBullet = lines.findIndex((line) => BULLET.test(line));
  if (firstBullet === -1 || !lines.slice(firstBullet).every((line) => BULLET.test(line))) {
    return `<p dir="auto">${lines.map(linkText).join('<br>')}</p>`;
  }
  const items = lines
    .slice(firstBullet)
    .map((line) => `<li dir="auto">${linkText(line.replace(BULLET, ''))}</li>`);
  const list = `<ul>${items.join('')}</ul>`;
  return firstBullet === 0
    ? list
    : `<p dir="auto">${lines.slice(0, firstBullet).map(linkText).join('<br>')}</p>${list}`;
}

/** Nobody writes longer words, and folding each of their prefixes takes quadratic time. */
const LONGEST_MARKED = 100;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Marks what a search found: the beginning of a word, or all of its plural or singular. */
export function markText(text: string, words: readonly string[]): string {
  if (words.length === 0) return escapeHtml(text);
  let html = '';
  let position = 0;
  for (const match of text.matchAll(WORD)) {
    const length = markedLength(match[0], words);
    if (length === 0) continue;
    html += escapeHtml(text.slice(position, match.index));
    html += `<mark>${escapeHtml(match[0].slice(0, length))}</mark>`;
    position = match.index + length;
  }
  return html + escapeHtml(text.slice(position));
}

/** The number of matching characters, with accents folded: `Café` matches `cafe` in four. */
function markedLength(written: string, words: readonly string[]): number {
  if (written.length > LONGEST_MARKED) return 0;
  const plain = fold(written);
  const found = words.find((word) => plain.startsWith(word));
  if (found === undefined) return words.some((word) => isSameWord(plain, word)) ? written.length : 0;
  let length = 0;
  for (const character of written) {
    length += character.length;
    if (fold(written.slice(0, length)).length >= found.length) break;
  }
  // Include combining accents after the last letter.
  while (/^\p{M}/u.test(written.slice(length))) length += 1;
  return length;
}

// Markdown of the operator's pages: CommonMark and tables. HTML in it is shown as text, and links have safe schemes.

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.validateLink = isSafeLink;
// The title of the page is its one h1.
for (const rule of ['heading_open', 'heading_close'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    if (token?.tag === 'h1') token.tag = 'h2';
    return self.renderToken(tokens, index, options);
  };
}
// A wide table scrolls in a box of its own, which the keyboard reaches.
markdown.renderer.rules.table_open = () =>
  '<section class="table-scroll" tabindex="0" aria-label="Table"><table>\n';
markdown.renderer.rules.table_close = () => '</table></section>\n';

/** @returns HTML, without a first heading that repeats the title of the page */
export function renderMarkdown(text: string, title = ''): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const isTitle = title !== '' && /^#+ (.*)$/.exec(first.trim())?.[1] === title.trim();
  return markdown.render(isTitle ? rest.join('\n') : text);
}

// Messages with markup. Texts and arguments are escaped; elements come only from the tags of a message.

const PLAIN = ['b', 'br', 'code', 'em', 'kbd', 'strong'] as const;

class Html {
  constructor(readonly html: string) {}
}

const toHtml = (part: Part<Html>) => (part instanceof Html ? part.html : escapeHtml(String(part)));
const join = (parts: readonly Part<Html>[]) => parts.map(toHtml).join('');

/** `<br></br>` in a message: ICU requires an end tag. */
const element = (name: string, attributes: Attributes, parts: readonly Part<Html>[]) =>
  new Html(name === 'br' ? '<br>' : `<${name}${attributesHtml(attributes)}>${join(parts)}</${name}>`);

const plainTags = {
  ...Object.fromEntries(PLAIN.map((name) => [name, (parts: Part<Html>[]) => element(name, {}, parts)])),
  /** For screen readers only. */
  hidden: (parts: Part<Html>[]) => element('span', { class: 'visually-hidden' }, parts),
};

/** @param values arguments; for a tag that is a link the attributes of the link: `{ docs: { href: '/docs' } }` */
export function sayHtml(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number | Attributes>> = {},
): string {
  const links = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' ? [[name, (parts: Part<Html>[]) => element('a', value, parts)]] : [],
  );
  return join(language.parts<Html>(key, values, { ...plainTags, ...Object.fromEntries(links) }));
}
