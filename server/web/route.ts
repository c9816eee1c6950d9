// The definition of a page, and how forms are read and shown again. A form has a CSRF token (csrf-sync): members have
// theirs in their session, guests in a signed cookie, so that nothing is stored for someone who only views a form.
import { promisify } from 'node:util';
import { csrfSync } from 'csrf-sync';
import express, { type Request, type Response } from 'express';
import type { Right } from '../../core/kernel/actor.js';
import { DomainError, type ErrorCode, type FieldError, fieldError, say } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';
import { factColumn } from '../../core/listings/facts.js';
import type { Reply } from '../cache/cached-responses.js';
import { receiveBody } from '../http/bodies.js';
import { errorHeaders } from '../http/errors.js';
import type { Exchange, FormValues } from '../http/exchange.js';
import { type FileField, isMultipart, readMultipart } from '../http/multipart.js';
import { findActorAgain, type RouteLimit } from '../who/actor.js';
import { cookieName, cookieOptions, isSignedByUs, readCookie, sign } from '../who/cookies.js';
import type { FormField } from './form/form-fields.js';
import { errorText, lineText } from './view/labels.js';
import { signedOut } from './view/links.js';
import { type PageData, sendPage } from './view/page.js';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => req.body?._csrf,
  getTokenFromState: (req) => (isMember(req) ? req.session.csrfToken : readGuestToken(req)),
  storeTokenInState: (req, token) => {
    if (isMember(req)) req.session.csrfToken = token;
    else if (token) req.res?.cookie(guestCookie(), `${token}.${sign(`form ${token}`)}`, cookieOptions());
  },
  // The default of 128 bytes adds a quarter of a kilobyte to every form.
  size: 32,
});

const isMember = (req: Request) => req.session?.found !== undefined;
const guestCookie = () => cookieName('form_token');

/** The token of a guest's cookie, if we signed it: another site can neither read nor set the cookie. */
function readGuestToken(req: Request): string | undefined {
  const [token = '', signature = ''] = (readCookie(req, guestCookie()) ?? '').split('.');
  return isSignedByUs(`form ${token}`, signature) ? token : undefined;
}

const parseUrlEncoded = express.urlencoded({ extended: false, limit: 1024 * 1024, parameterLimit: 200 });

export interface FormRules {
  /** By default all fields that are sent. `read` converts the typed values to the schema's names. */
  readonly fields?: readonly FormField[];
  readonly read?: (values: FormValues) => Readonly<Record<string, unknown>>;
  /** The accepted files, by default the logo of a listing. */
  readonly files?: readonly FileField[];
  /** The form needs no token: another site could not exploit what it changes. */
  readonly hasNoToken?: boolean;
}

export interface FormState {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
  readonly status: number;
}

export const EMPTY_FORM: FormState = { values: {}, errors: {}, message: null, status: 200 };

/**
 * @returns the error of the token, or null
 * @throws DomainError unauthorized for a visitor whose session ended while the form was being sent; errors of the body
 */
export async function readForm(
  visit: Exchange,
  { files, hasNoToken = false }: FormRules,
): Promise<DomainError | null> {
  const wasMember = visit.actor.kind === 'user';
  await readFields(visit, files);
  await findActorAgain(visit);
  if (wasMember && visit.actor.kind === 'guest') throw signedOut();
  return hasNoToken || isRequestValid(visit.req) ? null : new DomainError('csrf', say('error.csrf'));
}

/** Sets `req.body`, too, which the token check reads. */
export async function readFields(visit: Exchange, fileFields?: readonly FileField[]): Promise<void> {
  const { req, res } = visit;
  if (isMultipart(req)) {
    const read = () => readMultipart(req, fileFields, true);
    const { fields, files } = await receiveBody(visit, read);
    req.body = fields;
    visit.files = files;
  } else await receiveBody(visit, () => promisify<Request, Response>(parseUrlEncoded)(req, res));
  visit.values = (req.body ?? {}) as FormValues;
}

export function textOf(values: FormValues, name: string): string {
  const value = own(values, name);
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

export const textsOf = <Name extends string>(values: FormValues, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(values, name)])) as Record<Name, string>;

/** The values of a list, without the empty value that stands for no tick. */
export function listOf(values: FormValues, name: string): string[] {
  return [own(values, name) ?? []].flat().filter(Boolean);
}

