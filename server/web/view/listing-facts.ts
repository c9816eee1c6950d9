// What the texts of a listing say, as its page shows it: features that are facts, and the description without a tagline
// that it begins with.
import { toAsciiSlug } from '../../../core/kernel/text/ascii-slug.js';
import { productsReplaced } from '../../../core/listings/search-document.js';
import { hostOf, safeUrl } from './links.js';

/** `License: MIT`, `Source code: https://…` */
const FACT =
  /^(?:(?<platform>platforms?)|(?<licence>licen[cs]es?)|(?<source>source(?: code)?|repository)) ?: ?(?<value>.+)$/iu;
/** The end of a description, as lists of software have it: `Topics: Games, Wikis.` */
const TOPICS = /(?:^|\s)Topics: ([^\n]{2,300}?)\.?$/u;
const MAX_REPLACED = 6;

export interface ListingFacts {
  readonly platform: readonly string[];
  readonly licence: readonly string[];
  readonly source: readonly { readonly url: string | null; readonly label: string }[];
  /** The other features. */
  readonly features: readonly string[];
  /** Products that it says it is an alternative to. */
  readonly replaces: readonly { readonly name: string; readonly slug: string }[];
  readonly topics: readonly string[];
  readonly about: string | null;
}

interface Said {
  readonly tagline: string;
  readonly description: string | null;
  readonly features: readonly string[] | null;
}

export function factsOf({ tagline, description, features }: Said): ListingFacts {
  const read = (features ?? []).map((feature) => ({ feature, ...FACT.exec(feature)?.groups }) as Read);
  const valuesOf = (kind: 'platform' | 'licence' | 'source') =>
    read.flatMap((fact) => (fact[kind] && fact.value ? [fact.value] : []));
  const about = withoutTagline(description, tagline);
  const replaced = new Set(productsReplaced(`${tagline} ¶ ${description ?? ''}`));
  return {
    platform: valuesOf('platform'),
    licence: valuesOf('licence'),
    source: valuesOf('source').map((value) => ({
      url: /^https?:/i.test(value) ? safeUrl(value) : null,
      label: hostOf(value),
    })),
    features: read.flatMap(({ feature, value }) => (value ? [] : [feature])),
    replaces: [...replaced]
      .map((name) => ({ name, slug: toAsciiSlug(name, 60) }))
      .filter(({ slug }) => slug.length > 1)
      .slice(0, MAX_REPLACED),
    topics: TOPICS.exec(about ?? '')?.[1]?.split(', ') ?? [],
    about: about?.replace(TOPICS, '') || null,
  };
}

type Read = Partial<Record<'platform' | 'licence' | 'source' | 'value', string>> & {
  readonly feature: string;
};

function withoutTagline(description: string | null, tagline: string): string | null {
  if (!description?.startsWith(tagline)) return description;
  const rest = description.slice(tagline.length);
  return /^[\p{L}\p{N}]/u.test(rest) ? description : rest.replace(/^[.!?…\s]+/u, '') || null;
}
