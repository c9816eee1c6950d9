import { type Static, type TInteger, Type } from '@sinclair/typebox';
import { DOORS } from '../kernel/actor.js';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../kernel/audit-actions.js';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { LISTING_STATUSES, SCREENSHOT_STATUSES } from '../listings/schema.js';

const counts = <const T extends readonly string[]>(names: T) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<T[number], TInteger>);

export const Overview = s.response('Overview', {
  users: Type.Object({
    ...counts(['total', 'user', 'admin'] as const).properties,
    moderator: Type.Optional(Type.Integer()),
  }),
  listings: counts(['total', ...LISTING_STATUSES] as const),
  screenshots: counts([...SCREENSHOT_STATUSES, 'none'] as const),
  jobs: counts(['queued', 'running', 'failed'] as const),
});

export type Overview = Static<typeof Overview>;

export const AuditQuery = s.titled('AuditQuery', {
  q: s.words('Part of an actor email, a subject or a reason.'),
  actor: s.words('Id or email of who did it.'),
  action: Type.Optional(
    s.word([...AUDIT_ACTIONS, ...SUBJECT_TYPES], {
      description: 'An action, or a group of actions: listing.',
    }),
  ),
  subject: s.words('Id or name of the subject: a slug, an email; or its kind: catalog'),
  door: Type.Optional(s.word(DOORS)),
  sign_ins: Type.Optional(s.word(['yes', 'no'], { description: 'no: without sign-ins.' })),
  from: s.day('Done on this day or later.'),
  to: s.day('Done on this day or earlier.'),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

const visits = { views: Type.Integer(), clicks: Type.Integer() };

export const Statistics = Type.Object(
  {
    days: Type.Integer({ description: 'How many days, today included.' }),
    by_day: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'In UTC.' }),
        listings: Type.Integer({ description: 'New ones.' }),
        users: Type.Integer({ description: 'New accounts.' }),
        ...visits,
        searches: Type.Integer(),
      }),
      { description: 'The oldest first.' },
    ),
    listings: Type.Array(
      Type.Object({
        slug: Type.String({ examples: ['example-notes'] }),
        name: Type.String({ examples: ['Example Notes'] }),
        ...visits,
      }),
    ),
    categories: Type.Array(Type.Object({ category: Type.String({ examples: ['productivity'] }), ...visits })),
    sources: Type.Array(
      Type.Object({
        host: Type.String({ description: 'Empty: rare ones together.', examples: ['example.com'] }),
        views: Type.Integer(),
      }),
      { description: 'Other sites from which people came to pages of listings.' },
    ),
    searches: Type.Array(
      Type.Object({ query: Type.String({ examples: ['password manager'] }), searches: Type.Integer() }),
    ),
    misses: Type.Array(
      Type.Object({
        query: Type.String({ examples: ['password manager'] }),
        searches: Type.Integer(),
        last_at: s.instant(),
      }),
      {
        description: 'Searches that found nothing when they were last made.',
      },
    ),
  },
  { title: 'Statistics', description: 'Each list has at most 50 entries, those with the most first.' },
);
export type Statistics = Static<typeof Statistics>;

const anyValues = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description });

export const AuditEntry = s.titled('AuditEntry', {
  id: Type.Integer(),
  at: s.instant(),
  actor: s.nullable(s.titled('AuditActor', { id: s.uuid(), email: Type.String() })),
  key: s.nullable(s.titled('AuditKey', { id: s.uuid(), name: s.optionalText(60) })),
  door: s.word(DOORS),
  action: Type.String({ examples: ['listing.archive'] }),
  subject: s.titled('AuditSubject', {
    type: s.word(SUBJECT_TYPES),
    id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    label: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  before: anyValues('The previous values of what changed.'),
  after: anyValues('The new values.'),
  reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  request_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  batch: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description: 'Entries of one action share it: they can be taken back together.',
  }),
});

export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = s.titled('AuditPage', { entries: Type.Array(AuditEntry), ...s.pageMembers });

export type AuditPage = Static<typeof AuditPage>;
