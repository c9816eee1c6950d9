// The cookies of a sign-in in two steps: its ticket, a passkey's challenge, and the secret of a trusted device.
import type { Response } from 'express';
import type { AuthSession } from '../../core/accounts/schema.js';
import { methodsOf, TICKET_MINUTES } from '../../core/accounts/second-factor/factors.js';
import type { TwoFactorMethod } from '../../core/accounts/second-factor/schema.js';
import type { PasskeyRequest } from '../../core/accounts/second-factor/webauthn.js';
import * as secondStep from '../../core/accounts/second-step.js';
import type { Exchange } from '../http/exchange.js';
import { cookieName, cookieOptions, readCookie } from './cookies.js';
import { beginSession } from './session.js';

const MINUTE_MS = 60_000;

/** Signs an account in, or takes the first step of two. @returns the session, or how to give the second factor */
export async function passPassword(
  exchange: Exchange,
  { account, remember }: secondStep.FirstStep,
): Promise<{ entered: Awaited<ReturnType<typeof beginSession>> } | { methods: TwoFactorMethod[] }> {
  const hasSecondFactor = account.twoFactorEnabled && (await isTrusted(exchange, account.id));
  if (!account.twoFactorEnabled || hasSecondFactor) {
    return { entered: await beginSession(exchange, { account, remember, hasSecondFactor }) };
  }
  const maxAge = TICKET_MINUTES['second-step'] * MINUTE_MS;
  const ticket = secondStep.passFirstStep({ account, remember });
  exchange.res.cookie(cookieName('two_factor'), ticket, { ...cookieOptions(), maxAge });
  return { methods: await methodsOf(account.id) };
}

/** The sign-in of a request that has taken the first step; null if there is none. */
export function readStep({ req }: Exchange): Promise<secondStep.FirstStep | null> {
  return secondStep.readFirstStep(readCookie(req, cookieName('two_factor')) ?? null);
}

/** Starts the session of an account that has given its second factor. */
export async function completeSignIn(
  exchange: Exchange,
  { account, remember, trust = false }: secondStep.FirstStep & { trust?: boolean },
): Promise<{ user: secondStep.FirstStep['account']; session: AuthSession }> {
  const { req, res } = exchange;
  const entered = await beginSession(exchange, { account, remember, hasSecondFactor: true });
  if (trust) keepTrust(res, await secondStep.trustDevice(account.id));
  if (readCookie(req, cookieName('two_factor'))) res.clearCookie(cookieName('two_factor'), cookieOptions());
  return entered;
}

async function isTrusted({ req, res }: Exchange, userId: string): Promise<boolean> {
  const secret = readCookie(req, cookieName('trust_device'));
  if (secret === undefined || !(await secondStep.renewTrust(userId, secret))) return false;
  keepTrust(res, secret);
  return true;
}

function keepTrust(res: Response, secret: string): void {
  const maxAge = secondStep.TRUST_DAYS * 24 * 60 * MINUTE_MS;
  res.cookie(cookieName('trust_device'), secret, { ...cookieOptions(), maxAge });
}

/** Sends a passkey's challenge: the options are the answer, the ticket goes into a cookie. */
export function keepChallenge({ res }: Exchange, { options, ticket }: PasskeyRequest): object {
  const maxAge = TICKET_MINUTES.passkey * MINUTE_MS;
  res.cookie(cookieName('passkey'), ticket, { ...cookieOptions(), maxAge });
  return options;
}

/** The ticket of the challenge that a request answers; it is answered once. */
export function takeChallenge({ req, res }: Exchange): string | null {
  res.clearCookie(cookieName('passkey'), cookieOptions());
  return readCookie(req, cookieName('passkey')) ?? null;
}
