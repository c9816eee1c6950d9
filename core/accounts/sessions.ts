// Signing in and the sessions that follow; the cookie itself is the web server's matter.
import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { type SessionData, SessionModel } from '../../db/models/session.js';
import { UserModel } from '../../db/models/user.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange, recordChanges } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, unauthorized } from '../kernel/errors.js';
import { addressKey, clearLimit, rateLimited, takeFromLimit } from '../kernel/limits.js';
import { actingAs } from './acting-as.js';
import { isBootstrapAdmin } from './bootstrap.js';
import { emailKey } from './emails.js';
import { verifyPassword } from './passwords.js';
import { type AuthSession, SessionRevocation, SignIn } from './schema.js';

/** Seven days, rolling (C4). */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Checks an email and a password. Ten failures in a row for a pair of email and address close the door for
 * a while, whether or not the account exists.
 * @throws DomainError validation_error, invalid_credentials, rate_limited
 */
export async function signIn(actor: Actor, input: unknown): Promise<UserModel> {
  const { email, password } = check(SignIn, input);
  const key = emailKey(email);
  // A digest: the store need not tell who tried to sign in, and a long email fits.
  const pair = createHash('sha256')
    .update(`${addressKey(actor.client?.ip ?? '')} ${key}`)
    .digest('base64url');
  // Counted before the password is looked at, so that a hundred tries at once are a hundred tries.
  const attempts = await takeFromLimit('sign-in', pair);
  if (attempts?.isExceeded) throw rateLimited([attempts]);
  const user = await UserModel.query().findOne({ email_key: key });
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
    throw new DomainError('invalid_credentials', 'The email or the password is not right.', {
      limits: attempts ? [attempts] : [],
    });
  }
  await clearLimit('sign-in', pair);
  return user;
}

export interface OpenedSession {
  user: UserModel;
  data: Required<SessionData>;
}

/**
 * Begins a session of an account: what is to be kept in it. An account on the admin-email list is promoted
 * here, once its inbox is verified where that is required.
 */
export async function openSession(actor: Actor, userId: string): Promise<OpenedSession> {
  return UserModel.transaction(async (trx) => {
    const existing = await UserModel.query(trx).findById(userId).forUpdate();
    if (!existing) throw unauthorized();
    const isPromoted = existing.role !== 'admin' && isBootstrapAdmin(existing);
    const now = new Date();
    const user = await existing.$query(trx).patchAndFetch({
      lastSignInAt: now,
      ...(isPromoted ? { role: 'admin', updatedAt: now } : {}),
    });
    const who = actingAs(actor, user);
    const subject = { type: 'user' as const, id: user.id, label: user.email };
    if (isPromoted) {
      await recordChange(trx, who, {
        action: 'user.set-role',
        subject,
        before: { role: 'user' },
        after: { role: 'admin' },
        reason: 'On the admin-email list.',
      });
    }
    const publicId = randomUUID();
    await recordChange(trx, who, {
      action: 'session.create',
      subject: { type: 'session', id: publicId, label: user.email },
    });
    const data = {
      userId: user.id,
      publicId,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      ipAddress: actor.client?.ip ?? null,
      userAgent: actor.client?.userAgent?.slice(0, 500) ?? null,
    };
    return { user, data };
  });
}

export function presentSession(data: SessionData, expires: Date): AuthSession {
  const {
    publicId = '',
    userId = '',
    createdAt = '',
    updatedAt = '',
    ipAddress = null,
    userAgent = null,
  } = data;
  return {
    id: publicId,
    userId,
    expiresAt: expires.toISOString(),
    createdAt,
    updatedAt,
    ipAddress,
    userAgent,
    token: publicId,
  };
}

/** The caller's sessions, newest first. @throws DomainError unauthorized */
export async function listSessions(actor: Actor): Promise<AuthSession[]> {
  requireAccount(actor);
  return sessionsOf(actor.account.id);
}

/** The sessions of an account that have not ended, newest first. */
export async function sessionsOf(userId: string): Promise<AuthSession[]> {
  const rows = await SessionModel.query()
    .where('user_id', userId)
    .where('expire', '>', new Date())
    .orderByRaw(`sess ->> 'createdAt' desc`);
  return rows.map((row) => presentSession(row.sess, row.expire));
}

/**
 * Ends one session of the caller's, named by its public token; an unknown one is over already.
 * @throws DomainError unauthorized, validation_error
 */
export async function revokeSession(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor);
  const { token } = check(SessionRevocation, input);
  await endSessions(actor, actor.account, { publicId: token });
  return { status: true };
}

/** Ends every session of the caller's, this one included. @throws DomainError unauthorized */
export async function revokeSessions(actor: Actor): Promise<{ status: true }> {
  requireAccount(actor);
  await endSessions(actor, actor.account);
  return { status: true };
}

/** Ends the session that a sign-out came with. */
export async function endSession(actor: Actor): Promise<void> {
  if (actor.kind === 'user' && actor.sessionId) {
    await endSessions(actor, actor.account, { publicId: actor.sessionId });
  }
}

interface Ending {
  /** Only this one. */
  publicId?: string;
  /** All but this one. */
  except?: string | null;
  reason?: string | null;
  /** The transaction of what ends them. */
  trx?: Transaction;
}

/** Ends the sessions of an account, or the one named. @returns how many there were */
export async function endSessions(
  actor: Actor,
  owner: { id: string; email: string },
  { publicId, except, reason = null, trx: outer }: Ending = {},
): Promise<number> {
  return SessionModel.transaction(outer, async (trx) => {
    const ended = await SessionModel.query(trx)
      .delete()
      .where('user_id', owner.id)
      .modify((query) => {
        if (publicId !== undefined) query.whereRaw('public_id::text = ?', [publicId]);
        if (except) query.whereNot('public_id', except);
      })
      .returning('*');
    await recordChanges(
      trx,
      actor,
      ended.map(({ publicId: id }) => ({
        action: 'session.revoke',
        subject: { type: 'session' as const, id: id ?? '', label: owner.email },
        reason,
      })),
    );
    return ended.length;
  });
}

export interface FoundSession {
  readonly data: SessionData;
  readonly expire: Date;
  /** null: nobody has signed in; the session holds a form token. */
  readonly user: UserModel | null;
}

/**
 * A session that has not ended, and its account, in one query. Read on every request that brings our cookie: a
 * demoted admin or an ended session loses access at once (C4).
 */
export async function findSession(sid: string): Promise<FoundSession | null> {
  const row = await SessionModel.query()
    .findById(sid)
    .where('expire', '>=', new Date())
    .withGraphJoined('user');
  return row ? { data: row.sess, expire: row.expire, user: row.user ?? null } : null;
}
