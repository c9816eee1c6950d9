// robots.txt, the sitemap, llms.txt, Markdown and the catalog, for programs.

import { Router } from 'express';
import { getCatalog, getCatalogCsv } from '../../../core/catalog/entries.js';
import { ERROR_CODES, notFound } from '../../../core/kernel/errors.js';
import { xmlElement } from '../../../core/kernel/text/html.js';
import type { Language } from '../../../core/languages/language.js';
import { markdownOf } from '../../../core/listings/present.js';
import { listSitemap, SITEMAP_SIZE } from '../../../core/search/changes.js';
import { countListings, countValues } from '../../../core/search/facets.js';
import { SEARCH_ADVICE } from '../../../core/search/query.js';
import { getListing } from '../../../core/search/search.js';
import { type Suggestions, suggestSearches } from '../../../core/search/suggest.js';
import { currentSettings, isShown, publishedPages, shownCategories } from '../../../core/settings/current.js';
import { factLabel, factPath, factsWithPages, findFact } from '../../../core/settings/facts.js';
import { english } from '../../../core/settings/texts.js';
import { reachedAt } from '../../../core/upkeep/link-checks.js';
import type { Rendered } from '../../cache/cached-responses.js';
import { FROM_ALL_LISTINGS, FROM_CONFIGURATION, fromListingAndRelated } from '../../cache/dependencies.js';
import { ERRORS } from '../../http/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { atThisAddress, GUIDES, guide } from '../../http/guides.js';
import { serveDocument } from '../../standards/mount.js';
import { PAGE_LINKS, STANDARDS } from '../../standards/standards.js';
import type { PageRoute } from '../route.js';
import { monogramOf, toneOf } from '../view/art.js';
import { factText } from '../view/facts.js';
import { categoryLabel } from '../view/labels.js';
import { absolute, pictureUrl } from '../view/links.js';

const FIXED_PAGES =
  '/ /listings /categories /alternatives /agent-directories /docs /docs/errors /policy /privacy /support'.split(
    ' ',
  );
/** Paths at which robots find nothing. */
const FOR_PEOPLE =
  '/account /admin /claim /sign-in /sign-up /submit /forgot-password /reset-password /verify-email'.split(
    ' ',
  );
/** Maximum fact values in the first part of the sitemap, beside listings: a file may have 50,000 addresses. */
const SITEMAP_VALUES = 4_500;
const SITEMAP_SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const get = { isFile: true, isCached: true } as const;

export const filesForMachines: PageRoute[] = [
  { ...get, path: '/robots.txt', show: () => file(robots(), 'text/plain; charset=utf-8') },
  { ...get, path: '/llms.txt', isOpen: true, show: () => file(llms(), 'text/markdown; charset=utf-8') },
  { ...get, path: '/sitemap.xml', isOpen: true, show: renderSitemap },
  { ...get, path: '/sitemap-:part.xml', isOpen: true, show: renderSitemapPart },
  { ...get, path: '/suggest', hasLanguage: true, parameters: ['q'], show: renderSuggestions },
];

const file = (text: string, type: string, from = FROM_CONFIGURATION): Rendered => ({ text, type, from });

function robots(): string {
  const disallowed = FOR_PEOPLE.map((path) => `Disallow: ${path}`);
  const standards = STANDARDS.flatMap(({ robots }) => robots?.() ?? []);
  const lines = ['User-agent: *', ...disallowed, '', `Sitemap: ${absolute('/sitemap.xml')}`, ...standards];
  return `${lines.join('\n')}\n`;
}

async function countParts(): Promise<number> {
  return Math.max(1, Math.ceil(((await countListings()) ?? 0) / SITEMAP_SIZE));
}

const sitemap = (root: string, entries: readonly string[]) =>
  file(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SITEMAP_SCHEMA}">\n${entries.join('\n')}\n</${root}>\n`,
    'application/xml; charset=utf-8',
    FROM_ALL_LISTINGS,
  );

async function renderSitemap(): Promise<Rendered> {
  const parts = await countParts();
  if (parts === 1) return sitemapPart(1);
  const files = Array.from({ length: parts }, (_, index) =>
    xmlElement('loc', absolute(`/sitemap-${index + 1}.xml`)),
  );
  return sitemap(
    'sitemapindex',
    files.map((loc) => `<sitemap>${loc}</sitemap>`),
  );
}

async function renderSitemapPart(visit: Exchange): Promise<Rendered> {
  const part = /^[1-9]\d{0,5}$/.test(String(visit.req.params.part)) ? Number(visit.req.params.part) : 0;
  if (part === 0 || part > (await countParts())) throw notFound('sitemap');
  return sitemapPart(part);
}

async function sitemapPart(part: number): Promise<Rendered> {
  const entries = await listSitemap(part);
  const pages = publishedPages().map(({ slug }) => `/pages/${slug}`);
  const own = FIXED_PAGES.filter((path) => path !== '/agent-directories' || isShown('catalog'));
  const categories = shownCategories().map((category) => `/categories/${category}`);
  const fixed = part === 1 ? [...own, ...pages, ...categories, ...(await valuePages())] : [];
  return sitemap('urlset', [
    ...fixed.map((path) => `<url>${xmlElement('loc', absolute(path))}</url>`),
    ...entries.map(
      ({ url, updated_at }) => `<url>${xmlElement('loc', url)}${xmlElement('lastmod', updated_at)}</url>`,
    ),
  ]);
}

