// What owners see about the views of their listing.
import { type Static, Type } from '@sinclair/typebox';
import { warnings, word } from '../kernel/schema.js';

/** Days that are stored and can be requested. */
export const MAX_STATS_DAYS = 365;
export const DEFAULT_STATS_DAYS = 30;
/** Sources of views that are shown, those with the most views. */
export const MAX_STATS_SOURCES = 50;

export const StatsQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_STATS_DAYS,
        default: DEFAULT_STATS_DAYS,
        description: 'How many days, today included.',
      }),
    ),
  },
  { title: 'StatsQuery' },
);

const counts = {
  views: Type.Integer({ description: 'Of its page, by people, once a day each.' }),
  clicks: Type.Integer({ description: 'Through to its website, in the same way.' }),
};

const StatsDay = Type.Object(
  { day: Type.String({ format: 'date', description: 'In UTC.' }), ...counts },
  { title: 'StatsDay' },
);

export const StatsSource = Type.Object(
  {
    kind: word(['site', 'search', 'inside', 'direct'], {
      description: 'Another site, a search in this directory, its other pages, or no page before.',
    }),
    source: Type.String({
      description: 'The host, or the words of the search; empty for the others, and for rare ones together.',
      examples: ['example.com'],
    }),
    views: Type.Integer(),
  },
  { title: 'StatsSource' },
);

export const ListingStats = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    counting: Type.Boolean({ description: 'False: the operator has counting switched off.' }),
    ...counts,
    by_day: Type.Array(StatsDay, { description: 'Oldest first, none left out.' }),
    sources: Type.Array(StatsSource, {
      description: 'Most views first.',
    }),
  },
  { title: 'ListingStats' },
);
export type ListingStats = Static<typeof ListingStats>;

export const ListingStatsResult = Type.Object(
  { stats: ListingStats, warnings },
  { title: 'ListingStatsResult' },
);
