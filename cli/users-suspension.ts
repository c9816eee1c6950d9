// directory-admin users suspend, lift
import { Option } from 'commander';
import { liftSuspension, suspendUser } from '../core/accounts/suspension.js';
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
  const { reason, until = null, archiveListings = false } = options;
  if (!reason) throw new UsageError('Say why with --reason: the owner of the account reads it.');
  const input = { reason, until, archive_listings: archiveListings };
  return changeUsers(['suspend', 'suspended'], emails, options, (actor, id) => suspendUser(actor, id, input));
}

export const liftSuspensions = (emails: string[], options: ChangeOptions): Promise<ExitCode> =>
  changeUsers(['lift the suspension of', 'let in again'], emails, options, (actor, id) =>
    liftSuspension(actor, id, { reason: options.reason }),
  );
