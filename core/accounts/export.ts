import { ApiKeyModel, SessionModel, UserModel } from '../../db/models/accounts.js';
import { AuditEntryModel, ClaimModel, SavedViewModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { WebhookModel } from '../../db/models/outgoing.js';
import { CatalogEntryModel } from '../../db/models/settings.js';
import { prepare } from '../../db/prepared.js';
import { presentEntry } from '../catalog/entries.js';
import { type Actor, requireAccount } from '../kernel/actor.js';
import { fromColumns, unauthorized } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { instant, presentListing } from '../listings/present.js';
import { readShortlist } from '../readers/shortlists.js';
import { presentWebhook } from '../webhooks/webhooks.js';
import { listApps } from './apps.js';
import { presentApiKey } from './key-schema.js';
import { presentUser } from './schema.js';
import { presentSession } from './sessions.js';
import { listPasskeys, readTwoFactor } from './two-factor.js';

/** Everything stored about the caller's account, without secrets. */
export async function exportAccount(actor: Actor) {
  requireAccount(actor, 'account');
  const { id } = actor.account;
  const [user, listings, stats, keys, { apps }, sessions, proposals, webhooks, claims, views, entries] =
    await Promise.all([
      UserModel.query().findById(id),
      ListingModel.query().where('owner_id', id).orderBy('created_at'),
      statsOf([id]),
      ApiKeyModel.query().where('user_id', id).orderBy('created_at'),
      listApps(actor),
      SessionModel.query().where('user_id', id),
      CatalogEntryModel.query().where('proposed_by', id).orderBy('added_at'),
      WebhookModel.query().where('user_id', id).orderBy('created_at'),
      ClaimModel.query().where('user_id', id).orderBy('created_at'),
      SavedViewModel.query().where('user_id', id).orderBy('created_at'),
      historyOf(id),
    ]);
  if (!user) throw unauthorized();
  const { app, recoveryCodes } = await readTwoFactor(actor);
  return {
    exported_at: new Date().toISOString(),
    user: { ...presentUser(user), pending_email: user.pendingEmail },
    listings: presentEach(listings, (row) => presentListing(row, actor)),
    listing_stats: stats,
    api_keys: keys.map(presentApiKey),
    apps,
    sessions: sessions.map((row) => presentSession(row.sess, row.expire)),
    two_factor: { app, recovery_codes: recoveryCodes, passkeys: await listPasskeys(actor) },
    webhooks: webhooks.map((row) => presentWebhook(row, actor)),
    claims: claims.map((row) => ({
      site: row.urlKey,
      created_at: row.createdAt.toISOString(),
      verified_at: instant(row.verifiedAt),
      undone_at: instant(row.undoneAt),
    })),
    saved_views: views.map(({ list, name, query }) => ({ list, name, query })),
    shortlist: await readShortlist(id),
    catalog_proposals: proposals.map((row) => ({ ...presentEntry(row), status: row.status })),
    /** The account's own actions, and those of others on it and its listings, oldest first. */
    history: entries.map(({ at, actorId, action, subjectLabel, reason, said }) => ({
      at: at.toISOString(),
      // Who made a decision is that person's personal data: leave the name out.
      by: actorId === id ? 'you' : 'another',
      action,
      subject: subjectLabel,
      reason: fromColumns(said, reason, actor),
    })),
  };
}

const statsOf = prepare(
  `select slug as listing, to_char(day, 'YYYY-MM-DD') as day, views, clicks
   from listing_visits join listings on listings.id = listing_id where owner_id = $1 order by slug, day`,
);

/** Deleted listings are found by the audit entry of their creation. */
function historyOf(userId: string) {
  const own = ListingModel.query().where('owner_id', userId).select(ListingModel.raw('id::text'));
  const created = AuditEntryModel.query()
    .where({ actor_id: userId, action: 'listing.create' })
    .select('subject_id');
  return AuditEntryModel.query()
    .where('actor_id', userId)
    .orWhere({ subject_type: 'user', subject_id: userId })
    .orWhere((about) =>
      about
        .where('subject_type', 'listing')
        .where((listed) => listed.whereIn('subject_id', own).orWhereIn('subject_id', created)),
    )
    .orderBy('id');
}
