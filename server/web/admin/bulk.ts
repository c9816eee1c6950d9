// One action on many listings or users: a page to confirm, then the list again, or a page of what failed.

import type { TObject } from '@sinclair/typebox';
import { actOnUsers } from '../../../core/accounts/actions.js';
import { AdminUserFilter, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { previewUsers } from '../../../core/accounts/users.js';
import type { Actor } from '../../../core/kernel/actor.js';
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
import { EMPTY_FORM, type FormState, listOf, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { isFromHere } from '../view/notices.js';
import { listLink, membersOf } from './lists.js';
import { sendConsole } from './page.js';

interface Outcome {
  readonly deleted?: readonly string[];
  readonly updated?: readonly string[];
  readonly queued?: readonly string[];
  readonly errors: readonly (BulkFailure & { slug?: string; id?: string })[];
  readonly warnings?: readonly Warning[];
  /** The id of its entries in the audit log. */
  readonly batch: string;
}

/** The lists whose rows can be acted on together. */
type Kind = typeof LISTINGS | typeof USERS;

const LISTINGS = {
  section: 'listings',
  access: 'listings',
  filter: AdminListingFilter,
  actions: [...MODERATIONS, 'change'],
  names: 'slugs',
  template: 'listing-confirm',
  nothing: 'console.listing-confirm.nothing',
  ask: (action: string) => `console.ask.${action}`,
  done: (action: string) => `console.done.${action}`,
  preview: previewListings,
  act: (actor: Actor, asked: object, values: FormValues): Promise<Outcome> =>
    moderateListings(actor, { ...asked, set: readChanges(values) }),
} as const;

const USERS = {
  section: 'users',
  access: 'people',
  filter: AdminUserFilter,
  actions: USER_BULK_ACTIONS,
  names: 'ids',
  template: 'user-confirm',
  nothing: 'console.user-delete.nobody',
  ask: (action: string) => `console.user-ask.${action}`,
  done: (action: string) => `console.user-done.${action}`,
  preview: previewUsers,
  act: (actor: Actor, asked: object, values: FormValues): Promise<Outcome> =>
    actOnUsers(actor, {
      ...asked,
      keep_listings: textOf(values, 'keep_listings') === 'yes',
      archive_listings: textOf(values, 'archive_listings') === 'yes',
    }),
} as const;

/** Actions whose effects can be taken back. */
const TAKEABLE: readonly string[] = ['approve', 'archive', 'reject', 'restore', 'change', 'suspend'];

export const bulkPages: PageRoute[] = [
  ...[LISTINGS, USERS].flatMap((kind): PageRoute[] => [
    {
      path: `/admin/bulk/${kind.section}`,
      access: kind.access,
      does: (visit) => confirm(kind, visit),
    },
    {
      path: `/admin/bulk/${kind.section}/run`,
      access: kind.access,
      does: (visit) => run(kind, visit),
      again: (visit, form) => confirm(kind, visit, form),
    },
  ]),
];

/** The selection of a bulk action, carried from page to page: named rows, or all that match a filter. */
interface Selection {
  /** Slugs or ids; null for all that match the filter. */
  readonly items: readonly string[] | null;
  readonly query: Readonly<Record<string, string>>;
  /** How many matched when the page was rendered. */
  readonly expected: number;
}

/** Ticked rows are sent as `item`, those of a confirmation page as lines of `items`; `scope=matching` means the filter. */
function readSelection(values: FormValues, filter: TObject): Selection {
  const isMatching = textOf(values, 'scope') === 'matching';
  const lines = textOf(values, 'items').split(/\s+/).filter(Boolean);
  const query = Object.keys(membersOf(filter))
    .map((name) => [name, textOf(values, name).trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    items: isMatching ? null : [...listOf(values, 'item'), ...lines],
    query: Object.fromEntries(query),
    expected: Number(textOf(values, 'expected_total')) || 0,
  };
}

function selectionFields({ items, query }: Selection, total: number): [name: string, value: string][] {
  const filter = Object.entries(query);
  if (items) return [['items', items.join('\n')], ...filter];
  return [['scope', 'matching'], ['expected_total', String(total)], ...filter];
}

const readAction = ({ actions }: Kind, values: FormValues): string | null =>
  actions.find((known) => known === textOf(values, 'action')) ?? null;

async function confirm(kind: Kind, visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { section, names, template } = kind;
  const action = readAction(kind, visit.values);
  const selection = readSelection(visit.values, kind.filter);
  const asked = selection.items ? { [names]: selection.items } : { query: gatherFacts(selection.query) };
  const preview = await kind.preview(visit.actor, asked);
  const { total } = preview;
  const key = total === 0 ? kind.nothing : action === null ? 'console.ask.which' : kind.ask(action);
  const title = visit.language.t(key as MessageKey, { count: total });
  const data = {
    section,
    head: { title },
    title,
    action,
    pricing: PRICING_MODELS,
    facts: allFacts().map((fact) => ({ ...fact, text: factLabel(visit.language, fact) })),
    preview,
    fields: selectionFields(selection, total),
    back: listLink(`/admin/${section}`, selection.query)(),
    mustType: action !== null && needsTypedTotal(total),
  };
  await sendConsole(visit, template, data, form);
}

async function run(kind: Kind, visit: Exchange): Promise<string | undefined> {
  const { values } = visit;
  const action = readAction(kind, values);
  if (action === null) throw fieldError('action', say('invalid.required'), 'required');
  const { items, query, expected } = readSelection(values, kind.filter);
  const total = items?.length ?? expected;
  if (needsTypedTotal(total) && textOf(values, 'typed').trim() !== String(total)) {
    throw fieldError('typed', say('error.type-total', { total }));
  }
  const selected = items ? { [kind.names]: items } : { query: gatherFacts(query), expected_total: expected };
  const asked = { action, reason: textOf(values, 'reason'), ...selected };
  return outcomeOf(kind, visit, action, await kind.act(visit.actor, asked, values), query);
}

/** The address of the list, which says what was done; a page of its own says what was not. */
async function outcomeOf(
  kind: Kind,
  visit: Exchange,
  acted: string,
  { batch, errors, warnings = [], ...outcome }: Outcome,
  query: Selection['query'] = {},
): Promise<string | undefined> {
  const done = outcome.deleted ?? outcome.queued ?? outcome.updated ?? [];
  const said = { acted, count: String(done.length), ...(done.length > 0 ? { batch } : {}) };
  if (errors.length + warnings.length === 0)
    return listLink(`/admin/${kind.section}`, { ...query, ...said })();
  const named = errors.slice(0, MAX_NAMED_ITEMS).map(({ slug, id }) => slug ?? id);
  const known: object = await kind.preview(visit.actor, { [kind.names]: named });
  const rows = (known as Record<string, { slug?: string; id: string; name: string }[]>)[kind.section];
  const { title, ...shown } = actedOn(visit, kind, said);
  await sendConsole(visit, 'outcome', {
    ...shown,
    head: { title },
    title,
    errors,
    names: new Map(rows?.map(({ slug, id, name }) => [slug ?? id, name])),
    warnings,
    back: listLink(`/admin/${kind.section}`, query)(),
  });
  return undefined;
}

/** What was done, and the batch that takes it back. */
function actedOn({ language }: Exchange, { section, done }: Kind, said: Readonly<Record<string, string>>) {
  const { acted = '', count = '', batch } = said;
  const title = language.t(done(acted) as MessageKey, { count: Number(count) || 0 });
  return { section, title, batch: TAKEABLE.includes(acted) && isUuid(batch ?? '') ? batch : null };
}

/** The result of the last action, from the address; null if the address may have been shared. */
export function actedFrom(visit: Exchange, section: Kind['section']) {
  const kind = section === 'users' ? USERS : LISTINGS;
  const said = visit.req.query as Record<string, string>;
  const isKnown = kind.actions.some((action) => action === said.acted);
  if (!isKnown || !isFromHere(visit)) return null;
  const { acted: _acted, count: _count, batch: _batch, ...query } = said;
  return { ...actedOn(visit, kind, said), back: listLink(`/admin/${section}`, query)() };
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
