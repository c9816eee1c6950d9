// Accounts, sessions and keys: /api/auth speaks Better Auth's camelCase, /api/v1 snake_case (C4).

import { type Static, Type } from '@sinclair/typebox';
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
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { TwoFactorRedirect } from '../second-factor/schema.js';
import { keyName, MintedKey } from './key-schema.js';

export const personName = line(120, { title: 'Name', examples: ['Ada Lovelace'], 'x-person': true });
const callbackURL = Type.Optional(Type.String({ maxLength: 2000 }));

export const Registration = Type.Object(
  { name: personName, email: emailAddress(), password: newPassword(), key_name: Type.Optional(keyName) },
  { title: 'Registration' },
);
export type Registration = Static<typeof Registration>;

export const SignUp = Type.Object(
  {
    name: personName,
    email: emailAddress(),
    password: newPassword(),
    rememberMe: Type.Optional(Type.Boolean()),
    callbackURL,
  },
  { title: 'SignUp' },
);

export const SignIn = Type.Object(
  {
    email: emailAddress(),
    password: anyPassword(),
    rememberMe: Type.Optional(Type.Boolean()),
    callbackURL,
  },
  { title: 'SignIn' },
);

export const PasswordResetRequest = Type.Object(
  { email: emailAddress(), redirectTo: Type.Optional(Type.String({ maxLength: 2000 })) },
  { title: 'PasswordResetRequest' },
);

export const PasswordReset = Type.Object(
  { newPassword: newPassword(), token: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'PasswordReset' },
);

export const VerificationRequest = Type.Object(
  { email: emailAddress(), callbackURL },
  { title: 'VerificationRequest' },
);

export const PasswordChange = Type.Object(
  {
    currentPassword: anyPassword(),
    newPassword: newPassword(),
    revokeOtherSessions: Type.Optional(Type.Boolean()),
  },
  { title: 'PasswordChange' },
);

export const EmailChangeRequest = Type.Object(
  { newEmail: emailAddress(), password: Type.Optional(anyPassword()), callbackURL },
  { title: 'EmailChangeRequest' },
);

export const EmailChangeConfirmation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'EmailChangeConfirmation' },
);

export const UserUpdate = Type.Object({ name: personName }, { title: 'UserUpdate' });

export const SessionRevocation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'SessionRevocation' },
);

/** The account in /api/auth. */
export const AuthUser = Type.Object(
  {
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
  },
  { title: 'AuthUser' },
);
export type AuthUser = Static<typeof AuthUser>;

/** A session in /api/auth; id and token are public, never the secret in the cookie. */
export const AuthSession = Type.Object(
  {
    id: uuid(),
    userId: uuid(),
    expiresAt: instant(),
    createdAt: instant(),
    updatedAt: instant(),
    ipAddress: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    userAgent: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    token: Type.String(),
  },
  { title: 'AuthSession' },
);
export type AuthSession = Static<typeof AuthSession>;

export const SignUpResult = Type.Object(
  { token: Type.String(), user: AuthUser, session: AuthSession },
  { title: 'SignUpResult' },
);
export const SignInResult = Type.Object(
  {
    redirect: Type.Boolean(),
    url: Type.Optional(Type.String()),
    token: Type.String(),
    user: AuthUser,
    session: AuthSession,
  },
  { title: 'SignInResult' },
);
/** The answer to a right password. */
export const SignInAnswer = Type.Unsafe<Static<typeof SignInResult> | Static<typeof TwoFactorRedirect>>({
  anyOf: [SignInResult, TwoFactorRedirect],
});
/** The session is that of the request, or a new one. null: an API key's, or none was wanted. */
export const CodeAccepted = Type.Object(
  { token: Type.Unsafe<string | null>({ type: ['string', 'null'] }), user: AuthUser },
  { title: 'CodeAccepted' },
);
export const SessionOpened = Type.Object(
  { session: AuthSession, user: AuthUser },
  { title: 'SessionOpened' },
);
export const SessionResult = Type.Unsafe<{ session: AuthSession; user: AuthUser } | null>({
  anyOf: [
    Type.Object({ session: AuthSession, user: AuthUser }, { title: 'CurrentSession' }),
    { type: 'null' },
  ],
});
export const Success = Type.Object({ success: flag(true) }, { title: 'Success' });
export const StatusTrue = Type.Object(
  { status: flag(true), message: Type.Optional(Type.String()) },
  { title: 'StatusTrue' },
);
export const PasswordChanged = Type.Object(
  { token: Type.Unsafe<string | null>({ type: ['string', 'null'] }), user: AuthUser },
  { title: 'PasswordChanged' },
);
export const Verified = Type.Object({ status: flag(true), user: AuthUser }, { title: 'Verified' });
export const SessionList = Type.Array(AuthSession);

/** The account in /api/v1. */
export const User = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean(),
    role: word(ROLES),
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

/** What admins see in addition. */
export const AdminUser = Type.Object(
  {
    ...User.properties,
    listing_count: Type.Integer(),
    api_key_count: Type.Integer(),
    last_sign_in_at: nullableInstant(),
    two_factor_enabled: Type.Boolean(),
    bootstrap_admin: Type.Boolean({ description: 'On the admin-email list: cannot be demoted or deleted.' }),
    suspended: nullable(
      Type.Object(
        { at: instant(), until: nullableInstant(), reason: optionalText(500) },
        { title: 'Suspension' },
      ),
    ),
  },
  { title: 'AdminUser' },
);
export type AdminUser = Static<typeof AdminUser>;

export const RegistrationResult = Type.Object(
  { user: User, api_key: MintedKey, warnings },
  { title: 'RegistrationResult' },
);
export const VerificationRequired = Type.Object(
  {
    status: Type.Unsafe<'verification_required'>({ type: 'string', const: 'verification_required' }),
    message: Type.String(),
    user: User,
    warnings,
  },
  { title: 'VerificationRequired' },
);