export function typedIn({ fields, read }: FormRules, values: FormValues): Record<string, unknown> {
  if (read) return read(values);
  if (!fields) return values;
  return Object.fromEntries(
    fields.map(({ name, maxItems }) => [
      name,
      maxItems === null ? textOf(values, name) : listOf(values, name),
    ]),
  );
}

export function linesOf(text = ''): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Sends a page with a token: for this visitor only. */
export async function sendForm(
  visit: Exchange,
  template: string,
  data: PageData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const head = { robots: 'noindex', ...data.head };
  const csrf = generateToken(visit.req);
  const lost = Object.keys(visit.files).map((name) => [name, visit.language.t('error-page.choose-again')]);
  const errors = { ...Object.fromEntries(lost), ...form.errors };
  const shown = { ...data, head, form: { ...form, errors }, csrf };
  await sendPage(visit, template, shown, { status: form.status, isPrivate: true });
}

/** Only a person can choose a file in a browser: a held form has only the file's name. */
export function refuseLostFiles({ files = ['logo'] }: FormRules, values: FormValues): void {
  const lost = files.find((name) => textOf(values, name) !== '');
  if (lost) throw fieldError(lost, say('error-page.choose-again'));
}

/** Errors that the visitor cannot correct in the form: they have their own pages. */
const BEYOND_FORM = new Set<ErrorCode>([
  'unauthorized',
  'confirmation_required',
  'two_factor_required',
  'insufficient_scope',
  'not_found',
  'internal_error',
]);
const STATUSES: Partial<Record<ErrorCode, number>> = { csrf: 403, rate_limited: 429, unavailable: 503 };

/** Sets the headers of an error. @returns the form's state after the error; null if the error has its own page */
export function stateAfter({ res, language }: Exchange, values: FormState['values'], error: unknown) {
  if (!(error instanceof DomainError) || BEYOND_FORM.has(error.code)) return null;
  res.set(errorHeaders(error));
  const { field, errors } = error.details;
  const byField: Record<string, string> = Object.create(null);
  for (const problem of errors ?? []) byField[fieldIn(problem)] ??= lineText(language, problem, values);
  if (field !== undefined && !errors?.length) byField[field] ??= errorText(language, error);
  const message = field === undefined && !errors?.length ? errorText(language, error) : null;
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
  return { values: shown, errors: byField, message, status: STATUSES[error.code] ?? 422 };
}

function fieldIn({ field, path }: Pick<FieldError, 'field' | 'path'>): string {
  const [, , key] = path.split('/');
  return field === 'facts' && key ? factColumn(key) : field;
}

/** The errors of a form as one message, for forms without room beside the fields. */
export function withoutFields(form: FormState): FormState {
  return { ...form, errors: {}, message: form.message ?? (Object.values(form.errors).join(' ') || null) };
}

/** Whether a field holds a secret, which is never sent back in a form, nor held. */
export function isSecretField(name: string): boolean {
  return /password|_csrf|token|^code$/i.test(name);
}

/** A text, or a list for a field that takes several values. */
export type Typed = Readonly<Record<string, string & string[]>>;

/** @returns a page or file to send, or nothing if it has answered itself */
type Show = (visit: Exchange, form?: FormState, error?: unknown) => Promise<Reply> | Reply;

export interface PageRoute extends FormRules {
  readonly path: string;
  /** Who may view the page; by default everyone, below /account members, below /admin admins. */
  readonly access?: 'member' | Right | undefined;
  /** Answers GET, and shows a form again with its errors. */
  readonly show?: Show;
  /** Answers POST. May return the address to redirect to, instead of `to`. */
  readonly does?: (visit: Exchange, typed: Typed) => unknown;
  readonly to?: string | ((visit: Exchange) => string);
  /** Shows the form again if its address has no page; by default errors have their own pages. */
  readonly again?: (visit: Exchange, form: FormState, error: unknown) => Promise<Reply> | Reply;
  /** The limits of the REST operation that the page calls (C11). */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** Counts a view of the listing in `slug`, also from the cache. */
  readonly countsView?: boolean;
  /** Counts `q` as a search, also from the cache. */
  readonly countsSearch?: boolean;
  /** The page is the same for every guest: derived from public content and the configuration. */
  readonly isCached?: boolean;
  /** The parameters of the query that a cached page depends on. */
  readonly parameters?: readonly string[];
  /** The file is the same for everyone: the visitor is not identified. */
  readonly isFile?: boolean;
  /** A file with texts in the visitor's language; pages always are. */
  readonly hasLanguage?: boolean;
  /** Scripts of all origins may read it (C12). */
  readonly isOpen?: boolean;
}
