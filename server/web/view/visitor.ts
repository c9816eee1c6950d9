// Who looks at a page.
import type { NextFunction, Request, Response } from 'express';
import type { Account, Actor, User } from '../../../core/kernel/actor.js';
import { unauthorized } from '../../../core/kernel/errors.js';
import { findActor } from '../../who/actor.js';
import { withQuery } from './links.js';

export async function identifyVisitor(req: Request, res: Response, next: NextFunction): Promise<void> {
  res.locals.actor = await findActor(req, res, 'web');
  next();
}

export function visitorOf(res: Response): Actor {
  return res.locals.actor;
}

/** The account of a signed-in visitor, or null. */
export function accountOf(res: Response): Account | null {
  const actor: Actor | undefined = res.locals.actor;
  return actor?.kind === 'user' ? actor.account : null;
}

/** The signed-in visitor of a page behind `requireSignIn`. */
export function memberOf(res: Response): User {
  const actor = visitorOf(res);
  if (actor.kind !== 'user') throw new Error('This page is mounted without requireSignIn.');
  return actor;
}

/**
 * Guests are asked to sign in, and come back to where they were going.
 * @throws DomainError unauthorized for a form, whose session has ended while it was open
 */
export function requireSignIn(req: Request, res: Response, goOn: NextFunction): void {
  if (accountOf(res)) {
    goOn();
    return;
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw unauthorized('You are signed out. Sign in, and what you sent goes on from there.');
  }
  res.set('Cache-Control', 'private, no-store');
  res.redirect(303, withQuery('/sign-in', { next: req.originalUrl }));
}

/** A path of ours to go on to, or the fallback: never another site (a browser reads // and /\ as one). */
export function safeNext(next: unknown, fallback: string): string {
  const isPath = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) && next.length <= 2000;
  return isPath ? next : fallback;
}
