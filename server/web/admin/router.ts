// The console, behind one door.
import { Router } from 'express';
import { auditPages } from './audit.js';
import { catalogPages } from './catalog.js';
import { listingDetails } from './listing.js';
import { listingBulkPages } from './listing-bulk.js';
import { listingLists } from './listings.js';
import { overviewPages } from './overview.js';
import { requireConsole } from './page.js';
import { queuePages } from './queue.js';
import { userDetails } from './user.js';
import { userBulkPages } from './user-bulk.js';
import { userLists } from './users.js';

export function adminConsole(): Router {
  const router = Router();
  router.use('/admin', requireConsole);
  router.use(overviewPages());
  router.use(listingLists());
  router.use(listingBulkPages());
  router.use(listingDetails());
  router.use(userLists());
  router.use(userBulkPages());
  router.use(userDetails());
  router.use(auditPages());
  router.use(catalogPages());
  router.use(queuePages());
  return router;
}
