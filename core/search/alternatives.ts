// Products that the texts of listings call them an alternative to, listed here or not: the lexemes `@trello`.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { notFound, orNull } from '../kernel/errors.js';
import { toAsciiSlug } from '../kernel/text/ascii-slug.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { productsReplaced } from '../listings/search-document.js';
import { joinWords } from '../listings/words.js';
import { getListing } from './find.js';
import { quote } from './forms.js';
import { readVocabulary } from './vocabulary.js';

const MOST = 50;
/** Products on the page of all of them, and texts read to learn how each is written. */
const PRODUCTS = 120;
const READ = 8;
const EXAMPLES = 3;

/** The query for those that call themselves an alternative; null for a name that other words could be. */
export function alternativeTo(name: string): string | null {
  const joined = joinWords(name);
  return joined.length < 2 ? null : quote(`@${joined}`);
}

const newest = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    select id, published_at from listing_search
    where live and search @@ (select $1::tsquery) and id is distinct from $2::uuid limit 400
  ) as found join listings using (id)
  order by found.published_at desc, found.id desc limit ${MOST}`);

export interface Alternatives {
  readonly name: string;
  /** Null if the product is not listed here. */
  readonly listing: Listing | null;
  /** Newest first, at most 50. */
  readonly alternatives: readonly Listing[];
}

/**
 * The live listings whose texts call them an alternative to a product.
 * @param slug of its listing, or of its name: `google-photos`
 * @throws DomainError not_found when there are none
 */
export async function findAlternatives(actor: Actor, slug: string): Promise<Alternatives> {
  const listing = (await orNull('not_found', getListing(actor, slug)))?.listing ?? null;
  const rows = await newest([alternativeTo(listing?.name ?? slug), listing?.id ?? null]);
  const alternatives = rows.map((row) => presentListing(row, actor));
  const name = listing?.name ?? spellingOf(joinWords(slug), alternatives.map(textOf));
  if (name === null || alternatives.length === 0) throw notFound('page');
  return { name, listing, alternatives };
}

const textOf = ({ tagline, description }: Pick<Listing, 'tagline' | 'description'>) =>
  `${tagline} ¶ ${description ?? ''}`;

/** How these texts write a product that they call themselves an alternative to. */
function spellingOf(joined: string, texts: readonly string[]): string | null {
  return texts.flatMap(productsReplaced).find((name) => joinWords(name) === joined) ?? null;
}

export interface ReplacedProduct {
  readonly name: string;
  /** Of its page of alternatives. */
  readonly slug: string;
  /** How many there are, at most 50. */
  readonly count: number;
  readonly logo_url: string | null;
  /** The names of some of them. */
  readonly examples: readonly string[];
}

const named = prepare<{
  product: string;
  count: number;
  texts: string[];
  examples: string[];
  slug: string | null;
  name: string;
  logo_url: string | null;
}>(`
  select product, count, texts, examples, own.* from unnest($1::text[], $2::tsquery[]) as asked (product, query)
    cross join lateral (
      select count(*)::int as count, (array_agg(name))[:${EXAMPLES}] as examples,
        (array_agg(concat(tagline, ' ¶ ', left(description, 1000))))[:${READ}] as texts
      from (select id from listing_search where live and search @@ query limit ${MOST}) as found join listings using (id)
    ) as found
    left join lateral (
      select slug, name, logo_url from listing_search as other join listings using (id)
      where live and name_joined = product order by id limit 1
    ) as own on true
  order by count desc, product`);

/** The products that two listings or more call themselves an alternative to, those with most of them first. */
export async function listReplacedProducts(): Promise<ReplacedProduct[]> {
  const products = (await readVocabulary()).completions('@', PRODUCTS).map((lexeme) => lexeme.slice(1));
  const rows = await named([products, products.map((product) => quote(`@${product}`))]);
  return rows.flatMap(({ product, texts, slug, ...row }) => {
    const name = spellingOf(product, texts ?? []);
    return name === null || row.count < 2
      ? []
      : [{ ...row, name: slug === null ? name : row.name, slug: slug ?? toAsciiSlug(name, 60) }];
  });
}
