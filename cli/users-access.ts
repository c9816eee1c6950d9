// directory-admin users create, reset-password, reset-two-factor, sessions: giving people access, and ending it.
import {
  createUser,
  endUserSessions,
  inviteUser,
  listUserSessions,
  sendUserReset,
  setUserPassword,
} from '../core/accounts/operator-accounts.js';
import type { AuthSession } from '../core/accounts/schema.js';
import { resetTwoFactor } from '../core/accounts/two-factor.js';
import { resolveUser } from '../core/accounts/users.js';
import { type BatchOptions, eachInTurn, runBatch } from './batch.js';
import { EXIT, type ExitCode, UsageError } from './exit.js';
import { type FormatOptions, formatOf, note, printJson, printJsonLine, printList, say } from './output.js';
import { readPassword } from './passwords.js';
import { askNewPassword, askText, confirmChange } from './prompt.js';
import { type Session, withSession } from './session.js';
import { count, shortTime } from './text.js';
import { selectUsers, USER_COLUMNS } from './user-selection.js';
import { type ChangeOptions, changeUsers } from './users-changes.js';

export interface CreateOptions extends FormatOptions {
  name?: string;
  role: string;
  passwordFile?: string;
  invite?: boolean;
  as?: string;
}

export async function createAccount(email: string | undefined, options: CreateOptions): Promise<void> {
  const input = {
    email: email ?? (await askText('Email:', 'give the email')),
    name: options.name ?? (await askText('Name:', 'give --name')),
    role: options.role,
    password: await choosePassword(options),
    // The operator vouches for the inbox.
    email_verified: true,
  };
  await withSession({ ...options, queue: true }, async (session) => {
    const { user } = await (options.invite ? inviteUser : createUser)(session.actor, input);
    if (options.invite) printMailTarget(session);
    const format = formatOf(options);
    if (format === 'json') printJson({ user });
    else if (format === 'ndjson') printJsonLine(user);
    else say(`Created the ${user.role} ${user.email} (${user.id}).`);
  });
}

async function choosePassword(options: CreateOptions): Promise<string | undefined> {
  if (options.passwordFile !== undefined) return readPassword(options.passwordFile);
  return options.invite ? undefined : askNewPassword('give --password-file or --invite');
}

/** The running service sends them; without an email provider they become files, which the operator has to pass on. */
function printMailTarget({ config }: Session): void {
  note(
    config.smtpUrl === null
      ? `No mail provider is set: the running service writes the mail as a file into ${config.dataDir}/outbox.`
      : 'The running service sends the email; "directory-admin jobs list" shows what has not left yet.',
  );
}

export interface ResetOptions extends BatchOptions {
  file?: string;
  set?: boolean;
  passwordFile?: string;
  reason?: string;
  as?: string;
}

/** Emails links to set a new password, or sets the password of one account. */
export async function resetPasswords(emails: string[], options: ResetOptions): Promise<ExitCode> {
  if (options.set || options.passwordFile !== undefined) return setPassword(emails, options);
  return withSession({ ...options, queue: true }, async (session) => {
    const selected = await selectUsers(session.actor, emails, { file: options.file });
    const code = await runBatch(options, session.signal, {
      ...selected,
      verb: ['queue an email with a reset link for', 'queued an email with a reset link for'],
      doneKey: 'sent',
      noun: ['account', 'accounts'],
      key: 'email',
      columns: USER_COLUMNS,
      nameOf: (user) => user.email,
      run: (users, watch) =>
        eachInTurn(
          users,
          watch,
          ({ email }) => email,
          ({ id }) => sendUserReset(session.actor, id),
        ),
    });
    if (!options.dryRun) printMailTarget(session);
    return code;
  });
}

async function setPassword(emails: string[], options: ResetOptions): Promise<ExitCode> {
  const [email] = emails;
  if (email === undefined || emails.length > 1 || options.file !== undefined) {
    throw new UsageError('A password is set for one account: name exactly one.');
  }
  return withSession(options, async ({ actor, signal }) => {
    const user = await resolveUser(actor, email);
    const plan = `set a new password for ${user.email} and end its sessions`;
    if (options.dryRun) {
      if (formatOf(options) === 'table') say(`Dry run, nothing is changed. It would ${plan}.`);
      else printJson({ dry_run: true, id: user.id, email: user.email });
      return EXIT.done;
    }
    const password = options.passwordFile
      ? await readPassword(options.passwordFile)
      : await askNewPassword('give --password-file');
    if (!options.yes) await confirmChange(`${plan.replace('set', 'Set')}?`, 1);
    signal.throwIfAborted();
    const { ended } = await setUserPassword(actor, user.id, { password, reason: options.reason });
    if (formatOf(options) === 'table') {
      say(`Set a new password for ${user.email}; ended ${count(ended, 'session')}.`);
    } else printJson({ id: user.id, email: user.email, ended });
    return EXIT.done;
  });
}

export interface SessionsOptions extends FormatOptions {
  end?: string;
  endAll?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  reason?: string;
  as?: string;
}

/** Lists an account's sessions, or ends one or all of them. */
export function showSessions(email: string, options: SessionsOptions): Promise<void> {
  return withSession(options, async ({ actor, signal }) => {
    const user = await resolveUser(actor, email);
    const sessions = await listUserSessions(actor, user.id);
    if (options.end === undefined && !options.endAll) {
      printList<AuthSession>(options, {
        document: { sessions },
        rows: sessions,
        columns: [
          { title: 'id', value: (session) => session.id, isWhole: true },
          { title: 'begun', value: (session) => shortTime(session.createdAt) },
          { title: 'until', value: (session) => shortTime(session.expiresAt) },
          { title: 'address', value: (session) => session.ipAddress },
          { title: 'browser', value: (session) => session.userAgent },
        ],
        empty: `${user.email} is not signed in anywhere.`,
      });
      return;
    }
    const many = options.end ? 1 : sessions.length;
    if (options.dryRun) {
      if (formatOf(options) !== 'table')
        printJson({ dry_run: true, id: user.id, email: user.email, total: many });
      else say(`Dry run, nothing is changed. It would end ${count(many, 'session')} of ${user.email}.`);
      return;
    }
    if (!options.yes) await confirmChange(`End ${count(many, 'session')} of ${user.email}?`, many);
    signal.throwIfAborted();
    const input = { session: options.end, reason: options.reason };
    const { ended } = await endUserSessions(actor, user.id, input);
    if (formatOf(options) === 'table') say(`Ended ${count(ended, 'session')} of ${user.email}.`);
    else printJson({ id: user.id, email: user.email, ended });
  });
}

export const resetTwoFactors = (emails: string[], options: ChangeOptions): Promise<ExitCode> =>
  changeUsers(['reset the second factor of', 'reset'], emails, options, (actor, id) =>
    resetTwoFactor(actor, id, { reason: options.reason }),
  );