async function valuePages(): Promise<string[]> {
  const facts = factsWithPages();
  const limit = Math.floor(SITEMAP_VALUES / Math.max(1, facts.length));
  const pages = facts.map(async (fact) => {
    const { values } = await countValues(fact, { limit });
    return [factPath(fact.key), ...values.map(({ term }) => factPath(fact.key, term))];
  });
  return (await Promise.all(pages)).flat();
}

/** In the format of llmstxt.org: a title, a summary, lists of links. */
export function llms(): string {
  const { t } = english();
  const text = atThisAddress('views/llms.md')
    .replace('{name}', () => currentSettings().name)
    .replace('{listed}', () => t('thing.listed'))
    .replace('{policy}', () => t('policy.short'))
    .replace('{advice}', SEARCH_ADVICE);
  return isShown('catalog') ? text : text.replace(/^.*agent-directories.*\n/m, '');
}

/** Suggestions for the search box of pages, with the labels of categories; the API's limits do not count them. */
async function renderSuggestions(visit: Exchange): Promise<Rendered> {
  const { q } = visit.req.query;
  const { suggestions } = await suggestSearches(
    typeof q === 'string' ? { q: [...q].slice(0, 100).join('') } : {},
  );
  const said = { suggestions: suggestions.map((suggestion) => labelled(visit.language, suggestion)) };
  return file(JSON.stringify(said), 'application/json; charset=utf-8', FROM_ALL_LISTINGS);
}

function labelled(language: Language, suggestion: Suggestions['suggestions'][number]): object {
  if (suggestion.kind === 'category')
    return { ...suggestion, text: categoryLabel(language, suggestion.text) };
  if (suggestion.kind === 'listing') {
    const { logo_copy_url: logo, text: name } = suggestion;
    return { ...suggestion, logo: pictureUrl(logo), letters: monogramOf(name), tone: toneOf(name) };
  }
  const fact = suggestion.fact === undefined ? undefined : findFact(suggestion.fact);
  if (!fact) return suggestion;
  const label = fact.key === 'topics' ? language.t('form.suggested-topic') : factLabel(language, fact);
  return { ...suggestion, text: factText(language, fact, suggestion.text), label };
}

const MARKDOWN = 'text/markdown; charset=utf-8';
const HAS_MARKDOWN = /^\/(listings\/[a-z0-9-]+|docs(\/errors)?)$/;

const markdownFile = { isFile: true, isOpen: true, isCached: true } as const;

export const markdownFiles: PageRoute[] = [
  { ...markdownFile, path: '/listings/:slug.md', show: renderListing },
  { ...markdownFile, path: '/docs.md', show: () => textOf(guide('agents')) },
  // The page that `docs_url` of every error names.
  { ...markdownFile, path: '/docs/errors.md', show: () => textOf(errorGuide()) },
  ...GUIDES.map((name) => ({ ...markdownFile, path: `/docs/${name}.md`, show: () => textOf(guide(name)) })),
  { ...markdownFile, path: '/SKILL.md', show: () => textOf(guide('SKILL')) },
  {
    ...markdownFile,
    path: '/llms-full.txt',
    show: () => textOf([llms(), ...GUIDES.map(guide)].join('\n\n---\n\n')),
  },
];

/** Sets the `Link` header of pages, and serves the Markdown version to clients that prefer Markdown. */
export function negotiateMarkdown({ req, res }: Exchange): void {
  const [path = '', query] = (req.url ?? '').split('?', 2);
  res.setHeader('Link', PAGE_LINKS);
  if (!HAS_MARKDOWN.test(path) || query !== undefined) return;
  res.setHeader('Vary', 'Accept');
  res.setHeader('Link', `<${path}.md>; rel="alternate"; type="text/markdown", ${PAGE_LINKS}`);
  const types = (req.headers.accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim());
  const [markdown, html] = [types.indexOf('text/markdown'), types.indexOf('text/html')];
  if (markdown >= 0 && (html < 0 || markdown < html)) req.url = `${path}.md`;
}

async function renderListing({ req, actor }: Exchange): Promise<Rendered> {
  const { listing } = await getListing(actor, String(req.params.slug));
  const text = markdownOf(listing, await reachedAt(listing.id));
  return { text, type: MARKDOWN, from: fromListingAndRelated(listing, []) };
}

function errorGuide(): string {
  const entries = ERROR_CODES.map((code) => {
    const { status, means, remedy } = ERRORS[code];
    return `## ${code}\n\nHTTP ${status}. ${means} ${remedy}`;
  });
  return ['# Error codes', ...entries, ''].join('\n\n');
}

const textOf = (text: string): Rendered => ({ text, type: MARKDOWN, from: FROM_CONFIGURATION });

/** The catalog, readable from every origin. */
export function catalogFiles(): Router {
  const router = Router();
  serveDocument(router, '/agent-directories.json', { read: getCatalog });
  const type = 'text/csv; charset=utf-8; header=present';
  serveDocument(router, '/agent-directories.csv', { type, read: getCatalogCsv });
  return router;
}
