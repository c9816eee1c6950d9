// The console's labels for values of the API.

import type { AuditAction } from '../../../core/kernel/audit-actions.js';
import type { BulkFailure } from '../../../core/kernel/bulk.js';
import type { Said, Tell } from '../../../core/kernel/errors.js';
import type { JobName } from '../../../core/kernel/jobs.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import { isHostHold } from '../../../core/listings/screen.js';
import type { WordedMail } from '../../../core/mail/sending/wording.js';
import type { PolicyFinding } from '../../../core/policy/screening.js';
import { saidText } from '../view/error-text.js';
import { catalogKind, labelOf } from '../view/labels.js';
import { sayHtml } from '../view/language-html.js';
import type { Change, HistoryEntry } from './history.js';

/** The label of each action; a missing one does not compile. */
const sentenceOf = (action: AuditAction): MessageKey => `console.action.${action}`;
/** The name of each job, likewise. */
const nameOfJob = (name: JobName): MessageKey => `console.job.${name}`;
/** And of each kind of email. */
const nameOfMail = (kind: WordedMail): MessageKey => `console.mail.${kind}`;

/** Words stored messages in the language of a page, with the names that fields have in its forms. */
export const tellIn =
  (language: Language): Tell =>
  ({ key, values }) =>
    saidText(language, {
      key,
      values:
        typeof values.field === 'string' ? { ...values, field: fieldIn(language, values.field) } : values,
    });

/** Settings of the site are called in a history as in their form. */
const fieldIn = (language: Language, name: string): string =>
  labelOf(
    language,
    `console.field.${name}`,
    labelOf(language, `field.${name.replaceAll('_', '-')}`, name.replaceAll('_', ' ')),
  );

/** Words the error of an import's row; its field is the subject of the sentence. */
export const faultIn =
  (language: Language) =>
  (said: Said, field: string | null): string =>
    saidText(language, said, field ? capitalised(fieldIn(language, field)) : undefined);

const capitalised = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

const asText = (parts: readonly string[]) => parts.join('');

/** Labels for templates, as `words`. */
export function consoleWords(language: Language) {
  const { t } = language;
  const label = (key: string, value: string) => labelOf(language, key, value);
  const field = (name: string) => fieldIn(language, name);
  /** The same at the beginning of a sentence. */
  const title = (name: string) => capitalised(field(name));
  return {
    screenshot: (value: string) => label(`console.screenshot.${value}`, value),
    door: (value: string) => label(`console.door.${value}`, value),
    sort: (value: string) => label(`console.sort.${value}`, value),
    moderation: (value: string) => label(`console.moderation.${value}`, value),
    source: (value: string) => label(`console.source.${value}`, value),
    reportKind: (value: string) => label(`report-kind.${value}`, value),
    policy: (value: string, otherwise = value) => label(`console.policy-category.${value}`, otherwise),
    isHostHold,
    /** Why the policy decided so, as points of a notice. */
    why: ({ rules, likelihood, words }: PolicyFinding) => [
      ...rules.filter((id) => id.includes('.')).map((id) => [t('console.policy.by-rule'), id]),
      ...(words.length > 0
        ? [
            [
              t('console.policy.by-model'),
              t('console.policy.model', { share: likelihood, words: words.join(', ') }),
            ],
          ]
        : []),
    ],
    hostVerdict: (value: string) => label(`console.host-verdict.${value}`, value),
    /** What an action does, without who did it to what: `… rejected …` */
    action: (action: AuditAction) =>
      t(sentenceOf(action), { actor: '…', subject: '…', outcome: '', who: asText, what: asText }),
    decision: (action: string) => label(`console.decision.${action}`, action),
    /** `New: 2`, of the rows of an import. */
    outcome: (name: string, count: number) =>
      t('console.imports.count', { count, outcome: label(`console.import-outcome.${name}`, name) }),
    job: (name: string) => label(nameOfJob(name as JobName), name),
    mail: (kind: string) => label(nameOfMail(kind as WordedMail), kind),
    jobState: (state: string) => label(`console.job-state.${state}`, state),
    catalogKind: (kind: string) => catalogKind(language, kind),
    catalogStatus: (value: string) => label(`console.catalog.${value}`, value),
    field,
    title,
    /** Why an item of a bulk action failed, and which of its fields is wrong. */
    failure: ({ said, error, field }: Pick<BulkFailure, 'said' | 'error'> & { field?: string }) =>
      said ? saidText(language, said, field && title(field)) : error,
    /** From one status or role to another, or the decision. */
    move: ({ before, after }: Change) =>
      before === null
        ? after
        : t('console.history.move', { before, after: after ?? t('console.history.gone') }),
    /** Who did what to whom: `Ada rejected Sharp Notes` */
    doneHtml(entry: HistoryEntry): string {
      const own = `console.own-action.${entry.action}`;
      const key =
        entry.isOwn && language.has(own) ? (own as MessageKey) : sentenceOf(entry.action as AuditAction);
      const who = entry.actor === null ? {} : { href: `/admin/audit?actor=${entry.actor.id}` };
      const what = entry.href === null ? {} : { href: entry.href };
      return sayHtml(language, key, {
        actor: entry.who,
        subject: entry.about,
        outcome: String(entry.after?.screenshot_status ?? ''),
        who: { class: 'history-who', ...who },
        what: { class: 'history-what', ...what },
      });
    },
  };
}
