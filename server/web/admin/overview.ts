import { countProposals } from '../../../core/catalog/manage.js';
import { may } from '../../../core/kernel/access.js';
import { findReviews } from '../../../core/moderation/reviews.js';
import { latestChanges } from '../../../core/operations/audit-log.js';
import { getActivity, getOverview } from '../../../core/operations/overview.js';
import type { PageRoute } from '../route.js';
import { barChart } from '../view/chart.js';
import type { Visit } from '../view/visit.js';
import { toHistory } from './history.js';
import { sendConsole } from './page.js';

const DAYS = 30;
const SHOWN = 8;

export const overviewPages: PageRoute[] = [
  { method: 'get', path: '/admin', access: 'desk', run: showOverview },
];

async function showOverview(visit: Visit): Promise<void> {
  const actor = visit.actor;
  const isForAdmins = may(actor, 'admin');
  const [overview, activity, waiting, proposals, latest] = await Promise.all([
    getOverview(actor),
    getActivity(actor, DAYS),
    findReviews(actor, { limit: SHOWN }),
    isForAdmins ? countProposals(actor) : 0,
    isForAdmins ? latestChanges(actor, SHOWN) : null,
  ]);
  const chartOf = (name: 'listings' | 'users') =>
    barChart(activity.map((day) => ({ day: day.day, count: day[name] })));
  await sendConsole(visit, 'overview', {
    section: 'overview',
    head: { title: visit.language.t('console.section.overview') },
    overview,
    charts: [
      { name: 'new-listings', chart: chartOf('listings') },
      { name: 'new-users', chart: chartOf('users') },
    ],
    days: DAYS,
    waiting,
    proposals,
    history:
      latest &&
      toHistory(
        visit.language,
        latest.map(({ entry }) => entry),
      ),
    counts: Object.fromEntries((latest ?? []).map(({ entry, count }) => [entry.id, count])),
  });
}
