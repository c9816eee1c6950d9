// Refusing a suspended account: where it signs in, and where its sessions, keys and apps are read. A write is refused again
// with its rights locked (core/kernel/transaction.ts).
import type { UserModel } from '../../db/models/user.js';
import { accountSuspended } from '../kernel/errors.js';

/** Suspended, and the suspension has not ended. */
export function isSuspended({
  suspendedAt,
  suspendedUntil,
}: Pick<UserModel, 'suspendedAt' | 'suspendedUntil'>): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > new Date());
}

/** @throws DomainError account_suspended */
export function refuseSuspended(
  row: Pick<UserModel, 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'>,
): void {
  if (isSuspended(row)) throw accountSuspended(row.suspendedUntil, row.suspendedReason);
}
