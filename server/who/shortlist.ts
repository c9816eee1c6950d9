// The shortlist of a visitor: an account's rows, or a guest's cookie, which is signed and set only when a listing is kept.
import { guest } from '../../core/kernel/actor.js';
import { countVisit } from '../../core/listings/visits.js';
import {
  changedShortlist,
  changeShortlist,
  readShortlist,
  type ShortlistChange,
} from '../../core/readers/shortlists.js';
import type { Exchange } from '../http/exchange.js';
import { chosenLasts, cookieName, cookieOptions, isSignedByUs, readCookie, sign } from './cookies.js';

const name = () => cookieName('shortlist');
const signed = (list: string) => `shortlist ${list}`;

function readGuestList({ req }: Exchange): string[] {
  const [list = '', signature = ''] = (readCookie(req, name()) ?? '').split('.');
  return list !== '' && isSignedByUs(signed(list), signature) ? list.split('/') : [];
}

export function shortlistOf(exchange: Exchange): Promise<string[]> {
  const { actor } = exchange;
  return actor.kind === 'user' ? readShortlist(actor) : Promise.resolve(readGuestList(exchange));
}

export async function changeOwnShortlist(exchange: Exchange, change: ShortlistChange) {
  const { actor, res } = exchange;
  for (const slug of change.add ?? []) countVisit(actor, slug, 'keep');
  if (actor.kind === 'user') return changeShortlist(actor, actor.account.id, change);
  const list = changedShortlist(readGuestList(exchange), change).join('/');
  if (list === '') res.clearCookie(name(), cookieOptions());
  else res.cookie(name(), `${list}.${sign(signed(list))}`, chosenLasts());
}

/** A guest's shortlist moves to the account they sign in to. */
export async function handOverShortlist(exchange: Exchange, userId: string): Promise<void> {
  const list = readGuestList(exchange);
  if (list.length === 0) return;
  // As a guest: the request's session has ended.
  await changeShortlist(guest('web'), userId, { add: list });
  exchange.res.clearCookie(name(), cookieOptions());
}
