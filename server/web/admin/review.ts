// The review desk: one listing at a time, decided by a button or a key.

import { decideReview } from '../../../core/moderation/review-decisions.js';
import { listReasons, setReasons } from '../../../core/moderation/review-reasons.js';
import { nextReview } from '../../../core/moderation/reviews.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { withQuery } from '../view/links.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const PATH = '/admin/review';

export const reviewPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showDesk(visit) },
  { method: 'get', path: `${PATH}/reasons`, access: 'admin', run: (visit) => showReasons(visit) },
  { method: 'post', path: `${PATH}/reasons`, access: 'admin', run: saveReasons },
  { method: 'post', path: `${PATH}/:slug`, access: 'admin', run: decide },
];

async function showDesk(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const [{ review, waiting }, { reasons }] = await Promise.all([
    nextReview(visit.actor),
    listReasons(visit.actor),
  ]);
  const { undo, did } = visit.req.query;
  await sendConsole(
    visit,
    'review',
    {
      section: 'review',
      head: { title: review ? `Review ${review.listing.name}` : 'Review desk' },
      review,
      waiting,
      reasons,
      last: typeof undo === 'string' && typeof did === 'string' ? { slug: undo, did } : null,
    },
    form,
  );
}

async function decide(visit: Visit): Promise<void> {
  const slug = String(visit.req.params.slug);
  const { values } = visit;
  const decision = textOf(values, 'decision');
  // A button of its own for each ready reason; typed words win.
  const reason = textOf(values, 'reason').trim() || textOf(values, 'ready');
  await runForm(
    visit,
    { ...values, slug },
    async () => {
      // A ready reason is a rejection: its button sends no other value.
      const asked = decision || (textOf(values, 'ready') ? 'reject' : '');
      await decideReview(visit.actor, slug, { decision: asked, reason });
      const canUndo = asked === 'approve' || asked === 'reject';
      visit.res.redirect(303, withQuery(PATH, canUndo ? { undo: slug, did: asked } : {}));
    },
    (form) => showDesk(visit, form),
  );
}

async function showReasons(visit: Visit, form?: FormState): Promise<void> {
  const { reasons } = await listReasons(visit.actor);
  const shown = form ?? { ...EMPTY_FORM, values: { reasons: reasons.join('\n') } };
  await sendConsole(visit, 'review-reasons', { section: 'review', head: { title: 'Ready reasons' } }, shown);
}

async function saveReasons(visit: Visit): Promise<void> {
  const typed = textOf(visit.values, 'reasons');
  await runForm(
    visit,
    { reasons: typed },
    async () => {
      const reasons = typed.split(/\r?\n/).map((line) => line.trim());
      await setReasons(visit.actor, { reasons: reasons.filter(Boolean) });
      visit.res.redirect(303, `${PATH}/reasons?done=reasons-saved`);
    },
    (form) => showReasons(visit, form),
  );
}
