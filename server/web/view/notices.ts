// Notices after an action, named by `?done=` in the address, so that no state is needed.
import { accountOf, type Visit } from './visit.js';

export interface Notice {
  readonly tone: 'good' | 'bad' | 'warn' | 'info';
  readonly text: string;
}

const NOTICES: Readonly<Record<string, string>> = {
  welcome: 'Welcome! Your account is ready.',
  'signed-out': 'You are signed out.',
  submitted: 'Your listing is live.',
  'submitted-pending': 'Your listing is in. It appears as soon as it has been reviewed.',
  known: 'This website is listed already, so nothing new was added. This is its listing.',
  updated: 'Your changes are saved.',
  archived: 'The listing is archived: nobody but you sees it now.',
  restored: 'The listing is back.',
  unarchived: 'The listing is no longer archived. It is not public: its status says why.',
  deleted: 'The listing is deleted and its address is free again.',
  'app-revoked': 'The app is revoked: its tokens no longer work.',
  'key-revoked': 'The key is revoked and no longer works.',
  'event-queued': 'The event is on its way.',
  'webhook-paused': 'The webhook is paused.',
  'webhook-resumed': 'The webhook goes on, with what has waited.',
  'webhook-deleted': 'The webhook is deleted with its log.',
  'claim-undone': 'The claim is undone, and both sides are told.',
  claimed: 'Proven: you are the verified owner of this listing.',
  'session-ended': 'That session has ended.',
  'password-changed': 'Your password is changed.',
  'email-asked': 'A link is on its way to the new address. Your email changes when you open it.',
  'email-changed': 'Your email is changed. Sign in with the new one from now on.',
  'reset-sent': 'If this email has an account, a link to set a new password is on its way.',
  'password-reset': 'Your new password is set. Sign in with it.',
  'mail-sent': 'A new confirmation mail is on its way.',
  'link-sent': 'If this email has an account that is not confirmed yet, a new link is on its way.',
  'account-deleted': 'Your account and everything in it is deleted.',
  proposed: 'Thank you! Your proposal is in the list, marked as not yet verified.',
  'proposed-known': 'That place is in the list already.',
  'moderated-approve': 'The listing is approved and public, and its owner is told.',
  'moderated-archive': 'The listing is archived.',
  'moderated-reject': 'The listing is rejected, and its owner is told.',
  'moderated-restore': 'The listing is restored.',
  featured: 'The listing is featured.',
  unfeatured: 'The listing is no longer featured.',
  'retake-queued': 'A new picture is on its way. The old one stays until it is there.',
  'check-queued': 'The website is looked at within a minute or so.',
  'retake-off': 'Screenshots are switched off here, so no picture was queued.',
  'user-suspended': 'The account is suspended, and its owner is told why.',
  'suspension-lifted': 'The suspension is lifted.',
  'role-set': 'The role is set.',
  'reset-mailed': 'A link to set a new password is on its way to them.',
  'sessions-ended': 'Ended. Whoever used it has to sign in again.',
  'entry-added': 'The entry is in the catalog.',
  'entry-known': 'That address is in the catalog already. This is its entry.',
  'entry-verified': 'The entry is verified.',
  'entry-removed': 'The entry is gone.',
  'set-up': 'Welcome! You are the first admin of this directory.',
  'takedown-lifted': 'The takedown is lifted: the page may be submitted again.',
  'pass-granted': 'The site may pass from now on.',
  'pass-known': 'The site may pass already.',
  'pass-withdrawn': 'The pass is taken back. What is listed stays until it is changed or screened again.',
  'hosts-imported': 'The list is imported. Everything is being screened with it.',
  'hosts-removed': 'Removed. Everything is being screened again.',
  reported: 'Thank you. Somebody will look at it.',
  appealed: 'We will look at it again. You hear from us by mail.',
  'reasons-saved': 'The reasons are saved.',
  'site-saved': 'Saved. Every page shows it now.',
  'jobs-retried': 'What had failed is queued again.',
  'entries-verified': 'The ticked entries are verified.',
  'entries-unverified': 'Some of the ticked entries are gone; the others are verified.',
  'view-saved': 'The view is saved. Only you see it.',
  'view-removed': 'The view is forgotten.',
  'job-retried': 'The job is queued again.',
};

/** Words for visitors who are not signed in (any more); all others are for members. */
const FOR_GUESTS = new Set(['signed-out', 'reset-sent', 'password-reset', 'account-deleted', 'link-sent']);

/** Words for everybody. */
const FOR_ALL = new Set(['reported']);

/**
 * The notice of a visit, from `?done=word`; null for an unknown word, for one meant for others, and where the address
 * was opened from outside: somebody may have shared it.
 */
export function noticeOf(visit: Visit): Notice | null {
  const word = visit.req.query.done;
  if (typeof word !== 'string' || !Object.hasOwn(NOTICES, word)) return null;
  if (!FOR_ALL.has(word) && FOR_GUESTS.has(word) !== (accountOf(visit) === null)) return null;
  // Browsers say where a navigation comes from; those that do not get the notice.
  const from = visit.req.get('Sec-Fetch-Site');
  if (from !== undefined && from !== 'same-origin') return null;
  return { tone: 'good', text: NOTICES[word] as string };
}
