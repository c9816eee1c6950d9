// Takedowns: rejections that outlive the listing and its owner (C5). Written when a listing is rejected, preserved when
// the listing or the account is deleted, and lifted by admins only.
import type { Transaction } from 'objection';
import { TakedownModel } from '../../db/models/desk.js';
import type { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { pageOf } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import { say } from '../kernel/said.js';

export async function takeDown(trx: Transaction, actor: Actor, row: ListingModel, reason: string | null) {
  const by = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const why = { reason, takenDownBy: by?.id ?? null, takenDownByEmail: by?.email ?? null };
  await TakedownModel.query(trx)
    .insert({
      ...pageOf(row.websiteUrl),
      urlKey: row.urlKey,
      websiteUrl: row.websiteUrl,
      listingId: row.id,
      listingName: row.name,
      ...why,
    })
    .onConflict(['listing_id', 'host', 'path'])
    .merge({ ...why, createdAt: new Date() });
}

/** Lifts the takedown of a restored listing's current page. Pages it pointed to earlier stay taken down. */
export async function liftOwnTakedown(trx: Transaction, row: ListingModel): Promise<void> {
  await TakedownModel.query(trx)
    .delete()
    .where({ listing_id: row.id, ...pageOf(row.websiteUrl) });
}

/** `refused`: this page was taken down. `held`: the front page of its host was. `free`: neither. */
type Standing = 'refused' | 'held' | 'free';

const standings = prepare<{ standing: Standing }>(
  `select (
       select case bool_or(takedowns.path = page.path) when true then 'refused' when false then 'held' else 'free' end
       from takedowns where takedowns.host = page.host and takedowns.path in (page.path, '')
         and takedowns.listing_id is distinct from $3::uuid
     ) as standing
   from unnest($1::text[], $2::text[]) with ordinality as page (host, path, n) order by n`,
);

/**
 * Whether these pages may be listed, in order: not if it was taken down; if the front page of its host was, an admin
 * decides.
 * @param listingId a listing whose own takedown is ignored
 */
export async function standingsOf(
  trx: Transaction | undefined,
  websiteUrls: readonly string[],
  listingId: string | null = null,
): Promise<Standing[]> {
  const pages = websiteUrls.map(pageOf);
  const rows = await standings(
    [pages.map(({ host }) => host), pages.map(({ path }) => path), listingId],
    trx,
  );
  return rows.map(({ standing }) => standing);
}

export async function standingOf(
  trx: Transaction | undefined,
  websiteUrl: string,
  listingId: string | null = null,
): Promise<Standing> {
  const [standing = 'free'] = await standingsOf(trx, [websiteUrl], listingId);
  return standing;
}

export const HELD_REASON = say('audit-reason.held');
