// directory-admin users …
import { type Command, Option } from 'commander';
import { ADMIN_USER_SORTS } from '../core/accounts/admin-schema.js';
import type { AdminUser } from '../core/accounts/schema.js';
import { findUsers, getUser, resolveUser } from '../core/accounts/users.js';
import { ROLES } from '../core/kernel/actor.js';
import { findAuditEntries } from '../core/operations/audit-log.js';
import type { AuditEntry } from '../core/operations/schema.js';
import { AUDIT_COLUMNS } from './audit.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
  yesOption,
} from './command.js';
import {
  type FormatOptions,
  formatOf,
  printFields,
  printJson,
  printJsonLine,
  printPage,
  printTable,
  say,
} from './output.js';
import { passwordFileOption } from './passwords.js';
import { withSession } from './session.js';
import { fileOption } from './subjects.js';
import { shortTime } from './text.js';
import {
  toUserFilter,
  USER_COLUMNS,
  type UserFilterOptions,
  userFilterOptions,
  userSubjectOptions,
} from './user-selection.js';
import { createAccount, resetPasswords, resetTwoFactors, showSessions } from './users-access.js';
import { deleteAccounts, demoteUsers, promoteUsers, setEmail } from './users-changes.js';
import { liftSuspensions, suspendUsers, suspensionOptions } from './users-suspension.js';

export function addUserVerbs(users: Command, finish: Finish): void {
  addReading(users, finish);
  addChanges(users, finish);
  addSuspension(users, finish);
  addAccess(users, finish);
}

