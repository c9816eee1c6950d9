// The OpenAPI 3.1 document, generated from the table of routes and the schemas that validate.
import type { TSchema } from '@sinclair/typebox';
import { config } from '../../core/kernel/config.js';
import type { ErrorCode } from '../../core/kernel/errors.js';
import { IDEMPOTENCY_HOURS } from '../../core/kernel/idempotency.js';
import { VERSION } from '../../core/kernel/package.js';
import { withPresentValues } from '../../core/kernel/schema.js';
import { currentSettings } from '../../core/settings/current.js';
import type { FactDefinition } from '../../core/settings/fact-schema.js';
import { englishLabel, filterFacts, isOpen } from '../../core/settings/facts.js';
import { ERRORS, ErrorObject } from '../http/errors.js';
import { MEMBER } from '../http/query-string.js';
import { pointsOf } from '../who/admission.js';
import { sessionCookieName } from '../who/session.js';
import * as parts from './openapi-parts.js';
import { isForStaff, type Route, readsBody, TAGS } from './route.js';

type Json = Record<string, unknown>;
type Reference = (schema: TSchema) => unknown;

/** @param isShort only what agents need: no examples, and one error response for all routes */
export function buildOpenApi(all: readonly Route[], isShort = false): Json {
  const routes: readonly parts.Described[] = isShort
    ? all.filter(parts.isForAgents)
    : [...all, ...parts.FILE_ROUTES];
  const components = new Map<string, unknown>();
  const reference = (schema: TSchema) => hoist(schema, components);
  const error = reference(ErrorObject);
  const paths: Record<string, Json> = Object.create(null);
  for (const route of routes) {
    paths[route.path] ??= {};
    const described = describeRoute(route, reference, error);
    (paths[route.path] as Json)[route.method] = isShort ? parts.shorten(route, described, error) : described;
  }
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: `${currentSettings().name} API`,
      version: VERSION,
      description: isShort
        ? 'What an agent needs to search, submit and manage product listings. Every error is an Error object. The whole API: /api/v1/openapi.json.'
        : 'Search, submit and manage product listings. Errors are Error objects; see /docs/errors. For agents: ?for=agents is this in a fifth of the words; a search by words is best sent with sort=relevance.',
      contact: { name: currentSettings().name, url: config.publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: {
      description: 'The service for agents: REST, MCP, policy',
      url: `${config.publicUrl}/llms.txt`,
    },
    servers: [{ url: config.publicUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    webhooks: isShort ? undefined : parts.describeEvents(reference),
    components: {
      // Components are named by their titles.
      schemas: Object.fromEntries(
        [...components].map(([name, schema]) => [
          name,
          isShort ? { ...(schema as Json), title: undefined } : schema,
        ]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: dir_…' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName() },
        worker: isShort ? undefined : { type: 'apiKey', in: 'header', name: config.screenshotHeader },
      },
    },
  };
  return isShort ? withoutMarks(document) : document;
}

/** Removes keywords that agents do not need. A property with the name of a keyword stays: its value is an object. */
const withoutMarks = (document: Json): Json =>
  JSON.parse(
    JSON.stringify(document, (keyword, value) => {
      const isKeyword = typeof value !== 'object' || Array.isArray(value);
      return isKeyword && UNNEEDED.has(keyword) ? undefined : value;
    }),
  );
const UNNEEDED = new Set(['x-text', 'examples', 'minLength', 'maxProperties']);

const ACCOUNT = [{ bearer: [] }, { cookie: [] }];
const SECURITY: Partial<Record<Route['access'], Json[]>> = {
  public: [{}, ...ACCOUNT],
  worker: [{ worker: [] }, { bearer: [] }],
};

function describeRoute(route: parts.Described, reference: Reference, error: unknown): Json {
  const parameters = [
    ...parametersOf(route.params, 'path', reference),
    ...parametersOf(route.query, 'query', reference),
    ...(route.isRepeatable ? [IDEMPOTENCY_HEADER] : []),
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: parts.descriptionOf(route),
    security: SECURITY[route.access] ?? ACCOUNT,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: route.body && describeBody(route, reference),
    responses: { ...describeAnswers(route, reference), ...describeErrors(route, error) },
  };
}

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `The same key and body within ${IDEMPOTENCY_HOURS} hours get the same answer.`,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};

function parametersOf(schema: Route['query'], position: 'path' | 'query', reference: Reference) {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]): Json[] => {
    const { description, ...rest } = property;
    if ('x-filters' in property) return filterFacts().map(factParameter);
    const required = position === 'path' || (schema?.required?.includes(name) ?? false);
    return [{ name, in: position, required, description, schema: reference(rest as TSchema) }];
  });
}

function factParameter(fact: FactDefinition) {
  const items = { type: 'string', maxLength: 200, ...(isOpen(fact) ? {} : { enum: fact.options }) };
  const description = `${englishLabel(fact)}. Several values are alternatives.`;
  const schema = { type: 'array', items };
  return { name: `${MEMBER}${fact.key}`, in: 'query', required: false, description, schema };
}

function describeBody({ body, file, isBodyOptional }: parts.Described, reference: Reference): Json {
  const schema = reference(body as TSchema);
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
  const withFile = file && { allOf: [schema, { type: 'object', properties: { [file]: bytes } }] };
  return {
    required: !isBodyOptional,
    content: {
      'application/json': { schema, example: parts.exampleOf(body as TSchema) },
      'multipart/form-data': withFile && { schema: withFile },
    },
  };
}

function describeAnswers(route: parts.Described, reference: Reference): Json {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, [description, schema]]) => {
      const type = schema?.contentMediaType ?? 'application/json';
      const content = schema && { [type]: { schema: reference(schema), example: parts.exampleOf(schema) } };
      return [status, { description, content }];
    }),
  );
}

const when = (isSo: unknown, ...codes: ErrorCode[]) => (isSo ? codes : []);

/** Every error status of a route, with its codes. */
function describeErrors(route: parts.Described, error: unknown): Json {
  const codes: ErrorCode[] = [
    'internal_error',
    'unavailable',
    'invalid_origin',
    '1010',
    // Health and readiness do not identify the caller.
    ...when(!route.isUnlimited || route.access !== 'public', 'unauthorized'),
    ...when(pointsOf(route.method, route.path, {}) > 0, 'rate_limited'),
    ...when(isForStaff(route.access), 'forbidden'),
    ...when(route.scope || isForStaff(route.access), 'insufficient_scope'),
    ...when(route.query, 'validation_error'),
    // Also for invalid percent-encoding.
    ...when(route.params, 'not_found'),
    ...when(readsBody(route), 'invalid_json', 'payload_too_large', 'unsupported_media_type'),
    ...when(route.isRepeatable, 'validation_error', 'idempotency_in_progress', 'idempotency_mismatch'),
    ...when(route.body, 'validation_error'),
    ...(route.errors ?? []),
  ];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const here = [...new Set(codes.filter((code) => ERRORS[code].status === status))];
      const description = here.map((code) => `\`${code}\``).join(', ');
      return [status, { description, ...parts.inJson({ schema: error }) }];
    }),
  );
}

/** Objects with a title become components, referenced by name; everything else stays inline. */
function hoist(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('x-values' in schema || 'x-members' in schema) return withPresentValues(schema);
  const { title, type } = schema as { title?: string; type?: string };
  const rest = () =>
    Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, hoist(part, components)]));
  if (type !== 'object' || title === undefined) return rest();
  if (!components.has(title)) {
    components.set(title, null);
    components.set(title, rest());
  }
  return { $ref: `#/components/schemas/${title}` };
}
