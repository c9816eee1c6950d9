// Forms carry the token of their session (csrf-sync); a post without it is refused with code csrf (C3).
import { csrfSync } from 'csrf-sync';
import type { Request, Response } from 'express';
import { DomainError } from '../../../core/kernel/errors.js';
import { loadSession } from '../../who/session.js';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => req.body?._csrf,
  // 32 bytes: the default of 128 makes every form a quarter kilobyte longer.
  size: 32,
});

/** The token for the forms of a page; starts a session if there is none. */
export async function csrfToken(req: Request, res: Response): Promise<string> {
  await loadSession(req, res);
  return generateToken(req);
}

/** @throws DomainError csrf; call it after the body was read */
export async function checkCsrf(req: Request, res: Response): Promise<void> {
  await loadSession(req, res);
  if (isRequestValid(req)) return;
  throw new DomainError(
    'csrf',
    'This form was open for too long, or in a browser that keeps no cookies. Send it again.',
  );
}
