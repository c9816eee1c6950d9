import type { Words } from './text/names.js';

// All actions of the audit log, by the type of their subject: an action without a label does not compile.
const VERBS = {
  listing: [
    'create update archive reject restore delete approve report appeal rescreen review undo-review',
    'take-back feature unfeature release transfer claim verify undo-claim refresh-screenshot capture',
    'check-link link-status',
  ],
  user: [
    'create set-role rename request-email change-email set-email delete change-password reset-password',
    'set-password enable-two-factor disable-two-factor reset-two-factor renew-recovery-codes',
    'use-recovery-code add-passkey rename-passkey remove-passkey note suspend change-suspension',
    'lift-suspension send-reset verify-email',
  ],
  app: ['allow revoke'],
  key: ['create rotate revoke'],
  webhook: ['create update rotate-secret test replay pause delete'],
  session: ['create revoke'],
  catalog: ['propose add verify update remove'],
  takedown: ['lift'],
  policy: ['set-host remove-host'],
  review: ['set-reasons'],
  site: ['update'],
  category: ['rename merge undo undo-merge'],
  fact: ['rename merge undo'],
  import: ['draft discard start stop undo follow unfollow read'],
  view: ['save rename remove'],
  job: ['retry'],
  audit: ['forget'],
  backup: ['restore'],
} as const;

type Verbs = typeof VERBS;
export type SubjectType = keyof Verbs;
export type AuditAction = { [T in SubjectType]: `${T}.${Words<Verbs[T][number]> & string}` }[SubjectType];

export const SUBJECT_TYPES = Object.keys(VERBS) as SubjectType[];
export const AUDIT_ACTIONS = Object.entries(VERBS).flatMap(([type, verbs]) =>
  verbs.flatMap((some) => some.split(' ')).map((verb) => `${type}.${verb}` as AuditAction),
);
