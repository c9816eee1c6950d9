// Forms: parsed, run, and on an error shown again with the input and the messages. They carry a CSRF token (csrf-sync); a
// post without it is refused with code csrf (C3). Members have theirs in their session, guests in a signed cookie, so that
// nothing is stored for someone who only views a form.
import { csrfSync } from 'csrf-sync';
import express, { type Request, type Response } from 'express';
import { DomainError, type Said, say } from '../../../core/kernel/errors.js';
import type { Language } from '../../../core/languages/language.js';
import { receiveBody } from '../../http/bodies.js';
import { errorHeaders } from '../../http/errors.js';
import { type FileField, isMultipart, readMultipart } from '../../http/multipart.js';
import { findActorAgain } from '../../who/actor.js';
import { cookieName, cookieOptions, isSignedByUs, readCookie, sign } from '../../who/cookies.js';
import { applyLimits, type RouteLimit } from '../../who/rate-limits.js';
import type { PageRoute } from '../route.js';
import { errorText, lineText, saidText } from '../view/error-text.js';
import { type PageData, sendPage } from '../view/page.js';
import { type FormValues, signedOut, type Visit, withForm } from '../view/visit.js';

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
  { actor, res }: Visit,
  limits: readonly Exclude<RouteLimit, 'general'>[] = [],
): Promise<unknown> {
  return applyLimits(actor, ['general', ...limits], res).then(
    () => null,
    (error: unknown) => error,
  );
}

/** Shows a form with what was typed in it, without running it: its token was invalid, or its sender was signed out. */
export class ShownAgain {
  /**
   * @param lostFiles the fields of files that were chosen: browsers let only people choose them again
   * @param status of the page
   */
  constructor(
    readonly said: Said,
    readonly lostFiles: readonly string[],
    readonly status: number,
  ) {}
}

/**
 * The form of a request: its fields are parsed and its token is checked.
 * @param refusal an error that is thrown only after the fields are parsed, so that they are not lost
 * @throws DomainError csrf, if the form is not shown again; unauthorized for a visitor whose session ended while the
 *   form was being sent; other errors of the body
 */
export async function readFormOf(
  visit: Visit,
  refusal: unknown = null,
  { files, hasNoToken = false, isShownAgain = false }: Partial<PageRoute> = {},
): Promise<Visit> {
  const { req, res, actor } = visit;
  const fields = await readFields(req, res, files);
  const actorNow = await findActorAgain(req, res, actor, visit.hadArrived);
  const read = withForm({ ...visit, actor: actorNow }, { ...fields, refusal });
  if (actor.kind === 'user' && actorNow.kind === 'guest') throw signedOut();
  if (hasNoToken || isRequestValid(req)) return read;
  if (!isShownAgain || refusal) throw new DomainError('csrf', say('error.csrf'));
  const lostFiles = Object.keys(fields.files);
  return withForm(read, { ...fields, refusal: new ShownAgain(say('error.csrf'), lostFiles, 403) });
}

/** Parses the fields of a form and its uploaded files; also sets `req.body`, which the token check reads. */
export async function readFields(
  req: Request,
  res: Response,
  fileFields?: readonly FileField[],
): Promise<Pick<Visit, 'values' | 'files'>> {
  if (isMultipart(req)) {
    const { fields, files } = await receiveBody(req, () => readMultipart(req, { fileFields, isForm: true }));
    req.body = fields;
    return { values: fields as FormValues, files };
  }
  await receiveBody(
    req,
    () =>
      new Promise<void>((resolve, reject) => {
        parseUrlEncoded(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
      }),
  );
  return { values: (req.body ?? {}) as FormValues, files: {} };
}

/** A single value of a field: the last one sent. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

export function listOf(values: FormValues, name: string): string[] {
  const value = values[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
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
  visit: Visit,
  template: string,
  data: PageData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const head = { robots: 'noindex', ...data.head };
  const csrf = generateToken(visit.req);
  await sendPage(visit, template, { ...data, head, form, csrf }, { status: form.status, isPrivate: true });
}

/** Errors that the visitor can fix in the form itself. */
const IN_FORM = new Set([
  'validation_error',
  'website_url_taken',
  'content_policy',
  'account_exists',
  'invalid_credentials',
  'invalid_token',
  'two_factor_enabled',
  'two_factor_not_enabled',
  'reset_disabled',
  'key_limit',
  'webhook_limit',
  'forbidden',
  'account_suspended',
  'last_admin',
  'bootstrap_admin',
  'selection_changed',
  'claim_unproven',
  'site_changed',
  'review_changed',
  'rate_limited',
  'unavailable',
  'payload_too_large',
  'unsupported_media_type',
]);

/**
 * Runs the action of a form; on an error shows the form again through `again`, with 422 (429 for a limit).
 * @param again sends the page of the form in the given state
 */
export async function runForm(
  { res, refusal, language }: Visit,
  values: Readonly<Record<string, unknown>>,
  run: () => Promise<void>,
  again: (form: FormState, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    if (refusal) throw refusal;
    await run();
  } catch (error) {
    if (error instanceof ShownAgain) return again(shownAgain(language, error, values), error);
    if (!(error instanceof DomainError) || !IN_FORM.has(error.code)) throw error;
    res.set(errorHeaders(error));
    await again(stateOf(language, error, values), error);
  }
}

function shownAgain(
  language: Language,
  { said, lostFiles, status }: ShownAgain,
  values: Readonly<Record<string, unknown>>,
): FormState {
  const errors = Object.fromEntries(lostFiles.map((file) => [file, language.t('error-page.choose-again')]));
  return { values: withoutSecrets(values), errors, message: saidText(language, said), status };
}

function stateOf(
  language: Language,
  error: DomainError,
  values: Readonly<Record<string, unknown>>,
): FormState {
  const { field, errors } = error.details;
  const byField: Record<string, string> = {};
  for (const problem of errors ?? []) byField[problem.field] ??= lineText(language, problem, values);
  if (field !== undefined) byField[field] ??= errorText(language, error);
  const message = field === undefined && !errors?.length ? errorText(language, error) : null;
  const status = { rate_limited: 429, unavailable: 503 }[error.code as string] ?? 422;
  return { values: withoutSecrets(values), errors: byField, message, status };
}

/** Passwords are never sent back in a form. */
function withoutSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
}

export function isSecretField(name: string): boolean {
  return /password|_csrf|token|^code$/i.test(name);
}
