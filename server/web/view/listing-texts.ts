// The texts of a listing: the description without a repeated tagline, the products it replaces, its language.
import { LRUCache } from 'lru-cache';
import { toAsciiSlug } from '../../../core/kernel/text/folding.js';
import type { Language } from '../../../core/languages/language.js';
import type { Listing } from '../../../core/listings/schema.js';
import { productsReplaced } from '../../../core/listings/search-document.js';
import { fold, recognizeLanguage } from '../../../core/listings/tokens.js';
import { factRows } from './facts.js';
import { markText } from './text.js';

const MAX_REPLACED = 6;

export function textsOf({
  tagline,
  description,
  features,
}: Pick<Listing, 'tagline' | 'description' | 'features'>) {
  const replaced = new Set(productsReplaced(`${tagline} ¶ ${description ?? ''}`));
  return {
    features: features ?? [],
    replaces: [...replaced]
      .map((name) => ({ name, slug: toAsciiSlug(name, 60) }))
      .filter(({ slug }) => slug.length > 1)
      .slice(0, MAX_REPLACED),
    about: withoutTagline(description ?? '', tagline) || null,
  };
}

/** Removes a first paragraph that repeats the tagline, but no later one, to which other sentences may refer. */
function withoutTagline(description: string, tagline: string): string {
  const [first = ''] = description.split('\n', 1);
  const isTagline = first.startsWith(tagline) && !/[^.!?…\s]/u.test(first.slice(tagline.length));
  return isTagline ? description.slice(first.length).trimStart() : description;
}

/** Characters of a description that are searched for the matching sentence. */
const SEARCHED = 1500;

/** Marks the matching fact, feature or sentence of the description, as HTML, unless the row shows it already;
 * null also if the match was by a synonym. */
export function foundIn(
  language: Language,
  { name, tagline, description, features, facts, pricing_model }: Listing,
  words: readonly string[],
): string | null {
  const mark = (text: string) => {
    const html = markText(text, words);
    return html.includes('<mark>') ? html : null;
  };
  const rows = factRows(language, facts);
  const shown = rows.find(({ isShown }) => isShown)?.brief ?? '';
  const price = pricing_model ? language.t(`pricing.${pricing_model}`) : '';
  if (mark(`${name} ${tagline} ${shown} ${price}`)) return null;
  const said = rows.map(({ label, values }) =>
    language.t('browse.chip', { label, text: language.list(values.map(({ text }) => text)) }),
  );
  const sentences = (description ?? '').slice(0, SEARCHED).split(/(?<=[.!?。！？])\s+|\n/u);
  for (const text of [...said, ...(features ?? []), ...sentences]) {
    const html = mark(text);
    if (html) return html;
  }
  return null;
}

export type Written = Pick<Listing, 'tagline'> & Partial<Pick<Listing, 'description'>>;

const LETTERS = /\p{L}+/gu;
/** Characters read for detection: a list has many texts. */
const READ = 400;

/** The languages of recently shown texts: without a cache, detection took half the time of rendering a list. */
const told = new LRUCache<string, { readonly language: string | null }>({ max: 2_000 });

function languageOf(text: string): string | null {
  const known = told.get(text) ?? { language: recognizeLanguage(fold(text).match(LETTERS) ?? []) };
  told.set(text, known);
  return known.language;
}

/** The language of texts, for screen readers and hyphenation; null if it is the page's, or unclear. */
export function otherLanguage(page: Language, { tagline, description }: Written): string | null {
  const found = languageOf(`${tagline} ${description ?? ''}`.slice(0, READ));
  return found === page.tag.split('-', 1)[0] ? null : found;
}
