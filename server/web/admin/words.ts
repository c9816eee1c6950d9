// How the console says what programs call something.
import type { AuditAction } from '../../../core/kernel/audit-actions.js';
import type { Language } from '../../../core/languages/language.js';
import type { ReviewSource } from '../../../core/moderation/review-schema.js';
import type { Moderation } from '../../../core/moderation/schema.js';
import type { AuditEntry } from '../../../core/operations/schema.js';
import type { PolicyCategory } from '../../../core/policy/screening.js';
import { labelOf as sharedLabelOf } from '../view/labels.js';

export const MODERATION_LABELS: Readonly<Record<Moderation, string>> = {
  approve: 'Approve',
  archive: 'Archive',
  reject: 'Reject',
  restore: 'Restore',
  'refresh-screenshot': 'Retake picture',
  'check-link': 'Check website',
  delete: 'Delete',
};

/** `Rejected 12 listings` */
export const MODERATION_DONE: Readonly<Record<Moderation, string>> = {
  approve: 'Approved',
  archive: 'Archived',
  reject: 'Rejected',
  restore: 'Restored',
  'refresh-screenshot': 'Queued a picture of',
  'check-link': 'Queued a check of',
  delete: 'Deleted',
};

const SCREENSHOT_LABELS: Readonly<Record<string, string>> = {
  pending: 'On its way',
  ready: 'Ready',
  failed: 'Failed',
  none: 'None',
};

const DOOR_LABELS: Readonly<Record<AuditEntry['door'], string>> = {
  web: 'Web',
  rest: 'API',
  mcp: 'MCP',
  cli: 'Shell',
  job: 'Service',
};

const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'listing.create': 'submitted',
  'listing.update': 'changed',
  'listing.archive': 'archived',
  'listing.reject': 'rejected',
  'listing.restore': 'restored',
  'listing.delete': 'deleted',
  'listing.approve': 'approved',
  'listing.report': 'reported',
  'listing.appeal': 'asked for another look at',
  'listing.rescreen': 'screened again',
  'listing.review': 'looked at',
  'listing.undo-review': 'took back the decision about',
  'listing.feature': 'featured',
  'listing.unfeature': 'stopped featuring',
  'listing.release': 'left without an owner',
  'listing.claim': 'proved to own the site of, and took over,',
  'listing.verify': 'proved to own the site of',
  'listing.undo-claim': 'undid the claim of',
  'listing.transfer': 'given to another account',
  'listing.refresh-screenshot': 'asked for a new picture of',
  'listing.check-link': 'asked for a check of the website of',
  'listing.link-status': 'checked the website of',
  'listing.capture': 'took a picture of',
  'user.create': 'created the account',
  'user.set-role': 'set the role of',
  'user.rename': 'changed the name of',
  'user.request-email': 'asked for another email of',
  'user.change-email': 'changed the email of',
  'user.set-email': 'set the email of',
  'user.delete': 'deleted the account',
  'user.change-password': 'changed the password of',
  'user.reset-password': 'reset the password of',
  'user.set-password': 'set a password for',
  'user.suspend': 'suspended',
  'user.lift-suspension': 'lifted the suspension of',
  'user.send-reset': 'mailed a password link to',
  'user.verify-email': 'verified the email of',
  'app.allow': 'allowed the app',
  'app.revoke': 'revoked the app',
  'key.create': 'minted the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'webhook.create': 'made the webhook',
  'webhook.update': 'changed the webhook',
  'webhook.rotate-secret': 'gave a new secret to the webhook',
  'webhook.test': 'tried the webhook',
  'webhook.replay': 'sent again to the webhook',
  'webhook.pause': 'paused the webhook',
  'webhook.delete': 'deleted the webhook',
  'session.create': 'signed in as',
  'session.revoke': 'ended a session of',
  'catalog.propose': 'proposed',
  'catalog.add': 'added',
  'catalog.verify': 'verified',
  'catalog.update': 'changed',
  'catalog.remove': 'removed',
  'takedown.lift': 'lifted the takedown of',
  'policy.pass': 'let pass the content policy:',
  'policy.withdraw': 'withdrew the policy pass of',
  'policy.import-hosts': 'imported',
  'policy.remove-hosts': 'removed hosts from the policy:',
  'review.set-reasons': 'edited',
  'site.update': 'changed the site:',
  'view.save': 'saved the view',
  'view.remove': 'removed the view',
  'job.retry': 'retried the job',
  'audit.forget': 'removed what is older than AUDIT_KEEP_DAYS from the',
  'backup.restore': 'restored the',
};

/** The same, done to oneself. */
const OWN_ACTION_LABELS: Readonly<Partial<Record<AuditAction, string>>> = {
  'session.create': 'signed in',
  'session.revoke': 'ended a session',
  'user.create': 'made an account',
  'user.set-role': 'became an admin',
  'user.rename': 'changed their name',
  'user.request-email': 'asked for another email',
  'user.change-email': 'changed their email',
  'user.change-password': 'changed their password',
  'user.reset-password': 'set a new password',
  'user.verify-email': 'verified their email',
  'user.delete': 'deleted their account',
};

const SORT_LABELS: Readonly<Record<string, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last changed',
  name: 'Name',
  email: 'Email',
  'sign-in': 'Last sign-in',
  featured: 'Featured first',
};

/** Why a listing is at the review desk. */
const SOURCE_LABELS: Readonly<Record<ReviewSource, string>> = {
  appeal: 'Appeal',
  report: 'Reported',
  policy: 'Policy unsure',
  pending: 'Pending',
  link: 'Website gone',
  new: 'New',
};

/** Parts of the content policy, in short. */
const POLICY_LABELS: Readonly<Record<PolicyCategory, string>> = {
  adult: 'Adult content',
  drugs: 'Drugs',
  illegal: 'Illegal goods and frauds',
};

function labelOf(labels: Readonly<Record<string, string>>) {
  return (value: string): string => (Object.hasOwn(labels, value) ? (labels[value] as string) : value);
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  website_url: 'website',
  cta_label: 'button label',
  logo_url: 'logo',
  screenshot_url: 'picture',
  screenshot_status: 'picture status',
  submit_url: 'submission page',
};

/** For templates, under the name `words`. */
export const consoleWords = (language: Language) => ({
  screenshot: labelOf(SCREENSHOT_LABELS),
  status: (value: string) => sharedLabelOf(language, `listing-status.${value}`, value),
  door: labelOf(DOOR_LABELS),
  action: labelOf(ACTION_LABELS),
  ownAction: (action: string): string | null => OWN_ACTION_LABELS[action as AuditAction] ?? null,
  sort: labelOf(SORT_LABELS),
  moderation: labelOf(MODERATION_LABELS),
  source: labelOf(SOURCE_LABELS),
  reportKind: (value: string) => sharedLabelOf(language, `report-kind.${value}`, value),
  policy: labelOf(POLICY_LABELS),
  field: (name: string) => FIELD_NAMES[name] ?? name.replaceAll('_', ' '),
});
