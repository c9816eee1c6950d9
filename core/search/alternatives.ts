// The pages of alternatives to a product, listed here or not.
import { prepare } from '../../db/prepared.js';
import { type Actor, guest } from '../kernel/actor.js';
import { notFound, orNull } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { termsOf } from '../listings/facts.js';
import { LOGO_COPY, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { productsReplaced } from '../listings/search-document.js';
import { joinWords } from '../listings/tokens.js';
import { getListing } from './search.js';
import { alternativeTo, kindOf } from './similar.js';
import { readVocabulary } from './vocabulary.js';
import { quote } from './word-forms.js';

const MOST = 50;
/** Products on the page of alternatives, and texts read to learn the spelling of each. */
const PRODUCTS = 120;
const SPELLINGS = 8;
const EXAMPLES = 3;

const newest = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    select id, published_at from listing_search
    where live and search @@ (select $1::tsquery) and id is distinct from $2::uuid limit 400
  ) as found join listings using (id)
  order by found.published_at desc, found.id desc limit ${MOST}`);

/** Up to 50 live listings whose texts call them an alternative to a product, newest first, then those of its
 * kind, most topics in common first. @param slug of its listing or name: `google-photos`
 * @throws DomainError not_found if no text names it, and fewer than two are of its kind */
export async function findAlternatives(actor: Actor, slug: string) {
  const [known, vocabulary] = await Promise.all([
    orNull('not_found', getListing(actor, slug)),
    readVocabulary(),
  ]);
  const listing = known?.listing ?? null;
  const queries = [alternativeTo(listing?.name ?? slug), listing && kindOf(listing, vocabulary)];
  const rows = await newest([queries.filter((query) => query !== null).join('|'), listing?.id ?? null]);
  const found = presentEach(rows, (row) => presentListing(row, actor));
  const joined = joinWords(listing?.name ?? slug);
  const naming = found.filter((one) =>
    productsReplaced(textOf(one)).some((name) => joinWords(name) === joined),
  );
  const name = listing?.name ?? spellingOf(joined, found.map(textOf));
  if (name === null || found.length < (naming.length > 0 ? 1 : 2)) throw notFound('page');
  const own = new Set(
    termsOf(listing?.facts ?? null).flatMap(({ fact, lexeme }) => (fact.pages ? lexeme : [])),
  );
  const shared = ({ facts }: Listing) => termsOf(facts).filter(({ lexeme }) => own.has(lexeme)).length;
  const others = found.filter((one) => !naming.includes(one)).sort((a, b) => shared(b) - shared(a));
  return { name, listing, alternatives: [...naming, ...others] };
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
  select product, count, texts, examples, own.* from unnest($1::text[], $2::tsquery[]) as asked (product, query)
    cross join lateral (
      select count(*)::int as count, (array_agg(name))[:${EXAMPLES}] as examples,
        (array_agg(concat(tagline, ' ¶ ', left(description, 1000))))[:${SPELLINGS}] as texts
      from (
        select id from listing_search where live and search @@ query and name_joined <> product limit ${MOST}
      ) as found join listings using (id)
    ) as found
    left join lateral (
      select slug, name, categories, ${LOGO_COPY}
      from listing_search as other join listings using (id)
      where live and name_joined = product order by id limit 1
    ) as own on true
  where count > 1 order by count desc, product limit ${PRODUCTS}`);

/** Products that at least two listings replace by their own words, and the most visited and newest listings with
 * two of their kind, most frequent first. */
export async function listReplacedProducts() {
  const [vocabulary, rows] = await Promise.all([readVocabulary(), best()]);
  const queries = new Map<string, string>();
  for (const lexeme of vocabulary.completions('@', PRODUCTS)) queries.set(lexeme.slice(1), quote(lexeme));
  for (const one of presentEach(rows, (row) => presentListing(row, guest('web')))) {
    const kind = kindOf(one, vocabulary);
    const joined = joinWords(one.name);
    const known = alternativeTo(one.name);
    if (kind && known) queries.set(joined, `${known}|${kind}`);
  }
  return (await named([[...queries.keys()], [...queries.values()]])).flatMap(
    ({ product, texts, slug, ...row }) => {
      const name = slug === null ? spellingOf(product, texts) : row.name;
      return name === null ? [] : [{ ...row, name, slug: slug ?? toAsciiSlug(name, 60) }];
    },
  );
}
