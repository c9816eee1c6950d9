// Whom emails reach: anyone can type anyone's address. An inbox that is not proven to be its reader's gets few emails a
// day, whoever asks for them, and nothing that a sender has written (C4).
import { MailModel } from '../../../db/models/outgoing.js';

/** Emails a day for an unproven inbox, over all kinds. */
const MOST_A_DAY = 3;
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The inbox that an address leads to: in lower case, without `+tag`, at Gmail also without dots. */
export function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1);
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Counts the emails of a batch, which are sent as one, for an unproven inbox. @returns false: it has had its share */
export function takePlace(rows: readonly MailModel[], address: string): Promise<boolean> {
  const inbox = inboxOf(address);
  const ids = rows.map(({ id }) => id);
  return MailModel.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`inbox ${inbox}`]);
    const taken = await MailModel.query(trx)
      .where({ inbox })
      .whereNotIn('id', ids)
      .whereRaw(`coalesce(sent_at, now()) > now() - interval '1 day'`)
      .select('id', 'batch');
    if (new Set(taken.map(({ id, batch }) => batch ?? id)).size >= MOST_A_DAY) return false;
    await MailModel.query(trx).whereIn('id', ids).patch({ inbox });
    return true;
  });
}
