// The subjects of cards, and the address of each card: it contains a hash of the content, so that a picture at an
// address never changes and can be cached for ever.
import { createHash } from 'node:crypto';
import { config } from '../../../core/kernel/config.js';
import type { Listing } from '../../../core/listings/schema.js';
import { storedMediaId } from '../../../core/pictures/media.js';
import type { Category } from '../../../core/site/categories.js';
import { currentSite } from '../../../core/site/current.js';
import { english, fixedLanguage } from '../../../core/site/languages.js';
import { categoryIntro, categoryLabel } from '../view/labels.js';
import { hostOf } from '../view/links.js';
import type { CardContent } from './card.js';

/** Part of every address: raise it when the design in card.ts changes. */
const DESIGN = 2;

export interface CardSubject {
  /** The address without the hash: `/cards/listings/{slug}`. */
  readonly path: string;
  readonly content: CardContent;
}

/** The card's metadata in the head of a page. */
export interface CardLink {
  readonly url: string;
  readonly alt: string;
}

/** Clients that fetch link previews send no language. */
const language = () => fixedLanguage() ?? english();

const ofSite = () => ({ site: currentSite().name, accent: currentSite().accent_color });

export function listingCard(
  listing: Pick<Listing, 'slug' | 'name' | 'tagline' | 'website_url' | 'logo_url'>,
): CardSubject {
  const logo = storedMediaId(listing.logo_url);
  const host = hostOf(listing.website_url);
  return {
    path: `/cards/listings/${listing.slug}`,
    content: {
      name: listing.name,
      // The fallback for scripts that the font lacks: the host is always ASCII.
      headings: [listing.name, host],
      line: listing.tagline,
      logo,
      isSite: false,
      ...ofSite(),
    },
  };
}

export function categoryCard(category: Category): CardSubject {
  const name = categoryLabel(language(), category);
  return {
    path: `/cards/categories/${category}`,
    content: {
      name,
      headings: [name, category],
      line: categoryIntro(language(), category) ?? '',
      logo: null,
      isSite: false,
      ...ofSite(),
    },
  };
}

export function siteCard(): CardSubject {
  const { name, headline, lead } = currentSite();
  return {
    path: '/cards/site/home',
    content: {
      name,
      headings: [name, hostOf(config.publicUrl)],
      line: headline ?? lead ?? language().t('home.description'),
      logo: null,
      isSite: true,
      ...ofSite(),
    },
  };
}

/** The immutable address of a card. */
export function cardUrl({ path, content }: CardSubject): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([DESIGN, content]))
    .digest('hex')
    .slice(0, 12);
  return `${path}.${hash}.png`;
}

export function cardLink(subject: CardSubject): CardLink {
  const { name, line } = subject.content;
  return { url: cardUrl(subject), alt: `${name}: ${line}` };
}
