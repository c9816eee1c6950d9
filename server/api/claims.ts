import { findClaims, startClaim, undoClaim, verifyClaim } from '../../core/claims/claims.js';
import { changeSiteNews, getSiteNews, SiteAction, SiteNews } from '../../core/claims/own-site.js';
import { ClaimPage, ClaimQuery, ClaimResult, ClaimVerified, UndoneClaim } from '../../core/claims/proof.js';
import { Reason } from '../../core/kernel/schema.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1', tag: 'Listings', access: 'account' } as const;

export const claimRoutes = routesOf(shared, {
  startClaim: {
    post: '/listings/{slug}/claim',
    summary: 'Learn how to prove that you control the website of a listing, to own it',
    scope: 'listings:write',
    answer: ['Any one of the steps proves it', ClaimResult],
    errors: ['forbidden'],
    does: startClaim,
  },
  verifyClaim: {
    post: '/listings/{slug}/claim/verify',
    summary: 'Check for the proof; the listing is yours when it is found',
    scope: 'listings:write',
    answer: ['Proven: the listing is yours', ClaimVerified],
    errors: ['forbidden', 'claim_unproven'],
    does: verifyClaim,
  },
  getSiteNews: {
    get: '/listings/{slug}/site',
    summary: 'Where the website of your proven listing differs from the listing',
    scope: 'listings:read',
    answer: ['As it was last read', SiteNews],
    errors: ['forbidden'],
    does: getSiteNews,
  },
  changeSiteNews: {
    post: '/listings/{slug}/site',
    summary: 'Read the website of your proven listing, take over or dismiss what it says, or follow it',
    scope: 'listings:write',
    body: SiteAction,
    answer: ['What still differs', SiteNews],
    errors: ['forbidden', 'content_policy'],
    does: changeSiteNews,
  },
  listClaims: {
    get: '/admin/claims',
    tag: 'Admin',
    summary: 'Listings that were taken over or verified by proof',
    access: 'listings',
    query: ClaimQuery,
    answer: ['A page of claims, newest first', ClaimPage],
    does: findClaims,
  },
  undoClaim: {
    post: '/admin/claims/{id}/undo',
    tag: 'Admin',
    summary: 'Give a claimed listing back to its previous owner',
    access: 'listings',
    body: Reason,
    isBodyOptional: true,
    answer: ['Undone', UndoneClaim],
    errors: ['forbidden'],
    does: undoClaim,
  },
});
