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
import { ok, routesOf } from './route.js';

const shared = { path: '/api/auth', tag: 'Accounts', access: 'account', scope: 'account' } as const;

export const ownAccountRoutes = routesOf(shared, {
  changePassword: {
    post: '/change-password',
    summary: 'Set a new password with the current one',
    body: PasswordChange,
    answers: { 200: { description: 'Changed; API keys live on', schema: PasswordChanged } },
    errors: ['invalid_credentials'],
    run: async ({ actor, body }) =>
      ok({
        token: actor.kind === 'user' ? actor.sessionId : null,
        user: presentAuthUser(await changePassword(actor, body)),
      }),
  },
  changeEmail: {
    post: '/change-email',
    summary: 'Email a link to the new address of your account; nothing changes until it is used',
    limits: ['sign-up'],
    body: EmailChangeRequest,
    answers: { 200: { description: 'The link is on its way', schema: StatusTrue } },
    errors: ['invalid_credentials', 'account_exists', 'bootstrap_admin'],
    does: requestEmailChange,
  },
  confirmEmailChange: {
    post: '/confirm-email-change',
    summary: 'Confirm the new address with the token from the email',
    body: EmailChangeConfirmation,
    answers: { 200: { description: 'Changed, also by an earlier request', schema: Verified } },
    errors: ['invalid_token', 'account_exists'],
    run: async ({ actor, body }) =>
      ok({ status: true, user: presentAuthUser(await confirmEmailChange(actor, body)) }),
  },
  updateUser: {
    post: '/update-user',
    summary: 'Change your name',
    body: UserUpdate,
    answers: { 200: { description: 'Changed', schema: StatusTrue } },
    does: updateOwnAccount,
  },
});
