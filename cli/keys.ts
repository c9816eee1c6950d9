import { Type } from '@sinclair/typebox';
import { Option } from 'commander';
import { revokeAnyKey } from '../core/accounts/keys.js';
import * as operatorAccounts from '../core/accounts/operator-accounts.js';
import { resolveUser } from '../core/accounts/users.js';
import { SCOPES, type Scope } from '../core/kernel/actor.js';
import { OwnedQuery } from '../core/kernel/lists.js';
import { type Options, type Verbs, wholeNumberOption } from './kit/command.js';
import { note, say, shortTime } from './kit/output.js';
import { changeVerb, listVerb, type Subjects } from './kit/verbs.js';

const DAY_MS = 86_400_000;

const KEYS: Subjects<operatorAccounts.OwnedKey> = {
  noun: ['key', 'keys'],
  key: 'id',
  names: 'keys',
  columns: [
    'id!',
    'prefix!',
    'name',
    { title: 'owner', value: (key) => key.owner.email },
    'created: created_at!?',
    { title: 'scopes', value: (key) => key.scopes?.join(' ') ?? 'all' },
    { title: 'ends!?', value: (key) => shortTime(key.expires_at ?? null) || 'never' },
    { title: 'used!?', value: (key) => shortTime(key.last_used_at) || 'never' },
  ],
  find: operatorAccounts.findNamedKeys,
  // The input may be a secret: only the prefix that lists show is printed.
  shown: (name) => name.slice(0, 36),
};

type Restrictions = { name?: string; scope?: Scope[]; expiresIn?: number; rateLimit?: number };

export const verbs: Verbs = {
  'list [user]': listVerb({
    summary: 'List the keys of an account, or all, without secrets, newest first.',
    query: Type.Omit(OwnedQuery, ['owner']),
    examples: ['keys list', 'keys list ada@example.com --json'],
    find: async (actor, query, user) =>
      operatorAccounts.findKeys(actor, { ...query, owner: user && (await resolveUser(actor, user)).id }),
    rows: ({ api_keys }) => api_keys,
    columns: KEYS.columns,
    empty: 'There are no keys.',
  }),
  'mint <user>': {
    summary: 'Create a key for an account and print its secret once.',
    options: [
      new Option('--name <name>', 'what the key is for'),
      new Option('--scope <scope...>', 'what it may do; everything by default').choices(SCOPES),
      wholeNumberOption('--expires-in <days>', 'days until it expires; never by default'),
      wholeNumberOption('--rate-limit <requests>', 'its requests per window'),
      'as',
    ],
    examples: ['keys mint ada@example.com --scope listings:read --expires-in 90 > key.txt'],
    does: async ({ actor }, user: string, options: Options & Restrictions) => {
      const owner = await resolveUser(actor, user);
      const { name, scope: scopes, expiresIn: days, rateLimit: rate_limit } = options;
      // 8.64e15 is the latest time of a Date: for a later one, toISOString throws.
      const end = new Date(Math.min(Date.now() + (days ?? 0) * DAY_MS, 8.64e15));
      const expires_at = days === undefined ? undefined : end.toISOString();
      const input = { name, scopes, expires_at, rate_limit };
      const minted = await operatorAccounts.mintUserKey(actor, owner.id, input);
      // Only the secret goes to stdout, for a file or a pipe.
      const text = () => {
        note(`A key for ${owner.email}. It is shown only once:`);
        say(minted.api_key.key);
      };
      return { document: minted, lines: [minted.api_key], text };
    },
  },
  'revoke [keys...]': changeVerb(KEYS, {
    summary: 'Revoke keys, by id, prefix or secret.',
    examples: ['keys revoke dir_3fK9aQxT --reason "Found in a public repository"'],
    verb: ['revoke', 'revoked'],
    does: (actor, { id }, { reason }) => revokeAnyKey(actor, id, { reason }),
  }),
};
