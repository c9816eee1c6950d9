import { Type } from '@sinclair/typebox';
import { listKeys, mintKey, revokeKey } from '../../core/accounts/keys.js';
import {
  KeyList,
  KeyResult,
  NewKey,
  Registration,
  RegistrationResult,
  RevokedKey,
  VerificationRequired,
} from '../../core/accounts/schema.js';
import { registerAccount } from '../../core/accounts/sign-up.js';
import { created, ok, type Route } from './route.js';

export const keyRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/v1/agents/register',
    operationId: 'registerAgent',
    tag: 'Accounts',
    summary: 'Create an account and its first API key in one step',
    access: 'public',
    limits: ['sign-up'],
    body: Registration,
    answers: {
      201: { description: 'The account and its key, shown this once', schema: RegistrationResult },
      202: { description: 'The account; its email must be verified first', schema: VerificationRequired },
    },
    errors: ['validation_error', 'account_exists'],
    run: async ({ actor, body }) => {
      const outcome = await registerAccount(actor, body);
      return { status: 'api_key' in outcome ? 201 : 202, body: outcome };
    },
  },
  {
    method: 'post',
    path: '/api/v1/api-keys',
    operationId: 'mintApiKey',
    tag: 'API keys',
    summary: 'Mint an API key; the secret is shown this once',
    access: 'account',
    body: NewKey,
    isBodyOptional: true,
    isRepeatable: true,
    answers: { 201: { description: 'The key with its secret', schema: KeyResult } },
    errors: ['validation_error', 'key_limit'],
    run: async ({ actor, body }) => created(await mintKey(actor, body)),
  },
  {
    method: 'get',
    path: '/api/v1/api-keys',
    operationId: 'listApiKeys',
    tag: 'API keys',
    summary: 'List your API keys, without secrets',
    access: 'account',
    answers: { 200: { description: 'Your keys, newest first', schema: KeyList } },
    run: async ({ actor }) => ok(await listKeys(actor)),
  },
  {
    method: 'delete',
    path: '/api/v1/api-keys/{id}',
    operationId: 'revokeApiKey',
    tag: 'API keys',
    summary: 'Revoke an API key at once',
    access: 'account',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    answers: { 200: { description: 'Revoked', schema: RevokedKey } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await revokeKey(actor, params.id ?? '')),
  },
];
