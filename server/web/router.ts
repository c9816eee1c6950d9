// The web door: every page, in the order in which addresses are looked up.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { notFound } from '../../core/kernel/errors.js';
import { methodNotAllowed, tellMethods } from '../http/refusals.js';
import { adminConsole } from './admin/router.js';
import { feeds } from './files/feeds.js';
import { filesForMachines } from './files/for-machines.js';
import { readMethods } from './methods.js';
import { accountPages } from './pages/account.js';
import { agentDirectoryPages } from './pages/agent-directories.js';
import { type DocumentedDoors, docsPages } from './pages/docs.js';
import { pageErrors } from './pages/errors.js';
import { homePages } from './pages/home.js';
import { keyPages } from './pages/keys.js';
import { listingPages } from './pages/listings.js';
import { passwordPages } from './pages/passwords.js';
import { sessionPages } from './pages/sessions.js';
import { settingsPages } from './pages/settings.js';
import { signInPages } from './pages/sign-in.js';
import { signUpPages } from './pages/sign-up.js';
import { submitPages } from './pages/submit.js';
import { verifyEmailPages } from './pages/verify-email.js';
import { assetsRouter } from './view/assets.js';
import { identifyVisitor } from './view/visitor.js';

/**
 * Everything that is not the API: pages, feeds and files, with errors told as pages.
 * @param doors what the documentation tells of the other doors
 */
export function webPages(doors: DocumentedDoors): Router {
  const pages = Router();
  pages.use(assetsRouter());
  pages.use(filesForMachines());
  pages.use(identifyVisitor);
  pages.use(feeds());
  pages.use(homePages());
  pages.use(listingPages());
  pages.use(agentDirectoryPages());
  pages.use(docsPages(doors));
  pages.use(signUpPages());
  pages.use(signInPages());
  pages.use(passwordPages());
  pages.use(verifyEmailPages());
  pages.use(submitPages());
  pages.use(accountPages());
  pages.use(keyPages());
  pages.use(sessionPages());
  pages.use(settingsPages());
  pages.use(adminConsole());
  const methodsAt = readMethods(pages);
  pages.use((req: Request) => {
    const allow = methodsAt(req.path);
    if (allow.length === 0 || allow.includes(req.method)) throw notFound('page');
    throw methodNotAllowed(req, allow);
  });
  pages.use(pageErrors);

  const router = Router();
  router.use((req: Request, res: Response, next: NextFunction) => {
    if (!isPage(req.path)) return next();
    const allow = req.method === 'OPTIONS' ? methodsAt(req.path) : [];
    if (allow.length > 0) tellMethods(res, allow);
    else pages(req, res, next);
  });
  return router;
}

/** Whether an address is this door's, so that refusals are told to people. */
export function isPage(path: string): boolean {
  return !/^\/(api|mcp|media)(\/|$)/.test(path);
}
