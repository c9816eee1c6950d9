// The selection of accounts that a command works on.
import { Option } from 'commander';
import type { AdminUser } from '../core/accounts/schema.js';
import { eachUser, findNamedUsers } from '../core/accounts/users.js';
import { ROLES } from '../core/kernel/actor.js';
import type { Subjects } from './subjects.js';
import { shortTime } from './text.js';

export const ACCOUNTS: Subjects<AdminUser> = {
  noun: ['account', 'accounts'],
  key: 'email',
  columns: [
    { title: 'email', value: (user) => user.email, isWhole: true },
    { title: 'name', value: (user) => user.name },
    { title: 'role', value: (user) => (user.bootstrap_admin ? `${user.role} (listed)` : user.role) },
    { title: 'listings', value: (user) => user.listing_count, align: 'right' },
    { title: 'keys', value: (user) => user.api_key_count, align: 'right', isExtra: true },
    {
      title: 'signed in',
      value: (user) => shortTime(user.last_sign_in_at) || 'never',
      isWhole: true,
      isExtra: true,
    },
    { title: 'created', value: (user) => shortTime(user.created_at), isWhole: true, isExtra: true },
  ],
  find: findNamedUsers,
  names: 'emails or ids',
  filters: [
    new Option('--query <text>', 'part of a name or email'),
    new Option('--role <role>').choices([...ROLES]),
  ],
  matching: eachUser,
};
