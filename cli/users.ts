// directory-admin users …
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { createAccount } from '../core/accounts.js';
import { ROLES } from '../core/schemas/account.js';
import { addNoun, addVerb, asOption, type Finish, jsonOptions } from './command.js';
import { UsageError } from './exit.js';
import { openInput } from './input.js';
import { type FormatOptions, formatOf, printJson, printJsonLine, say } from './output.js';
import { askNewPassword, askText } from './prompt.js';
import { withSession } from './session.js';

export function addUserCommands(program: Command, finish: Finish): void {
  const users = addNoun(program, 'users', 'accounts: list, create, promote, delete …');
  addVerb(users, finish, {
    usage: 'create [email]',
    summary: 'Make an account. What is not given is asked for; its inbox counts as verified.',
    options: [
      new Option('--name <name>', 'name of the person'),
      new Option('--role <role>', 'what the account may do').choices([...ROLES]).default('user'),
      new Option('--password-file <file>', 'read the password from a file, or from standard input with -'),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'users create ada@example.com --name "Ada Lovelace"',
      'users create root@example.com --name Root --role admin --password-file secret.txt',
    ],
    run: createUser,
  });
}

interface CreateOptions extends FormatOptions {
  name?: string;
  role: string;
  passwordFile?: string;
  as?: string;
}

async function createUser(email: string | undefined, options: CreateOptions): Promise<void> {
  const input = {
    email: email ?? (await askText('Email:', 'give the email')),
    name: options.name ?? (await askText('Name:', 'give --name')),
    role: options.role,
    password: options.passwordFile
      ? await readPassword(options.passwordFile)
      : await askNewPassword('give --password-file'),
  };
  await withSession(options, async ({ actor }) => {
    const { user } = await createAccount(actor, input);
    const format = formatOf(options);
    if (format === 'json') printJson({ user });
    else if (format === 'ndjson') printJsonLine(user);
    else say(`Created the ${user.role} ${user.email} (${user.id}).`);
  });
}

/** The first line of a file or of standard input. */
async function readPassword(file: string): Promise<string> {
  const content = await text(await openInput(file));
  const [password = ''] = content.split(/\r?\n/);
  if (password === '') throw new UsageError(`There is no password in ${file}.`);
  return password;
}
