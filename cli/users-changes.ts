// directory-admin users promote, demote, delete.

import { deleteUsers } from '../core/accounts/deletion.js';
import { changeUserEmail } from '../core/accounts/email-change.js';
import { setRole } from '../core/accounts/roles.js';
import type { AdminUser } from '../core/accounts/schema.js';
import { resolveUser } from '../core/accounts/users.js';
import type { Role, System } from '../core/kernel/actor.js';
import { type Batch, type BatchOptions, eachInTurn, runBatch } from './batch.js';
import { EXIT, type ExitCode } from './exit.js';
import { formatOf, printJson, say } from './output.js';
import { confirmChange } from './prompt.js';
import { withSession } from './session.js';
import { count } from './text.js';
import { selectUsers, USER_COLUMNS, type UserFilterOptions } from './user-selection.js';

export interface ChangeOptions extends BatchOptions, UserFilterOptions {
  file?: string;
  reason?: string;
  as?: string;
}

const COMMON = {
  noun: ['account', 'accounts'],
  key: 'email',
  columns: USER_COLUMNS,
} satisfies Partial<Batch<AdminUser>>;

export const promoteUsers = (emails: string[], options: ChangeOptions & { to: Role }) =>
  changeUsers(['promote', 'promoted'], emails, options, roleChange(options.to, options));

export const demoteUsers = (emails: string[], options: ChangeOptions) =>
  changeUsers(['demote', 'demoted'], emails, options, roleChange('user', options));

const roleChange =
  (role: Role, { reason }: ChangeOptions) =>
  (actor: System, id: string) =>
    setRole(actor, id, { role, reason });

/** Runs the same action on each selected account, one after the other. */
export function changeUsers(
  verb: Batch<AdminUser>['verb'],
  emails: string[],
  options: ChangeOptions,
  change: (actor: System, id: string) => Promise<unknown>,
): Promise<ExitCode> {
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const selected = await selectUsers(actor, emails, options);
    return runBatch<AdminUser>(options, signal, {
      ...COMMON,
      ...selected,
      verb,
      nameOf: (user) => user.email,
      run: (users, watch) =>
        eachInTurn(
          users,
          watch,
          ({ email }) => email,
          ({ id }) => change(actor, id),
        ),
    });
  });
}

export function deleteAccounts(
  emails: string[],
  options: ChangeOptions & { keepListings?: boolean },
): Promise<ExitCode> {
  const { keepListings = false, reason } = options;
  return withSession(options, async ({ actor, signal }) => {
    const selected = await selectUsers(actor, emails, options);
    const emailOf = new Map(selected.items.map(({ id, email }) => [id, email]));
    return runBatch<AdminUser>(options, signal, {
      ...COMMON,
      ...selected,
      verb: ['delete', 'deleted'],
      nameOf: (user) => user.email,
      caution: keepListings
        ? 'Accounts, keys and sessions are gone for good; the listings stay, without an owner.'
        : 'Accounts, keys, sessions and listings are gone for good. --keep-listings keeps the listings.',
      along: (users) => {
        const listings = keepListings ? 0 : users.reduce((sum, user) => sum + user.listing_count, 0);
        return { count: listings, what: count(listings, 'listing') };
      },
      run: async (users, watch) => {
        const ids = users.map(({ id }) => id);
        const input = { action: 'delete', ids, keep_listings: keepListings, reason };
        const result = await deleteUsers(actor, input, watch);
        const nameOf = (id: string) => emailOf.get(id) ?? id;
        return {
          done: result.deleted.map(nameOf),
          failures: result.errors.map(({ id, code, error }) => ({ item: nameOf(id), code, error })),
        };
      },
    });
  });
}

export function setEmail(emailOrId: string, email: string, options: ChangeOptions): Promise<ExitCode> {
  const { reason } = options;
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const user = await resolveUser(actor, emailOrId);
    const plan = `change the email of ${user.email} to ${email}`;
    if (options.dryRun) {
      if (formatOf(options) === 'table') say(`Dry run, nothing is changed. It would ${plan}.`);
      else printJson({ dry_run: true, id: user.id, email: user.email, to: email });
      return EXIT.done;
    }
    if (!options.yes) await confirmChange(`${plan.replace('change', 'Change')}?`, 1);
    signal.throwIfAborted();
    const { user: changed } = await changeUserEmail(actor, user.id, { email, reason });
    if (formatOf(options) === 'table') say(`${user.email} is ${changed.email} now.`);
    else printJson({ user: changed });
    return EXIT.done;
  });
}
