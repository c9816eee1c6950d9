// The web door: every page, in the order in which addresses are looked up.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { notFound } from '../../core/errors.js';
import { assetsRouter } from './assets.js';
import { pageErrors } from './errors.js';
import { feeds } from './feeds.js';
import { filesForMachines } from './for-machines.js';
import { homePages } from './home.js';
import { listingPages } from './listings.js';
import { identifyVisitor } from './visitor.js';

/** Everything that is not the API: pages, feeds and files, with errors told as pages. */
export function webPages(): Router {
  const pages = Router();
  pages.use(assetsRouter());
  pages.use(filesForMachines());
  pages.use(identifyVisitor);
  pages.use(feeds());
  pages.use(homePages());
  pages.use(listingPages());
  pages.use((_req: Request) => {
    throw notFound('page');
  });
  pages.use(pageErrors);

  const router = Router();
  router.use((req: Request, res: Response, next: NextFunction) => {
    if (/^\/(api|mcp|media)(\/|$)/.test(req.path)) next();
    else pages(req, res, next);
  });
  return router;
}
