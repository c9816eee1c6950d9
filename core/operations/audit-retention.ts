// How long the history is kept (AUDIT_KEEP_DAYS).
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { inTransaction } from '../kernel/transaction.js';

/** Entries removed in one transaction: writers of new ones wait for none of it. */
const AT_ONCE = 5_000;

/** Removes what is older than the setting allows; without the setting nothing. @returns how many entries */
export async function forgetOldAudit(): Promise<number> {
  const { auditKeepDays: days } = config;
  if (days === 0) return 0;
  for (let removed = 0; ; ) {
    const part: number = await inTransaction(systemActor('job'), async (trx) => {
      await trx.raw(`set local directory.audit_retention = 'on'`);
      const old = trx('audit_entries')
        .where('at', '<', trx.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id')
        .limit(AT_ONCE)
        .select('id');
      return trx('audit_entries').whereIn('id', old).delete();
    });
    removed += part;
    if (part < AT_ONCE) return removed;
  }
}
