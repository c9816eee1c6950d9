// /cards/…: the pictures of link previews, rendered on first request.
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../core/kernel/errors.js';
import { getListing } from '../../../core/search/find.js';
import { resolveCategory } from '../../../core/site/categories.js';
import { type CardContent, drawCard } from '../card/card.js';
import { type CardSubject, cardUrl, categoryCard, listingCard, siteCard } from '../card/subjects.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';

/** Cards take about 30 kB each. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** By address; concurrent requests for a card that is being rendered wait for it. */
const drawn = new LRUCache<string, Buffer, CardContent>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_address, _stale, { context }) => drawCard(context),
});

const NAME = /^([a-z0-9-]+)\.[0-9a-f]{12}\.png$/;

export const cardFiles: PageRoute[] = [
  {
    method: 'get',
    path: '/cards/listings/:file',
    isFile: true,
    isOpen: true,
    run: async (visit) =>
      sendCard(visit, listingCard((await getListing(visit.actor, nameOf(visit))).listing)),
  },
  {
    method: 'get',
    path: '/cards/categories/:file',
    isFile: true,
    isOpen: true,
    run: (visit) => {
      const category = resolveCategory(nameOf(visit));
      if (!category) throw notFound('category');
      return sendCard(visit, categoryCard(category));
    },
  },
  { method: 'get', path: '/cards/site/:file', isFile: true, isOpen: true, run: sendSiteCard },
];

function sendSiteCard(visit: Visit): Promise<void> {
  if (nameOf(visit) !== 'home') throw notFound('page');
  return sendCard(visit, siteCard());
}

function nameOf({ req }: Visit): string {
  const name = NAME.exec(String(req.params.file))?.[1];
  if (!name) throw notFound('page');
  return name;
}

/** An outdated address redirects to the current picture: previews outlive the pages they were made from. */
async function sendCard({ req, res }: Visit, subject: CardSubject): Promise<void> {
  const address = cardUrl(subject);
  // Pages elsewhere show it, with an outdated address, too.
  res.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (req.path !== address) {
    res.set('Cache-Control', 'public, no-cache').redirect(302, address);
    return;
  }
  const png = await drawn.fetch(address, { context: subject.content });
  res.set({
    'Content-Type': 'image/png',
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
  res.send(png);
}
