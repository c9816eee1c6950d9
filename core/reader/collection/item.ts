// Reads a list item as a listing: the product's link, its name and its description. Legend marks, badges, licences,
// and links to demos or sources are not part of the description.
import { clip, featuresFrom, MAX_NAME, taglineOf } from '../../kernel/text/shorten.js';

export interface Part {
  readonly kind: 'text' | 'code' | 'link' | 'picture';
  text: string;
  readonly href?: string;
  /** The text of a linked picture; empty if the link has words. */
  readonly alt?: string;
}

export type Fields = Record<string, unknown>;

export const isWeb = (href: string | undefined) => /^https?:\/\/\S/i.test(href ?? '');
export const isProduct = ({ kind, href, text }: Part) => kind === 'link' && isWeb(href) && text !== '';

/** Maximum characters read of an item; the rest is dropped. */
const MAX_ITEM = 4_000;
/** Maximum characters before the product's link; a longer text is prose that contains a link. */
const MAX_BEFORE = 60;

/** Markdown leaves links and pictures with an undefined reference as text. */
const UNDEFINED_PICTURE = /!\[[^[\]]{0,200}\](?:\[[^[\]]{0,200}\]|\([^()]{0,500}\))?/g;
const UNDEFINED_LINK = /\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g;
/** `:snake:`, which GitHub shows as a picture. */
const SHORTCODE = /(?<=^|\s):[a-z][a-z\d_+-]{1,40}:(?=\s|$)/g;

/** Whether there is a link with text to another site, or one with an undefined reference. */
export const hasLink = (parts: readonly Part[]) =>
  parts.some((part) => isProduct(part) || (part.kind === 'text' && /https?:\/\/|\]\[/.test(part.text)));

export const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The words, without pictures. */
export function wordsOf(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.kind === 'picture' ? ' ' : part.text)).join('');
  return tidy(text.replace(UNDEFINED_PICTURE, ' ').replace(UNDEFINED_LINK, '$1').replace(SHORTCODE, ' '));
}

/** Dashes and symbols such as emoji at the start or end of a text, and characters that join them. */
const JOINT = String.raw`\s\u200b\u200d\ufe0e\ufe0f\u20e3\p{Emoji_Modifier}\p{Regional_Indicator}`;
const MARK = String.raw`[${JOINT}\p{Extended_Pictographic}\p{So}✓✔✗×•·|]`;
const DASH = `[-–—―‒−‐‑:,;~→⇒=/]`;
const BEGINNING = new RegExp(
  String.raw`^(?:${MARK}|${DASH}(?=${MARK}|${DASH}|[\p{L}\p{N}"'“„(\[<]|$)|\.(?=\s|$))+`,
  'u',
);
const ENDING = new RegExp(String.raw`(?:${MARK}|${DASH}|[(\[]$)$`, 'u');

export function trimMarks(text: string): string {
  let left = text.replace(BEGINNING, '');
  // Cut one character at a time: an expression with a repetition before `$` would be tried at each position.
  while (ENDING.test(left.slice(-2)))
    left = left.slice(0, left.length - ([...left.slice(-2)].at(-1)?.length ?? 1));
  return left.replace(/^\(\s*\)/, '').trim();
}

export const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Labels of secondary links, which describe nothing. */
const GENERIC =
  /^(?:(?:the |official |live |online |video |try |view |see |project |source |mac |google |more )?(?:web ?site|web ?page|site|home ?page|home|links?|here|this|url|github|gitlab|codeberg|bitbucket|git|repo(?:sitory)?|source|sources|code|docs?|documentation|guide|wiki|faq|demos?|live|it|download|downloads|install|installation|more|details?|info|infos|information|read more|learn more|article|blog|blog post|intro blog post|announcement|paper|pdf|slides|video|youtube|twitter|x|mastodon|discord|slack|forum|chat|reddit|npm|pypi|crates\.io|docker hub|play store|app ?store|play|store|ios|android|mac ?os|windows|linux|web|app|apps|client|clients|api|chrome|firefox|pricing|visit|open|view|click here|changelog|license|官网|官網|网站|網站|链接|源码|文档|サイト|リンク|사이트|링크|webseite|seite|quelltext|quelle|sitio|página|site web|lien|código|сайт|ссылка|исходный код))$/i;
export const isGeneric = (text: string) => GENERIC.test(trimMarks(text)) || isWeb(text) || !hasLetters(text);
/** Separators of products that share an item. */
const BETWEEN = /^(?:[,/|&+·•;、]|,? ?(?:and|or|und|oder))?$/;
/** Beginnings of prose that mentions a link. */
const PROSE =
  /^(?:see|check|also|for|visit|read|more|if|please|this|these|that|thanks|inspired|based|contribut|note|you|we|a list|the list|source:|via|from|by)\b/i;
