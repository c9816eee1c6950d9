// The pages of the console.
import type { PageRoute } from '../route.js';
import { auditPages } from './audit.js';
import { bulkPages } from './bulk.js';
import { catalogPages } from './catalog.js';
import { columnPages, viewPages } from './columns.js';
import { firstSteps } from './first-steps.js';
import { importPages } from './imports.js';
import { listingDetails } from './listing.js';
import { listingLists } from './listings.js';
import { machinePages } from './machine.js';
import { overviewPages } from './overview.js';
import { policyPages } from './policy.js';
import { reviewPages } from './review.js';
import { settingsConsole } from './site.js';
import { siteCategoryPages } from './site-categories.js';
import { siteFactPages } from './site-facts.js';
import { siteMailPages } from './site-mails.js';
import { operatorPagePages } from './site-pages.js';
import { consoleStatsPages } from './stats.js';
import { userDetails } from './user.js';
import { userLists } from './users.js';

export const consolePages: PageRoute[] = [
  ...overviewPages,
  ...consoleStatsPages,
  ...reviewPages,
  ...listingLists,
  ...importPages,
  ...bulkPages,
  ...listingDetails,
  ...userLists,
  ...userDetails,
  ...auditPages,
  ...catalogPages,
  ...machinePages,
  ...firstSteps,
  ...settingsConsole,
  ...siteCategoryPages,
  ...siteFactPages,
  ...operatorPagePages,
  ...siteMailPages,
  ...policyPages,
  ...viewPages,
  ...columnPages,
];
