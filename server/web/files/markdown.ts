// Listings and guides as Markdown, for programs that read documents.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_CODES, notFound } from '../../../core/kernel/errors.js';
import { markdownOf } from '../../../core/listings/present.js';
import { getListing } from '../../../core/search/search.js';
import { sendPublic } from '../../cache/cached-responses.js';
import { FROM_CONFIGURATION, fromListing } from '../../cache/dependencies.js';
import { doorOf } from '../../http/addresses.js';
import { STATUS_OF } from '../../http/errors.js';
import { GUIDES, guide } from '../../http/guides.js';
import { PAGE_LINKS } from '../../standards/standards.js';
import { ERROR_GUIDE } from '../pages/error-guide.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { llms } from './for-machines.js';

const MARKDOWN = 'text/markdown; charset=utf-8';
/** Addresses of pages that are there as Markdown, too. */
const HAS_MARKDOWN = /^\/(listings\/[a-z0-9-]+|docs(\/errors)?)$/;

const file = { method: 'get', isFile: true, isOpen: true, isCached: true } as const;

export const markdownFiles: PageRoute[] = [
  { ...file, path: '/listings/:slug.md', run: sendListing },
  { ...file, path: '/docs.md', run: (visit) => sendText(visit, guide('agents')) },
  // Where `docs_url` of every error points.
  { ...file, path: '/docs/errors.md', run: (visit) => sendText(visit, errorGuide()) },
  { ...file, path: '/docs/:guide.md', run: sendGuide },
  { ...file, path: '/SKILL.md', run: (visit) => sendText(visit, guide('SKILL')) },
  {
    ...file,
    path: '/llms-full.txt',
    run: (visit) => sendText(visit, [llms(), ...GUIDES.map(guide)].join('\n\n---\n\n')),
  },
];

/** Sets the `Link` header of pages, and serves the Markdown version to clients that prefer Markdown. */
export function negotiateMarkdown(req: IncomingMessage, res: ServerResponse): void {
  const [path = '', query] = (req.url ?? '').split('?', 2);
  if (doorOf(path) === 'pages') res.setHeader('Link', PAGE_LINKS);
  if (!HAS_MARKDOWN.test(path) || query !== undefined) return;
  res.setHeader('Vary', 'Accept');
  res.setHeader('Link', `<${path}.md>; rel="alternate"; type="text/markdown", ${PAGE_LINKS}`);
  const types = (req.headers.accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim());
  const [markdown, html] = [types.indexOf('text/markdown'), types.indexOf('text/html')];
  if (markdown >= 0 && (html < 0 || markdown < html)) req.url = `${path}.md`;
}

async function sendListing({ req, res, actor }: Visit): Promise<void> {
  const { listing } = await getListing(actor, String(req.params.slug));
  await sendPublic(req, res, markdownOf(listing), MARKDOWN, fromListing(listing));
}

function sendGuide(visit: Visit): Promise<void> {
  const name = String(visit.req.params.guide);
  if (!GUIDES.includes(name)) throw notFound('page');
  return sendText(visit, guide(name));
}

function errorGuide(): string {
  const entries = ERROR_CODES.map((code) => {
    const { means, remedy } = ERROR_GUIDE[code];
    return `## ${code}\n\nHTTP ${STATUS_OF[code]}. ${means} ${remedy}`;
  });
  return ['# Error codes', ...entries, ''].join('\n\n');
}

const sendText = ({ req, res }: Visit, text: string) =>
  sendPublic(req, res, text, MARKDOWN, FROM_CONFIGURATION);
