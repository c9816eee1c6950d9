// The site's settings: its name, colours and texts, with a preview; its pictures.
import type { MessageKey } from '../../../core/languages/language.js';
import { accentShades, DEFAULT_ACCENT } from '../../../core/site/accent.js';
import { resolveSite } from '../../../core/site/current.js';
import { getSite, pictureField, readPatch, setSitePicture, updateSite } from '../../../core/site/manage.js';
import { SITE_PICTURES, type SitePicture, type SiteRecord } from '../../../core/site/schema.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import {
  dateFormatLabel,
  languageName,
  readSiteForm,
  siteFields,
  toSiteFormValues,
} from '../form/site-form.js';
import type { PageRoute } from '../route.js';
import { accentUrl } from '../view/accent.js';
import { siteView } from '../view/site.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site';
const SAVED = `${PATH}?done=site-saved`;

const PICTURE_WORDS: Readonly<Record<SitePicture, { label: MessageKey; hint: MessageKey }>> = {
  logo: { label: 'field.site-logo', hint: 'field.site-logo-hint' },
  favicon: { label: 'field.favicon', hint: 'field.favicon-hint' },
  'social-image': { label: 'field.social-image', hint: 'field.social-image-hint' },
};

export const siteConsole: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showSite(visit) },
  { method: 'post', path: PATH, access: 'admin', isShownAgain: true, run: saveSite },
  { method: 'post', path: `${PATH}/preview`, access: 'admin', isShownAgain: true, run: previewSite },
  {
    method: 'post',
    path: `${PATH}/pictures/:picture`,
    access: 'admin',
    file: 'picture',
    isShownAgain: true,
    run: savePicture,
  },
];

async function saveSite(visit: Visit): Promise<void> {
  await runForm(
    visit,
    visit.values,
    async () => {
      await updateSite(visit.actor, readSiteForm(visit.values));
      visit.res.redirect(303, SAVED);
    },
    (form) => showSite(visit, form),
  );
}

/** The form with its input, and a preview; nothing is stored. */
async function previewSite(visit: Visit): Promise<void> {
  await runForm(
    visit,
    visit.values,
    async () => {
      const { version: _, ...draft } = readPatch(readSiteForm(visit.values));
      await showSite(visit, { ...EMPTY_FORM, values: visit.values }, draft);
    },
    (form) => showSite(visit, form),
  );
}

async function savePicture(visit: Visit): Promise<void> {
  const name = String(visit.req.params.picture);
  const kind = SITE_PICTURES.find((known) => known === name);
  await runForm(
    visit,
    {},
    async () => {
      if (kind && textOf(visit.values, 'remove') === '1') {
        await updateSite(visit.actor, { [pictureField(kind)]: null });
      } else await setSitePicture(visit.actor, name, visit.file);
      visit.res.redirect(303, SAVED);
    },
    // The error belongs to one of three forms.
    (form) => showSite(visit, { ...form, values: {}, errors: { [name]: form.errors.picture ?? '' } }),
  );
}

async function showSite(visit: Visit, form?: FormState, draft: Partial<SiteRecord> = {}): Promise<void> {
  const stored = await getSite(visit.actor);
  const site = resolveSite({ ...stored, ...draft });
  const isTyped = form && Object.keys(form.values).length > 0;
  const shown = { ...EMPTY_FORM, ...form, values: isTyped ? form.values : toSiteFormValues(stored) };
  const accent = site.accent_color ?? DEFAULT_ACCENT;
  await sendConsole(
    visit,
    'site',
    {
      section: 'site',
      head: { title: visit.language.t('console.section.site') },
      fields: siteFields(),
      dateFormatLabel,
      languageName,
      timeZones: Intl.supportedValuesOf('timeZone'),
      version: isTyped ? textOf(visit.values, 'version') : stored.version,
      pictures: SITE_PICTURES.map((name) => ({
        name,
        ...PICTURE_WORDS[name],
        address: stored[pictureField(name)],
        error: shown.errors[name],
      })),
      preview: { ...siteView(site), accentStyle: accentUrl(accent), shades: accentShades(accent) },
    },
    shown,
  );
}
