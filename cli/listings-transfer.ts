// directory-admin listings transfer
import { Option } from 'commander';
import { findNamedUsers } from '../core/accounts/users.js';
import { fieldError } from '../core/kernel/errors.js';
import { moderateListings } from '../core/moderation/actions.js';
import type { AdminListing } from '../core/moderation/schema.js';
import { type BatchOptions, type Outcome, runBatch } from './batch.js';
import type { ExitCode } from './exit.js';
import { LISTING_COLUMNS, type ListingFilterOptions, selectListings } from './listing-selection.js';
import { withSession } from './session.js';

export interface TransferOptions extends BatchOptions, ListingFilterOptions {
  to: string;
  file?: string;
  reason?: string;
  as?: string;
}

export const toOption = () =>
  new Option('--to <email>', 'email or id of the new owner').makeOptionMandatory();

export function transferToAccount(slugs: string[], options: TransferOptions): Promise<ExitCode> {
  const { to, reason } = options;
  return withSession(options, async ({ actor, signal }) => {
    if ((await findNamedUsers(actor, [to])).size === 0)
      throw fieldError('to', `No account has the email or id ${to}.`, 'unknown');
    const { items, missing } = await selectListings(actor, slugs, options);
    return runBatch<AdminListing>(options, signal, {
      verb: ['transfer', 'transferred'],
      noun: ['listing', 'listings'],
      key: 'slug',
      items,
      missing,
      nameOf: (listing) => listing.slug,
      columns: LISTING_COLUMNS,
      caution: `They become those of ${to}, who may then change and delete them.`,
      run: async (part, watch): Promise<Outcome> => {
        const input = { action: 'change', set: { owner: to }, slugs: part.map(({ slug }) => slug), reason };
        const { updated = [], errors } = await moderateListings(actor, input, watch);
        return {
          done: updated,
          failures: errors.map(({ slug, code, error }) => ({ item: slug, code, error })),
        };
      },
    });
  });
}
