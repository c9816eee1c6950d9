// Refuses a suspended account at sign-in, and when its sessions, keys and apps are read. Writes check again under a
// lock (core/kernel/transaction.ts).
import type { UserModel } from '../../db/models/accounts.js';
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
