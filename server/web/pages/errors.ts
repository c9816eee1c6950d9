// Errors as pages: what happened, and where to go next.
import { may } from '../../../core/kernel/actor.js';
import type { DomainError } from '../../../core/kernel/errors.js';
import { orLogged } from '../../../core/kernel/log.js';
import { findInstead } from '../../../core/search/instead.js';
import { ERRORS, errorHeaders, toDomainError } from '../../http/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { sendCounted, sendError } from '../../http/refusals.js';
import { CONSOLE_ASSETS, frameOf } from '../admin/page.js';
import { holdForm, sendHeld } from '../form/held-form.js';
import { EMPTY_FORM, sendForm } from '../route.js';
import { errorText, labelOf } from '../view/labels.js';
import { accountOf, withQuery } from '../view/links.js';
import { sendPage } from '../view/page.js';
import { askToConfirm } from './second-step.js';
import { askToSignIn } from './sign-in.js';

/** Sends an error as a page; as JSON if that fails. */
export function sendPageError(visit: Exchange, thrown: unknown): void {
  const { id, res } = visit;
  if (res.headersSent) {
    sendError(visit, thrown);
    return;
  }
  const error = toDomainError(thrown, id);
  const { movedTo } = error.details;
  const { path } = visit.req;
  if (movedTo && /^\/listings\/[^/]+$/.test(path)) {
    res.redirect(301, `/listings/${movedTo}${path.endsWith('.md') ? '.md' : ''}`);
    return;
  }
  visit.errorCode = error.code;
  res.set(errorHeaders(error));
  answerError(visit, error).catch((failure: unknown) => sendCounted(visit, failure));
}

/** After these errors the page holds the input, to be submitted again. */
const HELD_AFTER = new Set(['unauthorized', 'csrf', 'rate_limited', 'confirmation_required']);

async function answerError(visit: Exchange, error: DomainError): Promise<void> {
  const isHeld = visit.req.method === 'POST' && HELD_AFTER.has(error.code);
  const held = isHeld ? await holdForm(visit) : null;
  if (error.code === 'confirmation_required' && accountOf(visit)) {
    // A form that cannot be held must be filled in again.
    const next = visit.req.method === 'GET' ? visit.req.originalUrl : '';
    return askToConfirm(visit, { next, held }, { ...EMPTY_FORM, status: ERRORS[error.code].status });
  }
  if (held === null) return sendErrorPage(visit, error);
  const text = errorText(visit.language, error);
  if (error.code === 'unauthorized') return askToSignIn(visit, held, text);
  await sendHeld(visit, held, [visit.language.t('error-page.held'), text], ERRORS[error.code].status);
}

async function sendErrorPage(visit: Exchange, error: DomainError): Promise<void> {
  const status = ERRORS[error.code].status;
  const { language } = visit;
  const { t } = language;
  const heading =
    error.code === 'two_factor_required'
      ? t('security.required')
      : labelOf(language, `error-page.heading-${status}`, t('error-page.heading-other'));
  const listing = error.code === 'not_found' && /^\/listings\/([\w-]{1,60})$/.exec(visit.req.path)?.[1];
  const isInside = /^\/admin(\/|$)/i.test(visit.req.path) && may(visit.actor, 'desk');
  // Without the database the frame cannot be rendered either.
  const frame = isInside ? await frameOf(visit, null).catch(() => null) : null;
  const words = /\/([\w-]{3,60})$/.exec(visit.req.path)?.[1]?.replace(/[_-]+/g, ' ');
  const isAsked = status === 404 && frame === null && words;
  const { actor } = visit;
  const mayChangeAccount = error.code === 'forbidden' && actor.kind === 'user' && actor.sessionId !== null;
  await (mayChangeAccount ? sendForm : sendPage)(
    visit,
    'errors/error',
    {
      head: { title: heading, robots: 'noindex', ...(frame ? CONSOLE_ASSETS : {}) },
      console: frame,
      status,
      heading: listing ? t('error-page.heading-listing', { name: listing.replaceAll('-', ' ') }) : heading,
      text: status === 404 ? t('error-page.not-found') : errorText(language, error),
      links: frame ? [['/admin', t('console.section.overview')]] : linksFor(visit, error),
      words,
      names: isAsked ? (await orLogged(findInstead(words), 'a page could not be searched for'))?.names : [],
      code: status === 404 ? null : error.code,
      requestId: visit.id,
    },
    { ...EMPTY_FORM, status, isPrivate: true },
  );
}

function linksFor(
  { req, language: { t } }: Exchange,
  { code }: DomainError,
): [href: string, label: string][] {
  const { status } = ERRORS[code];
  if (status === 401)
    return [
      [withQuery('/sign-in', { next: req.method === 'GET' ? req.originalUrl : null }), t('nav.sign-in')],
    ];
  if (status >= 500) return [[req.method === 'GET' ? req.originalUrl : '/', t('error-page.try-again')]];
  const browse: [string, string] = ['/listings', t('browse.browse-all')];
  return code === 'two_factor_required'
    ? [['/account/security', t('security.set-up-link')], browse]
    : [browse];
}
