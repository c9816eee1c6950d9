import { type Static, Type } from '@sinclair/typebox';
import { TakedownModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { pageOf } from '../addresses/site.js';
import { type Actor, requireRight } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { likePattern, MAX_ADMIN_PAGE, newestFirst, readPage } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { hostsAbove } from '../listings/takedowns.js';

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const Takedown = s.titled('Takedown', {
  id: s.uuid(),
  page: Type.String({
    description:
      'What is refused, with all below it; without a path, the front page of the host; `*.` before it, the host with its subdomains.',
    examples: ['example.com/pills'],
  }),
  website_url: Type.String(),
  listing_name: Type.String(),
  slug: text('The listing; null if it has been deleted.'),
  reason: text('Why it was rejected.'),
  taken_down_by: text('Email of the account that rejected it, if known.'),
  taken_down_at: s.instant(),
});
export type Takedown = Static<typeof Takedown>;

export const TakedownQuery = s.titled('TakedownQuery', {
  q: s.words('Part of a page, a name or a reason.'),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});
export const TakedownPage = s.titled('TakedownPage', { takedowns: Type.Array(Takedown), ...s.pageMembers });
export type TakedownPage = Static<typeof TakedownPage>;

export const LiftedTakedown = s.response('LiftedTakedown', { lifted: Type.Literal(true), id: s.uuid() });

export async function findTakedowns(actor: Actor, input: unknown): Promise<TakedownPage> {
  requireRight(actor, 'listings');
  const { q, ...asked } = check(TakedownQuery, input);
  const matching = () => {
    const rows = takedowns();
    if (q)
      rows.whereRaw(
        `lower(host || path || variant || ' ' || website_url || ' ' || listing_name || ' ' || coalesce(reason, '')) like ?`,
        [likePattern(q.toLowerCase())],
      );
    return rows;
  };
  const { rows, members } = await readPage(asked, matching, newestFirst);
  return { takedowns: rows.map(presentTakedown), ...members };
}

/** Other takedowns on a listing's host: the reason why the listing is held, or background for a reviewer. */
export async function takedownsBeside(
  actor: Actor,
  { id, website_url: websiteUrl }: { id: string; website_url: string },
): Promise<Takedown[]> {
  requireRight(actor, 'listings');
  const { host } = pageOf(websiteUrl);
  const others = takedowns()
    .whereIn('host', hostsAbove(host))
    .where((its) => its.where({ host }).orWhere({ is_whole_host: true }))
    .whereNot('listing_id', id);
  return (await others.orderBy('created_at', 'desc').limit(MAX_RELATED)).map(presentTakedown);
}

const MAX_RELATED = 10;

/** Allows the page to be submitted again; its listing stays rejected. @throws DomainError not_found */
export async function liftTakedown(actor: Actor, id: string, input: unknown = {}) {
  requireRight(actor, 'listings');
  const { reason = null } = check(s.Reason, input);
  if (!isUuid(id)) throw notFound('takedown');
  return inTransaction(actor, async (trx) => {
    const [row] = await TakedownModel.query(trx).delete().where({ id }).returning('*');
    if (!row) throw notFound('takedown');
    await recordChange(trx, actor, {
      action: 'takedown.lift',
      subject: { type: 'takedown', id: row.id, label: coveredBy(row) },
      before: { website_url: row.websiteUrl, reason: row.reason, taken_down_by: row.takenDownByEmail },
      reason,
    });
    return { lifted: true as const, id: row.id };
  });
}

/** What a takedown covers, in the words of `scopesOf`. */
const coveredBy = ({ host, path, variant, isWholeHost }: TakedownModel) =>
  isWholeHost ? `*.${host}` : host + path + variant;

const takedowns = () =>
  TakedownModel.query().select(
    'takedowns.*',
    ListingModel.query().whereColumn('listings.id', 'listing_id').select('slug').as('slug'),
  );

const presentTakedown = (row: TakedownModel): Takedown => ({
  ...s.presentRow(Takedown, row),
  page: coveredBy(row),
  taken_down_by: row.takenDownByEmail,
  taken_down_at: row.createdAt.toISOString(),
});
