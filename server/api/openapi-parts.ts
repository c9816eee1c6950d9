// The parts of the OpenAPI document that the table of routes does not have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TSchema, Type } from '@sinclair/typebox';
import { Catalog } from '../../core/catalog/entries.js';
import { own } from '../../core/kernel/own.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { nullable, openValues, uuid } from '../../core/kernel/schema.js';
import { Listing } from '../../core/listings/schema.js';
import { ListingChange } from '../../core/search/changes.js';
import { FEED_EVENTS, WEBHOOK_EVENTS } from '../../core/webhooks/schema.js';
import { pointsOf } from '../who/admission.js';
import { isForStaff, type Route } from './route.js';

/** Moderators have all other rights. */
const ACCESS: Partial<Record<Route['access'], string>> = {
  public: 'Open to everyone.',
  account: 'Needs an account, by API key or session.',
  colleagues: 'For admins, by API key or session.',
  admin: 'For admins, by API key or session.',
  worker: 'For capture workers, with the shared secret.',
};

/** A route, or a file that is described as one. */
export type Described = Omit<Route, 'run'>;

export function descriptionOf(route: Described): string {
  const { summary, description, access, limits = [], isUnlimited, method, path } = route;
  const scope = route.scope ?? (isForStaff(access) ? 'admin:*' : null);
  const counted = isUnlimited ? 'cost' : ['general', ...limits].join(', ');
  const limit = pointsOf(method, path, {}) === 0 ? 'Not limited.' : `Limits: ${counted}.`;
  const needed = scope ? [`A restricted key needs the scope \`${scope}\`.`] : [];
  const callers = ACCESS[access] ?? 'For moderators and admins, by API key or session.';
  return [description ?? `${summary}.`, callers, ...needed, limit].join(' ');
}

type Json = Record<string, unknown>;

export const inJson = (described: Json) => ({ content: { 'application/json': described } });

// The part of the OpenAPI document that agents need, in few words.

/** Routes that an agent needs: listings, an account, keys, webhooks, but not sessions, the console and workers. */
export const isForAgents = ({ path, tag, operationId }: Described) =>
  ['Listings', 'Webhooks', 'API keys'].includes(tag)
    ? !['revokeLeakedKey', 'getSiteNews', 'changeSiteNews'].includes(operationId)
    : path.startsWith('/api/v1/') && tag === 'Accounts';

export function shorten(route: Described, described: Json, error: unknown): Json {
  const { operationId, summary, parameters, requestBody } = described;
  const schemaOf = (body: unknown) =>
    (body as { content?: Json } | undefined)?.content?.['application/json'] as Json | undefined;
  const [status = '200', answer] = Object.entries(described.responses as Json)[0] ?? [];
  return {
    operationId,
    summary,
    security: route.access === 'public' ? undefined : [{ bearer: [] }],
    parameters,
    requestBody: requestBody && inJson({ schema: schemaOf(requestBody)?.schema }),
    responses: {
      [status]: {
        description: (answer as Json).description,
        ...(schemaOf(answer) && inJson({ schema: schemaOf(answer)?.schema })),
      },
      default: { description: 'Error', ...inJson({ schema: error }) },
    },
  };
}

// Examples in the OpenAPI document come from the schema, or else from the field's name.

const DAY = '2026-01-31';

const BY_NAME: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'server/api/openapi-examples.json'), 'utf8'),
);

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  'date-time': `${DAY}T12:00:00.000Z`,
  date: DAY,
  uri: 'https://directory.example.com/listings/example-notes',
  email: 'ada@example.com',
};

/** An example of a schema, put together from those of its parts. @param name of the field that holds it */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return exampleOf(schema.anyOf[0], name);
  if (schema.enum) return schema.enum[0];
  if (schema['x-values']) return openValues(schema['x-values']).values()[0];
  const types: unknown[] = [schema.type].flat();
  if (types.includes('object')) {
    const required: string[] = schema.required ?? [];
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
        .filter(([field, property]) => required.includes(field) || property.examples)
        .map(([field, property]) => [field, exampleOf(property, field)]),
    );
  }
  if (types.includes('null')) return null;
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items, name)] : [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return schema.default ?? schema.minimum ?? 0;
  return own(BY_FORMAT, schema.format ?? '') ?? own(BY_NAME, name) ?? `A ${name.replaceAll('_', ' ')}`;
}

// Public files outside the API that programs read. They are in the document but not in the table of routes, because
// they are open to every origin and not rate limited (server/web/files/for-machines.ts).

const file = { method: 'get', tag: 'Directory', access: 'public' } as const;

export const FILE_ROUTES: readonly Described[] = [
  {
    ...file,
    path: '/agent-directories.json',
    operationId: 'getCatalogJson',
    summary: 'Places that take a product submission free of charge, as JSON',
    answers: { 200: ['The catalog', Catalog] },
  },
  {
    ...file,
    path: '/agent-directories.csv',
    operationId: 'getCatalogCsv',
    summary: 'The same as CSV with a header row and a status column',
    answers: { 200: ['The catalog', Type.String({ contentMediaType: 'text/csv' })] },
  },
];

// The events that webhooks receive, as the webhooks of the OpenAPI document (docs/webhooks.md).

const OwnEvent = Type.Object(
  { listing_id: uuid(), listing: nullable(Listing) },
  { title: 'OwnEvent', description: 'The listing as it is when the event is sent; null once it is deleted.' },
);

const FeedEvent = Type.Object(
  {
    ...ListingChange.properties,
    sequence: Type.Integer({ description: 'Events of a webhook with a lower one are older.' }),
    since: Type.String({
      description: 'For GET /api/v1/listings/changes: everything that has not arrived comes after it.',
    }),
  },
  { title: 'FeedEvent', description: 'A change as in the feed of changes.' },
);

const SIGNATURE = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  ...{ name, in: 'header', required: true, schema: { type: 'string' } },
}));

export function describeEvents(reference: (schema: TSchema) => unknown): Record<string, object> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const isOfFeed = (FEED_EVENTS as readonly string[]).includes(type);
      const properties = {
        type: { const: type },
        timestamp: { type: 'string', format: 'date-time' },
        data: reference(isOfFeed ? FeedEvent : OwnEvent),
      };
      const schema = { type: 'object', required: Object.keys(properties), properties };
      const post = {
        operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
        summary: isOfFeed ? 'Of any public listing' : 'Of a listing of yours',
        description: 'Signed as Standard Webhooks say; any 2xx within ten seconds accepts it.',
        parameters: SIGNATURE,
        requestBody: { required: true, ...inJson({ schema }) },
        responses: { '2XX': { description: 'Received' } },
      };
      return [type, { post }];
    }),
  );
}
