// The pages of alternatives to a product, listed here or not.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { notFound, orNull } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { LOGO_COPY, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { productsReplaced } from '../listings/search-document.js';
import { joinWords } from '../listings/tokens.js';
import { getListing } from './search.js';
import { alternativeTo, findNeighbours, kindOf, kindTopics } from './similar.js';
import { readVocabulary } from './vocabulary.js';
import { quote } from './word-forms.js';

const MOST = 50;
/** Matches that are compared for each product. */
const READ = 100;
/** Products on the page of alternatives, and texts read to learn the spelling of each. */
const PRODUCTS = 120;
const SPELLINGS = 8;
const EXAMPLES = 3;

/** Those that name the product ($2) first, then by topics in common ($3). */
const alternatives = prepare<PresentedRow & { isNaming: boolean }>(`
  select ${PRESENTED_SELECT}, "isNaming" from (
    select id, published_at as since, (search @@ (select $2::tsquery)) is true as "isNaming",
      (select count(*) from jsonb_array_elements_text($3::jsonb) as topic where search @@ topic::tsquery) as shared
    from listing_search where live and search @@ (select $1::tsquery) and id is distinct from $4::uuid limit ${READ}
  ) as found join listings using (id) order by "isNaming" desc, shared desc, since desc, id desc limit ${MOST}`);

/** Up to 50 live listings whose texts call them an alternative to a product, then those of its kind, most topics in
 * common first; and what is only related. @param slug of its listing or name: `google-photos`
 * @throws DomainError not_found if no text names it, and none is of its kind */
export async function findAlternatives(actor: Actor, slug: string) {
  const [known, vocabulary] = await Promise.all([
    orNull('not_found', getListing(actor, slug)),
    readVocabulary(),
  ]);
  const listing = known?.listing ?? null;
  const [naming, kind] = [alternativeTo(listing?.name ?? slug), listing && kindOf(listing, vocabulary)];
  const wanted = [naming, kind].filter((one) => one !== null).join('|');
  const topics = listing ? kindTopics(listing, vocabulary).map(({ anywhere }) => anywhere) : [];
  const rows = await alternatives([wanted, naming, JSON.stringify(topics), listing?.id ?? null]);
  const found = presentEach(rows, (row) => presentListing(row, actor));
  const name = listing?.name ?? spellingOf(joinWords(slug), found.map(textOf));
  const [first] = found;
  if (name === null || !first) throw notFound('page');
  const { similar, isAlike } = await findNeighbours(actor, listing ?? first);
  const ids = new Set([listing, ...found].map((one) => one?.id));
  const namingIds = new Set(rows.filter(({ isNaming }) => isNaming).map(({ id }) => id));
  return {
    name,
    listing,
    alternatives: found,
    isNaming: ({ id }: Listing) => namingIds.has(id),
    related: isAlike ? similar.filter(({ id }) => !ids.has(id)) : [],
  };
}

const textOf = ({ tagline, description }: Pick<Listing, 'tagline' | 'description'>) =>
  `${tagline} ¶ ${description ?? ''}`;

/** How these texts spell a product that they replace. */
function spellingOf(joined: string, texts: readonly string[]): string | null {
  return texts.flatMap(productsReplaced).find((name) => joinWords(name) === joined) ?? null;
}

const named = prepare<{
  product: string;
  count: number;
  texts: string[];
  examples: string[];
  slug: string | null;
  name: string;
  categories: string[] | null;
  logo_copy_url: string | null;
}>(`
  select product, count, texts, examples, own.*
  from unnest($1::text[], $2::tsquery[]) as asked (product, naming)
    cross join lateral (
      select count(*)::int as count, (array_agg(name order by published_at desc))[:${EXAMPLES}] as examples,
        (array_agg(concat(tagline, ' ¶ ', left(description, 1000)) order by published_at desc))[:${SPELLINGS}] as texts
      from (
        select id from listing_search where live and search @@ naming and name_joined <> product limit ${MOST}
      ) as found join listings using (id)
    ) as found
    left join lateral (
      select slug, name, categories, ${LOGO_COPY}
      from listing_search as other join listings using (id)
      where live and name_joined = product order by id limit 1
    ) as own on true
  where count > 1 order by count desc, product limit ${PRODUCTS}`);

/** Products that at least two listings replace by their own words, most frequent first. */
export async function listReplacedProducts() {
  const products = (await readVocabulary()).completions('@', PRODUCTS).map((lexeme) => lexeme.slice(1));
  const rows = await named([products, products.map((product) => quote(`@${product}`))]);
  return rows.flatMap(({ product, texts, slug, ...row }) => {
    const name = slug === null ? spellingOf(product, texts) : row.name;
    return name === null ? [] : [{ ...row, name, slug: slug ?? toAsciiSlug(name, 60) }];
  });
}
