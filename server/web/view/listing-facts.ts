// What the texts of a listing say, as its page shows it: features that are facts, and the description without a tagline
// that it begins with.
import { toAsciiSlug } from '../../../core/kernel/text/ascii-slug.js';
import type { Listing } from '../../../core/listings/schema.js';
import { productsReplaced } from '../../../core/listings/search-document.js';
import { hostOf, safeUrl } from './links.js';

/** `License: MIT`, `Source code: https://…` */
const FACT =
  /^(?:(?<platform>platforms?)|(?<licence>licen[cs]es?)|(?<source>source(?: code)?|repository)) ?: ?(?<value>.+)$/iu;
/** The end of a description, as lists of software have it: `Topics: Games, Wikis.` */
const TOPICS = /(?:^|\s)Topics: ([^\n]{2,300}?)\.?$/u;
const MAX_REPLACED = 6;

export function factsOf({
  tagline,
  description,
  features,
}: Pick<Listing, 'tagline' | 'description' | 'features'>) {
  const read = (features ?? []).map((feature) => FACT.exec(feature)?.groups ?? { feature });
  const valuesOf = (kind: 'platform' | 'licence' | 'source') =>
    read.flatMap((fact) => (fact[kind] ? [fact.value ?? ''] : []));
  const replaced = new Set(productsReplaced(`${tagline} ¶ ${description ?? ''}`));
  return {
    platform: valuesOf('platform'),
    licence: valuesOf('licence'),
    source: valuesOf('source').map((value) => ({
      url: /^https?:/i.test(value) ? safeUrl(value) : null,
      label: hostOf(value),
    })),
    features: read.flatMap(({ feature }) => feature ?? []),
    /** Products that it says it is an alternative to. */
    replaces: [...replaced]
      .map((name) => ({ name, slug: toAsciiSlug(name, 60) }))
      .filter(({ slug }) => slug.length > 1)
      .slice(0, MAX_REPLACED),
    topics: TOPICS.exec(description ?? '')?.[1]?.split(', ') ?? [],
    about: withoutTagline(description?.replace(TOPICS, '') ?? '', tagline) || null,
  };
}

/** Without a first paragraph that is the tagline. Other sentences may refer to it. */
function withoutTagline(description: string, tagline: string): string {
  const [first = ''] = description.split('\n', 1);
  const isTagline = first.startsWith(tagline) && !/[^.!?…\s]/u.test(first.slice(tagline.length));
  return isTagline ? description.slice(first.length).trimStart() : description;
}
