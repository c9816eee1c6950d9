// Accounts, sessions and keys: /api/auth speaks Better Auth's camelCase, /api/v1 snake_case (C4).
import { type Static, Type } from '@sinclair/typebox';
import type { UserModel } from '../../db/models/accounts.js';
import { ROLES } from '../kernel/actor.js';
import {
  anyPassword,
  emailAddress,
  flag,
  instant,
  line,
  newPassword,
  nullable,
  nullableInstant,
  optionalText,
  presentRow,
  titled,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { TwoFactorRedirect } from '../second-factor/schema.js';
import { keyName, MintedKey } from './key-schema.js';

export const personName = line(120, { title: 'Name', examples: ['Ada Lovelace'], 'x-person': true });
const callbackURL = Type.Optional(Type.String({ maxLength: 2000 }));
export const opaqueToken = Type.String({ minLength: 1, maxLength: 200 });

export const Registration = titled('Registration', {
  name: personName,
  email: emailAddress(),
  password: newPassword(),
  key_name: Type.Optional(keyName),
});

export const SignUp = titled('SignUp', {
  name: personName,
  email: emailAddress(),
  password: newPassword(),
  rememberMe: Type.Optional(Type.Boolean()),
  callbackURL,
});

export const SignIn = titled('SignIn', {
  email: emailAddress(),
  password: anyPassword(),
  rememberMe: Type.Optional(Type.Boolean()),
  callbackURL,
});

export const PasswordResetRequest = titled('PasswordResetRequest', {
  email: emailAddress(),
  redirectTo: callbackURL,
});

export const PasswordReset = titled('PasswordReset', { newPassword: newPassword(), token: opaqueToken });

export const VerificationRequest = titled('VerificationRequest', { email: emailAddress(), callbackURL });

export const PasswordChange = titled('PasswordChange', {
  currentPassword: anyPassword(),
  newPassword: newPassword(),
  revokeOtherSessions: Type.Optional(Type.Boolean()),
});

export const EmailChangeRequest = titled('EmailChangeRequest', {
  newEmail: emailAddress(),
  password: Type.Optional(anyPassword()),
  callbackURL,
});

export const EmailChangeConfirmation = titled('EmailChangeConfirmation', { token: opaqueToken });

export const UserUpdate = titled('UserUpdate', { name: personName });

export const SessionRevocation = titled('SessionRevocation', { token: opaqueToken });

/** The account in /api/auth. */
export const AuthUser = titled('AuthUser', {
  id: uuid(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  image: Type.Null(),
  role: word(ROLES),
  twoFactorEnabled: Type.Boolean({
    description: 'Signing in with the password takes a second factor.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
});
export const presentAuthUser = (row: UserModel) => presentRow(AuthUser, row);

/** A session in /api/auth; id and token are public, never the secret in the cookie. */
export const AuthSession = titled('AuthSession', {
  id: uuid(),
  userId: uuid(),
  expiresAt: instant(),
  createdAt: instant(),
  updatedAt: instant(),
  ipAddress: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  userAgent: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  token: Type.String(),
});
export type AuthSession = Static<typeof AuthSession>;

export const SignUpResult = titled('SignUpResult', {
  token: Type.String(),
  user: AuthUser,
  session: AuthSession,
});
export const SignInResult = titled('SignInResult', {
  redirect: Type.Boolean(),
  url: Type.Optional(Type.String()),
  ...SignUpResult.properties,
});
/** The answer to a right password. */
export const SignInAnswer = Type.Union([SignInResult, TwoFactorRedirect]);
/** The session is that of the request, or a new one. null: an API key's, or none was wanted. */
export const CodeAccepted = titled('CodeAccepted', {
  token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  user: AuthUser,
});
export const SessionOpened = titled('SessionOpened', { session: AuthSession, user: AuthUser });
export const SessionResult = nullable(titled('CurrentSession', { session: AuthSession, user: AuthUser }));
export const Success = titled('Success', { success: flag(true) });
export const StatusTrue = titled('StatusTrue', { status: flag(true), message: Type.Optional(Type.String()) });
export const PasswordChanged = titled('PasswordChanged', {
  token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  user: AuthUser,
});
export const Verified = titled('Verified', { status: flag(true), user: AuthUser });
export const SessionList = Type.Array(AuthSession);

/** The account in /api/v1. */
export const User = titled('User', {
  id: uuid(),
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  role: word(ROLES),
  created_at: instant(),
  updated_at: instant(),
});
export const presentUser = (row: UserModel) => presentRow(User, row);

/** What admins see in addition. */
export const AdminUser = titled('AdminUser', {
  ...User.properties,
  listing_count: Type.Integer(),
  api_key_count: Type.Integer(),
  last_sign_in_at: nullableInstant(),
  two_factor_enabled: Type.Boolean(),
  bootstrap_admin: Type.Boolean({ description: 'On the admin-email list: cannot be demoted or deleted.' }),
  suspended: nullable(
    titled('Suspension', { at: instant(), until: nullableInstant(), reason: optionalText(500) }),
  ),
});
export type AdminUser = Static<typeof AdminUser>;

export const RegistrationResult = titled('RegistrationResult', { user: User, api_key: MintedKey, warnings });
export const VerificationRequired = titled('VerificationRequired', {
  status: Type.Unsafe<'verification_required'>({ type: 'string', const: 'verification_required' }),
  message: Type.String(),
  user: User,
  warnings,
});
