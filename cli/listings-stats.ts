// directory-admin listings stats
import { getListingStats } from '../core/listings/stats.js';
import { oneListing } from './listing-selection.js';
import { type FormatOptions, formatOf, printJson, printJsonLine, printTable, say } from './output.js';
import { withSession } from './session.js';

type StatsOptions = FormatOptions & { days: number };

export function showListingStats(slugOrId: string, { days, ...options }: StatsOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { slug } = await oneListing(actor, slugOrId);
    const stats = await getListingStats(actor, slug, { days });
    if (formatOf(options) === 'json') return printJson({ stats });
    if (formatOf(options) === 'ndjson') {
      for (const day of stats.by_day) printJsonLine(day);
      return;
    }
    printTable(stats.by_day, [
      { title: 'DAY', value: ({ day }) => day },
      { title: 'VIEWS', value: ({ views }) => String(views) },
      { title: 'CLICKS', value: ({ clicks }) => String(clicks) },
    ]);
    say(`${stats.views} views and ${stats.clicks} clicks in ${days} days`);
    if (!stats.counting) say('LISTING_STATS is off: nothing is counted at present.');
  });
}
