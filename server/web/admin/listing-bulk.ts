// One action on many listings: a page to confirm, then one with the outcome.
import { needsTypedTotal } from '../../../core/kernel/bulk.js';
import { MAX_NAMED_ITEMS } from '../../../core/kernel/schema.js';
import { moderateListings } from '../../../core/moderation/actions.js';
import { previewListings } from '../../../core/moderation/listings.js';
import { AdminListingFilter, MODERATIONS, type Moderation } from '../../../core/moderation/schema.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { listLink, sendConsole } from './page.js';
import { readSelection, requireTypedTotal, type Selection, selectionFields } from './selection.js';

const PATH = '/admin/listings';

export const listingBulkPages: PageRoute[] = [
  { method: 'post', path: '/admin/bulk/listings', access: 'listings', run: (visit) => confirm(visit) },
  { method: 'post', path: '/admin/bulk/listings/run', access: 'listings', isShownAgain: true, run: run },
];

function readAction({ values }: Visit): Moderation | null {
  const action = textOf(values, 'action');
  return MODERATIONS.find((known) => known === action) ?? null;
}

async function confirm(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const action = readAction(visit);
  const selection = readSelection(visit.values, AdminListingFilter);
  const back = listLink(PATH, selection.query)();
  const asked = selection.items ? { slugs: selection.items } : { query: selection.query };
  const preview = await previewListings(visit.actor, asked);
  const { t } = visit.language;
  const asks = t(action === null ? 'console.ask.which' : `console.ask.${action}`, { count: preview.total });
  const title = preview.total === 0 ? t('console.listing-confirm.nothing') : asks;
  await sendConsole(
    visit,
    'listing-confirm',
    {
      section: 'listings',
      head: { title },
      title,
      action,
      preview,
      fields: selectionFields(selection, preview.total),
      back,
      mustType: action !== null && needsTypedTotal(preview.total),
    },
    form,
  );
}

async function run(visit: Visit): Promise<void> {
  const action = readAction(visit);
  if (action === null) return confirm(visit);
  const values = visit.values;
  const selection = readSelection(values, AdminListingFilter);
  const total = selection.items?.length ?? selection.expected;
  await runForm(
    visit,
    values,
    async () => {
      requireTypedTotal(total, values);
      const outcome = await moderateListings(visit.actor, {
        action,
        reason: textOf(values, 'reason'),
        ...(selection.items
          ? { slugs: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      });
      await showOutcome(visit, action, selection, outcome);
    },
    (form) => confirm(visit, form),
  );
}

async function showOutcome(
  visit: Visit,
  action: Moderation,
  selection: Selection,
  outcome: Awaited<ReturnType<typeof moderateListings>>,
): Promise<void> {
  const done = outcome.deleted ?? outcome.queued ?? outcome.updated ?? [];
  const title = visit.language.t(`console.done.${action}`, { count: done.length });
  const canUndo = (action === 'archive' || action === 'reject') && done.length > 0;
  await sendConsole(visit, 'listing-outcome', {
    section: 'listings',
    head: { title },
    title,
    action,
    done,
    errors: outcome.errors,
    warnings: outcome.warnings ?? [],
    back: listLink(PATH, selection.query)(),
    undo: canUndo && done.length <= MAX_NAMED_ITEMS ? done.join('\n') : null,
  });
}
