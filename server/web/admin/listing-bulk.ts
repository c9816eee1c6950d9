// One action on many listings: a page to confirm, then one with the outcome.
import { Type } from '@sinclair/typebox';
import { needsTypedTotal } from '../../../core/kernel/bulk.js';
import { check } from '../../../core/kernel/check.js';
import { MAX_NAMED_ITEMS } from '../../../core/kernel/schema.js';
import { PRICING_MODELS } from '../../../core/listings/fields.js';
import { type ListingBulkOutcome, moderateListings } from '../../../core/moderation/actions.js';
import { changeListings, type ListingChangeOutcome } from '../../../core/moderation/bulk-change.js';
import { previewListings } from '../../../core/moderation/listings.js';
import {
  AdminListingFilter,
  ListingChanges,
  MODERATIONS,
  type Moderation,
} from '../../../core/moderation/schema.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import type { FormValues, Visit } from '../view/visit.js';
import { listLink, sendConsole } from './page.js';
import { readSelection, requireTypedTotal, type Selection, selectionFields } from './selection.js';

const PATH = '/admin/listings';

export const listingBulkPages: PageRoute[] = [
  { method: 'post', path: '/admin/bulk/listings', access: 'listings', run: (visit) => confirm(visit) },
  { method: 'post', path: '/admin/bulk/listings/undo', access: 'listings', run: undoChange },
  { method: 'post', path: '/admin/bulk/listings/run', access: 'listings', isShownAgain: true, run: run },
];

type BulkAction = Moderation | 'change';

function readAction({ values }: Visit): BulkAction | null {
  const action = textOf(values, 'action');
  return ([...MODERATIONS, 'change'] as const).find((known) => known === action) ?? null;
}

/** The fields that a change sets: those that were filled in. */
function readChanges(values: FormValues): Record<string, unknown> {
  const [category, pricing, featured, owner] = [
    'category_set',
    'pricing_set',
    'featured_set',
    'owner_set',
  ].map((name) => textOf(values, name).trim());
  return {
    ...(category ? { categories: [category] } : {}),
    ...(pricing ? { pricing_model: pricing } : {}),
    ...(featured ? { featured: featured === 'yes' } : {}),
    ...(owner ? { owner } : {}),
  };
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
      pricing: PRICING_MODELS,
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
      const asked = {
        action,
        reason: textOf(values, 'reason'),
        ...(selection.items
          ? { slugs: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      };
      const outcome =
        action === 'change'
          ? await changeListings(visit.actor, { ...asked, set: readChanges(values) })
          : await moderateListings(visit.actor, asked);
      await showOutcome(visit, action, selection, outcome);
    },
    (form) => confirm(visit, form),
  );
}

async function showOutcome(
  visit: Visit,
  action: BulkAction,
  selection: Selection,
  outcome: ListingBulkOutcome & Partial<ListingChangeOutcome>,
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
    undoChange: outcome.undo?.length && done.length <= MAX_NAMED_ITEMS ? JSON.stringify(outcome.undo) : null,
  });
}

/** Takes a change back: each listing gets the values that it had, as its outcome page carried them. */
async function undoChange(visit: Visit): Promise<void> {
  const { undo } = check(Undo, { undo: parseJson(textOf(visit.values, 'undo')) });
  const reason = visit.language.t('console.listing-outcome.undone');
  const outcome: ListingChangeOutcome = { updated: [], failed: [], errors: [], undo: [] };
  for (const group of undo) {
    const part = await changeListings(visit.actor, { action: 'change', reason, ...group });
    for (const name of ['updated', 'failed', 'errors'] as const)
      outcome[name].push(...(part[name] as never[]));
  }
  await showOutcome(visit, 'change', { items: [], query: {}, expected: 0 }, outcome);
}

const Undo = Type.Object({
  undo: Type.Array(
    Type.Object({ slugs: Type.Array(Type.String(), { maxItems: MAX_NAMED_ITEMS }), set: ListingChanges }),
    { maxItems: MAX_NAMED_ITEMS },
  ),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
