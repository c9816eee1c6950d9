// Creating a listing of a site that is not listed yet.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { may } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { inBackground } from '../kernel/background.js';
import { DomainError, invalidField, say } from '../kernel/errors.js';
import { commitsAtOnce, inTransaction } from '../kernel/transaction.js';
import { isOwnMedia } from '../pictures/media.js';
import { recordFlag } from '../policy/flags.js';
import type { ReadSubmission } from './content.js';
import { featureListing } from './featured.js';
import { insertListings, type NewListing } from './insert.js';
import { queueCapture, settlePictures } from './pictures.js';
import { isHeldWhenUnsure, type Screened, unsureReason } from './screen.js';
import { freeNumbers, numberedSlug, toSlug } from './slugs.js';
import { HELD_REASON } from './takedowns.js';

/**
 * Inserts a listing under the first free slug; null if its site is listed already.
 * @param ownerId null for a listing without an owner
 * @param tellsOwner by email that it has arrived
 * @throws DomainError website_url_taken for a page that was taken down
 */
export async function createListing(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
  screened: Screened,
  tellsOwner = false,
): Promise<ListingModel | null> {
  const { site, feature } = submission;
  const insert = async (trx?: Transaction): Promise<ListingModel | null> => {
    const isListed = async () =>
      (await ListingModel.query(trx).findOne({ url_key: site.urlKey }).select('id')) !== undefined;
    const listing = { ...newListing(actor, ownerId, submission, screened), tellsOwner };
    // Most names are free, and most pages were never taken down: another insert is only needed if the first one fails
    // for that.
    for (let next = listing; ; ) {
      const [inserted] = await insertListings(actor, [next], trx);
      if (inserted?.row) return inserted.row;
      if (inserted?.standing === 'refused') {
        // The rejected listing itself still exists: its owner may change it.
        if (await isListed()) return null;
        throw websiteTaken();
      }
      if (inserted && inserted.standing !== next.standing) {
        const reason = inserted.standing === 'held' ? HELD_REASON : listing.reason;
        next = { ...next, standing: inserted.standing, reason };
      } else if (await isListed()) return null;
      else {
        const base = slugBase(submission);
        next = { ...next, slug: numberedSlug(base, (await freeNumbers([base], trx)).get(base) ?? 1) };
      }
    }
  };
  if (isWhole(submission, screened) && commitsAtOnce()) {
    const row = await insert();
    if (row) inBackground(() => queueCapture(row), 'queueing a capture failed');
    return row;
  }
  return inTransaction(actor, async (trx) => {
    const row = await insert(trx);
    if (!row) return null;
    await settlePictures(trx, null, row);
    await recordFlag(trx, row.id, screened);
    return (await featureListing(trx, actor, row, feature)) ?? row;
  });
}

/**
 * Whether `insertListings` stores everything of a new listing: it has no uploaded picture, no flag, and is not
 * featured.
 */
export function isWhole({ content, feature }: ReadSubmission, { flag }: Screened): boolean {
  const isPlain = Object.values(feature).every((value) => value === null || value === false);
  return isPlain && flag === null && !isOwnMedia(content.logo_url);
}

/** The slug of a submission, before any number is appended. */
export const slugBase = ({ content, site }: ReadSubmission): string => toSlug(content.name, site.host);

/**
 * A submission as a new listing: with the slug of its name, assuming that its page was never taken down.
 * @param number of the slug among those of its name
 */
export function newListing(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
  screened: Screened,
  number = 1,
): NewListing {
  const { content, site } = submission;
  const isHeld = isHeldWhenUnsure(screened) && !may(actor, 'listings');
  const reason = isHeld ? unsureReason(screened) : null;
  const slug = numberedSlug(slugBase(submission), number);
  return { ownerId, slug, content, site, standing: 'free', isHeld, reason, screenedBy: screened.by };
}

export function websiteTaken(): DomainError {
  const error = say('error.website-taken');
  return new DomainError('website_url_taken', error, {
    field: 'website_url',
    errors: [invalidField({ field: 'website_url', path: '/website_url', code: 'taken' }, error)],
  });
}
