import { Type } from '@sinclair/typebox';
import { CatalogEntryResult, CatalogProposal, proposeEntry } from '../../core/catalog/entries.js';
import { check } from '../../core/kernel/check.js';
import { DomainError } from '../../core/kernel/errors.js';
import { VERSION } from '../../core/kernel/package.js';
import { titled, word } from '../../core/kernel/schema.js';
import { checkReadiness } from '../../core/service/readiness.js';
import { recordScreenshot, ScreenshotReport, ScreenshotResult } from '../../core/upkeep/captures.js';
import { FROM_CONFIGURATION } from '../cache/dependencies.js';
import { buildOpenApi } from './openapi.js';
import { ok, type Route, routesOf } from './route.js';
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
export const discoveryRoutes = (all: () => Route[]): Route[] =>
  routesOf(
    { path: '/api/v1', tag: 'Directory', access: 'public' },
    {
      getHealth: {
        get: '/health',
        summary: 'Liveness: the process answers',
        isUnlimited: true,
        answer: ['Alive', titled('Health', { status: Type.Literal('ok'), version: Type.String() })],
        run: async () => ok({ status: 'ok', version: VERSION }),
      },
      getReadiness: {
        get: '/ready',
        summary: 'Readiness: the database and the queue answer, and the disk has room',
        isUnlimited: true,
        answer: [
          'Ready',
          titled('Readiness', {
            status: Type.Literal('ready'),
            checks: Type.Record(Type.String(), Type.String()),
          }),
        ],
        errors: ['unavailable'],
        run: async () => {
          const { isReady, checks } = await checkReadiness();
          if (isReady) return ok({ status: 'ready', checks });
          const failed = Object.entries(checks).flatMap(([name, result]) =>
            result === 'failed' ? [name] : [],
          );
          throw new DomainError('unavailable', `Not ready: ${failed.join(', ')}.`, { retryAfterSeconds: 5 });
        },
      },
      getServiceDescription: {
        get: '/schema',
        summary: 'The service in one document',
        cachedFrom: () => FROM_CONFIGURATION,
        answer: ['The description', ServiceDescription],
        run: async () => ok(describeService(all())),
      },
      getOpenApi: {
        get: '/openapi.json',
        summary: 'This API as an OpenAPI 3.1 document',
        cachedFrom: () => FROM_CONFIGURATION,
        query: OpenApiQuery,
        answer: ['The document', titled('OpenApi', { openapi: Type.String() })],
        run: async ({ query }) => ok(buildOpenApi(all(), check(OpenApiQuery, query).for === 'agents')),
      },
      proposeAgentDirectory: {
        post: '/agent-directories',
        summary: 'Propose a place that takes product submissions free of charge',
        access: 'account',
        scope: 'listings:write',
        body: CatalogProposal,
        answers: {
          200: ['Already in the catalog', CatalogEntryResult],
          201: ['Proposed', CatalogEntryResult],
        },
        errors: ['content_policy'],
        does: proposeEntry,
      },
      // The callback of capture workers, ours and others': not for agents, not rate limited.
      reportScreenshot: {
        post: '/internal/screenshots',
        tag: 'Internal',
        summary: 'Report the result of a screenshot capture',
        description: 'For capture workers, with the shared secret. Identical reports get the same response.',
        access: 'worker',
        isUnlimited: true,
        body: ScreenshotReport,
        answer: ['Recorded', ScreenshotResult],
        errors: ['not_found', 'stale_capture'],
        run: async ({ body }) => ok(await recordScreenshot(body)),
      },
    },
  );
