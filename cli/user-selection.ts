// The selection of accounts that a command works on.
import { Option } from 'commander';
import type { AdminUser } from '../core/accounts/schema.js';
import { eachUser, findNamedUsers } from '../core/accounts/users.js';
import type { Actor } from '../core/kernel/actor.js';
import { ROLES } from '../core/kernel/actor.js';
import { fileOption, named, readSubjects, type Selected } from './subjects.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

export interface UserFilterOptions {
  query?: string;
  role?: string;
}

export const userFilterOptions = () => [
  new Option('--query <text>', 'part of a name or email'),
  new Option('--role <role>').choices([...ROLES]),
];

export const userSubjectOptions = () => [fileOption('emails or ids'), ...userFilterOptions()];

export const toUserFilter = ({ query, role }: UserFilterOptions) => ({ q: query, role });

export async function selectUsers(
  actor: Actor,
  words: readonly string[],
  options: UserFilterOptions & { file?: string },
): Promise<Selected<AdminUser>> {
  const subjects = await readSubjects(words, options.file, toUserFilter(options));
  if ('filter' in subjects) {
    const items: AdminUser[] = [];
    for await (const user of eachUser(actor, subjects.filter)) items.push(user);
    return { items, missing: [] };
  }
  return named(subjects.names, await findNamedUsers(actor, subjects.names), 'account');
}

export const USER_COLUMNS: readonly Column<AdminUser>[] = [
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
];
