// One action on many listings or users: a page to confirm, then the list again, or a page that names failures.
import { actOnUsers } from '../../../core/accounts/actions.js';
import { AdminUserFilter, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { previewUsers } from '../../../core/accounts/users.js';
import { isTakeable } from '../../../core/console/take-back.js';
import { type BulkFailure, needsTypedTotal } from '../../../core/kernel/bulk.js';
import { isUuid, type Warning } from '../../../core/kernel/check.js';
import { fieldError, say } from '../../../core/kernel/errors.js';
import { MAX_NAMED_ITEMS } from '../../../core/kernel/schema.js';
import type { MessageKey } from '../../../core/languages/language.js';
import { factColumn, gatherFacts } from '../../../core/listings/facts.js';
import { PRICING_MODELS } from '../../../core/listings/fields.js';
import { moderateListings } from '../../../core/moderation/actions.js';
import { previewListings } from '../../../core/moderation/listings.js';
import { AdminListingFilter, MODERATIONS } from '../../../core/moderation/schema.js';
import { allFacts, factLabel } from '../../../core/settings/facts.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { type FormState, listOf, type PageRoute, textOf } from '../route.js';
import { isFromHere } from '../view/page.js';
import { listLink, membersOf, sendConsole } from './page.js';

const LISTS = {
  listings: { filter: AdminListingFilter, actions: [...MODERATIONS, 'change'] as readonly string[] },
  users: { filter: AdminUserFilter, actions: USER_BULK_ACTIONS as readonly string[] },
};
type List = keyof typeof LISTS;

interface Outcome extends Partial<Record<'deleted' | 'updated' | 'queued', readonly string[]>> {
  readonly errors: readonly (BulkFailure & { slug?: string; id?: string })[];
  readonly warnings?: readonly Warning[];
  /** Identifies the entries of the action in the audit log. */
  readonly batch: string;
}

export const bulkPages: PageRoute[] = (['listings', 'users'] as const).flatMap((list) => {
  const access = list === 'users' ? 'people' : 'listings';
  return [
    { path: `/admin/bulk/${list}`, access, does: (visit) => confirm(list, visit) },
    {
      path: `/admin/bulk/${list}/run`,
      access,
      does: (visit) => run(list, visit),
      again: (visit, form) => confirm(list, visit, form),
    },
  ];
});

/** Ticked rows are sent as `item`, those of a confirmation page as lines of `items`; `scope=matching` means the filter. */
function readAction(list: List, values: FormValues) {
  const { filter, actions } = LISTS[list];
  const lines = textOf(values, 'items').split(/\s+/).filter(Boolean);
  const typed = Object.keys(membersOf(filter)).map((name) => [name, textOf(values, name).trim()] as const);
  return {
    action: actions.find((known) => known === textOf(values, 'action')) ?? null,
    /** null: all that match the filter. */
    items: textOf(values, 'scope') === 'matching' ? null : [...listOf(values, 'item'), ...lines],
    query: Object.fromEntries(typed.filter(([, value]) => value !== '')),
    expected: Number(textOf(values, 'expected_total')) || 0,
  };
}

const preview = (list: List, { actor }: Exchange, items: readonly string[] | null, query = {}) =>
  list === 'users'
    ? previewUsers(actor, items ? { ids: items } : { query })
    : previewListings(actor, items ? { slugs: items } : { query: gatherFacts(query) });

async function confirm(list: List, visit: Exchange, form?: FormState): Promise<void> {
  const { action, items, query } = readAction(list, visit.values);
  const found = await preview(list, visit, items, query);
  const { total } = found;
  const nothing = list === 'users' ? 'console.user-delete.nobody' : 'console.listing-confirm.nothing';
  const ask = list === 'users' && action ? `console.user-ask.${action}` : `console.ask.${action ?? 'which'}`;
  const title = visit.language.t((total === 0 ? nothing : ask) as MessageKey, { count: total });
  const selected = items ? { items: items.join('\n') } : { scope: 'matching', expected_total: String(total) };
  const data = {
    section: list,
    head: { title },
    title,
    action,
    pricing: PRICING_MODELS,
    facts: allFacts().map((fact) => ({ ...fact, text: factLabel(visit.language, fact) })),
    preview: found,
    fields: Object.entries({ ...selected, ...query }),
    back: listLink(`/admin/${list}`, query)(),
    mustType: action !== null && needsTypedTotal(total),
  };
  await sendConsole(visit, `confirm-${list}`, data, form);
}

async function run(list: List, visit: Exchange): Promise<string | undefined> {
  const { actor, values } = visit;
  const { action, items, query, expected } = readAction(list, values);
  if (action === null) throw fieldError('action', say('invalid.required'), 'required');
  const total = items?.length ?? expected;
  if (needsTypedTotal(total) && textOf(values, 'typed').trim() !== String(total))
    throw fieldError('typed', say('error.type-total', { total }));
  const isYes = (name: string) => textOf(values, name) === 'yes';
  const matching = items ? {} : { query: gatherFacts(query), expected_total: expected };
  const asked = { action, reason: textOf(values, 'reason'), ...matching };
  const outcome: Outcome =
    list === 'users'
      ? await actOnUsers(actor, {
          ...asked,
          ...(items && { ids: items }),
          keep_listings: isYes('keep_listings'),
          archive_listings: isYes('archive_listings'),
        })
      : await moderateListings(actor, { ...asked, ...(items && { slugs: items }), set: readChanges(values) });
  const { batch, errors, warnings = [] } = outcome;
  const done = outcome.deleted ?? outcome.queued ?? outcome.updated ?? [];
  const said = { acted: action, count: String(done.length), ...(done.length > 0 ? { batch } : {}) };
  if (errors.length + warnings.length === 0) return listLink(`/admin/${list}`, { ...query, ...said })();
  const { title, ...shown } = actedOn(visit, list, said);
  const failed = errors.slice(0, MAX_NAMED_ITEMS).map(({ slug, id }) => slug ?? id ?? '');
  const named = await preview(list, visit, failed);
  const rows = 'users' in named ? named.users : named.listings;
  await sendConsole(visit, 'outcome', {
    ...shown,
    head: { title },
    title,
    errors,
    names: new Map(rows.map((row) => ['slug' in row ? row.slug : row.id, row.name])),
    warnings,
    back: listLink(`/admin/${list}`, query)(),
  });
  return undefined;
}

function actedOn({ language }: Exchange, list: List, said: Readonly<Record<string, string>>) {
  const { acted = '', count = '', batch } = said;
  const key = list === 'users' ? `console.user-done.${acted}` : `console.done.${acted}`;
  const title = language.t(key as MessageKey, { count: Number(count) || 0 });
  const entry = `${list.slice(0, -1)}.${acted === 'change' ? 'update' : acted}`;
  return { section: list, title, batch: isTakeable(entry) && isUuid(batch ?? '') ? batch : null };
}

/** The result of the last action; null if the address may have been shared. */
export function actedFrom(visit: Exchange, list: List) {
  const said = visit.req.query as Record<string, string>;
  if (!LISTS[list].actions.includes(said.acted ?? '') || !isFromHere(visit)) return null;
  const { acted: _acted, count: _count, batch: _batch, ...query } = said;
  return { ...actedOn(visit, list, said), back: listLink(`/admin/${list}`, query)() };
}

function readChanges(values: FormValues): object {
  const filled = (name: string) => textOf(values, `${name}_set`).trim();
  const fact = filled('fact');
  const { facts } = gatherFacts({ [factColumn(fact)]: textOf(values, 'fact_value') });
  return {
    ...(filled('category') && { categories: [filled('category')] }),
    ...(filled('pricing') && { pricing_model: filled('pricing') }),
    ...(filled('featured') && { featured: filled('featured') === 'yes' }),
    ...(filled('owner') && { owner: filled('owner') }),
    ...(fact && { [filled('how') === 'add' ? 'add_facts' : 'facts']: facts }),
  };
}
