// Adding a line of synonyms to those of the site.
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { inTransaction } from '../kernel/transaction.js';
import { invalidateSite } from './current.js';
import { changeSite, lockSite, readPatch } from './manage.js';

/**
 * @param line as in SitePatch; one that is there already changes nothing
 * @throws DomainError unauthorized, forbidden, validation_error
 */
export async function addSynonyms(actor: Actor, line: string): Promise<void> {
  requireAdmin(actor);
  await inTransaction(actor, async (trx) => {
    const before = await lockSite(trx);
    const synonyms = [...new Set([...(before.synonyms ?? []), line])];
    await changeSite(trx, actor, before, readPatch({ synonyms }));
  });
  invalidateSite();
}
