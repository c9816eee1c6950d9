// Accounts, sessions and keys: /api/auth uses Better Auth's camelCase, /api/v1 snake_case (C4).
import { type Static, Type } from '@sinclair/typebox';
import type { UserModel } from '../../db/models/accounts.js';
import { ROLES } from '../kernel/actor.js';
import * as s from '../kernel/schema.js';
import { keyName, MintedKey } from './key-schema.js';
import { TwoFactorRedirect } from './second-factor/schema.js';

export const personName = s.line(120, { title: 'Name', examples: ['Ada Lovelace'], 'x-person': true });
const callbackURL = Type.Optional(Type.String({ maxLength: 2000 }));
export const opaqueToken = Type.String({ minLength: 1, maxLength: 200 });

export const Registration = s.titled('Registration', {
  name: personName,
  email: s.emailAddress(),
  password: s.newPassword(),
  key_name: Type.Optional(keyName),
});

export const SignUp = s.titled('SignUp', {
  name: personName,
  email: s.emailAddress(),
  password: s.newPassword(),
  rememberMe: Type.Optional(Type.Boolean()),
  callbackURL,
});

export const SignIn = s.titled('SignIn', {
  email: s.emailAddress(),
  password: s.anyPassword(),
  rememberMe: Type.Optional(Type.Boolean()),
  callbackURL,
});

export const PasswordResetRequest = s.titled('PasswordResetRequest', {
  email: s.emailAddress(),
  redirectTo: callbackURL,
});

export const PasswordReset = s.titled('PasswordReset', { newPassword: s.newPassword(), token: opaqueToken });

export const VerificationRequest = s.titled('VerificationRequest', { email: s.emailAddress(), callbackURL });

export const PasswordChange = s.titled('PasswordChange', {
  currentPassword: s.anyPassword(),
  newPassword: s.newPassword(),
  revokeOtherSessions: Type.Optional(Type.Boolean()),
});

export const EmailChangeRequest = s.titled('EmailChangeRequest', {
  newEmail: s.emailAddress(),
  password: Type.Optional(s.anyPassword()),
  callbackURL,
});

export const EmailChangeConfirmation = s.titled('EmailChangeConfirmation', { token: opaqueToken });

export const UserUpdate = s.titled('UserUpdate', { name: personName });

export const SessionRevocation = s.titled('SessionRevocation', { token: opaqueToken });

export const AuthUser = s.titled('AuthUser', {
  id: s.uuid(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  image: Type.Null(),
  role: s.word(ROLES),
  twoFactorEnabled: Type.Boolean({
    description: 'Signing in with the password takes a second factor.',
  }),
  createdAt: s.instant(),
  updatedAt: s.instant(),
});
export const presentAuthUser = (row: UserModel) => s.presentRow(AuthUser, row);

export const AuthSession = s.titled('AuthSession', {
  id: s.uuid(),
  userId: s.uuid(),
  expiresAt: s.instant(),
  createdAt: s.instant(),
  updatedAt: s.instant(),
  ipAddress: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  userAgent: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  token: Type.String(),
});
export type AuthSession = Static<typeof AuthSession>;

export const SignUpResult = s.titled('SignUpResult', {
  token: Type.String(),
  user: AuthUser,
  session: AuthSession,
});
export const SignInResult = s.titled('SignInResult', {
  redirect: Type.Boolean(),
  url: Type.Optional(Type.String()),
  ...SignUpResult.properties,
});
export const SignInAnswer = Type.Union([SignInResult, TwoFactorRedirect]);
/** `token`: the request's session or a new one; null for an API key, or if no session was wanted. */
export const CodeAccepted = s.titled('CodeAccepted', {
  token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  user: AuthUser,
});
export const SessionOpened = s.titled('SessionOpened', { session: AuthSession, user: AuthUser });
export const SessionResult = s.nullable(s.titled('CurrentSession', { session: AuthSession, user: AuthUser }));
export const Success = s.titled('Success', { success: s.flag(true) });
export const StatusTrue = s.titled('StatusTrue', {
  status: s.flag(true),
  message: Type.Optional(Type.String()),
});
export const PasswordChanged = s.titled('PasswordChanged', {
  token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  user: AuthUser,
});
export const Verified = s.titled('Verified', { status: s.flag(true), user: AuthUser });
export const SessionList = Type.Array(AuthSession);

export const User = s.titled('User', {
  id: s.uuid(),
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  role: s.word(ROLES),
  created_at: s.instant(),
  updated_at: s.instant(),
});
export const presentUser = (row: UserModel) => s.presentRow(User, row);

export const AdminUser = s.titled('AdminUser', {
  ...User.properties,
  listing_count: Type.Integer(),
  api_key_count: Type.Integer(),
  last_sign_in_at: s.nullableInstant(),
  two_factor_enabled: Type.Boolean(),
  bootstrap_admin: Type.Boolean({ description: 'On the admin-email list: cannot be demoted or deleted.' }),
  suspended: s.nullable(
    s.titled('Suspension', { at: s.instant(), until: s.nullableInstant(), reason: s.optionalText(500) }),
  ),
});
export type AdminUser = Static<typeof AdminUser>;

export const RegistrationResult = s.response('RegistrationResult', { user: User, api_key: MintedKey });
export const VerificationRequired = s.response('VerificationRequired', {
  status: Type.Unsafe<'verification_required'>({ type: 'string', const: 'verification_required' }),
  message: Type.String(),
  user: User,
});
