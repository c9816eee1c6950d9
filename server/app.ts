// The steps of a request in order, and everything that is mounted.
import type { RequestListener } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { config } from '../core/kernel/config.js';
import { notFound } from '../core/kernel/errors.js';
import { isTracing } from '../db/work.js';
import { mountRoutes } from './api/mount.js';
import { FILE_ROUTES } from './api/openapi-parts.js';
import { routes } from './api/routes.js';
import { answerFromCache } from './cache/cached-responses.js';
import { ResponseCache } from './cache/dependencies.js';
import { nextStepOf } from './http/errors.js';
import { Exchange, type HttpDoor, type Refusal, type Service } from './http/exchange.js';
import { answerPreflight, refusalOf } from './http/gates.js';
import { refuse, sendCounted, sendError } from './http/refusals.js';
import { beginWork, logRequest, measureRequest, requestIdOf, secureHeaders } from './http/request.js';
import { mountMcp } from './mcp/mount.js';
import { allTools } from './mcp/tools.js';
import { mediaRouter } from './media.js';
import { mountOAuth } from './oauth/mount.js';
import { ardErrorMembers } from './standards/ard-registry.js';
import { mountStandards } from './standards/mount.js';
import { catalogFiles, negotiateMarkdown } from './web/files/for-machines.js';
import { sendPageError } from './web/pages/errors.js';
import { webPages } from './web/router.js';
import { admitByCost } from './who/admission.js';
import { createSessionMiddleware } from './who/session.js';

export function createApp(): RequestListener {
  const service: Service = {
    responses: new ResponseCache(),
    beingMade: new Map(),
    sessions: createSessionMiddleware(),
    unlimitedPaths: new Set(routes().flatMap(({ path, isUnlimited }) => (isUnlimited ? [path] : []))),
    // Better Auth's client reads the error as `message`; an agent reads the next step.
    errorMembers: (door, error) => {
      if (door === 'auth') return { message: error.message };
      if (door === 'mcp') return { next_step: nextStepOf(error) };
      return door === 'standards' ? ardErrorMembers(error) : {};
    },
    sendErrorPage: sendPageError,
  };
  const app = createApplication();

  return async (req, res) => {
    const id = requestIdOf(req);
    res.setHeader('X-Request-Id', id);
    const exchange = new Exchange(id, req as Request, res as Response, service);
    logRequest(exchange);
    measureRequest(exchange);
    if (exchange.door === 'pages') negotiateMarkdown(exchange);
    const refusal = refusalOf(exchange);
    // Traces are made in the application: with tracing, it answers every request.
    if (!refusal && !isTracing() && (await answerFromCache(exchange))) return;
    exchange.barred = refusal;
    app(req, res);
  };
}

function createApplication(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', Array.isArray(config.trustProxy) ? [...config.trustProxy] : config.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', 'strong');

  const headers = secureHeaders();
  app.use(({ exchange }, res, next) => {
    res.setHeaders(headers);
    if (exchange.barred) sendRefusal(exchange, exchange.barred);
    else if (!answerPreflight(exchange)) next();
  });
  app.use(admitByCost());
  app.use(refuseAdmission);
  app.use(beginWork);

  const standards = mountStandards();
  const oauth = mountOAuth();
  const pages = webPages({ routes: [...routes(), ...FILE_ROUTES], tools: allTools() });
  const rest = mountRoutes(routes());
  const doors: Record<HttpDoor, RequestHandler> = {
    auth: rest,
    rest,
    mcp: Router().use(standards, mountMcp()),
    oauth,
    media: mediaRouter(),
    standards,
    pages: Router().use(standards, oauth, catalogFiles(), pages),
  };
  app.use((req, res, next) => doors[req.exchange.door](req, res, next));
  app.use(({ exchange }) => refuse(exchange, notFound('route')));
  app.use(sendFailure);
  return app;
}

/** Sends the refusal of a gate in the form of the request's door. */
function sendRefusal(exchange: Exchange, { error, isJson, isUncounted }: Refusal): void {
  if (isUncounted) sendError(exchange, error);
  else if (isJson || exchange.door !== 'pages') void sendCounted(exchange, error);
  else sendPageError(exchange, error);
}

const refuseAdmission: ErrorRequestHandler = (error, { exchange }, _res, _next) =>
  sendRefusal(exchange, { error });

const sendFailure: ErrorRequestHandler = (error, { exchange }, _res, _next) => sendCounted(exchange, error);
