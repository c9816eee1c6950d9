// directory-admin users suspend, lift
import { Option } from 'commander';
import type { AdminUser } from '../core/accounts/schema.js';
import { liftSuspension, suspendUser } from '../core/accounts/suspension.js';
import { eachInTurn, runBatch } from './batch.js';
import { untilOption } from './command.js';
import { type ExitCode, UsageError } from './exit.js';
import { withSession } from './session.js';
import { selectUsers, USER_COLUMNS } from './user-selection.js';
import type { ChangeOptions } from './users-changes.js';

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
  return change(['suspend', 'suspended'], emails, options, (actor, id) => suspendUser(actor, id, input));
}

export const liftSuspensions = (emails: string[], options: ChangeOptions): Promise<ExitCode> =>
  change(['lift the suspension of', 'let in again'], emails, options, (actor, id) =>
    liftSuspension(actor, id, { reason: options.reason }),
  );

function change(
  verb: readonly [will: string, done: string],
  emails: string[],
  options: ChangeOptions,
  run: (actor: Parameters<typeof suspendUser>[0], id: string) => Promise<unknown>,
): Promise<ExitCode> {
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { items, missing } = await selectUsers(actor, emails, options);
    return runBatch<AdminUser>(options, signal, {
      verb,
      noun: ['account', 'accounts'],
      key: 'email',
      items,
      missing,
      nameOf: ({ email }) => email,
      columns: USER_COLUMNS,
      run: (users, watch) =>
        eachInTurn(
          users,
          watch,
          ({ email }) => email,
          ({ id }) => run(actor, id),
        ),
    });
  });
}
