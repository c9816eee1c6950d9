// `fields=slug,name`: of each listing only these, for callers that count what they read.
import { type TObject, Type } from '@sinclair/typebox';
import { fieldError } from '../../core/kernel/errors.js';
import { Listing } from '../../core/listings/schema.js';
import { type Dependencies, FROM_ALL_LISTINGS } from '../cache/dependencies.js';

const FIELDS = Object.keys(Listing.properties);
/** Milliseconds for which a response may be outdated: without slugs and ends, its changes are not known. */
const MAX_LAG_MS = 60_000;

const fields = Type.Optional(
  Type.String({
    maxLength: 500,
    description:
      'Only these fields of each listing, with commas between them; the others are left out, required ones too.',
    examples: ['slug,name,tagline'],
  }),
);

type Query = Readonly<Record<string, unknown>>;

/** The query of a route with `fields` beside its own parameters. */
export const withFieldsQuery = (query?: TObject) =>
  Type.Object({ ...query?.properties, fields }, query?.title ? { title: query.title } : {});

/** The body with the asked fields of its listings. @throws DomainError validation_error for an unknown field */
export function pickFields<T extends { listings?: readonly object[]; listing?: object }>(
  query: Query,
  body: T,
): object {
  const asked = readFields(query);
  if (!asked) return body;
  const pick = (listing: object) =>
    Object.fromEntries(Object.entries(listing).filter(([name]) => asked.includes(name)));
  return {
    ...body,
    ...(body.listings ? { listings: body.listings.map(pick) } : {}),
    ...(body.listing ? { listing: pick(body.listing) } : {}),
  };
}

function readFields({ fields: text }: Query): string[] | null {
  if (typeof text !== 'string') return null;
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !FIELDS.includes(name));
  if (unknown.length > 0) {
    const sentence = `"fields" has what no listing has: ${unknown.slice(0, 5).join(', ').slice(0, 200)}. There are ${FIELDS.join(', ')}.`;
    throw fieldError('fields', sentence);
  }
  return asked;
}

/** The dependencies of a response whose `fields` do not show them. */
export function fromPicked(query: Query, from: () => Dependencies): Dependencies {
  return query.fields === undefined ? from() : { ...FROM_ALL_LISTINGS, until: Date.now() + MAX_LAG_MS };
}
