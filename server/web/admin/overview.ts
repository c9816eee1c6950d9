// The overview of the console, its search, and the status of the machine.
import { findUsers } from '../../../core/accounts/users.js';
import { countProposals } from '../../../core/catalog/manage.js';
import { latestChanges } from '../../../core/console/audit-log.js';
import { getActivity, getOverview, getStatus } from '../../../core/console/overview.js';
import { may } from '../../../core/kernel/actor.js';
import { VERSION } from '../../../core/kernel/package.js';
import { findAllListings } from '../../../core/moderation/listings.js';
import { findReviews } from '../../../core/moderation/reviews.js';
import { runChecks } from '../../../core/service/checks.js';
import { findJobs, JobQuery, retryFailedJob, retryFailedJobs } from '../../../core/service/jobs.js';
import { getSettings } from '../../../core/settings/manage.js';
import { cacheUse } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { barChart } from '../view/chart.js';
import { idOf } from '../view/links.js';
import { tellIn, toFoldedHistory } from './labels.js';
import { listLink, readListState, sectionsOf, sendConsole } from './page.js';

const QUEUE = '/admin/queue';
const DAYS = 30;
const SHOWN = 8;
/** The most results of each kind. Listings whose name matches come first. */
const FOUND = 10;
const FOUND_LISTINGS = 50;

export const overviewPages: PageRoute[] = [
  { path: '/admin', access: 'desk', show: showOverview },
  { path: '/admin/search', access: 'desk', show: showFound },
  { path: QUEUE, show: showQueue },
  { path: `${QUEUE}/retry`, does: ({ actor }) => retryFailedJobs(actor), to: `${QUEUE}?done=jobs-retried` },
  {
    path: `${QUEUE}/:id/retry`,
    does: (visit) => retryFailedJob(visit.actor, idOf(visit)),
    to: `${QUEUE}?done=job-retried`,
  },
  { path: '/admin/status', show: showStatus },
];

async function showOverview(visit: Exchange): Promise<void> {
  const { actor, language } = visit;
  const isForAdmins = may(actor, 'admin');
  const [overview, activity, waiting, proposals, latest] = await Promise.all([
    getOverview(actor),
    getActivity(actor, DAYS),
    findReviews(actor, { sort: 'oldest', limit: SHOWN }),
    isForAdmins ? countProposals(actor) : 0,
    isForAdmins ? latestChanges(actor, tellIn(language)) : null,
  ]);
  const chartOf = (name: 'listings' | 'users') =>
    barChart(activity.map((day) => ({ day: day.day, count: day[name] })));
  await sendConsole(visit, 'overview', {
    section: 'overview',
    overview,
    // A chart needs at least two bars: one says less than the list beside it.
    charts: (['listings', 'users'] as const)
      .filter((name) => activity.filter((day) => day[name] > 0).length > 1)
      .map((name) => ({ name: `new-${name}`, chart: chartOf(name) })),
    days: DAYS,
    waiting,
    proposals,
    history: latest && (await toFoldedHistory(language, latest)).slice(0, SHOWN),
  });
}

async function showFound(visit: Exchange): Promise<void> {
  const { actor, language, req } = visit;
  const q = String(req.query.q ?? '')
    .trim()
    .slice(0, 500);
  const [listings, users, site] = await Promise.all([
    findAllListings(actor, { q, limit: FOUND_LISTINGS }),
    findUsers(actor, { q, limit: FOUND }),
    may(actor, 'admin') ? getSettings(actor) : null,
  ]);
  const typed = q.toLowerCase();
  const placeOf = ({ name }: { name: string }) => {
    const place = name.toLowerCase().indexOf(typed);
    return place < 0 ? Number.MAX_SAFE_INTEGER : place;
  };
  const nearest = listings.listings.toSorted((a, b) => placeOf(a) - placeOf(b));
  const sections = sectionsOf(actor).flatMap(({ sections }) => sections);
  const pages = [
    ...sections.map((name) => ({
      href: name === 'overview' ? '/admin' : `/admin/${name}`,
      title: language.t(`console.section.${name}`),
    })),
    ...(site?.pages ?? []).map(({ slug, title }) => ({ href: `/admin/site/pages/${slug}`, title })),
  ];
  await sendConsole(visit, 'search', {
    head: { title: language.t('console.search.title') },
    q,
    listings: { ...listings, listings: nearest.slice(0, FOUND) },
    users,
    pages: pages.filter(({ title }) => title.toLowerCase().includes(typed)),
  });
}

async function showQueue(visit: Exchange): Promise<void> {
  const { actor, req } = visit;
  const state = readListState(JobQuery, req);
  const [{ jobs }, { jobs: counts, screenshots }] = await Promise.all([
    findJobs(actor, state),
    getOverview(actor),
  ]);
  await sendConsole(visit, 'queue', { jobs, counts, screenshots, state, href: listLink(QUEUE, state) });
}

async function showStatus(visit: Exchange): Promise<void> {
  const { t } = visit.language;
  const [status, checks] = await Promise.all([getStatus(visit.actor), runChecks(visit.actor, t)]);
  const { hit, miss } = cacheUse;
  await sendConsole(visit, 'status', {
    version: VERSION,
    checks,
    status,
    process: {
      uptime: Math.round(process.uptime()),
      memory: Math.round(process.memoryUsage.rss() / 1_048_576),
      /** The share of its uptime in which the process was busy. */
      busy: Math.round(performance.eventLoopUtilization().utilization * 100),
      cached: hit + miss === 0 ? null : Math.round((100 * hit) / (hit + miss)),
    },
  });
}
