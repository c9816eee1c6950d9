// The search of the console: listings, users, pages and sections at once.
import { findUsers } from '../../../core/accounts/users.js';
import { may } from '../../../core/kernel/access.js';
import { findAllListings } from '../../../core/moderation/listings.js';
import { getSite } from '../../../core/site/manage.js';
import type { PageRoute } from '../route.js';
import { labelOf } from '../view/labels.js';
import type { Visit } from '../view/visit.js';
import { frameOf, sendConsole } from './page.js';

/** Of each kind. */
const SHOWN = 10;

export const searchPages: PageRoute[] = [
  { method: 'get', path: '/admin/search', access: 'desk', run: showFound },
];

async function showFound(visit: Visit): Promise<void> {
  const { actor } = visit;
  const { t } = visit.language;
  const q = String(visit.req.query.q ?? '')
    .trim()
    .slice(0, 500);
  const [listings, users, site, { groups }] = await Promise.all([
    findAllListings(actor, { q, limit: SHOWN }),
    findUsers(actor, { q, limit: SHOWN }),
    may(actor, 'admin') ? getSite(actor) : null,
    frameOf(visit, null),
  ]);
  const has = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const pages = [
    ...groups.flatMap(({ sections }) => sections.map((name) => [`/admin/${name}`, sectionOf(name)] as const)),
    ...(site?.pages ?? []).map(({ slug, title }) => [`/admin/site/pages/${slug}`, title] as const),
  ].filter(([, title]) => has(title));
  await sendConsole(visit, 'search', {
    section: null,
    head: { title: t('console.search.title') },
    q,
    listings,
    users,
    pages: pages.map(([href, title]) => ({ href: href.replace(/overview$/, ''), title })),
  });

  function sectionOf(name: string): string {
    return labelOf(visit.language, `console.section.${name}`, name);
  }
}
