// The caller, counted against the limits even if the credentials are invalid.
import type { Request, Response } from 'express';
import type { ReadWithKey } from '../../core/accounts/key-use.js';
import { type Actor, type Door, guest } from '../../core/kernel/actor.js';
import { clientOf, findActor, requestIdOf } from './actor.js';
import { applyLimits, type RouteLimit } from './rate-limits.js';

export interface Caller {
  readonly actor: Actor;
  /** The error of the credentials; the actor is then a guest. */
  readonly refusal: unknown;
}

/** @param also as in `findActor`. @throws DomainError rate_limited */
export async function identifyCaller(
  req: Request,
  res: Response,
  door: Door,
  limits: readonly RouteLimit[],
  also: ReadWithKey | null = null,
): Promise<Caller> {
  let refusal: unknown = null;
  const actor = await findActor(req, res, door, also).catch((error: unknown) => {
    refusal = error;
    return guest(door, requestIdOf(res), clientOf(req));
  });
  await applyLimits(actor, limits, res);
  return { actor, refusal };
}
