// /api/auth, what members change about their own account; the wire format is Better Auth's (C4).
import { confirmEmailChange, requestEmailChange } from '../../core/accounts/email-change.js';
import { updateOwnAccount } from '../../core/accounts/own-account.js';
import { changePassword } from '../../core/accounts/password-changes.js';
import { presentAuthUser } from '../../core/accounts/present.js';
import {
  EmailChangeConfirmation,
  EmailChangeRequest,
  PasswordChange,
  PasswordChanged,
  StatusTrue,
  UserUpdate,
  Verified,
} from '../../core/accounts/schema.js';
import { ok, type Route } from './route.js';

export const ownAccountRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/auth/change-password',
    operationId: 'changePassword',
    tag: 'Accounts',
    summary: 'Set a new password with the current one',
    access: 'account',
    scope: 'account',
    body: PasswordChange,
    answers: { 200: { description: 'Changed; API keys live on', schema: PasswordChanged } },
    errors: ['validation_error', 'invalid_credentials'],
    run: async ({ actor, body }) =>
      ok({
        token: actor.kind === 'user' ? actor.sessionId : null,
        user: presentAuthUser(await changePassword(actor, body)),
      }),
  },
  {
    method: 'post',
    path: '/api/auth/change-email',
    operationId: 'changeEmail',
    tag: 'Accounts',
    summary: 'Email a link to the new address of your account; nothing changes until it is used',
    access: 'account',
    scope: 'account',
    limits: ['sign-up'],
    body: EmailChangeRequest,
    answers: { 200: { description: 'The link is on its way', schema: StatusTrue } },
    errors: ['validation_error', 'invalid_credentials', 'account_exists', 'bootstrap_admin'],
    run: async ({ actor, body }) => ok(await requestEmailChange(actor, body)),
  },
  {
    method: 'post',
    path: '/api/auth/confirm-email-change',
    operationId: 'confirmEmailChange',
    tag: 'Accounts',
    summary: 'Confirm the new address with the token from the email',
    access: 'account',
    scope: 'account',
    body: EmailChangeConfirmation,
    answers: { 200: { description: 'Changed, also by an earlier request', schema: Verified } },
    errors: ['validation_error', 'invalid_token', 'account_exists'],
    run: async ({ actor, body }) =>
      ok({ status: true, user: presentAuthUser(await confirmEmailChange(actor, body)) }),
  },
  {
    method: 'post',
    path: '/api/auth/update-user',
    operationId: 'updateUser',
    tag: 'Accounts',
    summary: 'Change your name',
    access: 'account',
    scope: 'account',
    body: UserUpdate,
    answers: { 200: { description: 'Changed', schema: StatusTrue } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await updateOwnAccount(actor, body)),
  },
];
