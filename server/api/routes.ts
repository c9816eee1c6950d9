// Every route of the JSON API, in one flat list.
import { adminRoutes } from './admin.js';
import { authRoutes, ownAccountRoutes, sessionRoutes } from './auth.js';
import { catalogRoutes } from './catalog.js';
import { claimRoutes } from './claims.js';
import { discoveryRoutes, internalRoutes } from './discovery.js';
import { appRoutes, keyRoutes } from './keys.js';
import { listingRoutes } from './listings.js';
import { policyRoutes } from './policy.js';
import { reportRoutes, reviewRoutes, takedownRoutes } from './reviews.js';
import type { Route } from './route.js';
import { categoryRoutes, settingsRoutes } from './site.js';
import { importRoutes, sourceRoutes } from './sources.js';
import { passkeyRoutes, secondStepRoutes, twoFactorRoutes } from './two-factor.js';
import { webhookRoutes } from './webhooks.js';

/** A function, because discovery describes the list it is part of. */
export function routes(): Route[] {
  return [
    ...discoveryRoutes(routes),
    ...listingRoutes,
    ...keyRoutes,
    ...appRoutes,
    ...authRoutes,
    ...sessionRoutes,
    ...twoFactorRoutes,
    ...secondStepRoutes,
    ...passkeyRoutes,
    ...ownAccountRoutes,
    ...adminRoutes,
    ...catalogRoutes,
    ...policyRoutes,
    ...takedownRoutes,
    ...reportRoutes,
    ...reviewRoutes,
    ...webhookRoutes,
    ...claimRoutes,
    ...settingsRoutes,
    ...categoryRoutes,
    ...importRoutes,
    ...sourceRoutes,
    ...internalRoutes,
  ];
}
