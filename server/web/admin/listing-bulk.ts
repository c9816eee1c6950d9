// One action on many listings: a page that says what will happen, then one that says what did.
import { type Request, type Response, Router } from 'express';
import { MAX_NAMED_ITEMS } from '../../../core/kernel/schema.js';
import { moderateListings } from '../../../core/moderation/actions.js';
import { previewListings } from '../../../core/moderation/listings.js';
import { AdminListingFilter, MODERATIONS, type Moderation } from '../../../core/moderation/schema.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, textOf, valuesOf } from '../form/form.js';
import { visitorOf } from '../view/visitor.js';
import { listLink, sendConsole } from './page.js';
import { needsTyping, readSelection, requireTyping, type Selection, selectionFields } from './selection.js';
import { MODERATION_DONE, MODERATION_LABELS } from './words.js';

const PATH = '/admin/listings';

export function listingBulkPages(): Router {
  const router = Router();
  router.post('/admin/bulk/listings', ...formSteps(), (req, res) => confirm(req, res));
  router.post('/admin/bulk/listings/run', ...formSteps(), run);
  return router;
}

function readAction(req: Request): Moderation | null {
  const action = textOf(valuesOf(req), 'action');
  return MODERATIONS.find((known) => known === action) ?? null;
}

async function confirm(
  req: Request,
  res: Response,
  form: FormState = EMPTY_FORM,
  status = 200,
): Promise<void> {
  const action = readAction(req);
  const selection = readSelection(valuesOf(req), AdminListingFilter);
  const back = listLink(PATH, selection.query)();
  const asked = selection.items ? { slugs: selection.items } : { query: selection.query };
  const preview = await previewListings(visitorOf(res), asked);
  const title = titleOf(action, preview.total);
  await sendConsole(
    req,
    res,
    'listing-confirm',
    {
      section: 'listings',
      head: { title },
      title,
      action,
      preview,
      fields: selectionFields(selection, preview.total),
      back,
      mustType: action !== null && needsTyping(action, preview.total),
      label: action === null ? null : MODERATION_LABELS[action],
    },
    form,
    status,
  );
}

function titleOf(action: Moderation | null, total: number): string {
  if (action === null) return 'What should be done?';
  const listings = total === 1 ? 'this listing' : `${total} listings`;
  return action === 'refresh-screenshot'
    ? `Retake the picture of ${listings}?`
    : `${MODERATION_LABELS[action]} ${listings}?`;
}

async function run(req: Request, res: Response): Promise<void> {
  const action = readAction(req);
  if (action === null) return confirm(req, res);
  const values = valuesOf(req);
  const selection = readSelection(values, AdminListingFilter);
  const total = selection.items?.length ?? selection.expected;
  await runForm(
    res,
    values,
    async () => {
      requireTyping(action, total, values);
      const outcome = await moderateListings(visitorOf(res), {
        action,
        reason: textOf(values, 'reason'),
        ...(selection.items
          ? { slugs: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      });
      await showOutcome(req, res, action, selection, outcome);
    },
    (form, status) => confirm(req, res, form, status),
  );
}

async function showOutcome(
  req: Request,
  res: Response,
  action: Moderation,
  selection: Selection,
  outcome: Awaited<ReturnType<typeof moderateListings>>,
): Promise<void> {
  const done = outcome.deleted ?? outcome.queued ?? outcome.updated ?? [];
  const title = `${MODERATION_DONE[action]} ${done.length === 1 ? '1 listing' : `${done.length} listings`}`;
  const canUndo = (action === 'archive' || action === 'reject') && done.length > 0;
  await sendConsole(req, res, 'listing-outcome', {
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
