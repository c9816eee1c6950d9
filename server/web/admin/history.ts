// Entries of the audit log for display: what changed, from what to what.
import type { AuditEntry } from '../../../core/console/schema.js';
import { own } from '../../../core/kernel/own.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import { listingNames } from '../../../core/listings/present.js';
import { formatTime } from '../../../core/settings/dates.js';
import { categoryLabel, labelOf } from '../view/labels.js';

export type Change = ReturnType<typeof changesOf>[number];
export type HistoryEntry = Awaited<ReturnType<typeof toHistory>>[number];

/** @param names of the subjects, by id, where they are known */
export async function toHistory(
  language: Language,
  entries: readonly AuditEntry[],
  names?: ReadonlyMap<string, string>,
) {
  const listed = entries.flatMap(({ subject: { type, id } }) => (type === 'listing' && id ? [id] : []));
  const called = names ?? (await listingNames(listed));
  return entries.map((entry) => {
    const changes = changesOf(language, entry);
    return {
      ...entry,
      changes,
      /** The only change, if it is a status, a role or a decision: shown in the line itself. */
      move: moveOf(changes),
      /** The subject's page in the console, if it has one. */
      href: hrefOf(entry),
      about: called.get(entry.subject.id ?? '') ?? entry.subject.label ?? '',
      who: entry.actor?.email ?? language.t(NOBODY[entry.door]),
      isOwn:
        entry.actor !== null &&
        (entry.actor.id === entry.subject.id || entry.actor.email === entry.subject.label),
    };
  });
}

const MOVES = ['status', 'role', 'decision'];

function moveOf([first, ...others]: readonly Change[]): Change | null {
  const isMove = others.length === 0 && first !== undefined && MOVES.includes(first.field);
  return isMove ? first : null;
}

/** The actor of an entry that has no account. */
const NOBODY: Readonly<Record<AuditEntry['door'], MessageKey>> = {
  cli: 'console.nobody.shell',
  job: 'console.nobody.service',
  web: 'console.nobody.visitor',
  rest: 'console.nobody.visitor',
  mcp: 'console.nobody.visitor',
};

function changesOf(language: Language, { subject, before, after }: AuditEntry) {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => {
      const label = labelIn(language, own(LABELS, `${subject.type}.${field}`));
      const [was, is] = [own(before, field), own(after, field)].map((value) =>
        toText(language, value, label),
      );
      return { field, before: was ?? null, after: is ?? null };
    })
    .filter((change) => change.before !== change.after);
}

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

const labelIn = (language: Language, group: string | undefined) => (value: string) =>
  group === 'category'
    ? categoryLabel(language, value)
    : group
      ? labelOf(language, `${group}.${value}`, value)
      : value;

/** An instant as the rules write it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function toText(language: Language, value: unknown, label: (value: string) => string): string | null {
  const { t, list } = language;
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return list(value.map((one) => label(String(one))));
  if (typeof value === 'boolean') return t(value ? 'console.history.yes' : 'console.history.no');
  if (typeof value === 'string' && INSTANT.test(value)) return formatTime(language, value);
  return typeof value === 'object' ? JSON.stringify(value) : label(String(value));
}

function hrefOf({ subject, action }: AuditEntry): string | null {
  if (action.endsWith('.delete') || action.endsWith('.remove')) return null;
  if (subject.type === 'listing' && subject.label) return `/admin/listings/${subject.label}`;
  if (subject.type === 'user' && subject.id) return `/admin/users/${subject.id}`;
  if (subject.type === 'catalog' && subject.id) return `/admin/catalog/${subject.id}`;
  return subject.type === 'job' ? '/admin/queue' : null;
}
