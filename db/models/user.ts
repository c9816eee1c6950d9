import { BaseModel } from './base.js';

export class UserModel extends BaseModel {
  static override tableName = 'users';

  id!: string;
  name!: string;
  email!: string;
  emailKey!: string;
  passwordHash!: string;
  /** What the staff note about the account; its owner never sees it. */
  staffNote!: string | null;
  role!: 'user' | 'moderator' | 'admin';
  emailVerified!: boolean;
  /** Has an authenticator app or a passkey: a password alone does not sign in. */
  twoFactorEnabled!: boolean;
  lastSignInAt!: Date | null;
  /** Requested by the owner, and not verified yet. */
  pendingEmail!: string | null;
  pendingEmailAt!: Date | null;
  suspendedAt!: Date | null;
  /** null: until it is lifted. */
  suspendedUntil!: Date | null;
  suspendedReason!: string | null;
  /** Listings of the suspended account are still to be archived. */
  archivesListings!: boolean;
  createdAt!: Date;
  updatedAt!: Date;
}
