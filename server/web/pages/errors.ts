// Errors as pages: what happened, and where to go next.
import type { NextFunction, Request, Response } from 'express';
import type { DomainError } from '../../../core/kernel/errors.js';
import { errorHeaders, STATUS_OF, toDomainError } from '../../http/errors.js';
import { requestIdOf } from '../../who/actor.js';
import { holdForm, sendHeld } from '../form/held-form.js';
import { withQuery } from '../view/links.js';
import { sendPage } from '../view/page.js';
import { type Visit, visitOf } from '../view/visit.js';
import { askToSignIn } from './sign-in.js';

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'That address does not work',
  401: 'Please sign in',
  403: 'That is not possible',
  404: 'There is nothing here',
  405: 'That is not possible here',
  413: 'That is too large',
  415: 'That cannot be read',
  422: 'That cannot be accepted',
  429: 'One moment, please',
  500: 'Something went wrong on our side',
  503: 'The directory is taking a short break',
};

export function pageErrors(thrown: unknown, req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(thrown);
    return;
  }
  const error = toDomainError(thrown, requestIdOf(res));
  res.locals.errorCode = error.code;
  res.set(errorHeaders(error));
  answerError(visitOf(req, res), error).catch(next);
}

/** After these what was typed waits in the page, to be sent again. */
const HELD_AFTER = new Set(['unauthorized', 'csrf', 'rate_limited']);

async function answerError(visit: Visit, error: DomainError): Promise<void> {
  const isHeld = visit.req.method === 'POST' && HELD_AFTER.has(error.code);
  const held = isHeld ? await holdForm(visit) : null;
  if (held === null) await sendErrorPage(visit, error);
  else if (error.code === 'unauthorized') await askToSignIn(visit, held, error.message);
  else
    await sendHeld(
      visit,
      held,
      { heading: 'Please send that again', text: error.message },
      STATUS_OF[error.code],
    );
}

function sendErrorPage(visit: Visit, error: DomainError): Promise<void> {
  const status = STATUS_OF[error.code];
  const heading = HEADINGS[status] ?? 'That did not work';
  return sendPage(
    visit,
    'errors/error',
    {
      head: { title: heading, robots: 'noindex' },
      status,
      heading,
      text:
        status === 404
          ? 'The page may have moved or been taken down, or the address has a slip in it.'
          : error.message,
      links: linksFor(visit.req, status),
      code: status === 404 ? null : error.code,
      requestId: requestIdOf(visit.res),
    },
    { status, isPrivate: true },
  );
}

function linksFor(req: Request, status: number): [href: string, label: string][] {
  if (status === 401)
    return [[withQuery('/sign-in', { next: req.method === 'GET' ? req.originalUrl : null }), 'Sign in']];
  if (status >= 500) return [[req.method === 'GET' ? req.originalUrl : '/', 'Try again']];
  return [
    ['/listings', 'Browse all listings'],
    ['/', 'Home'],
  ];
}
