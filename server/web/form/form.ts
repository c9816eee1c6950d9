// Forms: parsed, run, and on an error shown again with the input and the messages. They carry a CSRF token (csrf-sync); a
// post without it is refused with code csrf (C3). Members have theirs in their session, guests in a signed cookie, so that
// nothing is stored for someone who only views a form.

import { promisify } from 'node:util';
import { csrfSync } from 'csrf-sync';
import express, { type Request, type Response } from 'express';
import { DomainError, type ErrorCode, type FieldError, type Said, say } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { factColumn } from '../../../core/listings/facts.js';
import { receiveBody } from '../../http/bodies.js';
import { errorHeaders } from '../../http/errors.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { type FileField, isMultipart, readMultipart } from '../../http/multipart.js';
import { findActorAgain } from '../../who/actor.js';
import { cookieName, cookieOptions, isSignedByUs, readCookie, sign } from '../../who/cookies.js';
import { applyLimits, type RouteLimit } from '../../who/rate-limits.js';
import type { PageRoute } from '../route.js';
import { errorText, lineText, saidText } from '../view/error-text.js';
import { type PageData, sendPage } from '../view/page.js';
import { signedOut } from '../view/visit.js';

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

const parseUrlEncoded = express.urlencoded({ extended: false, limit: 1024 * 1024, parameterLimit: 200 });

/** What a form shows besides its fields. */
export interface FormState {
  readonly values: Readonly<Record<string, unknown>>;
  /** The message for each invalid field. */
  readonly errors: Readonly<Record<string, string>>;
  /** An error that belongs to no field. */
  readonly message: string | null;
  /** The HTTP status of the page that shows it. */
  readonly status: number;
}

export const EMPTY_FORM: FormState = { values: {}, errors: {}, message: null, status: 200 };

/** Counts a form against the limits of its REST operation. @returns the refusal of a limit, or null */
export function countForm(
  visit: Exchange,
  limits: readonly Exclude<RouteLimit, 'general'>[] = [],
): Promise<unknown> {
  return applyLimits(visit, ['general', ...limits]).then(
    () => null,
    (error: unknown) => error,
  );
}

/** Shows a form with what was typed in it, without running it: its sender was signed out. */
export class ShownAgain {
  /** @param lostFiles the fields of files that were chosen */
  constructor(
    readonly said: Said,
    readonly lostFiles: readonly string[],
  ) {}
}

/**
 * Reads the form of a request: parses its fields and checks its token. Another refusal, of a limit, is kept until then,
 * so that the fields are not lost.
 * @throws DomainError csrf, if the form is not shown again; unauthorized for a visitor whose session ended while the
 *   form was being sent; other errors of the body
 */
export async function readFormOf(
  visit: Exchange,
  { files, hasNoToken = false, isShownAgain = false }: Partial<PageRoute> = {},
): Promise<void> {
  const wasMember = visit.actor.kind === 'user';
  await readFields(visit, files);
  await findActorAgain(visit);
  if (wasMember && visit.actor.kind === 'guest') throw signedOut();
  if (hasNoToken || isRequestValid(visit.req)) return;
  const forged = new DomainError('csrf', say('error.csrf'));
  if (!isShownAgain || visit.refusal) throw forged;
  visit.refusal = forged;
}

/** Parses the fields of a form and its uploaded files; also sets `req.body`, which the token check reads. */
export async function readFields(visit: Exchange, fileFields?: readonly FileField[]): Promise<void> {
  const { req, res } = visit;
  if (isMultipart(req)) {
    const read = () => readMultipart(req, { fileFields, isForm: true });
    const { fields, files } = await receiveBody(visit, read);
    req.body = fields;
    visit.files = files;
  } else await receiveBody(visit, () => promisify<Request, Response>(parseUrlEncoded)(req, res));
  visit.values = (req.body ?? {}) as FormValues;
}

/** A single value of a field: the last one sent. */
export function textOf(values: FormValues, name: string): string {
  const value = own(values, name);
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

/** The values of a list, without the empty one that says that nothing is ticked. */
export function listOf(values: FormValues, name: string): string[] {
  return [own(values, name) ?? []].flat().filter(Boolean);
}

/** The JSON that a script, or a page of ours, put into a field; undefined if it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a text, without empty ones. */
export function linesOf(text = ''): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Sends a page with a form: private, and with a token. */
export async function sendForm(
  visit: Exchange,
  template: string,
  data: PageData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const head = { robots: 'noindex', ...data.head };
  const csrf = generateToken(visit.req);
  const errors = { ...lostFiles(visit.language, Object.keys(visit.files)), ...form.errors };
  const shown = { ...data, head, form: { ...form, errors }, csrf };
  await sendPage(visit, template, shown, { status: form.status, isPrivate: true });
}

/** Browsers let only people choose a file: a form that is shown again has lost it. */
const lostFiles = ({ t }: Language, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, t('error-page.choose-again')]));

/** Errors that the visitor cannot correct in the form: they have pages of their own. */
const BEYOND_FORM = new Set<ErrorCode>([
  'unauthorized',
  'confirmation_required',
  'two_factor_required',
  'insufficient_scope',
  'not_found',
  'internal_error',
]);
const STATUSES: Partial<Record<ErrorCode, number>> = { csrf: 403, rate_limited: 429, unavailable: 503 };

/**
 * Runs the action of a form; on an error shows the form again through `again`.
 * @param again sends the page of the form in the given state
 */
export async function runForm(
  { res, refusal, language }: Exchange,
  values: Readonly<Record<string, unknown>>,
  run: () => Promise<void>,
  again: (form: FormState, error: unknown) => Promise<unknown>,
): Promise<unknown> {
  try {
    if (refusal) throw refusal;
    await run();
  } catch (error) {
    if (error instanceof ShownAgain) {
      const errors = lostFiles(language, error.lostFiles);
      return again({ ...EMPTY_FORM, values, errors, message: saidText(language, error.said) }, error);
    }
    if (!(error instanceof DomainError) || BEYOND_FORM.has(error.code)) throw error;
    res.set(errorHeaders(error));
    await again(stateOf(language, error, values), error);
  }
}

function stateOf(language: Language, error: DomainError, values: FormState['values']): FormState {
  const { field, errors } = error.details;
  const byField: Record<string, string> = Object.create(null);
  for (const problem of errors ?? []) byField[fieldIn(problem)] ??= lineText(language, problem, values);
  if (field !== undefined && !errors?.length) byField[field] ??= errorText(language, error);
  const message = field === undefined && !errors?.length ? errorText(language, error) : null;
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
  return { values: shown, errors: byField, message, status: STATUSES[error.code] ?? 422 };
}

/** The field of the form: each fact has one. */
function fieldIn({ field, path }: Pick<FieldError, 'field' | 'path'>): string {
  const [, , key] = path.split('/');
  return field === 'facts' && key ? factColumn(key) : field;
}

/** Passwords are never sent back in a form, nor held. */
export function isSecretField(name: string): boolean {
  return /password|_csrf|token|^code$/i.test(name);
}
