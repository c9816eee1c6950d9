// The steps of a request in order, and everything that is mounted.
import type { RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { config } from '../core/kernel/config.js';
import { mountRoutes } from './api/mount.js';
import { FILE_ROUTES } from './api/openapi-files.js';
import { routes } from './api/routes.js';
import { createResponseCache } from './cache/cached-responses.js';
import { createFrameCache } from './cache/frames.js';
import { discoveryFiles } from './discovery.js';
import { withFastPath } from './fast-path.js';
import { doorOf } from './http/doors.js';
import { checkMaintenance } from './http/maintenance.js';
import { checkOrigin } from './http/origin.js';
import { type ErrorMembers, sendCounted, sendError } from './http/refusals.js';
import { checkUserAgent, identifyRequest, logRequest, secureHeaders } from './http/request.js';
import { shedLoad } from './http/shed-load.js';
import { beginWork } from './http/work.js';
import { type Step, withKeyedPath } from './keyed-path.js';
import { createResultCache } from './mcp/cached-results.js';
import { mountMcp } from './mcp/mount.js';
import { nextStepOf } from './mcp/results.js';
import { TOOLS } from './mcp/tools.js';
import { measureRequest } from './measured-requests.js';
import { mediaRouter } from './media.js';
import { mountOAuth, type SendErrorPage } from './oauth/mount.js';
import { catalogFiles } from './web/files/catalog-files.js';
import { pageErrors } from './web/pages/errors.js';
import { webPages } from './web/router.js';
import { isHttps } from './who/cookies.js';
import { createSessionMiddleware } from './who/session.js';

/** The application, over the database and configuration of this process. */
export function createApp(): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', Array.isArray(config.trustProxy) ? [...config.trustProxy] : config.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', 'strong');
  // With a public https address TLS ends at a proxy; express-session checks this before it sets a Secure cookie.
  if (isHttps()) Object.defineProperty(app.request, 'secure', { get: () => true });
  app.locals.sessionMiddleware = createSessionMiddleware();
  app.locals.unlimitedPaths = new Set(
    routes().flatMap(({ path, isUnlimited }) => (isUnlimited ? [path] : [])),
  );
  // Better Auth's client reads the error as `message`; an agent reads the next step.
  app.locals.errorMembers = {
    auth: (error) => ({ message: error.message }),
    mcp: (error) => ({ next_step: nextStepOf(error) }),
  } satisfies ErrorMembers;
  app.locals.responseCache = createResponseCache();
  app.locals.frameCache = createFrameCache();
  app.locals.resultCache = createResultCache();
  app.locals.sendErrorPage = ((req, res, error) =>
    pageErrors(error, req, res, () => sendError(req, res, error))) satisfies SendErrorPage;

  const sendAtDoor: Telling = (req, res, error, next) =>
    doorOf(req.path) === 'pages' ? pageErrors(error, req, res, next) : sendCounted(req, res, error);
  const steps: Step[] = [
    identifyRequest,
    logRequest,
    measureRequest,
    secureHeaders(),
    refusing(shedLoad(app.locals.unlimitedPaths), sendError),
    refusing(checkMaintenance, sendAtDoor),
    refusing(checkUserAgent, sendCounted),
    refusing(checkOrigin, sendAtDoor),
    beginWork,
  ];
  app.use(...steps);

  app.use(discoveryFiles());
  app.use(catalogFiles());
  app.use(mountOAuth());
  app.use('/media', mediaRouter());
  app.use(webPages({ routes: [...routes(), ...FILE_ROUTES], tools: TOOLS }));
  app.use(mountMcp());
  app.use(mountRoutes(routes()));
  app.use((thrown: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendCounted(req, res, thrown),
  );
  return withFastPath(app, withKeyedPath(app, steps, app));
}

type Telling = (req: Request, res: Response, error: unknown, next: NextFunction) => unknown;

/** A step that runs before the interface is known, with its error responses. */
function refusing(step: Step, tell: Telling): Step {
  return (req, res, next) => {
    try {
      step(req, res, next);
    } catch (error) {
      void tell(req, res, error, next);
    }
  };
}
