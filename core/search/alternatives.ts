// The pages of alternatives to a product, listed here or not.
import { prepare } from '../../db/prepared.js';
import { type Actor, guest } from '../kernel/actor.js';
import { notFound, orNull } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { LOGO_COPY, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { productsReplaced } from '../listings/search-document.js';
import { joinWords } from '../listings/tokens.js';
import { getListing } from './search.js';
import { alternativeTo, findNeighbours, kindOf, kindTopics } from './similar.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

const MOST = 50;
/** Maximum matches compared for each product. */
const READ = 100;
/** Maximum products on the page of alternatives, and maximum texts read to learn the spelling of each. */
const PRODUCTS = 120;
const SPELLINGS = 8;
const EXAMPLES = 3;

/** Rows of `listing_search` as alternatives: those that name the product, then those with most topics in common. */
const asAlternatives = (wanted: string, naming: string, topics: string, others: string) => `(
  select id, "isNaming", row_number() over (order by "isNaming" desc, shared desc, published_at desc, id desc) as place
  from (
    select id, published_at, (search @@ ${naming}) is true as "isNaming",
      (select count(*) from jsonb_array_elements_text(${topics}) as topic where search @@ topic::tsquery) as shared
    from listing_search where live and search @@ ${wanted} and ${others} limit ${READ}
  ) as found order by place limit ${MOST})`;

const alternatives = prepare<PresentedRow & { isNaming: boolean }>(`
  select ${PRESENTED_SELECT}, "isNaming"
  from ${asAlternatives('(select $1::tsquery)', '(select $2::tsquery)', '$3::jsonb', 'id is distinct from $4::uuid')} as found
    join listings using (id) order by place`);

/** The queries for a product's alternatives, for `asAlternatives`. */
function queriesFor(
  name: string,
  listing: Pick<Listing, 'categories' | 'facts'> | null,
  vocabulary: Vocabulary,
) {
  const [naming, kind] = [alternativeTo(name), listing && kindOf(listing, vocabulary)];
  const topics = listing ? kindTopics(listing, vocabulary).map(({ query }) => query) : [];
  return {
    naming,
    kind,
    wanted: [naming, kind].filter((one) => one !== null).join('|'),
    topics: JSON.stringify(topics),
  };
}

/** Up to 50 live listings whose texts call them an alternative to a product, then listings of its kind, those with most
 * topics in common first; and merely related ones. @param slug of its listing or name: `google-photos`
 * @throws DomainError not_found if no text names it, and no listing is of its kind */
export async function findAlternatives(actor: Actor, slug: string) {
  const [known, vocabulary] = await Promise.all([
    orNull('not_found', getListing(actor, slug)),
    readVocabulary(),
  ]);
  const listing = known?.listing ?? null;
  const { wanted, naming, topics } = queriesFor(listing?.name ?? slug, listing, vocabulary);
  const rows = await alternatives([wanted, naming, topics, listing?.id ?? null]);
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

const best = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    (select listing_id as id from listing_popularity order by popularity desc limit ${PRODUCTS / 2}) union
    (select id from listings where status = 'live' order by published_at desc, id desc limit ${PRODUCTS})
  ) as chosen join listings using (id) where status = 'live'`);

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
  from unnest($1::text[], $2::tsquery[], $3::tsquery[], $4::text[]) as asked (product, query, naming, topics)
    cross join lateral (
      select count(*)::int as count, (array_agg(name order by place))[:${EXAMPLES}] as examples,
        (array_agg(concat(tagline, ' ¶ ', left(description, 1000)) order by place))[:${SPELLINGS}] as texts
      from ${asAlternatives('query', 'naming', 'topics::jsonb', 'name_joined <> product')} as found join listings using (id)
    ) as found
    left join lateral (
      select slug, name, categories, ${LOGO_COPY}
      from listing_search as other join listings using (id)
      where live and name_joined = product order by id limit 1
    ) as own on true
  where count > 1 order by count desc, product limit ${PRODUCTS}`);

/** Products with at least two alternatives, those with most first: products that listings say they replace, and the
 * most visited and newest listings. */
export async function listReplacedProducts() {
  const [vocabulary, rows] = await Promise.all([readVocabulary(), best()]);
  const products = new Map<string, ReturnType<typeof queriesFor>>();
  for (const lexeme of vocabulary.completions('@', PRODUCTS))
    products.set(lexeme.slice(1), queriesFor(lexeme.slice(1), null, vocabulary));
  for (const one of presentEach(rows, (row) => presentListing(row, guest('web')))) {
    const asked = queriesFor(one.name, one, vocabulary);
    if (asked.kind && asked.naming) products.set(joinWords(one.name), asked);
  }
  const asked = [...products.values()];
  const columns = (['wanted', 'naming', 'topics'] as const).map((name) => asked.map((one) => one[name]));
  return (await named([[...products.keys()], ...columns])).flatMap(({ product, texts, slug, ...row }) => {
    const name = slug === null ? spellingOf(product, texts) : row.name;
    return name === null ? [] : [{ ...row, name, slug: slug ?? toAsciiSlug(name, 60) }];
  });
}
