// directory-admin users create, reset-password, set-email: giving people access.
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { AdminUserFilter } from '../../core/accounts/admin-schema.js';
import { changeUserEmail } from '../../core/accounts/email-change.js';
import * as operator from '../../core/accounts/operator-accounts.js';
import type { AdminUser } from '../../core/accounts/schema.js';
import { eachUser, findNamedUsers, resolveUser } from '../../core/accounts/users.js';
import { ROLES } from '../../core/kernel/actor.js';
import { changeEach, isToBeDone } from '../kit/batch.js';
import { CHANGE, type Options, optionsOf, type Verb } from '../kit/command.js';
import { openInput } from '../kit/input.js';
import { count, type ExitCode, note, shortTime, UsageError } from '../kit/output.js';
import { askNewPassword, askText } from '../kit/prompt.js';
import { type Session, withSession } from '../kit/session.js';
import { type Subjects, select, subjectOptions } from '../kit/verbs.js';

export const ACCOUNTS: Subjects<AdminUser> = {
  noun: ['account', 'accounts'],
  key: 'email',
  columns: [
    'email!',
    'name',
    { title: 'role', value: (user) => (user.bootstrap_admin ? `${user.role} (listed)` : user.role) },
    'listings: listing_count',
    'keys: api_key_count?',
    { title: 'signed in!?', value: (user) => shortTime(user.last_sign_in_at) || 'never' },
    'created: created_at!?',
  ],
  find: findNamedUsers,
  names: 'emails or ids',
  filters: optionsOf(AdminUserFilter),
  matching: eachUser,
};

const passwordFileOption = () =>
  new Option('--password-file <file>', 'file with the password (- for standard input)');

type PasswordOptions = Options & { passwordFile?: string };
type CreateOptions = PasswordOptions & { name?: string; role: string; invite?: boolean };

export const createVerb: Verb = {
  summary: 'Create an account with a verified email. Asks for what is missing.',
  options: [
    new Option('--name <name>', 'name of the person'),
    new Option('--role <role>', 'what the account may do').choices([...ROLES]).default('user'),
    passwordFileOption(),
    new Option('--invite', 'email a link to set a password').conflicts('passwordFile'),
    'as',
  ],
  examples: ['users create ada@example.com --name "Ada Lovelace" --role admin --invite'],
  run: async (email: string | undefined, options: CreateOptions) => {
    const input = {
      email: email ?? (await askText('Email:', 'give the email')),
      name: options.name ?? (await askText('Name:', 'give --name')),
      role: options.role,
      password: options.invite ? undefined : await choosePassword(options, ' or --invite'),
    };
    return withSession(options, async (session) => {
      const { user } = await operator.createUser(session.actor, input, options.invite === true);
      if (options.invite) noteMailTarget(session);
      const text = `Created the ${user.role} ${user.email} (${user.id}).`;
      return { document: { user }, lines: [user], text };
    });
  },
};

/** Reads a password from a file, standard input or the terminal: command lines are visible to everyone. */
async function choosePassword({ passwordFile: file }: PasswordOptions, or = ''): Promise<string> {
  if (file === undefined) return askNewPassword(`give --password-file${or}`);
  const [password = ''] = (await text(await openInput(file))).split(/\r?\n/);
  if (password === '') throw new UsageError(`There is no password in ${file}.`);
  return password;
}

/** The running service sends the emails. Without a provider they become files, which the operator has to pass on. */
function noteMailTarget({ config }: Session): void {
  note(
    config.smtpUrl === null
      ? `No mail provider is set: the running service writes the mail as a file into ${config.dataDir}/outbox.`
      : 'The running service sends the email; "directory-admin jobs list" shows what has not been sent yet.',
  );
}

export const resetPasswordVerb: Verb = {
  summary: 'Email a link to set a new password, or set it here.',
  options: [
    ...subjectOptions({ ...ACCOUNTS, filters: [] }),
    new Option('--set', 'type the new password here; all sessions end'),
    passwordFileOption(),
    ...CHANGE,
  ],
  examples: ['users reset-password ada@example.com', 'users reset-password ada@example.com --set'],
  does: (session, emails: string[], options: PasswordOptions & { set?: boolean }) =>
    (options.set || options.passwordFile !== undefined ? setPassword : sendResets)(session, emails, options),
};

async function sendResets(session: Session, emails: string[], options: Options): Promise<ExitCode> {
  const code = await changeEach(session, options, {
    ...ACCOUNTS,
    ...(await select(ACCOUNTS, session.actor, emails, options)),
    verb: ['queue an email with a reset link for', 'queued an email with a reset link for'],
    doneKey: 'sent',
    does: (actor, { id }) => operator.sendUserReset(actor, id),
  });
  if (!options.dryRun) noteMailTarget(session);
  return code;
}

async function setPassword({ actor, signal }: Session, emails: string[], options: PasswordOptions) {
  const [email] = emails;
  if (email === undefined || emails.length > 1 || options.file !== undefined)
    throw new UsageError('Name exactly one account to set its password.');
  const user = await resolveUser(actor, email);
  const about = { id: user.id, email: user.email };
  const plan = `set a new password for ${user.email} and end its sessions`;
  const password = options.dryRun ? '' : await choosePassword(options);
  if (!(await isToBeDone(options, signal, { plan, about }))) return;
  const { ended } = await operator.setUserPassword(actor, user.id, { password, reason: options.reason });
  const text = `Set a new password for ${user.email}; ended ${count(ended, 'session')}.`;
  return { document: { ...about, ended }, text };
}

export const setEmailVerb: Verb = {
  summary: 'Change the email of an account. The new one counts as verified.',
  options: CHANGE,
  examples: ['users set-email ada@example.com ada@example.org --reason "Lost the old inbox"'],
  does: async ({ actor, signal }, emailOrId: string, email: string, options: Options) => {
    const { id, email: before } = await resolveUser(actor, emailOrId);
    const plan = `change the email of ${before} to ${email}`;
    if (!(await isToBeDone(options, signal, { plan, about: { id, email: before, to: email } }))) return;
    const { user } = await changeUserEmail(actor, id, { email, reason: options.reason });
    return { document: { user }, text: `${before} is ${user.email} now.` };
  },
};
