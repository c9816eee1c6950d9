// Optional first steps for a new directory: name and colour, email, examples.

import { importExamples } from '../../../core/import/examples.js';
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { sendTestMail } from '../../../core/operations/mails.js';
import { getSite, updateSite } from '../../../core/site/manage.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { SITE_FORM } from '../form/site-form.js';
import type { PageRoute } from '../route.js';
import type { Notice } from '../view/notices.js';
import { memberOf, type Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const FIRST_STEPS = '/admin/first-steps';
const FIELDS = ['name', 'accent_color', 'contact_email'] as const;

export const firstSteps: PageRoute[] = [
  { method: 'get', path: FIRST_STEPS, access: 'admin', run: (visit) => showSteps(visit) },
  { method: 'post', path: FIRST_STEPS, access: 'admin', isShownAgain: true, run: saveFace },
  { method: 'post', path: `${FIRST_STEPS}/mail`, access: 'admin', run: tryMail },
  { method: 'post', path: `${FIRST_STEPS}/examples`, access: 'admin', run: addExamples },
];

async function saveFace(visit: Visit): Promise<void> {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, textOf(visit.values, name)]));
  await runForm(
    visit,
    typed,
    async () => {
      await updateSite(visit.actor, typed);
      visit.res.redirect(303, `${FIRST_STEPS}?done=site-saved`);
    },
    (form) => showSteps(visit, form),
  );
}

async function tryMail(visit: Visit): Promise<void> {
  const to = memberOf(visit).account.email;
  const sent = await sendTestMail(to).then(
    (answer): Notice => ({ tone: 'good', text: `Sent to ${to}: ${answer}` }),
    (error: Error): Notice => ({ tone: 'bad', text: `Not sent to ${to}: ${error.message}` }),
  );
  await showSteps(visit, EMPTY_FORM, sent);
}

async function addExamples(visit: Visit): Promise<void> {
  try {
    const count = await importExamples(visit.actor);
    const text = visit.language.t('console.first-steps.examples-done', { count });
    await showSteps(visit, EMPTY_FORM, { tone: 'good', text });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await showSteps(visit, EMPTY_FORM, { tone: 'bad', text: error.message });
  }
}

async function showSteps(
  visit: Visit,
  form: FormState = EMPTY_FORM,
  outcome: Notice | null = null,
): Promise<void> {
  const site = await getSite(visit.actor);
  await sendConsole(
    visit,
    'first-steps',
    {
      section: 'site',
      head: { title: visit.language.t('console.first-steps.title') },
      path: FIRST_STEPS,
      fields: FIELDS.map((name) => SITE_FORM[name]),
      outcome,
      to: memberOf(visit).account.email,
      mailHost: config.smtpUrl && new URL(config.smtpUrl).host,
      hasPages: site.pages !== null,
    },
    form === EMPTY_FORM ? { ...form, values: site } : form,
  );
}
