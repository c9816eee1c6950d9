// The web door: every page, in the order in which addresses are looked up.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { notFound } from '../../core/errors.js';
import { methodNotAllowed, tellMethods } from '../refusals.js';
import { accountPages } from './account.js';
import { sessionPages } from './account-sessions.js';
import { adminConsole } from './admin/router.js';
import { agentDirectoryPages } from './agent-directories.js';
import { assetsRouter } from './assets.js';
import { type DocumentedDoors, docsPages } from './docs.js';
import { pageErrors } from './errors.js';
import { feeds } from './feeds.js';
import { filesForMachines } from './for-machines.js';
import { homePages } from './home.js';
import { keyPages } from './keys.js';
import { listingPages } from './listings.js';
import { readMethods } from './methods.js';
import { passwordPages } from './passwords.js';
import { settingsPages } from './settings.js';
import { signInPages } from './sign-in.js';
import { signUpPages } from './sign-up.js';
import { submitPages } from './submit.js';
import { verifyEmailPages } from './verify-email.js';
import { identifyVisitor } from './visitor.js';

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
