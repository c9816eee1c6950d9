import { Option } from 'commander';
import { deleteUser, liftSuspension, suspendUser } from '../../core/accounts/actions.js';
import { AdminUserQuery } from '../../core/accounts/admin-schema.js';
import type { AdminUser } from '../../core/accounts/schema.js';
import { resetTwoFactor } from '../../core/accounts/two-factor.js';
import { findUsers, getUser, resolveUser, setRole } from '../../core/accounts/users.js';
import { findAuditEntries } from '../../core/console/audit-log.js';
import type { Role } from '../../core/kernel/actor.js';
import { endAsked } from '../../core/settings/dates.js';
import { printHistory, SHOWN } from '../audit.js';
import { type Options, toOption, type Verbs } from '../kit/command.js';
import { count, printRecord, printTable, say, shortTime } from '../kit/output.js';
import { changeVerb, listVerb } from '../kit/verbs.js';
import { ACCOUNTS, createVerb, resetPasswordVerb, setEmailVerb } from './access.js';

type DeleteOptions = Options & { keepListings?: boolean };

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List accounts, newest first.',
    query: AdminUserQuery,
    examples: ['users list --role admin', 'users list --query example.com --sort sign-in'],
    find: findUsers,
    rows: ({ users }) => users,
    columns: ACCOUNTS.columns,
    empty: 'No account matches.',
  }),
  'show <user>': {
    summary: 'Show an account with its newest listings and its history.',
    examples: ['users show ada@example.com'],
    does: async ({ actor }, emailOrId: string) => {
      const { id } = await resolveUser(actor, emailOrId);
      const { user, listings, listings_total: total } = await getUser(actor, id);
      const { entries } = await findAuditEntries(actor, { subject: id, limit: SHOWN });
      return {
        document: { user, listings, listings_total: total, history: entries },
        lines: [user],
        text: () => {
          printRecord({ ...user, suspended: suspensionText(user) });
          if (total > 0) {
            say(`\nListings (${Math.min(SHOWN, total)} of ${total})`);
            printTable(listings.slice(0, SHOWN), ['slug!', 'name', 'status', 'created: created_at']);
          }
          printHistory(entries);
        },
      };
    },
  },
  'promote [users...]': changeVerb(ACCOUNTS, {
    summary: 'Make accounts admins, or moderators.',
    options: [
      new Option('--to <role>', 'the role they get').choices(['moderator', 'admin']).default('admin'),
    ],
    examples: ['users promote ada@example.com', 'users promote bob@example.com --to moderator --yes'],
    verb: ['promote', 'promoted'],
    does: (actor, { id }, { to: role, reason }: Options & { to: Role }) =>
      setRole(actor, id, { role, reason }),
  }),
  'demote [users...]': changeVerb(ACCOUNTS, {
    summary: 'Make moderators and admins users again, except the last admin and those of ADMIN_EMAILS.',
    examples: ['users demote bob@example.com --reason "Left the team"'],
    verb: ['demote', 'demoted'],
    does: (actor, { id }, { reason }) => setRole(actor, id, { role: 'user', reason }),
  }),
  'delete [users...]': changeVerb(ACCOUNTS, {
    summary: 'Delete accounts permanently, with their keys, sessions and listings.',
    options: [new Option('--keep-listings', 'keep the listings, without an owner')],
    examples: ['users delete bob@example.com --keep-listings', 'users delete --file spammers.txt --yes'],
    verb: ['delete', 'deleted'],
    plan: (_actor, { keepListings }: DeleteOptions, users) => {
      const listings = keepListings ? 0 : users.reduce((sum, user) => sum + user.listing_count, 0);
      return {
        caution: keepListings
          ? 'Accounts, keys and sessions are gone for good; the listings stay, without an owner.'
          : 'Accounts, keys, sessions and listings are gone for good. --keep-listings keeps the listings.',
        along: { count: listings, what: count(listings, 'listing') },
      };
    },
    does: (actor, { id }, { keepListings, reason }: DeleteOptions) =>
      deleteUser(actor, id, { keep_listings: keepListings, reason }),
  }),
  'suspend [users...]': changeVerb(ACCOUNTS, {
    summary: 'Suspend accounts: they cannot sign in or use keys.',
    options: [
      // The owner of the account reads the reason.
      toOption('reason').makeOptionMandatory(),
      'until',
      new Option('--archive-listings', 'archive their listings too'),
    ],
    takesReason: false,
    examples: ['users suspend bob@example.com --reason Spam --until 2027-01-31 --archive-listings'],
    verb: ['suspend', 'suspended'],
    does: (actor, { id }, { reason, until = '', archiveListings }: Options & { archiveListings?: boolean }) =>
      suspendUser(actor, id, { reason, until: endAsked(until), archive_listings: archiveListings }),
  }),
  'lift [users...]': changeVerb(ACCOUNTS, {
    summary: 'Lift suspensions.',
    examples: ['users lift bob@example.com'],
    verb: ['lift the suspension of', 'let in again'],
    does: (actor, { id }, { reason }) => liftSuspension(actor, id, { reason }),
  }),
  'create [new-email]': createVerb,
  'reset-password [users...]': resetPasswordVerb,
  'reset-two-factor [users...]': changeVerb(ACCOUNTS, {
    summary: 'Remove the second factors of accounts.',
    examples: ['users reset-two-factor ada@example.com --reason "Lost her phone"'],
    verb: ['reset the second factor of', 'reset'],
    does: (actor, { id }, { reason }) => resetTwoFactor(actor, id, { reason }),
  }),
  'set-email <user> <new-email>': setEmailVerb,
};

function suspensionText({ suspended }: AdminUser): string {
  if (!suspended) return 'no';
  const end = suspended.until ? `until ${shortTime(suspended.until)}` : 'until it is lifted';
  return `since ${shortTime(suspended.at)}, ${end}: ${suspended.reason}`;
}
