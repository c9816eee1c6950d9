// The form about the site: fields from its schema, lists a line each.

import { catalogues } from '../../../core/site/languages.js';
import { DATE_FORMATS, type DateFormat, SitePatch, type SiteRecord } from '../../../core/site/schema.js';
import type { FormValues } from '../view/visit.js';
import { textOf } from './form.js';
import { asLines, type FieldVoice, type FormField, formAttributes } from './form-fields.js';

const VOICES: Readonly<Record<string, FieldVoice>> = {
  name: { hint: 'In the header, in titles and in mails.' },
  accent_color: {
    hint: 'Each theme uses its nearest readable shade.',
    attributes: { placeholder: '#2f49cf', 'data-colour': true, spellcheck: 'false' },
  },
  headline: { hint: null },
  lead: { hint: 'The sentence below the headline.' },
  needs: { hint: 'Searches the home page offers, one a line, up to eight.' },
  announcement: { hint: 'A bar above every page.' },
  announcement_url: { label: 'Where it leads', hint: 'A path here, or an address.' },
  footer_text: { hint: 'Instead of what the footer says about the directory.' },
  footer_links: { hint: 'One a line: label | address.' },
  contact_email: { hint: 'Shown on pages, and Reply-To of mails.', attributes: { autocomplete: 'email' } },
  contact_url: { hint: 'Linked instead of the email.' },
  language: { hint: 'Of pages.' },
  time_zone: { hint: 'Such as Europe/Berlin. Empty: UTC.', attributes: { list: 'time-zones' } },
  date_format: { hint: 'How they are written.' },
};

const LINES = ['needs', 'footer_links'];

export const SITE_FORM: Readonly<Record<string, FormField>> = Object.fromEntries(
  Object.entries(VOICES).map(([name, voice]) => {
    const field = formAttributes(SitePatch, name, voice);
    return [name, LINES.includes(name) ? asLines(field) : field];
  }),
);

/** The fields, with the languages there are to choose from. */
export function siteFields(): typeof SITE_FORM {
  const language = SITE_FORM.language as FormField;
  return { ...SITE_FORM, language: { ...language, options: [...catalogues().languages.keys()] } };
}

/** The name of a language in itself: `Deutsch`. */
export const languageName = (tag: string) => catalogues().languages.get(tag)?.name ?? tag;

export const DATE_FORMAT_LABELS: Readonly<Record<DateFormat, string>> = {
  'day-first': '3 Nov 2026',
  'month-first': 'Nov 3, 2026',
  iso: '2026-11-03',
};

/** For templates: the label of a choice. */
export const dateFormatLabel = (value: string) =>
  DATE_FORMAT_LABELS[DATE_FORMATS.find((format) => format === value) ?? 'day-first'];

/** The typed values, in the shape of SitePatch. */
export function readSiteForm(values: FormValues): Record<string, unknown> {
  const typed = Object.fromEntries(Object.keys(VOICES).map((name) => [name, textOf(values, name)]));
  const version = Number(textOf(values, 'version'));
  return {
    ...typed,
    needs: linesOf(typed.needs),
    footer_links: linesOf(typed.footer_links).map((line) => {
      const [label = '', ...url] = line.split('|');
      return { label: label.trim(), url: url.join('|').trim() };
    }),
    ...(textOf(values, 'version') === '' ? {} : { version }),
  };
}

/** What the form shows of a record. */
export function toSiteFormValues(site: SiteRecord): Record<string, unknown> {
  return {
    ...site,
    needs: site.needs?.join('\n'),
    footer_links: site.footer_links?.map(({ label, url }) => `${label} | ${url}`).join('\n'),
  };
}

export function linesOf(text = ''): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
