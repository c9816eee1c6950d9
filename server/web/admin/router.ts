// The pages of the console.
import type { PageRoute } from '../route.js';
import { auditPages } from './audit.js';
import { catalogPages } from './catalog.js';
import { columnPages } from './columns.js';
import { firstSteps } from './first-steps.js';
import { importPages } from './imports.js';
import { listingDetails } from './listing.js';
import { listingBulkPages } from './listing-bulk.js';
import { listingLists } from './listings.js';
import { overviewPages } from './overview.js';
import { policyPages } from './policy.js';
import { queuePages } from './queue.js';
import { reviewPages } from './review.js';
import { searchPages } from './search.js';
import { siteConsole } from './site.js';
import { siteCategoryPages } from './site-categories.js';
import { siteMailPages } from './site-mails.js';
import { sitePagePages } from './site-pages.js';
import { consoleStatsPages } from './stats.js';
import { statusPages } from './status.js';
import { takedownPages } from './takedowns.js';
import { userDetails } from './user.js';
import { userBulkPages } from './user-bulk.js';
import { userInvitation } from './user-new.js';
import { userLists } from './users.js';

import { viewPages } from './views.js';

export const consolePages: PageRoute[] = [
  ...overviewPages,
  ...consoleStatsPages,
  ...reviewPages,
  ...searchPages,
  ...listingLists,
  ...importPages,
  ...listingBulkPages,
  ...listingDetails,
  ...userLists,
  ...userBulkPages,
  ...userInvitation,
  ...userDetails,
  ...auditPages,
  ...catalogPages,
  ...queuePages,
  ...firstSteps,
  ...siteConsole,
  ...siteCategoryPages,
  ...sitePagePages,
  ...siteMailPages,
  ...statusPages,
  ...takedownPages,
  ...policyPages,
  ...viewPages,
  ...columnPages,
];
