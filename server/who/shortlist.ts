// The shortlist of a visitor: an account's rows, or a guest's cookie, which is signed and set only when a listing is kept.
// For an account the cookie is a copy, by which pages show what is kept without asking the database.
import { guest } from '../../core/kernel/actor.js';
import { countVisit } from '../../core/listings/visits.js';
import * as shortlists from '../../core/readers/shortlists.js';
import type { Exchange } from '../http/exchange.js';
import { chosenLasts, cookieName, cookieOptions, isSignedByUs, readCookie, sign } from './cookies.js';

const name = () => cookieName('shortlist');
const signed = (owner: string, list: string) => `shortlist ${owner}${list}`;

/** The list in a visitor's browser, unless it was left by another account's session. */
export function keptBy({ req, actor }: Pick<Exchange, 'req' | 'actor'>): string[] {
  const [list = '', signature = ''] = (readCookie(req, name()) ?? '').split('.');
  const owner = actor.kind === 'user' ? `${actor.account.id} ` : '';
  return list !== '' && isSignedByUs(signed(owner, list), signature) ? list.split('/') : [];
}

/** Scripts may read the cookie: it holds what pages show. */
function setCookie({ req, res }: Exchange, owner: string, slugs: readonly string[]): void {
  const list = slugs.join('/');
  if (list === '' && readCookie(req, name()) !== undefined) res.clearCookie(name(), cookieOptions());
  else if (list !== '')
    res.cookie(name(), `${list}.${sign(signed(owner, list))}`, { ...chosenLasts(), httpOnly: false });
}

async function copyToCookie(exchange: Exchange, userId: string): Promise<shortlists.ShortlistEntry[]> {
  const entries = await shortlists.readShortlist(userId);
  const slugs = entries.map(({ slug }) => slug);
  setCookie(exchange, `${userId} `, slugs);
  return entries;
}

export async function shortlistOf(exchange: Exchange): Promise<readonly shortlists.ShortlistEntry[]> {
  const { actor } = exchange;
  if (actor.kind === 'user') return copyToCookie(exchange, actor.account.id);
  return keptBy(exchange).map((slug) => ({ slug, note: null }));
}

export async function changeOwnShortlist(exchange: Exchange, change: shortlists.ShortlistChange) {
  const { actor } = exchange;
  for (const slug of change.add ?? []) countVisit(actor, slug, 'keep');
  if (actor.kind !== 'user')
    return setCookie(exchange, '', shortlists.changedShortlist(keptBy(exchange), change));
  await shortlists.changeShortlist(actor, actor.account.id, change);
  await copyToCookie(exchange, actor.account.id);
}

/** A guest's shortlist moves to the account they sign in to. */
export async function handOverShortlist(exchange: Exchange, userId: string): Promise<void> {
  const nobody = guest('web');
  const list = keptBy({ req: exchange.req, actor: nobody });
  // Acts as a guest: the request's session has ended.
  if (list.length > 0) await shortlists.changeShortlist(nobody, userId, { add: list });
  await copyToCookie(exchange, userId);
}

/** Removes the copy at the end of a session: nothing of the account stays in the browser. */
export const forgetShortlist = (exchange: Exchange): void => setCookie(exchange, '', []);
