// Deleting old entries of the audit log, which its table refuses otherwise.
import { systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { inTransaction } from '../kernel/transaction.js';

/** Entries deleted in one transaction, so that writers of new ones do not wait. */
const BATCH_SIZE = 5_000;

/** Deletes entries older than `days` days, and records that in the log; 0 keeps all. @returns how many */
export async function deleteOldAuditEntries(days: number): Promise<number> {
  if (days === 0) return 0;
  for (let removed = 0; ; ) {
    const actor = systemActor('job');
    const part: number = await inTransaction(actor, async (trx) => {
      await trx.raw(`set local directory.audit_retention = 'on'`);
      const old = trx('audit_entries')
        .where('at', '<', trx.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select('id');
      const count: number = await trx('audit_entries').whereIn('id', old).delete();
      if (count > 0) {
        await recordChange(trx, actor, {
          action: 'audit.forget',
          subject: { type: 'audit', id: 'audit', label: 'Audit log' },
          after: { removed: count, older_than_days: days },
        });
      }
      return count;
    });
    removed += part;
    if (part < BATCH_SIZE) return removed;
  }
}
