// Optional first steps for a new directory, each with a tick when it is done.
import { getOverview } from '../../../core/console/overview.js';
import { importExamples } from '../../../core/import/import-rows.js';
import { config } from '../../../core/kernel/config.js';
import { checkBackups } from '../../../core/service/checks/surroundings.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import type { Exchange } from '../../http/exchange.js';
import { languageName, settingsFields } from '../form/settings-form.js';
import { EMPTY_FORM, type PageRoute, textsOf } from '../route.js';
import { memberOf } from '../view/links.js';
import { sendConsole } from './page.js';

const FIRST_STEPS = '/admin/first-steps';
/** The steps that save settings, with the fields of their forms. */
const SETTINGS = { face: ['name', 'accent_color', 'contact_email'], language: ['language'] } as const;
type Setting = keyof typeof SETTINGS;

export const firstSteps: PageRoute[] = [
  { path: FIRST_STEPS, show: (visit) => showSteps(visit) },
  saving('face', FIRST_STEPS),
  saving('language', `${FIRST_STEPS}/language`),
  {
    path: `${FIRST_STEPS}/examples`,
    does: ({ actor }) => importExamples(actor),
    to: `${FIRST_STEPS}?done=examples-added`,
  },
];

function saving(step: Setting, path: string): PageRoute {
  return {
    path,
    read: (values) => textsOf(values, SETTINGS[step]),
    does: ({ actor }, typed) => updateSettings(actor, typed),
    to: `${FIRST_STEPS}?done=site-saved`,
    again: (visit, form) => showSteps(visit, form, step),
  };
}

/** @param step whose form was refused */
async function showSteps(visit: Exchange, form = EMPTY_FORM, step?: Setting): Promise<void> {
  const { t } = visit.language;
  const [settings, { users, listings }, backups] = await Promise.all([
    getSettings(visit.actor),
    getOverview(visit.actor),
    checkBackups({ t, config }),
  ]);
  const fields = settingsFields(visit.language);
  const saved = { ...EMPTY_FORM, values: settings };
  const formOf = (name: Setting) => ({
    fields: SETTINGS[name].map((field) => fields[field]),
    form: step === name ? form : saved,
  });
  const data = {
    section: 'site' as const,
    head: { title: t('console.first-steps.title') },
    path: FIRST_STEPS,
    face: formOf('face'),
    language: { ...formOf('language'), labels: languageName, none: t('console.site.any-language') },
    step,
    to: memberOf(visit).account.email,
    mailHost: config.smtpUrl && new URL(config.smtpUrl).host,
    backupDir: config.backupDir,
    done: {
      face: settings.name !== null,
      language: settings.language !== null,
      categories: settings.categories !== null,
      pages: settings.pages !== null,
      listings: listings.total > 0,
      admins: users.admin > 1,
      mail: config.smtpUrl !== null,
      backups: backups.verdict === 'ok',
    },
  };
  await sendConsole(visit, 'first-steps', data, form);
}
