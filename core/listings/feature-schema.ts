// Whether a listing is featured: a part of its record, and of the changes that admins can make.
import { type Static, Type } from '@sinclair/typebox';
import { nullableInstant } from '../kernel/schema.js';

/** Whether a listing is on the front page, at which position, and until when: admins decide. */
export const feature = {
  featured: Type.Boolean({ description: 'On the shelf of the front page, while it is live.' }),
  featured_position: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 1000,
    description:
      'Its place on the shelf, lower ones first; null: behind those with a position, newest first.',
  }),
  featured_until: nullableInstant({
    maxLength: 40,
    description: 'When it ends by itself; null: when an admin ends it.',
    examples: ['2027-01-31T00:00:00.000Z'],
  }),
};
export const FEATURE_FIELDS = Object.keys(feature) as (keyof typeof feature)[];

export const featureChange = {
  featured: Type.Optional(feature.featured),
  featured_position: Type.Optional(feature.featured_position),
  featured_until: Type.Optional(feature.featured_until),
};
const FeatureChange = Type.Object(featureChange);
export type FeatureChange = Static<typeof FeatureChange>;
