// What only admins send about a listing.
import { Type } from '@sinclair/typebox';
import { nullable, uuid } from '../kernel/schema.js';
import { featureChange } from './feature-schema.js';
import { ListingPatch, ListingSubmission } from './schema.js';

/** PATCH by admins: also whether it is featured. */
export const AdminListingPatch = Type.Object(
  { ...ListingPatch.properties, ...featureChange },
  { title: 'AdminListingPatch', description: ListingPatch.description },
);

/** A row of an import, which only admins can start. */
export const ImportedListing = Type.Object(
  { ...ListingSubmission.properties, ...featureChange },
  { title: 'ImportedListing' },
);

/** The owner of a listing, for admins; null if it has none. */
export const Owner = nullable(
  Type.Object({ id: uuid(), name: Type.String(), email: Type.String() }, { title: 'Owner' }),
);