const SOURCE =
  /^(?:the |project )?(?:source(?: ?code)?|code|repo(?:sitory)?|github|gitlab|codeberg|源码|quelltext)$/i;
/** SPDX licences, and platforms. */
const LICENSE =
  /^(?:(?:A?GPL|LGPL|BSD|MPL|EPL|EUPL|CC|CDDL|CECILL|OSL|AFL|Apache|Artistic|MIT|ISC|Zlib|BSL|BUSL|SSPL|ECL|UPL|WTFPL|Unlicense|0BSD|PostgreSQL|Ruby|PHP|Python|NCSA|W3C|OFL|ODbL|MS-PL|Sleepycat|Unlicensed|Proprietary)(?:[- ]?v?\d[\w.+-]*|-[\w.+-]+)?(?:-only|-or-later)?|⊘ Proprietary)$/i;
const PLATFORM =
  /^(?:Docker|K8S|Kubernetes|Linux|Windows|mac ?OS|OS ?X|iOS|iPadOS|Android|Web|Browser|BSD|FreeBSD|Cross-platform|Chrome|Firefox|Raspberry Pi)$/i;
const PLATFORM_MARKS: readonly (readonly [string, string])[] = [
  ['🍎', 'macOS'],
  ['🪟', 'Windows'],
  ['🐧', 'Linux'],
];

export function withTypedLinks(parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind !== 'text' || !part.text.includes('://')) return [part];
    return part.text
      .slice(0, MAX_ITEM)
      .split(/(https?:\/\/[^\s<>"'`()[\]{}|]+)/i)
      .map((text, index) => {
        let href = text;
        while (/[.,;:!?]$/.test(href)) href = href.slice(0, -1);
        return index % 2 ? { kind: 'link', text: href, href } : { kind: 'text', text };
      });
  });
}

/** The text without pictures and groups such as `([Demo](…), [Source](…))`, which are not part of a tagline. */
function withoutLinkGroups(parts: readonly Part[]): string {
  const [LINK, END] = ['\ue000', '\ue001'];
  const text = parts
    .filter(({ kind }) => kind !== 'picture')
    .map((part) =>
      part.kind === 'link' ? `${LINK}${isGeneric(part.text) ? '' : part.text}${END}` : part.text,
    )
    .join('');
  const group = /[([][\s,/|·]*(?:\ue000[^\ue000\ue001]*\ue001[\s,/|·]*)+[)\]]/g;
  return text.replace(group, ' ').replace(/[\ue000\ue001]/g, '');
}

/** The description of a product: behind its link, or in the neighbouring cells. */
export function describe(
  said: readonly Part[],
  more: readonly string[] = [],
): { readonly tagline?: string; readonly description?: string; readonly features?: string[] } & Fields {
  const isBlank = ({ kind, text }: Part) => kind === 'picture' || (kind !== 'code' && !hasLetters(text));
  const isCode = (part: Part) => part.kind === 'code' || isBlank(part);
  // Leading codes are marks; so are trailing ones, unless they continue a sentence.
  const begin = said.findIndex((part) => !isCode(part));
  let end = said.findLastIndex((part) => !isCode(part)) + 1;
  const isSentence = /[.!?。)…:|–—-]["”’)]?\s*$/.test(said[end - 1]?.text ?? '.');
  const codesOf = (parts: readonly Part[]) =>
    parts.flatMap(({ kind, text }) => (kind === 'code' && hasLetters(text) ? [tidy(text)] : []));
  const ending = codesOf(said.slice(end));
  if (!isSentence && ending.length === 1 && !LICENSE.test(ending[0] ?? '')) end = said.length;
  const leads =
    /^\s*(?:[-–—:|]|$)/.test(said[begin]?.text ?? '') ||
    codesOf(said.slice(0, begin)).every((code) => LICENSE.test(code));
  const codes = [
    ...(leads ? codesOf(said.slice(0, Math.max(begin, 0))) : []),
    ...(end < said.length ? ending : []),
  ];
  const words = trimMarks(
    wordsOf([{ kind: 'text', text: withoutLinkGroups(said.slice(leads ? Math.max(begin, 0) : 0, end)) }]),
  );
  const tagline = taglineOf(words);
  return {
    ...(tagline ? { tagline } : {}),
    ...(words.length > tagline.length ? { description: words.slice(0, MAX_ITEM) } : {}),
    ...factsFrom(said, codes, more),
  };
}

