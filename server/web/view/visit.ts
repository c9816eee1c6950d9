// The visit of a page: the actor, and the submitted form.
import type { Request, Response } from 'express';
import { type Account, type Actor, guest, type User } from '../../../core/kernel/actor.js';
import { type DomainError, say, unauthorized } from '../../../core/kernel/errors.js';
import type { Language } from '../../../core/languages/language.js';
import type { MultipartBody } from '../../http/multipart.js';
import { chargeActor, clientOf, findActor, requestIdOf } from '../../who/actor.js';
import { languageOf } from '../../who/choices.js';

export type FormValues = Readonly<Record<string, string | string[] | undefined>>;

declare global {
  namespace Express {
    interface Locals {
      /** The visitor of a page. */
      visit?: Visit;
      /** Whether the form of this address has a page that can show it again. */
      hasFormPage?: boolean;
    }
  }
}

export interface Visit {
  readonly req: Request;
  readonly res: Response;
  readonly actor: Actor;
  /** The language of the response. */
  readonly language: Language;
  /** Whether the body had arrived when the actor was found: a slow form checks the actor again. */
  readonly hadArrived: boolean;
  /** The fields of a form; empty for GET. */
  readonly values: FormValues;
  /** The uploaded files, by their fields. */
  readonly files: MultipartBody['files'];
  /** Why the form is refused (a limit); thrown by `runForm`, which shows the input again. */
  readonly refusal: unknown;
}

/**
 * Identifies the visitor; later errors of the request are shown to the same visitor.
 * @throws DomainError unauthorized when an invalid key is sent, rate_limited
 */
export async function identifyVisit(req: Request, res: Response): Promise<Visit> {
  const hadArrived = req.complete;
  const actor = await findActor(req, res, 'web');
  res.locals.visit = { ...anonymousVisit(req, res), actor, hadArrived };
  chargeActor(actor, res);
  return res.locals.visit;
}

/** For responses that are the same for everyone: the visitor is not identified. */
export function anonymousVisit(req: Request, res: Response): Visit {
  return {
    req,
    res,
    actor: guest('web', requestIdOf(res), clientOf(req)),
    language: languageOf(req),
    hadArrived: true,
    values: {},
    files: {},
    refusal: null,
  };
}

/** The visit of a failed request: a guest's, if it failed before the visitor was identified. */
export function visitOf(req: Request, res: Response): Visit {
  return res.locals.visit ?? anonymousVisit(req, res);
}

/** The visit with its form parsed. */
export function withForm(visit: Visit, form: Pick<Visit, 'values' | 'files' | 'refusal'>): Visit {
  visit.res.locals.visit = { ...visit, ...form };
  return visit.res.locals.visit;
}

/** The values of the path, by the names that most pages have for them. */
export const idOf = ({ req }: Visit) => String(req.params.id);
export const slugOf = ({ req }: Visit) => String(req.params.slug);

/** The account of a signed-in visitor, or null. */
export function accountOf({ actor }: Visit): Account | null {
  return actor.kind === 'user' ? actor.account : null;
}

/** The signed-in visitor of a page for members. */
export function memberOf({ actor }: Visit): User {
  if (actor.kind !== 'user') throw new Error('This page is not in the table as one for members.');
  return actor;
}

/** For a form whose session has ended: the input is held until the sign-in. */
export function signedOut(): DomainError {
  return unauthorized(say('error.signed-out-form'));
}

/** A path on this site to redirect to, or the fallback; never another site (browsers read // and /\ as a host). */
export function safeNext(next: unknown, fallback: string): string {
  const isPath = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) && next.length <= 2000;
  return isPath ? next : fallback;
}
