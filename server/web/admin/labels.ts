// The console's labels for values of the API, and entries of the audit log for display.
import { userNames } from '../../../core/accounts/users.js';
import { foldRepeats } from '../../../core/console/audit-log.js';
import type { AuditEntry } from '../../../core/console/schema.js';
import { type Actor, may } from '../../../core/kernel/actor.js';
import type { AuditAction } from '../../../core/kernel/audit-actions.js';
import type { BulkFailure } from '../../../core/kernel/bulk.js';
import type { Said } from '../../../core/kernel/errors.js';
import type { JobName } from '../../../core/kernel/jobs.js';
import { own } from '../../../core/kernel/own.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import { type Facts, factCells, factColumn } from '../../../core/listings/facts.js';
import { listingNames } from '../../../core/listings/present.js';
import { isHostHold } from '../../../core/listings/screen.js';
import type { WordedMail } from '../../../core/mail/sending/wording.js';
import type { PolicyFinding } from '../../../core/policy/screening.js';
import { formatDate, formatTime } from '../../../core/settings/dates.js';
import { allFacts, factLabel } from '../../../core/settings/facts.js';
import { catalogKind, categoryLabel, labelOf, saidText } from '../view/labels.js';
import { sayHtml } from '../view/text.js';

type Change = ReturnType<typeof changesOf>[number];
type HistoryEntry = Awaited<ReturnType<typeof toHistory>>[number];

/** @param names of the listings, by id, if they are known */
export async function toHistory<Entry extends AuditEntry>(
  language: Language,
  entries: readonly Entry[],
  names?: ReadonlyMap<string, string>,
) {
  const idsOf = (type: string) =>
    entries.flatMap(({ subject }) => (subject.type === type ? (subject.id ?? []) : []));
  const [called, people] = await Promise.all([
    names ?? listingNames(idsOf('listing')),
    userNames([...new Set([...entries.flatMap(({ actor }) => actor?.id ?? []), ...idsOf('user')])]),
  ]);
  return entries.map((entry) => {
    const changes = changesOf(language, entry);
    return {
      ...entry,
      changes,
      move: moveOf(changes),
      href: hrefOf(entry, (id) => called.has(id) || people.has(id)),
      about: called.get(entry.subject.id ?? '') ?? entry.subject.label ?? '',
      who:
        people.get(entry.actor?.id ?? '') ??
        entry.actor?.email ??
        language.t(NOBODY[entry.door] ?? 'console.nobody.visitor'),
      isOwn:
        entry.actor !== null &&
        (entry.actor.id === entry.subject.id || entry.actor.email === entry.subject.label),
    };
  });
}

/** The history for pages of the console, which fold repeated actions into one entry. */
export const toFoldedHistory = async (language: Language, entries: readonly AuditEntry[]) =>
  foldRepeats(await toHistory(language, entries), (at) => formatDate(language, at));

const MOVES = ['status', 'role', 'decision'];

function moveOf([first, ...others]: readonly Change[]): Change | null {
  const isMove = others.length === 0 && first !== undefined && MOVES.includes(first.field);
  return isMove ? first : null;
}

const NOBODY: Partial<Record<AuditEntry['door'], MessageKey>> = {
  cli: 'console.nobody.shell',
  job: 'console.nobody.service',
};

function changesOf(language: Language, { subject, before, after }: AuditEntry) {
  const [was, is] = subject.type === 'listing' ? [inCells(before), inCells(after)] : [before, after];
  const fields = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  const changes = [...fields].map((field) => {
    const label = labelIn(language, own(LABELS, `${subject.type}.${field}`));
    const textIn = (record: object | null) => toText(language, own(record, field), label);
    return { field, before: textIn(was), after: textIn(is) };
  });
  return changes.filter((change) => change.before !== change.after);
}

/** The members of a listing, with each fact as a separate field. */
const inCells = (record: AuditEntry['before']) =>
  record && { ...record, facts: null, ...factCells((record.facts ?? null) as Facts | null) };

const LABELS: Readonly<Record<string, string>> = {
  'listing.status': 'listing-status',
  'listing.decision': 'console.decision.listing',
  'listing.kind': 'report-kind',
  'listing.categories': 'category',
  'listing.pricing_model': 'pricing',
  'listing.link_status': 'link-status',
  'listing.screenshot_status': 'console.screenshot',
  'user.role': 'console.role',
  'catalog.status': 'console.catalog',
  'policy.verdict': 'console.host-verdict',
  'policy.categories': 'console.policy-category',
};