const changeOptions = () => [reasonOption(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()];

function addReading(users: Command, finish: Finish): void {
  addVerb(users, finish, {
    usage: 'list',
    summary: 'List accounts, newest first.',
    options: [
      ...userFilterOptions(),
      new Option('--sort <order>').choices([...ADMIN_USER_SORTS]),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: ['users list --role admin', 'users list --query example.com --sort sign-in'],
    run: listUsers,
  });
  addVerb(users, finish, {
    usage: 'show <user>',
    summary: 'Show an account with its newest listings and its history.',
    options: jsonOptions(),
    examples: ['users show ada@example.com'],
    run: showUser,
  });
}

function addChanges(users: Command, finish: Finish): void {
  addVerb(users, finish, {
    usage: 'promote [users...]',
    summary: 'Make accounts admins, or moderators.',
    options: [
      ...userSubjectOptions(),
      new Option('--to <role>', 'the role they get').choices(['moderator', 'admin']).default('admin'),
      ...changeOptions(),
    ],
    examples: ['users promote ada@example.com', 'users promote bob@example.com --to moderator --yes'],
    run: promoteUsers,
  });
  addVerb(users, finish, {
    usage: 'demote [users...]',
    summary: 'Make moderators and admins users again, except the last admin and those of ADMIN_EMAILS.',
    options: [...userSubjectOptions(), ...changeOptions()],
    examples: ['users demote bob@example.com --reason "Left the team"'],
    run: demoteUsers,
  });
  addVerb(users, finish, {
    usage: 'delete [users...]',
    summary: 'Delete accounts permanently, with their keys, sessions and listings.',
    options: [
      ...userSubjectOptions(),
      new Option('--keep-listings', 'keep the listings, without an owner'),
      ...changeOptions(),
    ],
    examples: ['users delete bob@example.com --keep-listings', 'users delete --file spammers.txt --yes'],
    run: deleteAccounts,
  });
}

function addSuspension(users: Command, finish: Finish): void {
  addVerb(users, finish, {
    usage: 'suspend [users...]',
    summary: 'Suspend accounts: they cannot sign in or use keys.',
    options: [...userSubjectOptions(), ...suspensionOptions(), ...changeOptions()],
    examples: ['users suspend bob@example.com --reason Spam --until 2027-01-31 --archive-listings'],
    run: suspendUsers,
  });
  addVerb(users, finish, {
    usage: 'lift [users...]',
    summary: 'Lift suspensions.',
    options: [...userSubjectOptions(), ...changeOptions()],
    examples: ['users lift bob@example.com'],
    run: liftSuspensions,
  });
}

function addAccess(users: Command, finish: Finish): void {
  addVerb(users, finish, {
    usage: 'create [new-email]',
    summary: 'Create an account with a verified email. Asks for what is missing.',
    options: [
      new Option('--name <name>', 'name of the person'),
      new Option('--role <role>', 'what the account may do').choices([...ROLES]).default('user'),
      passwordFileOption(),
      new Option('--invite', 'email a link to set a password').conflicts('passwordFile'),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'users create ada@example.com --name "Ada Lovelace"',
      'users create bob@example.com --name Bob --role admin --invite',
      'users create ci@example.com --name CI --password-file secret.txt',
    ],
    run: createAccount,
  });
  addVerb(users, finish, {
    usage: 'reset-password [users...]',
    summary: 'Email a link to set a new password, or set it here.',
    options: [
      fileOption('emails or ids'),
      new Option('--set', 'type the new password here; all sessions end'),
      passwordFileOption(),
      ...changeOptions(),
    ],
    examples: ['users reset-password ada@example.com', 'users reset-password ada@example.com --set'],
    run: resetPasswords,
  });
  addVerb(users, finish, {
    usage: 'reset-two-factor [users...]',
    summary: 'Remove the second factors of accounts.',
    options: [...userSubjectOptions(), ...changeOptions()],
    examples: ['users reset-two-factor ada@example.com --reason "Lost her phone"'],
    run: resetTwoFactors,
  });
  addVerb(users, finish, {
    usage: 'set-email <user> <new-email>',
    summary: 'Change the email of an account. The new one counts as verified.',
    options: changeOptions(),
    examples: ['users set-email ada@example.com ada@example.org --reason "Lost the old inbox"'],
    run: setEmail,
  });
  addVerb(users, finish, {
    usage: 'sessions <user>',
    summary: 'List where an account is signed in, or sign it out.',
    options: [
      new Option('--end <id>', 'end this session').conflicts('endAll'),
      new Option('--end-all', 'end all of them'),
      ...changeOptions(),
    ],
    examples: ['users sessions ada@example.com', 'users sessions ada@example.com --end-all --yes'],
    run: showSessions,
  });
}

type ListOptions = FormatOptions & UserFilterOptions & PageOptions & { sort?: string };

function listUsers(options: ListOptions): Promise<void> {
  const { page, limit, sort } = options;
  return withSession({}, async ({ actor }) => {
    const list = await findUsers(actor, { ...toUserFilter(options), sort, page, limit });
    printPage(options, list, { rows: list.users, columns: USER_COLUMNS, empty: 'No account matches.' });
  });
}

function suspensionText({ suspended }: AdminUser): string {
  if (!suspended) return 'no';
  const end = suspended.until ? `until ${shortTime(suspended.until)}` : 'until it is lifted';
  return `since ${shortTime(suspended.at)}, ${end}: ${suspended.reason}`;
}

/** Listings and audit entries shown with an account. */
const SHOWN = 20;

function showUser(emailOrId: string, options: FormatOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { id } = await resolveUser(actor, emailOrId);
    const { user, listings, listings_total: total } = await getUser(actor, id);
    const { entries } = await findAuditEntries(actor, { subject: id, limit: SHOWN });
    if (formatOf(options) === 'json') {
      printJson({ user, listings, listings_total: total, history: entries });
      return;
    }
    if (formatOf(options) === 'ndjson') {
      printJsonLine(user);
      return;
    }
    printFields(
      Object.entries({ ...user, suspended: suspensionText(user) }).map(([field, value]) => [
        field,
        field.endsWith('_at') ? shortTime(value as string | null) || 'never' : String(value),
      ]),
    );
    if (total > 0) {
      say(`\nListings (${Math.min(SHOWN, total)} of ${total})`);
      printTable(listings.slice(0, SHOWN), [
        { title: 'slug', value: (listing) => listing.slug, isWhole: true },
        { title: 'name', value: (listing) => listing.name },
        { title: 'status', value: (listing) => listing.status },
        { title: 'created', value: (listing) => shortTime(listing.created_at) },
      ]);
    }
    if (entries.length > 0) {
      say('\nHistory');
      printTable<AuditEntry>(entries, AUDIT_COLUMNS);
    }
  });
}
