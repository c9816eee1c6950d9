// The changes feed for mirrors: GET /api/v1/listings/changes.
import { type Static, Type } from '@sinclair/typebox';
import { instant, nullable, uuid, warnings } from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';

export const CHANGES_PAGE_SIZE = 100;
export const MAX_CHANGES_PAGE = 500;

export const ChangesQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        description: 'next_since of the answer before; without it from the beginning.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: CHANGES_PAGE_SIZE,
        description: `At most ${MAX_CHANGES_PAGE}; a larger one is served as ${MAX_CHANGES_PAGE}, with a warning.`,
      }),
    ),
  },
  { title: 'ChangesQuery' },
);

export const ListingChange = Type.Object(
  {
    id: uuid({ description: 'Of the listing.' }),
    slug: Type.String({ examples: ['example-notes'] }),
    changed_at: instant(),
    removed: Type.Boolean({ description: 'true: no longer public; forget it.' }),
    listing: nullable(Listing),
  },
  { title: 'ListingChange' },
);
export type ListingChange = Static<typeof ListingChange>;

export const ListingChanges = Type.Object(
  {
    changes: Type.Array(ListingChange, { description: 'Oldest first; each listing once, as it is now.' }),
    next_since: Type.String({ description: 'Ask with this as since the next time.', examples: ['1024'] }),
    has_more: Type.Boolean({ description: 'true: ask again at once.' }),
    warnings,
  },
  { title: 'ListingChanges' },
);
export type ListingChanges = Static<typeof ListingChanges>;
