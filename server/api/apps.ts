import { AppList, RevokedApp } from '../../core/accounts/app-schema.js';
import { listApps, revokeApp } from '../../core/accounts/apps.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/apps', tag: 'API keys', access: 'account', scope: 'account' } as const;

export const appRoutes = routesOf(shared, {
  listApps: {
    get: '',
    summary: 'List the apps that you let act for you through OAuth',
    answers: { 200: { description: 'Your apps, newest first', schema: AppList } },
    does: listApps,
  },
  revokeApp: {
    delete: '/{id}',
    summary: 'Revoke an app and all its tokens at once',
    answers: { 200: { description: 'Revoked', schema: RevokedApp } },
    does: revokeApp,
  },
});
