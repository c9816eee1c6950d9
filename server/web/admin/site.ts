// The settings: name, colours and texts, with a preview; its pictures.
import type { MessageKey } from '../../../core/languages/language.js';
import { countListings } from '../../../core/search/facets.js';
import { accentShades, DEFAULT_ACCENT } from '../../../core/settings/accent.js';
import { withDefaults } from '../../../core/settings/current.js';
import * as manage from '../../../core/settings/manage.js';
import {
  SETTINGS_PICTURES,
  type SettingsPicture,
  type SettingsRecord,
} from '../../../core/settings/schema.js';
import type { Exchange } from '../../http/exchange.js';
import * as settingsForm from '../form/settings-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { accentUrl, settingsView } from '../view/settings.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site';

const PICTURE_WORDS: Readonly<Record<SettingsPicture, { label: MessageKey; hint: MessageKey }>> = {
  logo: { label: 'field.site-logo', hint: 'field.site-logo-hint' },
  favicon: { label: 'field.favicon', hint: 'field.favicon-hint' },
  'social-image': { label: 'field.social-image', hint: 'field.social-image-hint' },
};

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
  // The form with its input, and a preview; nothing is stored.
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
];

/** The pictures that the form changes: stored, or null for one that is removed. */
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
      dateFormatLabel: settingsForm.dateFormatLabel,
      languageName: settingsForm.languageName,
      timeZones: Intl.supportedValuesOf('timeZone'),
      version: isTyped ? textOf(visit.values, 'version') : stored.version,
      pictures: SETTINGS_PICTURES.map((name) => ({
        name,
        ...PICTURE_WORDS[name],
        address: stored[manage.pictureField(name)],
      })),
      preview: { ...settingsView(settings), accentStyle: accentUrl(accent), shades: accentShades(accent) },
    },
    shown,
  );
}
