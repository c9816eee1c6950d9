// connect-pg-simple, but a session comes with its account in one query, and its end is put off by a write a
// minute, not one a request.
import pgSession from 'connect-pg-simple';
import expressSession, { type SessionData } from 'express-session';
import { type FoundSession, findSession, SESSION_LIFETIME_MS } from '../../core/accounts/sessions.js';
import { sessionStorePool } from '../../db/session-pool.js';

/** How far behind the end of a session in use may be. */
const TOUCH_STEP_MS = 60_000;

/** What is known of a session: it rides along in `req.session` and is never stored with it. */
export class Found {
  readonly user: FoundSession['user'];
  readonly expire: Date;

  constructor({ user, expire }: Pick<FoundSession, 'user' | 'expire'>) {
    this.user = user;
    this.expire = expire;
  }

  /** express-session compares and stores sessions as JSON: there, this is nothing. */
  toJSON(): undefined {
    return undefined;
  }
}

declare module 'express-session' {
  interface SessionData {
    /** Missing where nothing is stored yet. */
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

  override touch(sid: string, session: SessionData, done?: () => void): void {
    const end = session.cookie.expires?.getTime() ?? Date.now() + SESSION_LIFETIME_MS;
    const stored = session.found?.expire.getTime() ?? 0;
    if (end < stored + TOUCH_STEP_MS) done?.();
    else super.touch(sid, session, done);
  }
}

export function createSessionStore(): SessionStore {
  return new SessionStore({
    pool: sessionStorePool(),
    tableName: 'sessions',
    createTableIfMissing: false,
    // Housekeeping sweeps them; a timer per process would only repeat it.
    pruneSessionInterval: false,
    ttl: SESSION_LIFETIME_MS / 1000,
  });
}
