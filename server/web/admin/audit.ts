// The audit log with filters, also as CSV; taking a change back, by a button at its entry or after a bulk action.
import { eachAuditEntry, findAuditEntries } from '../../../core/console/audit-log.js';
import { type AuditEntry, AuditQuery } from '../../../core/console/schema.js';
import { takeableAmong, takeBack } from '../../../core/console/take-back.js';
import { DOORS } from '../../../core/kernel/actor.js';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../../../core/kernel/audit-actions.js';
import type { Exchange } from '../../http/exchange.js';
import { type PageRoute, textOf } from '../route.js';
import { safeNext } from '../view/links.js';
import { viewsOf } from './columns.js';
import { toFoldedHistory } from './labels.js';
import { type ListState, listPages, sendConsole } from './page.js';

export const auditPages: PageRoute[] = [
  ...listPages({
    section: 'audit',
    query: AuditQuery,
    find: (actor, state) => findAuditEntries(actor, quiet(state)),
    show: async (visit, { entries }, state, href) => ({
      views: ([null, 'yes'] as const).map((asked) => ({
        label: visit.language.t(asked ? 'console.audit.all' : 'console.audit.changes'),
        href: href({ sign_ins: asked }),
        isCurrent: !state.action && asked === (state.sign_ins === 'yes' ? 'yes' : null),
      })),
      saved: await viewsOf(visit, 'audit', state),
      history: await toFoldedHistory(visit.language, entries),
      takeable: await takeableAmong(entries),
      doors: DOORS,
      kinds: SUBJECT_TYPES.map((kind) => ({
        kind,
        actions: AUDIT_ACTIONS.filter((action) => action.startsWith(`${kind}.`)),
      })),
    }),
    csv: {
      columns: () =>
        'id at actor_email key_name door action subject_type subject_id subject_label before after reason request_id'.split(
          ' ',
        ),
      rows: (actor, state) => flat(eachAuditEntry(actor, quiet(state))),
    },
  }),
  { path: '/admin/audit/take-back', access: 'listings', does: takeItBack },
];

/** Sign-ins would hide the rest, so they are shown only on request. */
const quiet = (state: ListState): ListState => ({ sign_ins: state.action ? 'yes' : 'no', ...state });

async function* flat(entries: AsyncIterable<AuditEntry>) {
  for await (const { actor, key, subject, ...entry } of entries) {
    yield {
      ...entry,
      actor_email: actor?.email,
      key_name: key?.name,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_label: subject.label,
    };
  }
}

/** Returns to the page of the button, or shows a page that names what could not be taken back. */
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
