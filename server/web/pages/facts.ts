// The pages of facts: the values of a fact, and the listings of each value. Topics are a fact, too.
import { Type } from '@sinclair/typebox';
import { check } from '../../../core/kernel/check.js';
import { notFound } from '../../../core/kernel/errors.js';
import { ListingQuery } from '../../../core/listings/schema.js';
import { countValues } from '../../../core/search/facets.js';
import { resolveValue } from '../../../core/search/filters.js';
import { factLabel, factPath, factsWithPages } from '../../../core/settings/facts.js';
import type { Reply } from '../../cache/cached-responses.js';
import { fromList } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import type { PageRoute } from '../route.js';
import { factText } from '../view/facts.js';
import { withQuery } from '../view/links.js';
import { renderPage } from '../view/page.js';
import { BROWSE_PARAMETERS, browse } from './browse.js';

const ValuesQuery = Type.Pick(ListingQuery, ['q', 'page']);
const VALUES_A_PAGE = 240;

const get = { isCached: true } as const;

/** The paths of the pages of facts. The key of topics is not part of any address. */
export const FACT_PATHS = ['/topics', '/by/:key'];

export const factPages: PageRoute[] = FACT_PATHS.flatMap((path) => [
  { ...get, path, parameters: Object.keys(ValuesQuery.properties), show: showValues },
  { ...get, path: `${path}/:value`, parameters: BROWSE_PARAMETERS, countsSearch: true, show: showValue },
]);

/** The value that the address names, and whether this is the value's canonical address. */
export function valueAt({ req: { params } }: Exchange) {
  const { key = 'topics', value } = params as Record<string, string | undefined>;
  const found = resolveValue(key, String(value));
  return { ...found, isOwnAddress: found.term === value && params.key !== 'topics' };
}

function showValue(visit: Exchange): Promise<Reply> | Reply {
  const { key, term, isOwnAddress } = valueAt(visit);
  // Redirects from a renamed, merged or differently spelled value.
  return isOwnAddress
    ? browse(visit, { value: { key, term } })
    : visit.res.redirect(301, factPath(key, term));
}

async function showValues(visit: Exchange): Promise<Reply> {
  const { language } = visit;
  const { t } = language;
  const asked = visit.req.params.key;
  const fact = factsWithPages().find(({ key }) => key === (asked ?? 'topics'));
  if (!fact) throw notFound('page');
  const path = factPath(fact.key);
  if (asked === 'topics') return visit.res.redirect(301, path);
  const { q, page = 1 } = check(ValuesQuery, readQueryString(ValuesQuery, visit.req));
  const offset = (page - 1) * VALUES_A_PAGE;
  const { values, total } = await countValues(fact, { ...(q && { q }), offset, limit: VALUES_A_PAGE });
  const label = factLabel(language, fact);
  const shown = values.map(({ value, term, listings }) => ({
    text: factText(language, fact, fact.type === 'yes_no' ? term === 'yes' : value),
    href: factPath(fact.key, term),
    count: listings,
  }));
  // A single page is an A to Z index. On several pages the most common values come first.
  if (total <= VALUES_A_PAGE)
    shown.sort((a, b) => a.text.localeCompare(b.text, language.tag, { numeric: true }));
  const intro = t(fact.key === 'topics' ? 'shelf.topics-intro' : 'shelf.values-intro', { count: total });
  const head = {
    title: label,
    description: intro,
    canonical: withQuery(path, { page: page > 1 ? String(page) : null }),
    ...(q || values.length === 0 ? { robots: 'noindex, follow' } : {}),
  };
  const trail = [
    ['/', t('nav.home')],
    [path, label],
  ];
  const data = { head, label, intro, q, href: path, values: shown, page, total, trail };
  const pages = { total_pages: Math.ceil(total / VALUES_A_PAGE) };
  return renderPage(visit, 'facts/index', { ...data, ...pages }, { from: fromList({ facets: 1 }, []) });
}
