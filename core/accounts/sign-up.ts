// Creating accounts: by sign-up, registration or an operator; one account per email.
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { readRedirect } from '../addresses/origins.js';
import type { Actor, Role } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { actingAs } from './credentials.js';
import { emailKey } from './emails.js';
import { insertKey } from './keys.js';
import { queueVerification } from './mail-tokens.js';
import { hashPassword } from './passwords.js';
import { presentUser, Registration, SignUp } from './schema.js';

/** Creates an account from the fields of a sign-up. @throws DomainError account_exists */
export async function signUp(actor: Actor, input: unknown): Promise<UserModel> {
  const { callbackURL, ...account } = check(SignUp, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL') : null;
  const passwordHash = await hashPassword(account.password);
  return inTransaction(actor, async (trx) => {
    const row = await insertAccount(trx, actor, account, passwordHash);
    if (config.requireEmailVerification) await queueVerification(trx, actor, { userId: row.id }, redirect);
    return row;
  });
}

/** Creates an account and its first key, which waits for a required verification. @throws DomainError account_exists */
export async function registerAccount(actor: Actor, input: unknown) {
  const { key_name: keyName = null, ...account } = check(Registration, input);
  const passwordHash = await hashPassword(account.password);
  return inTransaction(actor, async (trx) => {
    const row = await insertAccount(trx, actor, account, passwordHash);
    const user = presentUser(row);
    if (!config.requireEmailVerification) {
      return { user, api_key: await insertKey(trx, actingAs(actor, row), row.id, { name: keyName }) };
    }
    await queueVerification(trx, actor, { userId: row.id });
    const message = `Confirm ${row.email} with the link we have sent there, then sign in and mint a key.`;
    return { status: 'verification_required' as const, message, user };
  });
}

/** @throws DomainError account_exists; the unique index decides, so that two sign-ups cannot both win */
export async function insertAccount(
  trx: Transaction,
  actor: Actor,
  { name, email }: { name: string; email: string },
  passwordHash: string,
  { role = 'user', emailVerified = false }: { role?: Role; emailVerified?: boolean } = {},
): Promise<UserModel> {
  const row = await insertUnlessTaken(UserModel, trx, {
    name,
    email,
    emailKey: emailKey(email),
    passwordHash,
    role,
    emailVerified,
  });
  if (!row) throw new DomainError('account_exists', say('error.account-exists'), { field: 'email' });
  await recordUser(trx, actingAs(actor, row), row, 'user.create', { after: { name, email, role } });
  return row;
}
