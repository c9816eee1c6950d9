// Sign-in and sessions; the web server handles the cookie.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { type SessionData, SessionModel, UserModel } from '../../db/models/accounts.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, accountId, guest, requireAccount, requireAdmin } from '../kernel/actor.js';
import { recordChange, recordChanges, recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { orNull, say, unauthorized } from '../kernel/errors.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { actingAs, refuseSuspended } from './credentials.js';
import { awaitsProof, isBootstrapAdmin } from './emails.js';
import { queueVerification } from './mail-tokens.js';
import { provePassword } from './reauthentication.js';
import { AuthSession, SessionRevocation, SignIn } from './schema.js';
import { forgetDevices } from './second-factor/factors.js';

/** Seven days, rolling (C4). */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Checks an email and a password. @throws DomainError invalid_credentials, rate_limited, unavailable */
export async function signIn(actor: Actor, input: unknown): Promise<UserModel> {
  const { email, password } = check(SignIn, input);
  const user = await provePassword(actor, { email, password }, { message: say('error.credentials') });
  refuseSuspended(user);
  return user;
}

export interface Entrant {
  readonly account: Pick<UserModel, 'id' | 'passwordHash'>;
  /** The second factor was given, or the device is trusted. */
  readonly hasSecondFactor?: boolean;
}

/** Starts and stores a session; promotes an account listed in ADMIN_EMAILS to admin. @param slot the session
 * in the web server: secret id of the cookie, cookie settings, expiry
 * @throws DomainError unauthorized: account gone, password just changed, or second factor missing */
export async function openSession(
  actor: Actor,
  { account, hasSecondFactor = false }: Entrant,
  slot: { sid: string; cookie: object; expires: Date },
) {
  // The actor is now the account that signs in, even if another was signed in before.
  const visitor = guest(actor.door, actor.requestId, actor.client);
  return inTransaction(visitor, async (trx) => {
    const existing = await UserModel.query(trx).findById(account.id).forNoKeyUpdate();
    if (existing?.passwordHash !== account.passwordHash) throw unauthorized();
    if (existing.twoFactorEnabled && !hasSecondFactor) throw unauthorized();
    refuseSuspended(existing);
    const isPromoted = existing.role !== 'admin' && isBootstrapAdmin(existing);
    const now = new Date();
    // Log at most one sign-in an hour.
    const isFolded = existing.lastSignInAt !== null && hourOf(existing.lastSignInAt) === hourOf(now);
    const user = await existing.$query(trx).patchAndFetch({
      lastSignInAt: now,
      ...(isPromoted ? { role: 'admin', updatedAt: now } : {}),
    });
    const who = actingAs(visitor, user);
    if (isPromoted) {
      await recordUser(trx, who, user, 'user.set-role', {
        before: { role: existing.role },
        after: { role: 'admin' },
        reason: say('audit-reason.admin-list'),
      });
    }
    if (awaitsProof(user)) await queueVerification(trx, who, { userId: user.id });
    const publicId = randomUUID();
    const data: SessionData = {
      userId: user.id,
      publicId,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      ipAddress: actor.client?.ip ?? null,
      userAgent: actor.client?.userAgent?.slice(0, 500) ?? null,
      isFolded,
    };
    const { sid, cookie, expires: expire } = slot;
    const sess = { ...data, cookie } as SessionData;
    await SessionModel.query(trx).insert({ sid, sess, expire, provenAt: now });
    if (!isFolded)
      await recordChange(trx, who, {
        action: 'session.create',
        subject: { type: 'session', id: publicId, label: user.email },
      });
    return { user, data };
  });
}

const hourOf = (instant: Date) => Math.floor(instant.getTime() / 3_600_000);

/** Updates a session's data; never inserts, so that an ended session stays ended. */
export async function saveSession(sid: string, data: SessionData, expire: Date): Promise<void> {
  await SessionModel.query().findById(sid).patch({ sess: data, expire });
}

export function presentSession(data: Partial<SessionData>, expiresAt: Date): AuthSession {
  const { publicId: id } = data;
  return presentRow(AuthSession, { ...data, id, token: id, expiresAt });
}

export async function listSessions(actor: Actor): Promise<AuthSession[]> {
  requireAccount(actor, 'account');
  return sessionsOf(actor.account.id);
}

/** The sessions of any account, newest first; none for an unknown one. */
export async function listUserSessions(actor: Actor, userId: string): Promise<AuthSession[]> {
  requireAdmin(actor);
  return sessionsOf(userId);
}

async function sessionsOf(userId: string): Promise<AuthSession[]> {
  const rows = await SessionModel.query()
    .where('user_id', userId)
    .where('expire', '>', new Date())
    .orderByRaw(`sess ->> 'createdAt' desc`);
  return rows.map((row) => presentSession(row.sess, row.expire));
}

/** Ends one of the caller's sessions by its public token; unknown tokens are ignored. */
export async function revokeSession(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { token } = check(SessionRevocation, input);
  await endSessions(actor, actor.account, { publicId: token });
  return { status: true };
}

export async function revokeSessions(actor: Actor): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  await endSessions(actor, actor.account);
  return { status: true };
}

export async function revokeOtherSessions(actor: Actor): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  await endSessions(actor, actor.account, { except: actor.sessionId });
  return { status: true };
}

/** Ends the request's session, at sign-out or a new sign-in; no error if it has already ended. */
export async function endSession(actor: Actor): Promise<void> {
  if (actor.kind !== 'user' || !actor.sessionId) return;
  await orNull('unauthorized', endSessions(actor, actor.account, { publicId: actor.sessionId }));
}

interface Ending {
  publicId?: string;
  except?: string | null;
  reason?: string | null;
  trx?: Transaction;
}

/** Ends all sessions of an account, or the one in `publicId`. @returns how many there were */
export async function endSessions(
  actor: Actor,
  owner: { id: string; email: string },
  { publicId, except, reason = null, trx: outer }: Ending = {},
): Promise<number> {
  return inTransaction(actor, { outer }, async (trx) => {
    const ended = await SessionModel.query(trx)
      .delete()
      .where('user_id', owner.id)
      .modify((query) => {
        if (publicId !== undefined) query.whereRaw('public_id::text = ?', [publicId]);
        if (except) query.whereNot('public_id', except);
      })
      .returning('*');
    // Signed out everywhere: require the second factor again on each device.
    if (publicId === undefined) await forgetDevices(trx, owner.id);
    const isOwn = publicId !== undefined && accountId(actor) === owner.id;
    await recordChanges(
      trx,
      actor,
      ended
        .filter(({ sess }) => !(isOwn && sess.isFolded))
        .map(({ publicId: id }) => ({
          action: 'session.revoke',
          subject: { type: 'session' as const, id: id ?? '', label: owner.email },
          reason,
        })),
    );
    return ended.length;
  });
}

const activeSession = prepare<{ session_data: SessionData; session_expire: Date }>(
  `select sess as session_data, expire as session_expire, users.*
   from sessions join users on users.id = sessions.user_id where sid = $1 and expire >= now()`,
);

/** An active session and its account; read on every request, so that withdrawn rights end at once (C4). */
export async function findSession(sid: string) {
  const [row] = await activeSession([sid]);
  if (!row) return null;
  const { session_data: data, session_expire: expire, ...user } = row;
  return { data, expire, user: UserModel.fromDatabaseJson(user) };
}
