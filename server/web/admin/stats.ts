// Statistics for operators: growth, views, sources and searches; synonyms for searches that found nothing.
import { getStatistics } from '../../../core/console/overview.js';
import { Statistics } from '../../../core/console/schema.js';
import { DEFAULT_STATS_DAYS } from '../../../core/listings/visits.js';
import { addSynonyms } from '../../../core/settings/manage.js';
import { MAX_SYNONYM_WORDS } from '../../../core/settings/synonyms.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { barChart } from '../view/chart.js';
import { categoryLabel } from '../view/labels.js';
import { absolute, withQuery } from '../view/links.js';
import { sendConsole, sendCsv } from './page.js';

const PATH = '/admin/stats';
const RANGES = [7, 30, 90] as const;
const SHOWN = 12;

const CHARTS = ['listings', 'users', 'views', 'clicks', 'searches'] as const;

export const consoleStatsPages: PageRoute[] = [
  { path: PATH, access: 'stats', show: showStats },
  { path: `${PATH}.csv`, access: 'stats', show: exportTable },
  {
    path: `${PATH}/synonyms`,
    does: async ({ actor, req }, values) => {
      await addSynonyms(actor, `${textOf(values, 'query')} > ${textOf(values, 'means')}`);
      return withQuery(PATH, { days: String(req.query.days ?? ''), done: 'synonym-added' });
    },
    again: showStats,
  },
];

async function showStats(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { language, req, actor } = visit;
  const { t } = language;
  const days = RANGES.find((range) => range === Number(req.query.days)) ?? DEFAULT_STATS_DAYS;
  const stats = await getStatistics(actor, { days });
  const first = <Row>(rows: readonly Row[]) => rows.slice(0, SHOWN);
  const invitation = (query: string) =>
    `mailto:?${new URLSearchParams({
      subject: t('console.stats.invite-subject', { query }),
      body: t('console.stats.invite-body', { query, url: absolute('/submit') }),
    })
      .toString()
      // Mail programs do not read a plus as a blank.
      .replaceAll('+', '%20')}`;
  await sendConsole(
    visit,
    'stats',
    {
      days,
      ranges: RANGES,
      charts: CHARTS.map((name) => ({
        name,
        chart: barChart(stats.by_day.map((day) => ({ day: day.day, count: day[name] }))),
      })),
      tables: {
        listings: first(stats.listings).map(({ slug, name, views, clicks }) => ({
          label: name,
          href: `/admin/listings/${slug}`,
          counts: [views, clicks],
        })),
        categories: first(stats.categories).map(({ category, views, clicks }) => ({
          label: categoryLabel(language, category),
          href: `/categories/${category}`,
          counts: [views, clicks],
        })),
        sources: first(stats.sources).map(({ host, views }) => ({
          label: host || t('stats.other-sites'),
          counts: [views],
        })),
        searches: first(stats.searches).map(({ query, searches }) => ({
          label: query,
          href: withQuery('/listings', { q: query }),
          counts: [searches],
        })),
      },
      misses: first(stats.misses).map((miss) => ({
        ...miss,
        invitation: invitation(miss.query),
        // A longer search cannot have a synonym.
        isShort: miss.query.split(' ').length <= MAX_SYNONYM_WORDS,
      })),
      csv: (table: string) => withQuery(`${PATH}.csv`, { table, days: String(days) }),
    },
    form,
  );
}

async function exportTable({ req, res, actor }: Exchange): Promise<void> {
  const { days: _, ...tables } = Statistics.properties;
  const names = Object.keys(tables) as (keyof typeof tables)[];
  const table = names.find((name) => name === req.query.table) ?? 'by_day';
  const days = Number(req.query.days ?? DEFAULT_STATS_DAYS);
  const stats = await getStatistics(actor, { days });
  await sendCsv(res, `stats-${table}`, Object.keys(tables[table].items.properties), stats[table]);
}
