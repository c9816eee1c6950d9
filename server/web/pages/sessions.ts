import { Router } from 'express';
import { listSessions, revokeSession, revokeSessions } from '../../../core/accounts/sessions.js';
import { dropSession } from '../../who/session.js';
import { formSteps, sendForm } from '../form/form.js';
import { memberOf, requireSignIn } from '../view/visitor.js';

export function sessionPages(): Router {
  const router = Router();
  router.get('/account/sessions', requireSignIn, async (req, res) => {
    const member = memberOf(res);
    const sessions = (await listSessions(member)).map((session) => ({
      ...session,
      device: describeDevice(session.userAgent),
    }));
    const data = { head: { title: 'Sessions' }, sessions, current: member.sessionId };
    await sendForm(req, res, 'sessions/index', data);
  });
  router.post('/account/sessions/end-all', requireSignIn, ...formSteps(), async (req, res) => {
    await revokeSessions(memberOf(res));
    await dropSession(req, res);
    res.redirect(303, '/?done=signed-out');
  });
  router.post('/account/sessions/:token/end', requireSignIn, ...formSteps(), async (req, res) => {
    await revokeSession(memberOf(res), { token: req.params.token });
    res.redirect(303, '/account/sessions?done=session-ended');
  });
  return router;
}

const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /Linux/],
];

/** `Firefox on Linux`, or what a program calls itself: enough for people to know their own devices. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const find = (signs: typeof BROWSERS) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.split(/[\s(]/)[0]?.slice(0, 40) || 'Unknown device';
}
