import { belongsTo, table } from './base.js';

export class UserModel extends table('users') {
  id!: string;
  name!: string;
  email!: string;
  emailKey!: string;
  passwordHash!: string;
  role!: 'user' | 'moderator' | 'admin';
  emailVerified!: boolean;
  /** The account has an authenticator app or a passkey: a password alone does not sign in. */
  twoFactorEnabled!: boolean;
  lastSignInAt!: Date | null;
  pendingEmail!: string | null;
  pendingEmailAt!: Date | null;
  /** Which emails about the desk a moderator gets. */
  deskEmails!: 'none' | 'daily' | 'appeals';
  deskMailedAt!: Date | null;
  suspendedAt!: Date | null;
  /** null: suspended until it is lifted. */
  suspendedUntil!: Date | null;
  suspendedReason!: string | null;
  createdAt!: Date;
  updatedAt!: Date;
}

/** What the service stores in a session besides express-session's cookie. */
export interface SessionData {
  userId: string;
  publicId: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  /** Not the account's first sign-in within an hour: the audit log omits this sign-in and its sign-out. */
  isFolded: boolean;
}

export class SessionModel extends table('sessions', { id: 'sid', json: ['sess'] }) {
  sid!: string;
  sess!: SessionData;
  expire!: Date;
  publicId!: string | null;
  /** When the person last proved their identity. */
  provenAt!: Date | null;
}

export class ApiKeyModel extends table('api_keys') {
  id!: string;
  userId!: string;
  name!: string | null;
  prefix!: string;
  hash!: Buffer;
  createdAt!: Date;
  lastUsedAt!: Date | null;
  /** null: all rights of the account. */
  scopes!: string[] | null;
  expiresAt!: Date | null;
  /** Requests per window; null: as many as the account's. */
  rateLimit!: number | null;
  user?: UserModel;

  static override relationMappings = () => ({ user: belongsTo(UserModel, 'api_keys.user_id') });
}

export class AppModel extends table('apps') {
  id!: string;
  userId!: string;
  clientId!: string;
  name!: string;
  scopes!: string[];
  createdAt!: Date;
  lastUsedAt!: Date | null;
}

export class OAuthRecordModel extends table('oauth_records', { id: ['model', 'id'], json: ['payload'] }) {
  model!: string;
  id!: string;
  payload!: Record<string, unknown>;
  expiresAt!: Date | null;
  consumedAt!: Date | null;
}

export type TokenPurpose = 'reset-password' | 'verify-email' | 'change-email';

export class MailTokenModel extends table('mail_tokens', { id: 'hash' }) {
  hash!: Buffer;
  userId!: string;
  purpose!: TokenPurpose;
  emailKey!: string;
  expiresAt!: Date;
}

export class SetupLinkModel extends table('setup_links', { id: 'hash' }) {
  hash!: Buffer;
  expiresAt!: Date;
}

export class PasskeyModel extends table('passkeys') {
  id!: string;
  userId!: string;
  name!: string | null;
  credentialId!: string;
  publicKey!: Buffer;
  counter!: number;
  deviceType!: string;
  backedUp!: boolean;
  transports!: string[];
  aaguid!: string;
  lastUsedAt!: Date | null;
}

export class TotpSecretModel extends table('totp_secrets', { id: 'user_id' }) {
  userId!: string;
  secret!: Buffer;
  /** null: set up, but no code was entered yet. */
  confirmedAt!: Date | null;
  lastStep!: number | null;
}

export class IdempotencyKeyModel extends table('idempotency_keys', { id: ['user_id', 'route', 'hash'] }) {
  userId!: string;
  route!: string;
  hash!: Buffer;
  requestHash!: Buffer;
  leasedUntil!: Date;
  status!: number | null;
  answer!: Buffer | null;
}
