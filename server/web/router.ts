// All pages, in the order in which routes are matched.
import { type ErrorRequestHandler, Router } from 'express';
import { may } from '../../core/kernel/actor.js';
import { notFound } from '../../core/kernel/errors.js';
import { identifyVisitor } from '../who/actor.js';
import { auditPages } from './admin/audit.js';
import { bulkPages } from './admin/bulk.js';
import { catalogPages } from './admin/catalog.js';
import { categoryAndFactPages } from './admin/categories-facts.js';
import { columnPages } from './admin/columns.js';
import { importPages } from './admin/imports.js';
import { consoleListingPages } from './admin/listings.js';
import { overviewPages } from './admin/overview.js';
import { refuseConsole } from './admin/page.js';
import { policyPages } from './admin/policy.js';
import { reviewPages } from './admin/review.js';
import { settingsConsole } from './admin/site.js';
import { siteMailPages } from './admin/site-mails.js';
import { operatorPagePages } from './admin/site-pages.js';
import { consoleStatsPages } from './admin/stats.js';
import { userPages } from './admin/users.js';
import { feeds } from './files/feeds.js';
import { filesForMachines, markdownFiles } from './files/for-machines.js';
import { pictureFiles } from './files/pictures.js';
import { askToSignIn, mountPages } from './mount.js';
import { accountPages } from './pages/account.js';
import { agentDirectoryPages } from './pages/agent-directories.js';
import { type DocumentedDoors, docsPages } from './pages/docs.js';
import { sendPageError } from './pages/errors.js';
import { factPages } from './pages/facts.js';
import { homePages } from './pages/home.js';
import { listingPages } from './pages/listings.js';
import { mailedLinkPages } from './pages/mailed-links.js';
import { ownAccountPages } from './pages/own-account.js';
import { programPages } from './pages/programs.js';
import { readerPages } from './pages/readers.js';
import { reportPages } from './pages/reports.js';
import { secondStepPages } from './pages/second-step.js';
import { signInPages } from './pages/sign-in.js';
import { statsPages } from './pages/stats.js';
import { submitPages } from './pages/submit.js';
import type { PageRoute } from './route.js';
import { assetsRouter } from './view/assets.js';
import { accountOf } from './view/links.js';

/** In one flat list: a path with a parameter comes after those it would also match. */
export function pageRoutes(doors: DocumentedDoors): PageRoute[] {
  return [
    // Before the pages of listings: no slug contains a dot.
    ...markdownFiles,
    ...filesForMachines,
    ...feeds,
    ...pictureFiles,
    ...homePages,
    ...listingPages,
    ...factPages,
    ...readerPages,
    ...reportPages,
    ...agentDirectoryPages,
    ...docsPages(doors),
    ...signInPages,
    ...secondStepPages,
    ...mailedLinkPages,
    ...submitPages,
    ...statsPages,
    ...accountPages,
    ...programPages,
    ...ownAccountPages,
    ...overviewPages,
    ...consoleStatsPages,
    ...reviewPages,
    ...consoleListingPages,
    ...importPages,
    ...bulkPages,
    ...userPages,
    ...auditPages,
    ...catalogPages,
    ...settingsConsole,
    ...categoryAndFactPages,
    ...operatorPagePages,
    ...siteMailPages,
    ...policyPages,
    ...columnPages,
  ];
}

/** Everything that is not the API. @param doors the routes and tools of the others, for the documentation */
export function webPages(doors: DocumentedDoors): Router {
  const pages = Router();
  pages.use(assetsRouter());
  pages.use(mountPages(pageRoutes(doors)));
  pages.use(async ({ exchange: visit }) => {
    await identifyVisitor(visit);
    const { req } = visit;
    // Everyone but admins gets the same response at every address, so that nothing is revealed.
    if (/^\/admin(\/|$)/i.test(req.path) && !may(visit.actor, 'desk')) {
      return accountOf(visit) ? refuseConsole(visit) : askToSignIn(visit);
    }
    throw notFound('page');
  });
  pages.use(sendFailure);
  return pages;
}

const sendFailure: ErrorRequestHandler = (error, { exchange }, _res, _next) => sendPageError(exchange, error);
