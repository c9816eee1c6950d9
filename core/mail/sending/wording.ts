// The operator's wording of emails: reads, changes and previews one email in one language at a time.
import { randomUUID } from 'node:crypto';
import { UserModel } from '../../../db/models/accounts.js';
import type { Actor } from '../../kernel/actor.js';
import { invalidField, notFound, validationError } from '../../kernel/errors.js';
import { own } from '../../kernel/own.js';
import type { Language } from '../../languages/language.js';
import { currentSettings } from '../../settings/current.js';
import { updateSettings } from '../../settings/manage.js';
import { catalogues, findMistakeIn, type MailWords, mailKeys } from '../../settings/texts.js';
import type { MailKind } from '../outbox.js';
import { type MailText, writeFor } from '../text.js';
import { MAILS, type MailEntry } from './kinds.js';

/** A kind of email, or the texts shared by all. */
export type WordedMail = MailKind | 'shared';
export const WORDED_MAILS = ['shared', ...Object.keys(MAILS)] as readonly WordedMail[];

export interface Wording {
  readonly mail: WordedMail;
  readonly language: Language;
}

/** @throws DomainError not_found */
export function findWording(mail: string, tag: string): Wording {
  const known = WORDED_MAILS.find((one) => one === mail);
  const language = catalogues().languages.get(tag);
  if (!known || !language) throw notFound('page');
  return { mail: known, language };
}

/** The message with each case of a choice on a separate line. */
function inLines(pattern: string): string {
  let depth = 0;
  return pattern.replace(/[{}]| (?=[\w=]{1,30} \{)/g, (part) => {
    if (part === '{') depth++;
    else if (part === '}') depth--;
    // Break lines between cases, not inside the text of one.
    else if (depth % 2 === 1) return `\n${' '.repeat(depth + 1)}`;
    return part;
  });
}

/** The texts of an email, in catalogue order, with the operator's wording. */
export function readPhrases({ mail, language }: Wording) {
  return mailKeys(mail === 'shared' ? null : (MAILS[mail].texts ?? mail)).map((key) => ({
    name: key.slice(key.lastIndexOf('.') + 1),
    key,
    shipped: inLines(language.find(key)?.pattern ?? ''),
    own:
      currentSettings().mail_texts?.find((word) => word.language === language.tag && word.message === key)
        ?.text ?? null,
  }));
}

/** Stored wording with the typed texts of one email. @throws DomainError validation_error on a text's name */
function withTyped(wording: Wording, typed: Readonly<Record<string, string>>): MailWords {
  const phrases = readPhrases(wording);
  const { tag } = wording.language;
  const others = (currentSettings().mail_texts ?? []).filter(
    ({ language, message }) => language !== tag || !phrases.some(({ key }) => key === message),
  );
  const words = phrases.flatMap(({ name, key, shipped }) => {
    const text = (own(typed, name) ?? '').replace(/\r\n?/g, '\n').trim();
    return text === '' || text === shipped ? [] : [{ name, language: tag, message: key, text }];
  });
  const problems = words.flatMap(({ name, ...word }) => {
    const said = findMistakeIn(word);
    return said ? [invalidField({ field: name, path: `/${name}`, code: 'not_allowed' }, said)] : [];
  });
  if (problems.length > 0) throw validationError(problems);
  return [...others, ...words.map(({ name: _, ...word }) => word)];
}

/** Stores texts by name; an empty one restores the default. @throws DomainError site_changed */
export async function rewordMail(
  actor: Actor,
  wording: Wording,
  typed: Readonly<Record<string, string>>,
  version?: number,
): Promise<void> {
  await updateSettings(actor, { mail_texts: withTyped(wording, typed), version });
}

/** The examples of an email as they would be sent. @param typed texts that are not stored */
export function previewWording(wording: Wording, typed?: Readonly<Record<string, string>>) {
  const { mail, language } = wording;
  const words = typed && withTyped(wording, typed);
  const kind = mail === 'shared' ? 'listing-moderated' : mail;
  return writeFor({ language, words }, () => previewMail(kind));
}

/** Each example of an email as it would be sent, in order. */
async function previewMail<K extends MailKind>(kind: K): Promise<MailText[]> {
  const { write, preview, examples } = MAILS[kind] as MailEntry<K>;
  const person = { id: randomUUID(), name: 'Ada', email: 'ada@example.com', role: 'admin' as const };
  const reader = UserModel.fromJson(person, { skipValidation: true });
  // Suspended accounts get only the email about their suspension.
  reader.suspendedAt = kind === 'account-suspended' ? new Date() : null;
  reader.suspendedUntil = null;
  const texts: MailText[] = [];
  for (const example of examples()) {
    const text = preview ? preview(reader, example) : await write(reader, [example]);
    if (text) texts.push(text);
  }
  return texts;
}
