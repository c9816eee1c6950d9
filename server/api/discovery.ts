import { Type } from '@sinclair/typebox';
import { proposeEntry } from '../../core/catalog/entries.js';
import { CatalogEntryResult, CatalogProposal } from '../../core/catalog/schema.js';
import { check } from '../../core/kernel/check.js';
import { DomainError } from '../../core/kernel/errors.js';
import { VERSION } from '../../core/kernel/package.js';
import { word } from '../../core/kernel/schema.js';
import { checkReadiness } from '../../core/operations/readiness.js';
import { FROM_CONFIGURATION } from '../cache/dependencies.js';
import { buildOpenApi } from './openapi.js';
import { created, ok, type Route } from './route.js';
import { describeService, ServiceDescription } from './service-description.js';

const OpenApiQuery = Type.Object({
  for: Type.Optional(
    word(['agents'], {
      description: 'The part that agents need, in a fifth of the words.',
      examples: ['agents'],
    }),
  ),
});

/** @param all the whole table of routes, which these describe and are part of */
export const discoveryRoutes = (all: () => Route[]): Route[] => [
  {
    method: 'get',
    path: '/api/v1/health',
    operationId: 'getHealth',
    tag: 'Directory',
    summary: 'Liveness: the process answers',
    access: 'public',
    isUnlimited: true,
    answers: {
      200: {
        description: 'Alive',
        schema: Type.Object({ status: Type.Literal('ok'), version: Type.String() }, { title: 'Health' }),
      },
    },
    run: async () => ok({ status: 'ok', version: VERSION }),
  },
  {
    method: 'get',
    path: '/api/v1/ready',
    operationId: 'getReadiness',
    tag: 'Directory',
    summary: 'Readiness: the database and the queue answer, and the disk has room',
    access: 'public',
    isUnlimited: true,
    answers: {
      200: {
        description: 'Ready',
        schema: Type.Object(
          { status: Type.Literal('ready'), checks: Type.Record(Type.String(), Type.String()) },
          { title: 'Readiness' },
        ),
      },
    },
    errors: ['unavailable'],
    run: async () => {
      const { isReady, checks } = await checkReadiness();
      if (isReady) return ok({ status: 'ready', checks });
      const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
      throw new DomainError('unavailable', `Not ready: ${failed.join(', ')}.`, { retryAfterSeconds: 5 });
    },
  },
  {
    method: 'get',
    path: '/api/v1/schema',
    operationId: 'getServiceDescription',
    tag: 'Directory',
    summary: 'The service in one document',
    access: 'public',
    cachedFrom: () => FROM_CONFIGURATION,
    answers: { 200: { description: 'The description', schema: ServiceDescription } },
    run: async () =>
      ok(
        describeService(
          all().map(({ method, path, summary, access }) => ({
            method: method.toUpperCase(),
            path,
            summary,
            auth: access,
          })),
        ),
      ),
  },
  {
    method: 'get',
    path: '/api/v1/openapi.json',
    operationId: 'getOpenApi',
    tag: 'Directory',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    cachedFrom: () => FROM_CONFIGURATION,
    query: OpenApiQuery,
    answers: {
      200: {
        description: 'The document',
        schema: Type.Object({ openapi: Type.String() }, { title: 'OpenApi' }),
      },
    },
    run: async ({ query }) => ok(buildOpenApi(all(), check(OpenApiQuery, query).for === 'agents')),
  },
  {
    method: 'post',
    path: '/api/v1/agent-directories',
    operationId: 'proposeAgentDirectory',
    tag: 'Directory',
    summary: 'Propose a place that takes product submissions free of charge',
    access: 'account',
    scope: 'listings:write',
    limits: ['listing-write'],
    body: CatalogProposal,
    answers: {
      200: { description: 'In the catalog already', schema: CatalogEntryResult },
      201: { description: 'Proposed', schema: CatalogEntryResult },
    },
    errors: ['validation_error', 'content_policy'],
    run: async ({ actor, body }) => {
      const proposal = await proposeEntry(actor, body);
      return proposal.created ? created(proposal) : ok(proposal);
    },
  },
];
