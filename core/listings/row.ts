// The row of a listing, locked for a change, and its name in the audit log.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { notFound } from '../kernel/errors.js';
import { can } from './rights.js';
import { isSlug } from './slugs.js';

const lockBySlug = prepare('select * from listings where slug = $1 for update');

/** The row, locked until the end of the transaction. @throws DomainError not_found when missing or not visible */
export async function lockListing(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const [found] = isSlug(slug) ? await lockBySlug([slug], trx) : [];
  const row = found && ListingModel.fromDatabaseJson(found);
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  return row;
}

/** Updates columns of a row. @returns the whole row after the update */
export async function patchListing(
  trx: Transaction,
  id: string,
  change: Partial<ListingModel>,
): Promise<ListingModel> {
  const [row] = await ListingModel.query(trx).where({ id }).patch(change).returning('*');
  if (!row) throw notFound('listing');
  return row;
}

export function subjectOf(row: ListingModel) {
  return { type: 'listing' as const, id: row.id, label: row.slug };
}
