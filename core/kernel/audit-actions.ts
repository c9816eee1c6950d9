// All actions of the audit log in one table, so that an action without a label does not compile.
export const AUDIT_ACTIONS = [
  'listing.create',
  'listing.update',
  'listing.archive',
  'listing.reject',
  'listing.restore',
  'listing.delete',
  'listing.approve',
  'listing.report',
  'listing.appeal',
  'listing.review',
  'listing.undo-review',
  'listing.release',
  'listing.transfer',
  'listing.refresh-screenshot',
  'listing.capture',
  'user.create',
  'user.set-role',
  'user.rename',
  'user.request-email',
  'user.change-email',
  'user.set-email',
  'user.delete',
  'user.change-password',
  'user.reset-password',
  'user.set-password',
  'user.suspend',
  'user.lift-suspension',
  'user.send-reset',
  'user.verify-email',
  'key.create',
  'key.revoke',
  'session.create',
  'session.revoke',
  'catalog.propose',
  'catalog.add',
  'catalog.verify',
  'catalog.update',
  'catalog.remove',
  'takedown.lift',
  'policy.pass',
  'policy.withdraw',
  'review.set-reasons',
  'job.retry',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type SubjectType = AuditAction extends `${infer Type}.${string}` ? Type : never;

/** The nouns of the actions: `listing`, `user`… */
export const SUBJECT_TYPES = [
  ...new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0])),
] as SubjectType[];
