// directory-admin keys …
import { type Command, Option } from 'commander';
import { findKeys, findNamedKeys, type OwnedKey } from '../core/accounts/key-lookup.js';
import type { MintedKey } from '../core/accounts/key-schema.js';
import { mintUserKey, revokeAnyKey, rotateUserKey } from '../core/accounts/operator-accounts.js';
import { resolveUser } from '../core/accounts/users.js';
import { notFound } from '../core/kernel/errors.js';
import { SCOPES, type Scope } from '../core/kernel/scopes.js';
import { type BatchOptions, eachInTurn, runBatch } from './batch.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
  wholeNumber,
  yesOption,
} from './command.js';
import { type ExitCode, UsageError } from './exit.js';
import { type FormatOptions, formatOf, note, printJson, printJsonLine, printPage, say } from './output.js';
import { withSession } from './session.js';
import { fileOption, named, readSubjects } from './subjects.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

export function addKeyVerbs(keys: Command, finish: Finish): void {
  addVerb(keys, finish, {
    usage: 'list [user]',
    summary: 'List the keys of an account, or all, without secrets, newest first.',
    options: [...pageOptions(), ...jsonOptions()],
    examples: ['keys list', 'keys list ada@example.com --json'],
    run: listKeys,
  });
  addVerb(keys, finish, {
    usage: 'mint <user>',
    summary: 'Create a key for an account and print its secret once.',
    options: [
      new Option('--name <name>', 'what the key is for'),
      new Option('--scope <scope...>', 'what it may do; everything by default').choices(SCOPES),
      new Option('--expires-in <days>', 'days until it expires; never by default').argParser(wholeNumber),
      new Option('--rate-limit <requests>', 'its requests per window').argParser(wholeNumber),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'keys mint ada@example.com --name ci',
      'keys mint ada@example.com --scope listings:read --expires-in 90',
      'keys mint ada@example.com > key.txt',
    ],
    run: mintKey,
  });
  addVerb(keys, finish, {
    usage: 'rotate <key>',
    summary: 'Replace a key by one on the same terms, and print its secret once.',
    options: [
      new Option('--overlap <hours>', 'hours the old key stays valid [24]').argParser((text) =>
        text === '0' ? 0 : wholeNumber(text),
      ),
      asOption(),
      ...jsonOptions(),
    ],
    examples: ['keys rotate dir_3fK9aQxT', 'keys rotate dir_3fK9aQxT --overlap 0 > key.txt'],
    run: rotateKey,
  });
  addVerb(keys, finish, {
    usage: 'revoke [keys...]',
    summary: 'Revoke keys, by id, prefix or secret.',
    options: [fileOption('keys'), reasonOption(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: [
      'keys revoke dir_3fK9aQxT --reason "Found in a public repository"',
      'keys revoke --file leaked.txt',
    ],
    run: revokeKeys,
  });
}

const DAY_MS = 86_400_000;

const COLUMNS: readonly Column<OwnedKey>[] = [
  { title: 'id', value: (key) => key.id, isWhole: true },
  { title: 'prefix', value: (key) => key.prefix, isWhole: true },
  { title: 'name', value: (key) => key.name },
  { title: 'owner', value: (key) => key.owner.email },
  { title: 'created', value: (key) => shortTime(key.created_at), isWhole: true, isExtra: true },
  { title: 'scopes', value: (key) => key.scopes?.join(' ') ?? 'all' },
  {
    title: 'ends',
    value: (key) => shortTime(key.expires_at ?? null) || 'never',
    isWhole: true,
    isExtra: true,
  },
  { title: 'used', value: (key) => shortTime(key.last_used_at) || 'never', isWhole: true, isExtra: true },
];

function listKeys(user: string | undefined, options: FormatOptions & PageOptions): Promise<void> {
  const { page, limit } = options;
  return withSession({}, async ({ actor }) => {
    const owner = user === undefined ? undefined : (await resolveUser(actor, user)).id;
    const list = await findKeys(actor, { owner, page, limit });
    printPage(options, list, { rows: list.api_keys, columns: COLUMNS, empty: 'There are no keys.' });
  });
}

interface MintOptions extends FormatOptions {
  name?: string;
  scope?: Scope[];
  expiresIn?: number;
  rateLimit?: number;
  as?: string;
}

function mintKey(user: string, options: MintOptions): Promise<void> {
  return withSession(options, async ({ actor }) => {
    const owner = await resolveUser(actor, user);
    const { name, scope: scopes, expiresIn: days, rateLimit: rate_limit } = options;
    const expires_at = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString();
    const minted = await mintUserKey(actor, owner.id, { name, scopes, expires_at, rate_limit });
    printSecret(options, minted, `A key for ${owner.email}. It is shown this once:`);
  });
}

interface RotateOptions extends FormatOptions {
  overlap?: number;
  as?: string;
}

function rotateKey(name: string, options: RotateOptions): Promise<void> {
  return withSession(options, async ({ actor }) => {
    const key = (await findNamedKeys(actor, [name])).get(name);
    if (!key) throw notFound('API key');
    const { overlap } = options;
    const input = overlap === undefined ? {} : { overlap_seconds: overlap * 3600 };
    const rotated = await rotateUserKey(actor, key.id, input);
    const end = shortTime(rotated.replaced.expires_at ?? null);
    printSecret(
      options,
      rotated,
      `${key.prefix}… of ${key.owner.email} goes on until ${end}. The new key, shown this once:`,
    );
  });
}

function printSecret(options: FormatOptions, minted: { api_key: MintedKey }, sentence: string): void {
  const format = formatOf(options);
  if (format === 'json') printJson(minted);
  else if (format === 'ndjson') printJsonLine(minted.api_key);
  else {
    note(sentence);
    say(minted.api_key.key);
  }
}

interface RevokeOptions extends BatchOptions {
  file?: string;
  reason?: string;
  as?: string;
}

function revokeKeys(words: string[], options: RevokeOptions): Promise<ExitCode> {
  return withSession(options, async ({ actor, signal }) => {
    const subjects = await readSubjects(words, options.file, {});
    if (!('names' in subjects)) throw new UsageError('Name at least one key.');
    const { names } = subjects;
    const { items, missing } = named(names, await findNamedKeys(actor, names), 'key');
    return runBatch<OwnedKey>(options, signal, {
      verb: ['revoke', 'revoked'],
      noun: ['key', 'keys'],
      key: 'id',
      items,
      // The input may be a secret: only the prefix that lists show is printed.
      missing: missing.map((failure) => ({ ...failure, item: failure.item.slice(0, 36) })),
      columns: COLUMNS,
      nameOf: (key) => key.id,
      run: (keys, watch) =>
        eachInTurn(
          keys,
          watch,
          ({ id }) => id,
          ({ id }) => revokeAnyKey(actor, id, { reason: options.reason }),
        ),
    });
  });
}
