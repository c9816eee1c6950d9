// Views and clicks of one's own listing, and the routes that count them.
import { notFound, orNull } from '../../../core/kernel/errors.js';
import { countVisit, getListingStats } from '../../../core/listings/visits.js';
import { sourceOf } from '../../../core/search/query-log.js';
import type { Exchange } from '../../http/exchange.js';
import { badgeOf } from '../files/pictures.js';
import type { PageRoute } from '../route.js';
import { barChart } from '../view/chart.js';
import { memberOf, slugOf, withQuery } from '../view/links.js';
import { sendPage } from '../view/page.js';

const RANGES = [30, 90] as const;

export const statsPages: PageRoute[] = [
  { path: '/account/listings/:slug/stats', show: showStats },
  {
    path: '/listings/:slug/click',
    // A script of pages that all guests share, which cannot have a token, sends the click: the Origin check (C12)
    // protects it.
    hasNoToken: true,
    does: ({ req, res, actor }) => {
      countVisit(actor, String(req.params.slug), 'click');
      res.status(204).end();
    },
  },
];

/** Counts a view once the page has been sent, or answered with 304. */
export function countViewWhenSent({ req, res, actor }: Exchange, slug: string): void {
  const isForLater = /prefetch/.test(String(req.headers['sec-purpose'] ?? ''));
  if (req.method !== 'GET' || isForLater) return;
  res.once('finish', () => {
    if (res.statusCode === 200 || res.statusCode === 304)
      countVisit(actor, slug, sourceOf(req.headers.referer));
  });
}

async function showStats(visit: Exchange): Promise<void> {
  const days = RANGES.find((range) => range === Number(visit.req.query.days)) ?? RANGES[0];
  // Listings of others are not found here, even if they are visible.
  const asked = getListingStats(memberOf(visit), slugOf(visit), { days });
  const answer = await orNull('forbidden', asked);
  if (answer === null) throw notFound('listing of yours');
  const { stats, isLive } = answer;
  const { t } = visit.language;
  const searched = stats.sources.filter(({ kind }) => kind === 'search');
  const found = searched.reduce((sum, { views }) => sum + views, 0);
  const sources = stats.sources.flatMap(({ kind, source, views }) =>
    kind === 'search'
      ? []
      : { label: source || t(kind === 'site' ? 'stats.other-sites' : `stats.from-${kind}`), counts: [views] },
  );
  if (found > 0) sources.push({ label: t('stats.from-search'), counts: [found] });
  await sendPage(visit, 'account/stats', {
    head: { title: t('stats.title', { name: stats.name }), robots: 'noindex' },
    stats,
    sources: sources.sort((a, b) => (b.counts[0] ?? 0) - (a.counts[0] ?? 0)),
    searches: searched.map(({ source, views }) =>
      source === '' ? { label: t('stats.other-searches'), counts: [views] } : searchRow(source, views),
    ),
    shown: stats.searches.map(({ query, searches }) => searchRow(query, searches)),
    days,
    ranges: RANGES,
    charts: (['views', 'clicks'] as const).map((key) => ({
      key,
      chart: barChart(stats.by_day.map(({ day, ...counts }) => ({ day, count: counts[key] }))),
    })),
    // Guests, and so other sites, get the badge of a live listing only.
    badge: isLive ? badgeOf(stats.slug) : null,
  });
}

const searchRow = (q: string, count: number) => ({
  label: q,
  href: withQuery('/listings', { q }),
  counts: [count],
});
