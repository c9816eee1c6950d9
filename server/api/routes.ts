// Every route of the JSON API, in one flat list.
import { adminRoutes } from './admin.js';
import { authRoutes, ownAccountRoutes } from './auth.js';
import { catalogRoutes } from './catalog.js';
import { claimRoutes } from './claims.js';
import { discoveryRoutes } from './discovery.js';
import { keyRoutes } from './keys.js';
import { listingRoutes } from './listings.js';
import { policyRoutes } from './policy.js';
import { reportRoutes, reviewRoutes } from './reviews.js';
import type { Route } from './route.js';
import { siteRoutes } from './site.js';
import { sourceRoutes } from './sources.js';
import { factorRoutes, secondStepRoutes } from './two-factor.js';
import { webhookRoutes } from './webhooks.js';

/** A function, because discovery describes the list it is part of. */
export function routes(): Route[] {
  return [
    ...discoveryRoutes(routes),
    ...listingRoutes,
    ...keyRoutes,
    ...authRoutes,
    ...ownAccountRoutes,
    ...secondStepRoutes,
    ...factorRoutes,
    ...adminRoutes,
    ...catalogRoutes,
    ...policyRoutes,
    ...reportRoutes,
    ...reviewRoutes,
    ...webhookRoutes,
    ...claimRoutes,
    ...siteRoutes,
    ...sourceRoutes,
  ];
}
