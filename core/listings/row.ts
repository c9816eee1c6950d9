// The row of a listing, locked for a change, and its name in the audit log.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { notFound } from '../kernel/errors.js';
import { can } from './rights.js';
import { isSlug } from './slugs.js';

/** The row, locked until the end of the transaction. @throws DomainError not_found when missing or not visible */
export async function lockListing(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const row = isSlug(slug) ? await ListingModel.query(trx).findOne({ slug }).forUpdate() : undefined;
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  return row;
}

export function subjectOf(row: ListingModel) {
  return { type: 'listing' as const, id: row.id, label: row.slug };
}
