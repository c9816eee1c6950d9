// The second step of a sign-in: a code or a passkey after the password. Between the steps the browser carries
// a sealed ticket, and there is no session yet. A trusted device skips this step for a while.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'objection';
import { PasskeyModel, UserModel } from '../../db/models/accounts.js';
import { BaseModel } from '../../db/models/base.js';
import type { Actor } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, say, unauthorized } from '../kernel/errors.js';
import { clearLimit, consumeLimit, limitOf, rateLimited } from '../kernel/rate-limits.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { actingAs, refuseSuspended } from './credentials.js';
import * as factors from './second-factor/factors.js';
import { PasskeyAuthentication } from './second-factor/schema.js';
import * as webauthn from './second-factor/webauthn.js';

export const TRUST_DAYS = 30;

export interface FirstStep {
  readonly account: UserModel;
  /** false: the session ends when the browser closes. */
  readonly remember: boolean;
}

interface Ticket {
  readonly userId: string;
  /** Derived from the password hash: changing the password invalidates the ticket. */
  readonly password: string;
  readonly remember: boolean;
}

const markOf = ({ passwordHash }: UserModel) => sha256(passwordHash).toString('base64url');

export function passFirstStep({ account, remember }: FirstStep): string {
  return factors.issueTicket('second-step', { userId: account.id, password: markOf(account), remember });
}

export async function readFirstStep(text: string | null): Promise<FirstStep | null> {
  const ticket = factors.readTicket<Ticket>('second-step', text);
  const account = ticket ? await UserModel.query().findById(ticket.userId) : undefined;
  const isSame = ticket && account && markOf(account) === ticket.password;
  return isSame ? { account, remember: ticket.remember } : null;
}

/** Maximum tries in 15 minutes if sign-ins have no limit: a code has only a million values. */
const MAX_CODES = 10;

export type CodeKind = 'app' | 'recovery' | 'any' | 'set-up';

/** Redeems a code of an account once and runs `work` in the same transaction. Too many wrong codes block all
 * codes of the account for a while, from any address: an attacker at this step already has the password.
 * @throws DomainError invalid_credentials, rate_limited, and the errors of `work` */
export async function redeemCode<T>(
  actor: Actor,
  account: UserModel,
  { code, kind }: { code: string; kind: CodeKind },
  work?: (trx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  const counter = `second-factor ${account.id}`;
  const attempts = await consumeLimit('sign-in', counter, limitOf('sign-in').quota || MAX_CODES);
  if (attempts?.isExceeded) throw rateLimited([attempts]);
  const done = await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const { id } = account;
    if (kind !== 'recovery' && (await factors.redeemTotp(trx, id, code, kind !== 'set-up')))
      return work?.(trx);
    const isRecovery = kind === 'recovery' || kind === 'any';
    if (!isRecovery || !(await factors.redeemRecoveryCode(trx, id, code))) {
      const limits = attempts ? [attempts] : [];
      throw new DomainError('invalid_credentials', say('error.code'), { field: 'code', limits });
    }
    const left = await factors.countRecoveryCodes(id, trx);
    await recordUser(trx, actingAs(actor, account), account, 'user.use-recovery-code', { after: { left } });
    return work?.(trx);
  });
  await clearLimit('sign-in', counter);
  return done;
}

/** A passkey challenge for an account, or for anyone to sign in without a password. */
export async function requestPasskey(account: { id: string } | null) {
  const own = account ? await PasskeyModel.query().where({ user_id: account.id }) : [];
  return webauthn.requestAuthentication(account?.id ?? null, own);
}

/** The account whose passkey answers a challenge, which is used up. @param account the expected one; null: any
 * @throws DomainError invalid_credentials, account_suspended */
export async function provePasskey(
  actor: Actor,
  input: unknown,
  { ticket, account }: { ticket: string | null; account: { id: string } | null },
): Promise<UserModel> {
  const { response } = check(PasskeyAuthentication, input);
  const proof = await webauthn.verifyAuthentication(account?.id ?? null, ticket, response);
  const user = await UserModel.query().findById(proof.passkey.userId);
  if (!user) throw unauthorized();
  refuseSuspended(user);
  await inTransaction(actor, (trx) => webauthn.useChallenge(trx, proof));
  return user;
}

export async function trustDevice(userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await BaseModel.knex()('trusted_devices').insert({
    digest: sha256(secret),
    user_id: userId,
    expires_at: endOfTrust(),
  });
  return secret;
}

const endOfTrust = () => new Date(Date.now() + TRUST_DAYS * 86_400_000);

/** Whether a device is trusted; if so, extends the trust. */
export async function renewTrust(userId: string, secret: string): Promise<boolean> {
  const renewed = await BaseModel.knex()('trusted_devices')
    .where({ digest: sha256(secret), user_id: userId })
    .where('expires_at', '>', new Date())
    .update({ expires_at: endOfTrust() });
  return renewed === 1;
}
