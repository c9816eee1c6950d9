// Takedowns: rejected pages that stay refused, and lifting them.
import { findTakedowns, liftTakedown, TakedownQuery } from '../../../core/moderation/takedowns.js';
import { textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/takedowns';

export const takedownPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'listings', run: showTakedowns },
  {
    method: 'post',
    path: `${PATH}/:id/lift`,
    access: 'listings',
    run: async ({ actor, req, res, values }) => {
      await liftTakedown(actor, String(req.params.id), { reason: textOf(values, 'reason') });
      res.redirect(303, `${PATH}?done=takedown-lifted`);
    },
  },
];

async function showTakedowns(visit: Visit): Promise<void> {
  const state = readListState(TakedownQuery, visit.req);
  const found = await findTakedowns(visit.actor, state);
  const href = listLink(PATH, state);
  await sendConsole(visit, 'takedowns', {
    section: 'takedowns',
    head: { title: visit.language.t('console.section.takedowns') },
    takedowns: found.takedowns,
    state,
    pager: pagerOf(found, href),
  });
}