const labelIn =
  (language: Language, group = '') =>
  (value: string) =>
    group === 'category' ? categoryLabel(language, value) : labelOf(language, `${group}.${value}`, value);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function toText(language: Language, value: unknown, label: (value: string) => string): string | null {
  const { t, list } = language;
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return list(value.map((one) => label(String(one))));
  if (typeof value === 'boolean') return t(value ? 'console.history.yes' : 'console.history.no');
  if (typeof value === 'string' && INSTANT.test(value)) return formatTime(language, value);
  return typeof value === 'object' ? JSON.stringify(value) : label(String(value));
}

/** @param exists whether a listing or an account is still there */
function hrefOf({ subject, action }: AuditEntry, exists: (id: string) => boolean): string | null {
  if (action.endsWith('.delete') || action.endsWith('.remove')) return null;
  if (subject.id && exists(subject.id))
    return subject.type === 'user' ? `/admin/users/${subject.id}` : `/admin/listings/${subject.label}`;
  if (subject.type === 'catalog' && subject.id) return `/admin/catalog/${subject.id}`;
  return subject.type === 'job' ? '/admin/queue' : null;
}

/** The key of an action's sentence: a missing message is a type error, as for the names of jobs and emails. */
const sentenceOf = (action: AuditAction): MessageKey => `console.action.${action}`;

/** Puts stored messages into the language of a page, with the names that fields have in its forms. */
export function tellIn(language: Language): (said: Said) => string {
  return ({ key, values }) => {
    const { field } = values;
    if (typeof field !== 'string') return saidText(language, { key, values });
    return capitalised(saidText(language, { key, values: { ...values, field: fieldIn(language, field) } }));
  };
}

/** The history uses the form's labels for settings. */
function fieldIn(language: Language, name: string): string {
  const fact = allFacts().find(({ key }) => factColumn(key) === name);
  const usual = labelOf(language, `field.${name.replaceAll('_', '-')}`, name.replaceAll('_', ' '));
  return fact ? factLabel(language, fact) : labelOf(language, `console.field.${name}`, usual);
}

const capitalised = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** @param reader who follows the links */
export function consoleWords(language: Language, reader: Actor) {
  const { t } = language;
  const label = (key: string, value: string) => labelOf(language, key, value);
  const field = (name: string) => fieldIn(language, name);
  const title = (name: string) => capitalised(field(name));
  const modelled = (share: PolicyFinding['likelihood'], words: readonly string[]) =>
    t('console.policy.model', { share, words: words.join(', ') });
  const asText = (parts: readonly string[]) => parts.join('');
  return {
    policy: (value: string) => label(`console.policy-category.${value}`, value),
    isHostHold,
    why: ({ rules, likelihood, words }: PolicyFinding) => [
      ...rules.filter((id) => id.includes('.')).map((id) => [t('console.policy.by-rule'), id]),
      ...(words.length > 0 ? [[t('console.policy.by-model'), modelled(likelihood, words)]] : []),
    ],
    /** The sentence of an action without actor and subject: `… rejected …` */
    action: (action: AuditAction) =>
      t(sentenceOf(action), { actor: '…', subject: '…', outcome: '', who: asText, what: asText }),
    /** `New: 2`: how many rows of an import had an outcome. */
    outcome: (name: string, count: number) =>
      t('console.imports.count', { count, outcome: label(`console.import-outcome.${name}`, name) }),
    job: (name: string) => label(`console.job.${name as JobName}` satisfies MessageKey, name),
    mail: (kind: string) => label(`console.mail.${kind as WordedMail}` satisfies MessageKey, kind),
    jobState: (state: string) => label(`console.job-state.${state}`, state),
    catalogKind: (kind: string) => catalogKind(language, kind),
    field,
    title,
    failure: ({ said, error, field }: Pick<BulkFailure, 'said' | 'error'> & { field?: string }) =>
      said ? saidText(language, said, field && title(field)) : error,
    move: ({ before, after }: Change) =>
      before === null
        ? after
        : t('console.history.move', { before, after: after ?? t('console.history.gone') }),
    /** Who did what to whom: `Ada rejected Sharp Notes` */
    doneHtml(entry: HistoryEntry): string {
      const own = `console.own-action.${entry.action}`;
      const key =
        entry.isOwn && language.has(own) ? (own as MessageKey) : sentenceOf(entry.action as AuditAction);
      const { id, email } = entry.actor ?? {};
      const href = id !== undefined && may(reader, 'admin') && `/admin/audit?actor=${id}`;
      return sayHtml(language, key, {
        actor: entry.who,
        subject: entry.about,
        outcome: String(entry.after?.screenshot_status ?? ''),
        who: { class: 'history-who', href, title: email },
        what: { class: 'history-what', href: entry.href },
      });
    },
  };
}
