// The subjects of cards. The address of a card has a hash of its content, so that it can be cached for ever.
import { createHash } from 'node:crypto';
import { config } from '../../../core/kernel/config.js';
import type { Listing } from '../../../core/listings/schema.js';
import { storedMediaId } from '../../../core/pictures/media.js';
import { type Category, currentSettings } from '../../../core/settings/current.js';
import { english, fixedLanguage } from '../../../core/settings/texts.js';
import { categoryIntro, categoryLabel } from '../view/labels.js';
import { hostOf } from '../view/links.js';
import type { CardContent } from './card.js';

/** Part of every address: raise it when the design in card.ts changes. */
const DESIGN = 3;

export type CardSubject = ReturnType<typeof subject>;

export type CardLink = ReturnType<typeof cardLink>;

/** Clients that fetch link previews send no language. */
const language = () => fixedLanguage() ?? english();

function subject(
  path: string,
  content: Partial<CardContent> & Pick<CardContent, 'name' | 'headings' | 'line'>,
) {
  const { name: directory, accent_color: accent } = currentSettings();
  const whole: CardContent = { logo: null, isDirectory: false, ...content, directory, accent };
  return { path: `/cards/${path}`, content: whole };
}

export function listingCard(
  listing: Pick<Listing, 'slug' | 'name' | 'tagline' | 'website_url' | 'logo_copy_url'>,
): CardSubject {
  const { slug, name, tagline: line, website_url: address, logo_copy_url: logo } = listing;
  // The fallback for scripts that the font lacks: the host is always ASCII.
  const content = { name, headings: [name, hostOf(address)], line, logo: storedMediaId(logo) };
  return subject(`listings/${slug}`, content);
}

export function categoryCard(category: Category): CardSubject {
  const name = categoryLabel(language(), category);
  const line = categoryIntro(language(), category) ?? '';
  return subject(`categories/${category}`, { name, headings: [name, category], line });
}

export function homeCard(): CardSubject {
  const { name, headline, lead } = currentSettings();
  const line = headline?.replaceAll('*', '') ?? lead ?? language().t('home.description');
  const content = { name, headings: [name, hostOf(config.publicUrl)], line, isDirectory: true };
  return subject('site/home', content);
}

export function cardUrl({ path, content }: CardSubject): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([DESIGN, content]))
    .digest('hex')
    .slice(0, 12);
  return `${path}.${hash}.png`;
}

export function cardLink(subject: CardSubject) {
  const { name, line } = subject.content;
  return { url: cardUrl(subject), alt: `${name}: ${line}` };
}
