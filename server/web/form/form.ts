// Forms: read, run, and on a refusal shown again with what was typed and what is wrong.
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '../../../core/kernel/errors.js';
import { errorHeaders } from '../../http/errors.js';
import { isMultipart, readMultipart } from '../../http/multipart.js';
import { applyLimits, type RouteLimit } from '../../who/limits.js';
import { type PageData, sendPage } from '../view/page.js';
import { visitorOf } from '../view/visitor.js';
import { csrfToken, requireCsrf } from './csrf.js';

const parseUrlEncoded = express.urlencoded({ extended: false, limit: 1024 * 1024, parameterLimit: 200 });

export type FormValues = Record<string, string | string[] | undefined>;

/** What a form shows besides its fields. */
export interface FormState {
  readonly values: Readonly<Record<string, unknown>>;
  /** The sentence of each offending field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with no field in particular. */
  readonly message: string | null;
}

export const EMPTY_FORM: FormState = { values: {}, errors: {}, message: null };

/** The steps before a form's handler: its limits (counted first, C11), its fields, its token. */
export function formSteps(...limits: RouteLimit[]): RequestHandler[] {
  const limit = async (_req: Request, res: Response, next: NextFunction) => {
    // Told later, by runForm, so that what was typed is not lost.
    await applyLimits(visitorOf(res), limits, res).catch((error: unknown) => {
      res.locals.refusal = error;
    });
    next();
  };
  return [...(limits.length > 0 ? [limit] : []), parseForm, requireCsrf];
}

async function parseForm(req: Request, res: Response, next: NextFunction): Promise<void> {
  await readForm(req, res);
  next();
}

/** Fields into `req.body`, an uploaded logo into `res.locals.logo`. */
export async function readForm(req: Request, res: Response): Promise<void> {
  if (!isMultipart(req)) {
    await new Promise<void>((resolve, reject) => {
      parseUrlEncoded(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    return;
  }
  const { fields, logo } = await readMultipart(req, { isForm: true });
  req.body = fields;
  res.locals.logo = logo;
}

/** The picture that came with a form, or null. */
export function logoOf(res: Response): Buffer | null {
  return res.locals.logo ?? null;
}

export function valuesOf(req: Request): FormValues {
  return (req.body ?? {}) as FormValues;
}

/** One value of a field, the last where several were sent. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

export function listOf(values: FormValues, name: string): string[] {
  const value = values[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Sends a page with a form: private, and with a token. */
export async function sendForm(
  req: Request,
  res: Response,
  template: string,
  data: PageData,
  form: FormState = EMPTY_FORM,
  status = 200,
): Promise<void> {
  const head = { robots: 'noindex', ...data.head };
  const csrf = await csrfToken(req, res);
  await sendPage(req, res, template, { ...data, head, form, csrf }, { status, isPrivate: true });
}

/** Refusals that the visitor can do something about in the form itself. */
const IN_FORM = new Set([
  'validation_error',
  'website_url_taken',
  'content_policy',
  'account_exists',
  'invalid_credentials',
  'invalid_token',
  'reset_disabled',
  'key_limit',
  'forbidden',
  'last_admin',
  'bootstrap_admin',
  'selection_changed',
  'rate_limited',
  'payload_too_large',
  'unsupported_media_type',
]);

/**
 * Runs what a form asks for; a refusal shows the form again through `again`, with 422 (429 for a limit).
 * @param again sends the page of the form in the given state
 */
export async function runForm(
  res: Response,
  values: Readonly<Record<string, unknown>>,
  run: () => Promise<void>,
  again: (form: FormState, status: number) => Promise<void>,
): Promise<void> {
  try {
    if (res.locals.refusal) throw res.locals.refusal;
    await run();
  } catch (error) {
    if (!(error instanceof DomainError) || !IN_FORM.has(error.code)) throw error;
    res.set(errorHeaders(error));
    await again(stateOf(error, values), error.code === 'rate_limited' ? 429 : 422);
  }
}

function stateOf(error: DomainError, values: Readonly<Record<string, unknown>>): FormState {
  const { field, errors } = error.details;
  const byField: Record<string, string> = {};
  for (const problem of errors ?? []) byField[problem.field] ??= plain(problem.error);
  if (field !== undefined) byField[field] ??= plain(error.message);
  const message = field === undefined && !errors?.length ? error.message : null;
  return { values: withoutSecrets(values), errors: byField, message };
}

/** `"name" is required.` → `This is required.`: beside a field its name need not be said. */
function plain(sentence: string): string {
  return sentence.replace(/^"\w+"(?: \(\/[\w/]+\))? /, 'This ');
}

/** Passwords are typed again, never sent back. */
function withoutSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
}

export function isSecretField(name: string): boolean {
  return /password|_csrf|token/i.test(name);
}
