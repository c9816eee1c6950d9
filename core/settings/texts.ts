// The languages available in this directory, and the one it uses.
import { join } from 'node:path';
import { config } from '../kernel/config.js';
import { type FieldError, invalidField, type Said, say } from '../kernel/errors.js';
import * as files from '../languages/catalogues.js';
import * as languages from '../languages/language.js';
import { currentSettings, findCategory, settingsState } from './current.js';
import { MAX_MAIL_TEXT, type MailWord } from './parts.js';
import { AUTO_LANGUAGE } from './schema.js';

let read: { readonly dataDir: string; readonly catalogues: files.Catalogues } | null = null;

/** Read once; a new file is loaded at the next start. */
export function catalogues(): files.Catalogues {
  if (read?.dataDir !== config.dataDir)
    read = { dataDir: config.dataDir, catalogues: files.readCatalogues(join(config.dataDir, 'languages')) };
  return read.catalogues;
}

const things = new WeakMap<object, Map<string, languages.Arguments>>();

// Cached by the record of settings: each change makes a new record.
languages.nameThings((tag) => {
  const state = settingsState();
  const byTag = things.get(state) ?? new Map<string, languages.Arguments>();
  things.set(state, byTag);
  const known = byTag.get(tag);
  if (known) return known;
  const all = currentSettings().things ?? [];
  const named = (language: string | undefined) => all.find((one) => one.language === language);
  const words = named(tag) ?? named(tag.split('-')[0]) ?? named(files.FALLBACK) ?? all[0] ?? null;
  const read = files.thingWords(catalogues().languages.get(tag) ?? english(), words);
  byTag.set(tag, read);
  return read;
});

export const english = (): languages.Language =>
  catalogues().languages.get(files.FALLBACK) as languages.Language;

/** The directory's only language; null if each visitor's browser decides. */
export function fixedLanguage(): languages.Language | null {
  const { language } = currentSettings();
  if (language === null || language === AUTO_LANGUAGE) return null;
  // Its file may have been removed since.
  return catalogues().languages.get(language) ?? english();
}

/** The languages that a visitor can choose; none if the directory has only one. */
export const languagesToChoose = (): readonly languages.Language[] =>
  fixedLanguage() === null ? [...catalogues().languages.values()] : [];

/** The language of emails whose reader has chosen none. */
export const defaultLanguage = (): languages.Language => fixedLanguage() ?? english();

const READY_REASONS = 'console.review.ready.';

/** A ready-made reason in the reader's language, whichever the moderator used; other texts unchanged. */
export function wordReason(language: languages.Language, reason: string): string {
  const all = [...catalogues().languages.values()];
  const key = english()
    .keys(READY_REASONS)
    .find((ready) => all.some(({ t }) => t(ready) === reason));
  return key ? language.t(key) : reason;
}

export function usualName(value: string): string | undefined {
  const key = `category.${value}.label`;
  return english().has(key) ? english().t(key as languages.MessageKey) : undefined;
}

/** The name of a category in a language. @param value returned unchanged if unknown */
export function categoryLabel(language: languages.Language, value: string): string {
  const key = `category.${value}.label`;
  return findCategory(value)?.label ?? (language.has(key) ? language.t(key as languages.MessageKey) : value);
}

export type MailWords = readonly MailWord[];

/** Arguments that a text must keep: without them the email is useless. */
const NEEDED = ['link', 'reason'];

/** A message in the operator's wording; null if there is none, or if it fails. */
export function rewordedMessage(
  words: MailWords | null,
  language: string,
  key: languages.MessageKey,
  values: languages.Arguments,
): string | null {
  const word = words?.find((one) => one.language === language && one.message === key);
  try {
    return word ? new languages.Message(word.text, language).say(values) : null;
  } catch {
    return null;
  }
}

/** The keys of an email's texts (`report`: `mail.report.subject`), or of those that all emails share. */
export const mailKeys = (group: string | null): languages.MessageKey[] =>
  english()
    .keys(group ? `mail.${group}.` : 'mail.')
    .filter((key) => group || key.split('.').length === 2);

export function findMailProblems(words: MailWords): FieldError[] {
  const places = words.map(({ language, message }) => `${language} ${message}`);
  return words.flatMap((word, index) => {
    const isRepeated = places.indexOf(places[index] as string) < index;
    const said = isRepeated ? say('invalid.mail-twice') : findMistakeIn(word);
    const path = `/mail_texts/${index}/text`;
    return said ? [invalidField({ field: 'mail_texts', path, code: 'not_allowed' }, said)] : [];
  });
}

/** Why the operator's text cannot replace the message, or null. */
export function findMistakeIn({ language, message, text }: MailWord): Said | null {
  const shipped = english().find(message);
  if (!message.startsWith('mail.') || !shipped || !catalogues().languages.has(language))
    return say('invalid.mail-unknown', { message, language });
  if ([...text].length > MAX_MAIL_TEXT) return say('invalid.too-long', { limit: MAX_MAIL_TEXT });
  // Each text may use the directory's name.
  const known = [...new Set([...shipped.names(), 'site'])];
  const written = new languages.Message(text, language);
  const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');
  const unreadable = say('invalid.mail-text', { names: inBraces(known) });
  if (files.findMistake(written, known) !== null) return unreadable;
  const missing = known.filter((name) => NEEDED.includes(name) && !written.names().includes(name));
  if (missing.length > 0) return say('invalid.mail-missing', { names: inBraces(missing) });
  try {
    // Try it with words and one number: a name that is formatted as a date fails here.
    written.say(Object.fromEntries(known.map((name) => [name, name === 'count' ? 2 : 'x'])));
    return null;
  } catch {
    return unreadable;
  }
}
