import { Type } from '@sinclair/typebox';
import {
  KeyList,
  KeyResult,
  KeyRotation,
  LeakedKey,
  LeakReceived,
  NewKey,
  RevokedKey,
  RotatedKey,
} from '../../core/accounts/key-schema.js';
import { listKeys, mintKey, revokeKey, rotateKey } from '../../core/accounts/keys.js';
import { revokeLeakedKey } from '../../core/accounts/leaked-keys.js';
import { Registration, RegistrationResult, VerificationRequired } from '../../core/accounts/schema.js';
import { registerAccount } from '../../core/accounts/sign-up.js';
import { Whoami, whoami } from '../../core/accounts/whoami.js';
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
    method: 'get',
    path: '/api/v1/me',
    operationId: 'whoami',
    tag: 'Accounts',
    summary: 'Whose key, app or session this is, and what it may do',
    access: 'account',
    answers: { 200: { description: 'The account and the credentials', schema: Whoami } },
    run: async ({ actor }) => ok(whoami(actor)),
  },
  {
    method: 'post',
    path: '/api/v1/api-keys',
    operationId: 'mintApiKey',
    tag: 'API keys',
    summary: 'Mint an API key; the secret is shown this once',
    access: 'account',
    scope: 'keys',
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
    scope: 'keys',
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
    scope: 'keys',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    answers: { 200: { description: 'Revoked', schema: RevokedKey } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await revokeKey(actor, params.id ?? '')),
  },
  {
    method: 'post',
    path: '/api/v1/api-keys/{id}/rotate',
    operationId: 'rotateApiKey',
    tag: 'API keys',
    summary: 'Replace an API key with a new one on the same terms; the old one stays valid for a while',
    access: 'account',
    scope: 'keys',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    body: KeyRotation,
    isBodyOptional: true,
    isRepeatable: true,
    answers: { 201: { description: 'The new key with its secret, and the old one', schema: RotatedKey } },
    errors: ['validation_error', 'not_found', 'key_limit'],
    run: async ({ actor, params, body }) => created(await rotateKey(actor, params.id ?? '', body)),
  },
  {
    method: 'post',
    path: '/api/v1/keys/revoke-leaked',
    operationId: 'revokeLeakedKey',
    tag: 'API keys',
    summary: 'Revoke a key whose secret was found in public; its owner is notified by email',
    description: 'The response is the same if there is no such key, or it is revoked already.',
    access: 'public',
    limits: ['report'],
    body: LeakedKey,
    answers: { 200: { description: 'Received', schema: LeakReceived } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await revokeLeakedKey(actor, body)),
  },
];
