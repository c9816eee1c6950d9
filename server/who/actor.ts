// The actor of a request: from a bearer key, else a session, else a guest.
import type { Request, Response } from 'express';
import { APPS_PATH, authenticateApp } from '../../core/accounts/apps.js';
import { isKeySecret } from '../../core/accounts/key-secrets.js';
import { authenticateKey, type ReadWithKey, toAccount } from '../../core/accounts/key-use.js';
import { type Actor, type Client, type Door, guest } from '../../core/kernel/actor.js';
import { unauthorized } from '../../core/kernel/errors.js';
import { hasSessionCookie, loadSession, refreshSession } from './session.js';

export function requestIdOf(res: Response): string {
  return res.locals.requestId;
}

export function clientOf(req: Request): Client {
  return { ip: req.ip ?? '', userAgent: req.headers['user-agent'] ?? null };
}

declare global {
  namespace Express {
    interface Locals {
      /** What was read in the statement that looked up the key, where that was asked for. */
      readWithKey?: object;
    }
  }
}

/**
 * @param also read with the key, if there is one, in one statement
 * @throws DomainError unauthorized on invalid credentials, also on public routes (C3)
 */
export async function findActor(
  req: Request,
  res: Response,
  door: Door,
  also: ReadWithKey | null = null,
): Promise<Actor> {
  const actor = await readCredentials(req, res, door, also);
  if (actor.kind === 'user') {
    res.locals.accountId = actor.account.id;
    res.locals.keyId = actor.key?.id;
  }
  return actor;
}

async function readCredentials(
  req: Request,
  res: Response,
  door: Door,
  also: ReadWithKey | null,
): Promise<Actor> {
  const visitor = guest(door, requestIdOf(res), clientOf(req));
  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
    if (secret === undefined) throw unauthorized('Send the API key as "Authorization: Bearer dir_…".');
    const isApp = req.path === APPS_PATH && !isKeySecret(secret);
    if (isApp) return { ...visitor, kind: 'user', sessionId: null, ...(await authenticateApp(secret)) };
    const { identity, row } = await authenticateKey(secret, also);
    if (also) res.locals.readWithKey = row;
    return { ...visitor, kind: 'user', sessionId: null, ...identity };
  }
  // A session that starts with this very request has no cookie in it yet.
  if (!req.session && !hasSessionCookie(req)) return visitor;
  await loadSession(req, res);
  const { publicId, found } = req.session;
  const user = found?.user;
  if (!user) return visitor;
  return {
    ...visitor,
    kind: 'user',
    account: toAccount(user),
    key: null,
    app: null,
    scopes: null,
    sessionId: publicId ?? null,
  };
}

/**
 * The actor once the body has arrived: meanwhile a key may have been revoked, a session ended or a role changed (C4).
 * @param hadArrived whether the body had already arrived when `actor` was found; then nothing is checked again
 * @throws DomainError unauthorized as findActor
 */
export async function findActorAgain(
  req: Request,
  res: Response,
  actor: Actor,
  hadArrived: boolean,
): Promise<Actor> {
  if (hadArrived || actor.kind !== 'user') return actor;
  if (actor.sessionId !== null) await refreshSession(req);
  return findActor(req, res, actor.door);
}
