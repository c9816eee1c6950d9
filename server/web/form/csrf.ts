// Forms carry a token (csrf-sync); a post without it is refused with code csrf (C3). Members have theirs in their
// session, guests in a signed cookie, so that nothing is stored for somebody who only looks at a form.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { csrfSync } from 'csrf-sync';
import type { Request } from 'express';
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { cookieName, cookieOptions, readCookie } from '../../who/cookies.js';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => req.body?._csrf,
  getTokenFromState: (req) => (isMember(req) ? req.session.csrfToken : readGuestToken(req)),
  storeTokenInState: (req, token) => {
    if (isMember(req)) req.session.csrfToken = token;
    else if (token) req.res?.cookie(guestCookie(), `${token}.${sign(token)}`, cookieOptions());
  },
  // 32 bytes: the default of 128 makes every form a quarter kilobyte longer.
  size: 32,
});

const isMember = (req: Request) => req.session?.found !== undefined;
const guestCookie = () => cookieName('form_token');

/** The token of the cookie, where it is one that we signed; in a signed-out browser only we can have set it. */
function readGuestToken(req: Request): string | undefined {
  const [token = '', signature = ''] = (readCookie(req, guestCookie()) ?? '').split('.');
  const isOurs = config.sessionSecrets.some((secret) => isSame(signature, sign(token, secret)));
  return isOurs ? token : undefined;
}

function sign(token: string, secret = config.sessionSecrets[0] ?? ''): string {
  return createHmac('sha256', secret).update(`form ${token}`).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The token for the forms of a page. */
export function csrfToken(req: Request): string {
  return generateToken(req);
}

/** @throws DomainError csrf; to be called when the body has been read */
export function checkCsrf(req: Request): void {
  if (isRequestValid(req)) return;
  throw new DomainError(
    'csrf',
    'This form was open for too long, or in a browser that keeps no cookies. Send it again.',
  );
}
