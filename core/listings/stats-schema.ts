// What owners see about the views of their listing.
import { type Static, Type } from '@sinclair/typebox';
import { warnings } from '../kernel/schema.js';

/** Days that are stored and can be requested. */
export const MAX_STATS_DAYS = 365;
export const DEFAULT_STATS_DAYS = 30;

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
  views: Type.Integer({ description: 'Of its page, by people: a visitor counts once a day.' }),
  clicks: Type.Integer({ description: 'Through to its website, in the same way.' }),
};

const StatsDay = Type.Object(
  { day: Type.String({ format: 'date', description: 'In UTC.' }), ...counts },
  { title: 'StatsDay' },
);

export const ListingStats = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    counting: Type.Boolean({ description: 'False: the operator has counting switched off.' }),
    ...counts,
    by_day: Type.Array(StatsDay, { description: 'The oldest first, days without any included.' }),
  },
  { title: 'ListingStats' },
);
export type ListingStats = Static<typeof ListingStats>;

export const ListingStatsResult = Type.Object(
  { stats: ListingStats, warnings },
  { title: 'ListingStatsResult' },
);
