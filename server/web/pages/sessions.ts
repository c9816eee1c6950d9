import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
} from '../../../core/accounts/sessions.js';
import { dropSession } from '../../who/session.js';
import { sendForm } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { describeDevice, networkOf } from '../view/devices.js';
import { memberOf } from '../view/visit.js';

export const sessionPages: PageRoute[] = [
  {
    method: 'get',
    path: '/account/sessions',
    access: 'member',
    run: async (visit) => {
      const member = memberOf(visit);
      const sessions = (await listSessions(member)).map((session) => ({
        ...session,
        device: describeDevice(visit.language, session.userAgent),
        network: session.ipAddress && networkOf(session.ipAddress),
      }));
      const data = {
        head: { title: visit.language.t('account.sessions') },
        sessions,
        current: member.sessionId,
      };
      await sendForm(visit, 'sessions/index', data);
    },
  },
  {
    method: 'post',
    path: '/account/sessions/end-all',
    access: 'member',
    run: async (visit) => {
      await revokeSessions(memberOf(visit));
      await dropSession(visit.req, visit.res);
      visit.res.redirect(303, '/?done=signed-out');
    },
  },
  {
    method: 'post',
    path: '/account/sessions/end-others',
    access: 'member',
    run: async (visit) => {
      await revokeOtherSessions(memberOf(visit));
      visit.res.redirect(303, '/account/sessions?done=others-signed-out');
    },
  },
  {
    method: 'post',
    path: '/account/sessions/:token/end',
    access: 'member',
    run: async (visit) => {
      await revokeSession(memberOf(visit), { token: visit.req.params.token });
      visit.res.redirect(303, '/account/sessions?done=session-ended');
    },
  },
];
