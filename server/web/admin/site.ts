// The settings: name, colours and texts, with a preview; its pictures.

import { getOverview } from '../../../core/console/overview.js';
import { importExamples } from '../../../core/import/run.js';
import { config } from '../../../core/kernel/config.js';
import { countListings } from '../../../core/search/facets.js';
import { checkBackups } from '../../../core/service/checks/surroundings.js';
import { accentShades, DEFAULT_ACCENT } from '../../../core/settings/accent.js';
import { withDefaults } from '../../../core/settings/current.js';
import * as manage from '../../../core/settings/manage.js';
import { SETTINGS_PICTURES, type SettingsRecord } from '../../../core/settings/schema.js';
import type { Exchange } from '../../http/exchange.js';
import * as settingsForm from '../form/settings-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf, textsOf } from '../route.js';
import { memberOf } from '../view/links.js';
import { accentUrl, settingsView } from '../view/settings.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site';

const FIRST_STEPS = '/admin/first-steps';
/** The steps that save settings, with the fields of their forms. */
const SETTINGS = { face: ['name', 'accent_color', 'contact_email'], language: ['language'] } as const;

export const settingsConsole: PageRoute[] = [
  {
    path: PATH,
    files: SETTINGS_PICTURES,
    does: async (visit) =>
      manage.updateSettings(visit.actor, {
        ...settingsForm.readSettingsForm(visit.values, visit.language),
        ...(await readPictures(visit)),
      }),
    to: `${PATH}?done=site-saved`,
    show: (visit, form) => showSettings(visit, form),
  },
  // Shows the form with its input and a preview, and stores nothing.
  {
    path: `${PATH}/preview`,
    files: SETTINGS_PICTURES,
    does: async (visit, values) => {
      const { version: _, ...draft } = manage.readPatch(
        settingsForm.readSettingsForm(values, visit.language),
      );
      await showSettings(visit, { ...EMPTY_FORM, values }, draft);
    },
    again: (visit, form) => showSettings(visit, form),
  },
  {
    path: FIRST_STEPS,
    read: (values) => textsOf(values, SETTINGS[stepOf(values)]),
    does: ({ actor }, typed) => manage.updateSettings(actor, typed),
    to: `${FIRST_STEPS}?done=site-saved`,
    show: showSteps,
  },
  {
    path: `${FIRST_STEPS}/examples`,
    does: ({ actor }) => importExamples(actor),
    to: `${FIRST_STEPS}?done=examples-added`,
  },
];

async function readPictures({ values, files }: Exchange): Promise<Partial<SettingsRecord>> {
  const changed: [string, string | null][] = [];
  for (const kind of SETTINGS_PICTURES) {
    const bytes = files[kind];
    if (bytes) changed.push([manage.pictureField(kind), await manage.storePicture(kind, bytes, kind)]);
    else if (textOf(values, `remove-${kind}`) === '1') changed.push([manage.pictureField(kind), null]);
  }
  return Object.fromEntries(changed);
}

async function showSettings(visit: Exchange, form?: FormState, draft: Partial<SettingsRecord> = {}) {
  const stored = await manage.getSettings(visit.actor);
  const record = { ...stored, ...draft };
  const settings = withDefaults(record);
  const isTyped = form && Object.keys(form.values).length > 0;
  const shown = {
    ...EMPTY_FORM,
    ...form,
    values: isTyped ? form.values : settingsForm.toFormValues(stored, visit.language),
  };
  const accent = settings.accent_color ?? DEFAULT_ACCENT;
  await sendConsole(
    visit,
    'site',
    {
      path: PATH,
      fields: settingsForm.settingsFields(visit.language, (await countListings()) ?? 0),
      given: Object.entries(record).flatMap(([name, value]) => (value === null ? [] : name)),
      languageName: settingsForm.languageName,
      timeZones: Intl.supportedValuesOf('timeZone'),
      version: isTyped ? textOf(visit.values, 'version') : stored.version,
      pictures: SETTINGS_PICTURES.map((name) => ({
        name,
        address: stored[manage.pictureField(name)],
      })),
      preview: { ...settingsView(settings), accentStyle: accentUrl(accent), shades: accentShades(accent) },
    },
    shown,
  );
}

// Optional first steps for a new directory, each with a tick when it is done.

/** The step whose form has these values. */
const stepOf = (values: object) => ('language' in values ? 'language' : 'face');

async function showSteps(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const { t } = visit.language;
  const step = form === EMPTY_FORM ? undefined : stepOf(form.values);
  const [settings, { users, listings }, backups] = await Promise.all([
    manage.getSettings(visit.actor),
    getOverview(visit.actor),
    checkBackups({ t, config }),
  ]);
  const fields = settingsForm.settingsFields(visit.language);
  const saved = { ...EMPTY_FORM, values: settings };
  const formOf = (name: keyof typeof SETTINGS) => ({
    fields: SETTINGS[name].map((field) => fields[field]),
    form: step === name ? form : saved,
  });
  const data = {
    section: 'site' as const,
    head: { title: t('console.first-steps.title') },
    path: FIRST_STEPS,
    face: formOf('face'),
    language: {
      ...formOf('language'),
      labels: settingsForm.languageName,
      none: t('console.site.any-language'),
    },
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
