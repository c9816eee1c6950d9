// Listings and guides as Markdown, for programs that read documents.
import { ERROR_CODES, notFound } from '../../../core/kernel/errors.js';
import { markdownOf } from '../../../core/listings/present.js';
import { getListing } from '../../../core/search/search.js';
import { reachedAt } from '../../../core/upkeep/link-checks.js';
import type { Rendered } from '../../cache/cached-responses.js';
import { FROM_CONFIGURATION, fromListingAndRelated } from '../../cache/dependencies.js';
import { ERRORS } from '../../http/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { GUIDES, guide } from '../../http/guides.js';
import { PAGE_LINKS } from '../../standards/standards.js';
import type { PageRoute } from '../route.js';
import { llms } from './for-machines.js';

const MARKDOWN = 'text/markdown; charset=utf-8';
/** Addresses of pages that are there as Markdown, too. */
const HAS_MARKDOWN = /^\/(listings\/[a-z0-9-]+|docs(\/errors)?)$/;

const file = { isFile: true, isOpen: true, isCached: true } as const;

export const markdownFiles: PageRoute[] = [
  { ...file, path: '/listings/:slug.md', show: renderListing },
  { ...file, path: '/docs.md', show: () => textOf(guide('agents')) },
  // Where `docs_url` of every error points.
  { ...file, path: '/docs/errors.md', show: () => textOf(errorGuide()) },
  { ...file, path: '/docs/:guide.md', show: renderGuide },
  { ...file, path: '/SKILL.md', show: () => textOf(guide('SKILL')) },
  { ...file, path: '/llms-full.txt', show: () => textOf([llms(), ...GUIDES.map(guide)].join('\n\n---\n\n')) },
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

function renderGuide({ req }: Exchange): Rendered {
  const name = String(req.params.guide);
  if (!GUIDES.includes(name)) throw notFound('page');
  return textOf(guide(name));
}

function errorGuide(): string {
  const entries = ERROR_CODES.map((code) => {
    const { status, means, remedy } = ERRORS[code];
    return `## ${code}\n\nHTTP ${status}. ${means} ${remedy}`;
  });
  return ['# Error codes', ...entries, ''].join('\n\n');
}

const textOf = (text: string): Rendered => ({ text, type: MARKDOWN, from: FROM_CONFIGURATION });
