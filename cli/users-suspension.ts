// directory-admin users suspend, lift
import { Option } from 'commander';
import { liftSuspension, suspendUser } from '../core/accounts/suspension.js';
import { endAsked } from '../core/site/days.js';
import { untilOption } from './command.js';
import { type ExitCode, UsageError } from './exit.js';
import { type ChangeOptions, changeUsers } from './users-changes.js';

interface SuspensionOptions extends ChangeOptions {
  until?: string;
  archiveListings?: boolean;
}

export const suspensionOptions = () => [
  untilOption(),
  new Option('--archive-listings', 'archive their listings too'),
];

export async function suspendUsers(emails: string[], options: SuspensionOptions): Promise<ExitCode> {
  const { reason, until = '', archiveListings = false } = options;
  if (!reason) throw new UsageError('Say why with --reason: the owner of the account reads it.');
  return changeUsers(['suspend', 'suspended'], emails, options, (actor, id) =>
    suspendUser(actor, id, { reason, until: endAsked(until), archive_listings: archiveListings }),
  );
}

export const liftSuspensions = (emails: string[], options: ChangeOptions): Promise<ExitCode> =>
  changeUsers(['lift the suspension of', 'let in again'], emails, options, (actor, id) =>
    liftSuspension(actor, id, { reason: options.reason }),
  );
