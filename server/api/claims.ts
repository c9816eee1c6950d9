import { Type } from '@sinclair/typebox';
import { findClaims, undoClaim } from '../../core/claims/admin.js';
import { startClaim, verifyClaim } from '../../core/claims/claims.js';
import { ClaimPage, ClaimQuery, ClaimResult, ClaimVerified, UndoneClaim } from '../../core/claims/schema.js';
import { Reason } from '../../core/kernel/schema.js';
import { bySlug, ok, type Route } from './route.js';

const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const claimRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/v1/listings/{slug}/claim',
    operationId: 'startClaim',
    tag: 'Listings',
    summary:
      'Learn how to prove that you control the website of a listing, to own it and get the verified mark',
    access: 'account',
    scope: 'listings:write',
    limits: ['listing-write'],
    params: bySlug,
    answers: { 200: { description: 'Any one of the steps proves it', schema: ClaimResult } },
    errors: ['not_found', 'forbidden'],
    run: async ({ actor, params }) => ok(await startClaim(actor, params.slug ?? '')),
  },
  {
    method: 'post',
    path: '/api/v1/listings/{slug}/claim/verify',
    operationId: 'verifyClaim',
    tag: 'Listings',
    summary: 'Check for the proof; the listing is yours when it is found',
    access: 'account',
    scope: 'listings:write',
    limits: ['listing-write'],
    params: bySlug,
    answers: { 200: { description: 'Proven: the listing is yours', schema: ClaimVerified } },
    errors: ['not_found', 'forbidden', 'claim_unproven'],
    run: async ({ actor, params }) => ok(await verifyClaim(actor, params.slug ?? '')),
  },
  {
    method: 'get',
    path: '/api/v1/admin/claims',
    operationId: 'listClaims',
    tag: 'Admin',
    summary: 'Listings that were taken over or verified by proof',
    access: 'listings',
    query: ClaimQuery,
    answers: { 200: { description: 'A page of claims, newest first', schema: ClaimPage } },
    run: async ({ actor, query }) => ok(await findClaims(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/claims/{id}/undo',
    operationId: 'undoClaim',
    tag: 'Admin',
    summary: 'Give a claimed listing back to who owned it before',
    access: 'listings',
    params: byId,
    body: Reason,
    isBodyOptional: true,
    answers: { 200: { description: 'Undone', schema: UndoneClaim } },
    errors: ['validation_error', 'not_found', 'forbidden'],
    run: async ({ actor, params, body }) => ok(await undoClaim(actor, params.id ?? '', body)),
  },
];
