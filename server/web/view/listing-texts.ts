// What the texts of a listing say, as its page shows it: the description without a tagline that it begins with, and the
// products that it replaces.
import { toAsciiSlug } from '../../../core/kernel/text/folding.js';
import type { Listing } from '../../../core/listings/schema.js';
import { productsReplaced } from '../../../core/listings/search-document.js';

const MAX_REPLACED = 6;

export function textsOf({
  tagline,
  description,
  features,
}: Pick<Listing, 'tagline' | 'description' | 'features'>) {
  const replaced = new Set(productsReplaced(`${tagline} ¶ ${description ?? ''}`));
  return {
    features: features ?? [],
    /** Products that it says it is an alternative to. */
    replaces: [...replaced]
      .map((name) => ({ name, slug: toAsciiSlug(name, 60) }))
      .filter(({ slug }) => slug.length > 1)
      .slice(0, MAX_REPLACED),
    about: withoutTagline(description ?? '', tagline) || null,
  };
}

/** Without a first paragraph that is the tagline. Other sentences may refer to it. */
function withoutTagline(description: string, tagline: string): string {
  const [first = ''] = description.split('\n', 1);
  const isTagline = first.startsWith(tagline) && !/[^.!?…\s]/u.test(first.slice(tagline.length));
  return isTagline ? description.slice(first.length).trimStart() : description;
}
