import { listApps, revokeApp } from '../../core/accounts/apps.js';
import * as schema from '../../core/accounts/key-schema.js';
import { listKeys, mintKey, revokeKey, revokeLeakedKey, rotateKey } from '../../core/accounts/keys.js';
import { Whoami, whoami } from '../../core/accounts/own-account.js';
import { Registration, RegistrationResult, VerificationRequired } from '../../core/accounts/schema.js';
import { registerAccount } from '../../core/accounts/sign-up.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1', tag: 'API keys', access: 'account' } as const;

export const keyRoutes = routesOf(shared, {
  registerAgent: {
    post: '/agents/register',
    tag: 'Accounts',
    summary: 'Create an account and its first API key in one step',
    access: 'public',
    limits: ['sign-up'],
    body: Registration,
    answers: {
      201: ['The account and its key, shown only once', RegistrationResult],
      202: ['The account; its email must be verified first', VerificationRequired],
    },
    errors: ['account_exists'],
    run: async ({ actor, body }) => {
      const outcome = await registerAccount(actor, body);
      return { status: 'api_key' in outcome ? 201 : 202, body: outcome };
    },
  },
  whoami: {
    get: '/me',
    tag: 'Accounts',
    summary: 'Whose key, app or session this is, and what it may do',
    answer: ['The account and the credentials', Whoami],
    does: whoami,
  },
  mintApiKey: {
    post: '/api-keys',
    summary: 'Mint an API key; the secret is shown only once',
    scope: 'keys',
    body: schema.NewKey,
    isBodyOptional: true,
    isRepeatable: true,
    answers: { 201: ['The key with its secret', schema.KeyResult] },
    errors: ['key_limit'],
    does: mintKey,
  },
  listApiKeys: {
    get: '/api-keys',
    summary: 'List your API keys, without secrets',
    scope: 'keys',
    answer: ['Your keys, newest first', schema.KeyList],
    does: listKeys,
  },
  revokeApiKey: {
    delete: '/api-keys/{id}',
    summary: 'Revoke an API key at once',
    scope: 'keys',
    answer: ['Revoked', schema.RevokedKey],
    does: revokeKey,
  },
  rotateApiKey: {
    post: '/api-keys/{id}/rotate',
    summary: 'Replace an API key with a new one on the same terms; the old one stays valid for a while',
    scope: 'keys',
    body: schema.KeyRotation,
    isBodyOptional: true,
    isRepeatable: true,
    answers: { 201: ['The new key with its secret, and the old one', schema.RotatedKey] },
    errors: ['key_limit'],
    does: rotateKey,
  },
  revokeLeakedKey: {
    post: '/keys/revoke-leaked',
    summary: 'Revoke a key whose secret was found in public; its owner is notified by email',
    description: 'The response is the same if there is no such key, or it is already revoked.',
    access: 'public',
    limits: ['report'],
    body: schema.LeakedKey,
    answer: ['Received', schema.LeakReceived],
    does: revokeLeakedKey,
  },
  listApps: {
    get: '/apps',
    summary: 'List the apps that you let act for you through OAuth',
    scope: 'account',
    answer: ['Your apps, newest first', schema.AppList],
    does: listApps,
  },
  revokeApp: {
    delete: '/apps/{id}',
    summary: 'Revoke an app and all its tokens at once',
    scope: 'account',
    answer: ['Revoked', schema.RevokedApp],
    does: revokeApp,
  },
});
