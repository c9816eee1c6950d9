// The form of the settings: fields from the schema, lists with one item a line.
import { config } from '../../../core/kernel/config.js';
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { currentSettings, hiddenParts } from '../../../core/settings/current.js';
import { HOME_BLOCKS } from '../../../core/settings/parts.js';
import * as schema from '../../../core/settings/schema.js';
import { catalogues } from '../../../core/settings/texts.js';
import type { FormValues } from '../../http/exchange.js';
import { linesOf, listOf, textOf, textsOf } from '../route.js';
import { sayHtml } from '../view/text.js';
import { asLines, type FormField, formAttributes, OWN_EMAIL } from './form-fields.js';

/** Settings with their own pages. */
const ELSEWHERE: readonly string[] = ['categories', 'facts', 'pages', 'mail_texts'];
const NAMES = schema.SETTINGS_FIELDS.filter((name) => !ELSEWHERE.includes(name));
const LINES = ['needs', 'home_blocks', 'header_links', 'footer_links', 'synonyms', 'things'];

const ATTRIBUTES: Readonly<Record<string, FormField['attributes']>> = {
  accent_color: { placeholder: '#2f49cf', 'data-colour': true, spellcheck: 'false' },
  schema_type: { placeholder: 'SoftwareApplication' },
  contact_email: OWN_EMAIL.attributes,
  time_zone: { list: 'time-zones' },
};

const SETTINGS_FORM: Readonly<Record<string, FormField>> = Object.fromEntries(
  NAMES.map((name) => {
    const field = formAttributes(schema.SettingsPatch, name, { attributes: own(ATTRIBUTES, name) ?? {} });
    return [name, LINES.includes(name) ? asLines(field) : field];
  }),
);

export function settingsFields(interfaceLanguage: Language, total = 0): typeof SETTINGS_FORM {
  const plain = (html: string) => html.replace(/<[^<>]*>/g, '').replaceAll('&amp;', '&');
  const { serviceName, contactEmail } = config;
  const defaults: Readonly<Record<string, string | null>> = {
    name: serviceName,
    headline: plain(sayHtml(interfaceLanguage, 'home.headline').replace(/<\/?em>/g, '*')),
    lead: interfaceLanguage.t('home.lead', { count: total }),
    footer_text: plain(sayHtml(interfaceLanguage, 'footer.about', { site: serviceName })),
    contact_email: contactEmail,
    time_zone: 'UTC',
  };
  const filled = Object.entries(SETTINGS_FORM).map(([name, field]) => {
    const placeholder = own(defaults, name);
    const hint = `field.${name.replaceAll('_', '-')}-hint`;
    const attributes = { ...field.attributes, ...(placeholder ? { placeholder } : {}) };
    return [name, { ...field, hint: interfaceLanguage.has(hint) ? hint : null, attributes }];
  });
  const language = SETTINGS_FORM.language as FormField;
  return {
    ...Object.fromEntries(filled),
    language: { ...language, options: [...catalogues().languages.keys()] },
  };
}

export const languageName = (tag: string) => catalogues().languages.get(tag)?.name ?? tag;

export function readSettingsForm(values: FormValues, { t }: Language): Record<string, unknown> {
  const typed = textsOf(values, NAMES);
  const version = Number(textOf(values, 'version'));
  return {
    ...typed,
    approvals: numberOf(typed.approvals),
    daily_listings: numberOf(typed.daily_listings),
    needs: linesOf(typed.needs),
    home_blocks: toBlocks(linesOf(typed.home_blocks), t),
    synonyms: linesOf(typed.synonyms),
    hidden_parts: toHidden(listOf(values, 'hidden_parts')),
    header_links: linksOf(typed.header_links),
    footer_links: linksOf(typed.footer_links),
    things: linesOf(typed.things).map((line) => {
      const [language = '', one = '', many = one] = line.split('|').map((part) => part.trim());
      return { language, one, many };
    }),
    ...(textOf(values, 'version') === '' ? {} : { version }),
  };
}

const linksOf = (typed: string | undefined) =>
  linesOf(typed ?? '').map((line) => {
    const [label = '', ...url] = line.split('|');
    return { label: label.trim(), url: url.join('|').trim() };
  });
const writeLinks = (links: schema.SettingsRecord['footer_links']) =>
  links?.map(({ label, url }) => `${label} | ${url}`).join('\n');

/** Blocks are typed by their names. All of them in the usual order are stored as the default. */
function toBlocks(lines: readonly string[], t: Language['t']): readonly string[] | null {
  const wordOf = (line: string) =>
    HOME_BLOCKS.find((block) => t(`home-block.${block}`).toLowerCase() === line.toLowerCase()) ?? line;
  const words = lines.map(wordOf);
  return words.join() === HOME_BLOCKS.join() ? null : words;
}

/** The parts to store; null for the default, which depends on what the directory lists. */
const toHidden = (parts: readonly string[]) =>
  parts.join() === hiddenParts({ ...currentSettings(), hidden_parts: null }).join() ? null : parts;

/** A number, or the typed text, which the schema refuses. */
const numberOf = (text = '') => (/^\d+$/.test(text) ? Number(text) : text || null);

export function toFormValues(settings: schema.SettingsRecord, { t }: Language): Record<string, unknown> {
  return {
    ...settings,
    needs: settings.needs?.join('\n'),
    home_blocks: (settings.home_blocks ?? HOME_BLOCKS).map((block) => t(`home-block.${block}`)).join('\n'),
    synonyms: settings.synonyms?.join('\n'),
    things: settings.things?.map(({ language, one, many }) => `${language} | ${one} | ${many}`).join('\n'),
    header_links: writeLinks(settings.header_links),
    footer_links: writeLinks(settings.footer_links),
    hidden_parts: hiddenParts(settings),
  };
}
