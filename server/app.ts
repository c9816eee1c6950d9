// The road of a request: its steps in order, and everything that is mounted.
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { config } from '../core/kernel/config.js';
import { maintenanceNotice } from '../core/service/maintenance.js';
import { isTracing } from '../db/work.js';
import { mountRoutes } from './api/mount.js';
import { FILE_ROUTES } from './api/openapi-beyond.js';
import { routes } from './api/routes.js';
import { answerFromCache, createResponseCache } from './cache/cached-responses.js';
import { doorOf } from './http/addresses.js';
import { checkOrigin } from './http/origin.js';
import { type ErrorMembers, sendCounted, sendError } from './http/refusals.js';
import {
  beginWork,
  checkMaintenance,
  checkUserAgent,
  identifyRequest,
  isRefusedAgent,
  logRequest,
  measureRequest,
  secureHeaders,
} from './http/request.js';
import { isOverloaded, shedLoad } from './http/shed-load.js';
import { createResultCache } from './mcp/cached-results.js';
import { mountMcp } from './mcp/mount.js';
import { nextStepOf } from './mcp/results.js';
import { allTools } from './mcp/tools.js';
import { mediaRouter } from './media.js';
import { mountOAuth, type SendErrorPage } from './oauth/mount.js';
import { mountStandards } from './standards/mount.js';
import { catalogFiles } from './web/files/catalog-files.js';
import { negotiateMarkdown } from './web/files/markdown.js';
import { pageErrors } from './web/pages/errors.js';
import { webPages } from './web/router.js';
import { admitByCost } from './who/admission.js';
import { createSessionMiddleware } from './who/session.js';

export function createApp(): RequestListener {
  const cache = createResponseCache();
  const app = createApplication();
  app.locals.responseCache = cache;

  return (req, res) => {
    identifyRequest(req, res);
    logRequest(req, res);
    measureRequest(req, res);
    negotiateMarkdown(req, res);
    if (isOpen(req)) void answerFromCache(cache, req, res, () => app(req, res));
    else app(req, res);
  };
}

/** Whether the cache may answer: no step below would refuse a plain read, and requests are not traced. */
function isOpen(req: IncomingMessage): boolean {
  return (
    !isOverloaded() &&
    maintenanceNotice() === null &&
    !isRefusedAgent(req.headers['user-agent']) &&
    !isTracing()
  );
}

function createApplication(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', Array.isArray(config.trustProxy) ? [...config.trustProxy] : config.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', 'strong');
  const unlimitedPaths = new Set(routes().flatMap(({ path, isUnlimited }) => (isUnlimited ? [path] : [])));
  Object.assign(app.locals, {
    sessionMiddleware: createSessionMiddleware(),
    resultCache: createResultCache(),
    unlimitedPaths,
    // Better Auth's client reads the error as `message`; an agent reads the next step.
    errorMembers: {
      auth: (error) => ({ message: error.message }),
      mcp: (error) => ({ next_step: nextStepOf(error) }),
    } satisfies ErrorMembers,
    sendErrorPage: ((req, res, error) =>
      pageErrors(error, req, res, () => sendError(req, res, error))) satisfies SendErrorPage,
  });

  app.use(secureHeaders());
  app.use(shedLoad());
  app.use(checkMaintenance);
  app.use(checkUserAgent);
  app.use(checkOrigin);
  app.use(admitByCost());
  app.use(sendRefusal);
  app.use(beginWork);

  app.use(mountStandards());
  app.use(catalogFiles());
  app.use(mountOAuth());
  app.use('/media', mediaRouter());
  app.use(webPages({ routes: [...routes(), ...FILE_ROUTES], tools: allTools() }));
  app.use(mountMcp());
  app.use(mountRoutes(routes()));
  app.use(sendFailure);
  return app;
}

/** Errors of the steps above, which run before a router knows what kind of answer the address gives. */
const sendRefusal: ErrorRequestHandler = (error, req, res, next) =>
  doorOf(req.path) === 'pages' ? pageErrors(error, req, res, next) : sendCounted(req, res, error);

const sendFailure: ErrorRequestHandler = (error, req, res, _next) => sendCounted(req, res, error);
