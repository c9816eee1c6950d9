// Messages with markup as HTML. Texts and arguments are escaped; elements come only from the tags of a message.
import { escapeHtml } from '../../../core/kernel/text/html.js';
import type { Language, MessageKey, Part } from '../../../core/languages/language.js';
import { type Attributes, attributesHtml } from './text.js';

/** Elements that messages may contain themselves. */
const PLAIN = ['b', 'br', 'code', 'em', 'kbd', 'strong'] as const;

class Html {
  constructor(readonly html: string) {}
}

const toHtml = (part: Part<Html>) => (part instanceof Html ? part.html : escapeHtml(String(part)));
const join = (parts: readonly Part<Html>[]) => parts.map(toHtml).join('');

/** `<br></br>` in a message: tags of ICU messages need an end. */
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
