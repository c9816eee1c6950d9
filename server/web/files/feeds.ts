// New listings as Atom (RFC 4287): all of them, by category or value of a fact, and for every search.
import { type Static, Type } from '@sinclair/typebox';
import { check } from '../../../core/kernel/check.js';
import { notFound } from '../../../core/kernel/errors.js';
import { escapeXml, xmlElement } from '../../../core/kernel/text/html.js';
import type { Language } from '../../../core/languages/language.js';
import { spellingOf } from '../../../core/listings/fact-values.js';
import { type Listing, ListingQuery } from '../../../core/listings/schema.js';
import { chosenTerms, readFilters } from '../../../core/search/filters.js';
import { findListings } from '../../../core/search/search.js';
import { currentSettings, resolveCategory } from '../../../core/settings/current.js';
import { factPath } from '../../../core/settings/facts.js';
import type { Rendered } from '../../cache/cached-responses.js';
import { fromList } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { FACT_PATHS, valueAt } from '../pages/facts.js';
import type { PageRoute } from '../route.js';
import { categoryLabel } from '../view/labels.js';
import { absolute, browseLink, feedLink } from '../view/links.js';
import { formatText } from '../view/text.js';

const ENTRIES = 30;
const FeedQuery = Type.Pick(ListingQuery, ['q', 'category', 'pricing', 'facts']);
type Asked = Static<typeof FeedQuery>;

const feed = { isOpen: true, isCached: true } as const;

export const feeds: PageRoute[] = [
  {
    ...feed,
    path: '/feed.xml',
    parameters: Object.keys(FeedQuery.properties),
    show: (visit) => renderFeed(visit, check(FeedQuery, readQueryString(FeedQuery, visit.req))),
  },
  {
    ...feed,
    path: '/categories/:category/feed.xml',
    show: (visit) => {
      const asked = String(visit.req.params.category);
      const category = resolveCategory(asked);
      if (category === undefined) throw notFound('category');
      if (category !== asked) return visit.res.redirect(301, `/categories/${category}/feed.xml`);
      return renderFeed(visit, { category });
    },
  },
  ...FACT_PATHS.map(
    (path): PageRoute => ({
      ...feed,
      path: `${path}/:value/feed.xml`,
      show: (visit) => {
        const { key, term, isOwnAddress } = valueAt(visit);
        return isOwnAddress
          ? renderFeed(visit, { facts: { [key]: [term] } })
          : visit.res.redirect(301, `${factPath(key, term)}/feed.xml`);
      },
    }),
  ),
];

async function titleOf(language: Language, asked: Asked): Promise<string> {
  const { q, category, pricing } = asked;
  const { t, list } = language;
  const site = currentSettings().name;
  const chosen = Object.entries(chosenTerms(readFilters(asked)) ?? {});
  const parts = [
    q ? t('browse.quoted', { query: q }) : [],
    category ? t('feed.in-category', { category: categoryLabel(language, category) }) : [],
    pricing ? t(`pricing.${pricing}`) : [],
    await Promise.all(chosen.flatMap(([key, terms]) => terms.map((term) => spellingOf(key, term)))),
  ].flat();
  return parts.length > 0
    ? t('feed.title-narrowed', { site, parts: list(parts) })
    : t('feed.title', { site });
}

async function renderFeed(visit: Exchange, asked: Asked): Promise<Rendered> {
  const query = { ...asked, sort: 'newest', limit: ENTRIES };
  const { listings } = await findListings(visit.actor, query);
  const self = absolute(feedLink(asked));
  const page = absolute(browseLink({ ...asked, sort: asked.q ? 'newest' : null }));
  const newest = Math.max(0, ...listings.map((listing) => Date.parse(listing.updated_at)));
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language.tag}">
${xmlElement('id', self)}
${xmlElement('title', await titleOf(visit.language, asked))}
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
${xmlElement('updated', new Date(newest).toISOString())}
<author>${xmlElement('name', currentSettings().name)}</author>
${listings.map((listing) => entryOf(visit.language, listing)).join('\n')}
</feed>
`;
  return { text, type: 'application/atom+xml; charset=utf-8', from: fromList(query, listings) };
}

function entryOf(language: Language, listing: Listing): string {
  const html = `<p>${escapeXml(listing.tagline)}</p>${listing.description ? formatText(listing.description) : ''}`;
  const categories = (listing.categories ?? []).map(
    (category) => `<category term="${category}" label="${escapeXml(categoryLabel(language, category))}"/>`,
  );
  return `<entry>
${xmlElement('id', `urn:uuid:${listing.id}`)}
${xmlElement('title', listing.name)}
<link rel="alternate" type="text/html" href="${escapeXml(listing.url)}"/>
<link rel="related" href="${escapeXml(listing.website_url)}"/>
${xmlElement('published', listing.published_at ?? listing.created_at)}
${xmlElement('updated', listing.updated_at)}
${xmlElement('summary', listing.tagline)}
<content type="html">${escapeXml(html)}</content>
${categories.join('')}</entry>`;
}
