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

// Plain text of users: paragraphs, line breaks, lists, and web addresses as links. Nothing else is markup.
const plain = new MarkdownIt('zero', { linkify: true, breaks: true }).enable(['list', 'newline', 'linkify']);
plain.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
plain.validateLink = (url) => /^https?:/i.test(url) && parseUrl(url) !== null;
plain.normalizeLinkText = (url) => url;
for (const [rule, name, value] of [
  ['link_open', 'rel', 'nofollow ugc noopener'],
  ['paragraph_open', 'dir', 'auto'],
  ['list_item_open', 'dir', 'auto'],
] as const)
  plain.renderer.rules[rule] = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet(name, value);
    return self.renderToken(tokens, index, options);
  };

export const linkText = (text: string): string => plain.renderInline(text);

export const formatText = (text: string): string => plain.render(text.replace(/^ {0,3}[*•](?=\s)/gm, '-'));

/** An error's message with its line breaks, and the page it names as a link. @param policy that page's name */
export function linkMessage(text: string, policy: string): string {
  return escapeHtml(text)
    .replace(/(?<=[\s(])\/policy\b/g, `<a href="/policy">${escapeHtml(policy)}</a>`)
    .replaceAll('\n', '<br>');
}

/** Longer words are not marked: nobody writes them. */
const LONGEST_MARKED = 100;

/** Marks the words that a search found: those that begin with one of its words, or are its plural or singular. */
export function markText(text: string, words: readonly string[]): string {
  const isFound = (written: string) => {
    const folded = fold(written);
    return words.some((word) => folded.startsWith(word) || isSameWord(folded, word));
  };
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((part, index) =>
      index % 2 === 1 && part.length <= LONGEST_MARKED && isFound(part)
        ? `<mark>${escapeHtml(part)}</mark>`
        : escapeHtml(part),
    )
    .join('');
}

// Markdown of the operator's pages: CommonMark and tables. HTML in it is shown as text, and links have safe schemes.

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.validateLink = isSafeLink;
// An h1 becomes an h2: the title of the page is the only h1.
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
