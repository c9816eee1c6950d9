// Notices after an action, named by `?done=` in the address, so that no state is needed.
import type { MessageKey } from '../../../core/languages/language.js';
import type { Exchange } from '../../http/exchange.js';
import { accountOf } from './links.js';

export interface Notice {
  readonly tone: 'good' | 'bad' | 'warn';
  readonly text: string;
  readonly href?: string;
  readonly link?: string;
}

/** Notices for visitors who are not signed in (any more); all others are for members. */
const FOR_GUESTS = new Set(['signed-out', 'reset-sent', 'password-reset', 'account-deleted', 'link-sent']);

/** The requested action was not performed. */
const UNDONE = new Set(['none-ticked', 'view-unnamed', 'views-full']);

/** Notices for everyone. */
const FOR_ALL = new Set(['reported', 'kept', 'unkept', 'noted', 'follow-asked', 'followed', 'unfollowed']);

/** Whether the address was opened from a page of ours, as browsers send it; one that does not is believed. */
export function isFromHere({ req }: Exchange): boolean {
  const from = req.get('Sec-Fetch-Site');
  return from === undefined || from === 'same-origin';
}

/** The notice of `?done=word`; null if the word belongs to somebody else, or the address may have been shared. */
export function noticeOf(visit: Exchange): Notice | null {
  const word = visit.req.query.done;
  const key = `notice.${word}`;
  if (typeof word !== 'string' || !visit.language.has(key)) return null;
  if (!FOR_ALL.has(word) && FOR_GUESTS.has(word) !== (accountOf(visit) === null)) return null;
  if (!isFromHere(visit)) return null;
  const { t } = visit.language;
  return {
    tone: UNDONE.has(word) ? 'warn' : 'good',
    text: t(key as MessageKey),
    ...(word === 'kept' ? { href: '/shortlist', link: t('shortlist.title') } : {}),
  };
}
