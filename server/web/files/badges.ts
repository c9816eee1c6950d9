// /badge/{slug}.svg: for owners who want to show on their site that they are listed here.
import { notFound } from '../../../core/kernel/errors.js';
import { getListing } from '../../../core/search/find.js';
import { badgeSvg } from '../card/badge.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';

export const badgeFiles: PageRoute[] = [
  { method: 'get', path: '/badge/:file', isFile: true, isOpen: true, run: sendBadge },
];

async function sendBadge({ req, res, actor }: Visit): Promise<void> {
  const slug = /^([a-z0-9-]+)\.svg$/.exec(String(req.params.file))?.[1];
  if (!slug) throw notFound('page');
  // Only live listings have a badge.
  await getListing(actor, slug);
  res.set({
    'Content-Type': 'image/svg+xml',
    // A day, so that we do not see each visitor of the sites that show it.
    'Cache-Control': 'public, max-age=86400',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  res.send(await badgeSvg(req.query.theme === 'dark' ? 'dark' : 'light'));
}
