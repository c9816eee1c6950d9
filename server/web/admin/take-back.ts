// Taking a change of the audit log back: a button beside its entry, or below a bulk action.
import { takeBack } from '../../../core/console/take-back.js';
import type { Exchange } from '../../http/exchange.js';
import { textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { safeNext } from '../view/visit.js';
import { sendConsole } from './page.js';

export const takeBackPages: PageRoute[] = [
  { path: '/admin/audit/take-back', access: 'listings', does: takeItBack },
];

/** The page it was pressed on; what could not be taken back is named on a page of its own. */
async function takeItBack(visit: Exchange): Promise<string | undefined> {
  const typed = safeNext(textOf(visit.values, 'back'), '');
  const back = typed.startsWith('/admin/') ? typed : '/admin/audit';
  const { taken_back: count, errors } = await takeBack(visit.actor, textOf(visit.values, 'id'));
  if (errors.length === 0) return `${back}${back.includes('?') ? '&' : '?'}done=taken-back`;
  const title = visit.language.t('console.history.taken-back', { count });
  const section = back.startsWith('/admin/users') ? ('users' as const) : ('listings' as const);
  const shown = { head: { title }, title, errors, names: new Map(), warnings: [], back, section };
  await sendConsole(visit, 'outcome', shown);
  return undefined;
}
