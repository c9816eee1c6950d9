// Forms carry a CSRF token (csrf-sync); a post without it is refused with code csrf (C3). Members have theirs in their
// session, guests in a signed cookie, so that nothing is stored for someone who only views a form.
import { csrfSync } from 'csrf-sync';
import type { Request } from 'express';
import { cookieName, cookieOptions, isSignedByUs, readCookie, sign } from '../../who/cookies.js';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => req.body?._csrf,
  getTokenFromState: (req) => (isMember(req) ? req.session.csrfToken : readGuestToken(req)),
  storeTokenInState: (req, token) => {
    if (isMember(req)) req.session.csrfToken = token;
    else if (token) req.res?.cookie(guestCookie(), `${token}.${sign(`form ${token}`)}`, cookieOptions());
  },
  // 32 bytes: the default of 128 adds a quarter of a kilobyte to every form.
  size: 32,
});

const isMember = (req: Request) => req.session?.found !== undefined;
const guestCookie = () => cookieName('form_token');

/** The token of the cookie, if we signed it; in a signed-out browser only we can have set it. */
function readGuestToken(req: Request): string | undefined {
  const [token = '', signature = ''] = (readCookie(req, guestCookie()) ?? '').split('.');
  return isSignedByUs(`form ${token}`, signature) ? token : undefined;
}

/** The token for the forms of a page. */
export function csrfToken(req: Request): string {
  return generateToken(req);
}

/** Whether the body, which has been read, brings the token of this session. */
export function hasCsrf(req: Request): boolean {
  return isRequestValid(req);
}
