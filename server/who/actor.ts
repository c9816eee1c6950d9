// Who sends a request: its client's address, and its actor, from a bearer key, else a session, else a guest.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import proxyAddress from 'proxy-addr';
import { authenticateApp, isAppsPath } from '../../core/accounts/apps.js';
import { authenticateKey, toSessionAccount } from '../../core/accounts/credentials.js';
import { isKeySecret } from '../../core/accounts/key-secret.js';
import { type Actor, type Client, type Door, guest } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { unauthorized } from '../../core/kernel/errors.js';
import { applyLimits, type RouteLimit } from './rate-limits.js';
import { hasSessionCookie, loadSession, refreshSession } from './session.js';

/** The id that the response names (`identifyRequest`). */
export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader('X-Request-Id'));
}

type Trust = (address: string, hop: number) => boolean;

const compiled = new WeakMap<readonly string[], Trust>();

function trustOf(proxies: number | readonly string[]): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const known = compiled.get(proxies) ?? proxyAddress.compile([...proxies]);
  compiled.set(proxies, known);
  return known;
}

/** A client's address, behind the proxies that are trusted (TRUST_PROXY); undefined once the connection is gone. */
export function addressOf(req: IncomingMessage): string | undefined {
  const { trustProxy } = config;
  return trustProxy === false ? req.socket.remoteAddress : proxyAddress(req, trustOf(trustProxy));
}

export function clientOf(req: IncomingMessage): Client {
  return { ip: addressOf(req) ?? '', userAgent: req.headers['user-agent'] ?? null };
}

/** @throws DomainError unauthorized on invalid credentials, also on public routes (C3) */
export async function findActor(req: Request, res: Response, door: Door): Promise<Actor> {
  const actor = await readCredentials(req, res, door);
  if (actor.kind === 'user') {
    res.locals.accountId = actor.account.id;
    res.locals.keyId = actor.key?.id;
  }
  return actor;
}

async function readCredentials(req: Request, res: Response, door: Door): Promise<Actor> {
  const visitor = guest(door, requestIdOf(res), clientOf(req));
  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
    if (secret === undefined) throw unauthorized('Send the API key as "Authorization: Bearer dir_…".');
    const isApp = isAppsPath(req.path) && !isKeySecret(secret);
    const identity = await (isApp ? authenticateApp(secret) : authenticateKey(secret));
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
    account: toSessionAccount(user),
    key: null,
    app: null,
    scopes: null,
    sessionId: publicId ?? null,
  };
}

export interface Caller {
  readonly actor: Actor;
  /** The error of the credentials; the actor is then a guest. */
  readonly refusal: unknown;
}

/** Counts a request against its limits, then by its cost. @throws DomainError rate_limited */
export async function identifyCaller(
  req: Request,
  res: Response,
  door: Door,
  limits: readonly RouteLimit[],
): Promise<Caller> {
  let refusal: unknown = null;
  const actor = await findActor(req, res, door).catch((error: unknown) => {
    refusal = error;
    return guest(door, requestIdOf(res), clientOf(req));
  });
  await applyLimits(actor, limits, res);
  chargeActor(actor, res);
  return { actor, refusal };
}

/** A member spends points as an account, not as an address (C11). @throws DomainError rate_limited */
export function chargeActor(actor: Actor, res: Response): void {
  if (actor.kind === 'user') res.locals.admission?.charge(`account ${actor.account.id}`);
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