/** Licences, platforms and the repository from a legend's codes and marks; other codes are features. */
function factsFrom(said: readonly Part[], codes: readonly string[], more: readonly string[]): Fields {
  const split = codes.flatMap((code) => {
    const parts = code.split(/[/,]/).map(tidy);
    return parts.every(({ length }) => length > 1) ? parts : code;
  });
  const license = split.filter((code) => LICENSE.test(code));
  const marks = said.map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
  const platform = [
    ...split.filter((code) => PLATFORM.test(code)),
    ...PLATFORM_MARKS.flatMap(([mark, name]) => (marks.includes(mark) ? [name] : [])),
  ];
  const source = said.find((part) => isProduct(part) && SOURCE.test(trimMarks(part.text)))?.href;
  const known = new Set([...license, ...platform]);
  return {
    ...(license.length > 0 ? { license } : {}),
    ...(platform.length > 0 ? { platform } : {}),
    ...(source ? { source_code: source } : {}),
    ...featuresFrom([...split.filter((code) => !known.has(code)), ...more]),
  };
}

export const nameFrom = (text: string) => clip(trimMarks(text), MAX_NAME);

/** The listings of an item: none if no link is a product, several if it names them side by side.
 * @param isProse a paragraph outside lists: an item only if it begins with a link and a dash */
export function readItem(all: readonly Part[], isProse = false): Fields[] {
  const parts = withTypedLinks(all);
  const first = parts.findIndex(isProduct);
  if (first < 0) return pictureItem(parts);
  const before = wordsOf(parts.slice(0, first));
  const after = parts.slice(first + 1);
  const { text, href = '' } = parts[first] as Part;
  if (isProse) {
    const next = wordsOf(after);
    if (hasLetters(before) || isGeneric(text) || !/^[^\p{L}\p{N}]*(?:\s[-–—]|–|—|:)\s/u.test(` ${next}`))
      return [];
  }
  const group = groupOf(parts.slice(first));
  const rest = describe(parts.slice(first + group.length * 2 - 1));
  const listings = (said: Fields) =>
    group.flatMap((link) => {
      // The name of a bare address is its host; the words around it describe it.
      const name = isWeb(link.text) ? hostOf(link.href ?? '') : nameFrom(link.text);
      return name ? { name, website_url: link.href, ...said } : [];
    });
  if (!hasLetters(before)) return listings(rest);
  if (PROSE.test(trimMarks(before))) return [];
  const isLabelled = /(?:[-–—:|)\]/.]|\S\s[-–—|])\s*$/.test(before) || before.split(' ').length <= 3;
  if (isGeneric(text)) return namedBefore(before, href, after);
  if (!isLabelled || before.length > MAX_BEFORE) return [];
  if (rest.tagline) return listings(rest);
  return listings({ ...rest, ...describe([{ kind: 'text', text: before.replace(/[:([]\s*$/, '') }]) });
}

/** `Name - what it does: https://…` and `Name ([website](…), [source](…)) - what it does`. */
function namedBefore(before: string, href: string, after: readonly Part[]): Fields[] {
  const [head = '', ...rest] = before.split(/\s[-–—|]\s|:\s/);
  const name = nameFrom(head.replace(/[([]\s*$/, ''));
  if (name === '' || head.length > MAX_NAME) return [];
  const open = /[([]\s*$/.test(before);
  const close = after.findIndex(({ kind, text }) => kind === 'text' && /[)\]]/.test(text));
  const behind = open && close >= 0 ? after.slice(close) : after;
  const [first, ...others] = behind;
  const cut =
    first && open ? [{ ...first, text: first.text.replace(/^[^)\]]*[)\]]/, '') }, ...others] : behind;
  const said = describe([...rest.map((text): Part => ({ kind: 'text', text: `${text} ` })), ...cut]);
  return [{ name, website_url: href, ...said }];
}

/** Leading links separated only by commas or slashes: products named together. */
function groupOf(parts: readonly Part[]): Part[] {
  const group: Part[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const link = parts[at] as Part;
    if (!isProduct(link) || (at > 0 && isGeneric(link.text))) break;
    group.push(link);
    const between = parts[at + 1];
    if (between?.kind !== 'text' || !BETWEEN.test(between.text.trim())) break;
  }
  return group;
}

/** An item whose link is a picture: its text is the name, unless it is a badge. */
function pictureItem(parts: readonly Part[]): Fields[] {
  const at = parts.findIndex(({ kind, href, alt }) => kind === 'link' && isWeb(href) && alt);
  const { alt = '', href } = parts[at] ?? {};
  const said = describe(parts.slice(at + 1));
  if (at < 0 || hasLetters(wordsOf(parts.slice(0, at))) || !said.tagline) return [];
  return /badge|shield|build|version|license|stars?\b|awesome/i.test(alt)
    ? []
    : [{ name: nameFrom(alt.replace(/ (?:logo|icon)$/i, '')), website_url: href, ...said }];
}

export function hostOf(href: string): string {
  return clip(/^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(href)?.[1] ?? '', MAX_NAME);
}
