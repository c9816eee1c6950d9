import { Type } from '@sinclair/typebox';
import { AppList, RevokedApp } from '../../core/accounts/app-schema.js';
import { listApps, revokeApp } from '../../core/accounts/apps.js';
import { ok, type Route } from './route.js';

export const appRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/apps',
    operationId: 'listApps',
    tag: 'API keys',
    summary: 'List the apps that you let act for you through OAuth',
    access: 'account',
    scope: 'account',
    answers: { 200: { description: 'Your apps, newest first', schema: AppList } },
    run: async ({ actor }) => ok(await listApps(actor)),
  },
  {
    method: 'delete',
    path: '/api/v1/apps/{id}',
    operationId: 'revokeApp',
    tag: 'API keys',
    summary: 'Revoke an app and all its tokens at once',
    access: 'account',
    scope: 'account',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    answers: { 200: { description: 'Revoked', schema: RevokedApp } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await revokeApp(actor, params.id ?? '')),
  },
];
