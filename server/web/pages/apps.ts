// OAuth apps: the consent page, and the list of the member's apps.
import { listApps, revokeApp } from '../../../core/accounts/apps.js';
import { removed } from '../../../core/kernel/errors.js';
import { allow, deny, readConsent } from '../../oauth/consent.js';
import { sendForm } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

export const appPages: PageRoute[] = [
  {
    method: 'get',
    path: '/account/apps',
    access: 'member',
    run: async (visit) => {
      const { apps } = await listApps(memberOf(visit));
      await sendForm(visit, 'apps/index', { head: { title: visit.language.t('account.apps') }, apps });
    },
  },
  { method: 'get', path: '/account/apps/allow/:id', access: 'member', run: ask },
  {
    method: 'post',
    path: '/account/apps/allow/:id',
    access: 'member',
    run: async (visit) => {
      const { req, res, values } = visit;
      if (values.answer === 'allow') await allow(req, res, memberOf(visit));
      else await deny(req, res);
    },
  },
  {
    method: 'post',
    path: '/account/apps/:id/revoke',
    access: 'member',
    run: async (visit) => {
      await removed(revokeApp(memberOf(visit), String(visit.req.params.id)));
      visit.res.redirect(303, '/account/apps?done=app-revoked');
    },
  },
];

async function ask(visit: Visit): Promise<void> {
  const { req, res } = visit;
  const question = await readConsent(req, res);
  letFormGoTo(visit, question.redirectUri);
  const { email } = memberOf(visit).account;
  const title = visit.language.t('apps.allow-title', { name: question.name });
  const data = { head: { title }, question, email };
  await sendForm(visit, 'apps/allow', data);
}

/** Browsers apply form-action also to the redirects after a form: allow the one back to the app. */
function letFormGoTo({ res }: Visit, address: URL): void {
  const isHost = /^https?:$/.test(address.protocol) && !address.hostname.startsWith('[');
  const source = isHost ? address.origin : address.protocol;
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${source}`),
  );
}
