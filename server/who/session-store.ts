// connect-pg-simple, but a session is loaded with its account in one query, and its expiry is extended at most once
// a minute instead of on every request.
import pgSession from 'connect-pg-simple';
import expressSession, { type SessionData } from 'express-session';
import {
  type FoundSession,
  findSession,
  SESSION_LIFETIME_MS,
  saveSession,
} from '../../core/accounts/sessions.js';
import { sessionStorePool } from '../../db/session-pool.js';

/** Milliseconds between two extensions of a session in use. */
const TOUCH_STEP_MS = 60_000;

/** Loaded with the session and attached to `req.session`; toJSON keeps it out of storage. */
export class Found {
  readonly user: FoundSession['user'];
  readonly expire: Date;

  constructor({ user, expire }: Pick<FoundSession, 'user' | 'expire'>) {
    this.user = user;
    this.expire = expire;
  }

  /** express-session compares and stores sessions as JSON: leave this out. */
  toJSON(): undefined {
    return undefined;
  }
}

declare module 'express-session' {
  interface SessionData {
    /** Absent until the session is stored. */
    found?: Found;
  }
}

class SessionStore extends pgSession(expressSession) {
  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    findSession(sid).then(
      (session) => done(null, session && ({ ...session.data, found: new Found(session) } as SessionData)),
      (error: unknown) => done(error),
    );
  }

  /** Sessions are created at sign-in (openSession); here they are only updated. */
  override set(sid: string, session: SessionData, done?: (error?: unknown) => void): void {
    saveSession(sid, session, endOf(session)).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }

  override touch(sid: string, session: SessionData, done?: () => void): void {
    const stored = session.found?.expire.getTime() ?? 0;
    if (endOf(session).getTime() < stored + TOUCH_STEP_MS) done?.();
    else super.touch(sid, session, done);
  }
}

/** A cookie that ends with the browser session has no expiry of its own. */
function endOf(session: SessionData): Date {
  return new Date(session.cookie.expires ?? Date.now() + SESSION_LIFETIME_MS);
}

export function createSessionStore(): SessionStore {
  return new SessionStore({
    pool: sessionStorePool(),
    tableName: 'sessions',
    createTableIfMissing: false,
    // Housekeeping deletes expired sessions; a timer per process is not needed.
    pruneSessionInterval: false,
    ttl: SESSION_LIFETIME_MS / 1000,
  });
}
