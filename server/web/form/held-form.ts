// Holds a form whose session has expired or whose token belongs to another session. The sign-in page carries its
// values in a hidden field; then the form is shown again, or, for a button without a page, confirmed.
import type { Exchange } from '../../http/exchange.js';
import * as route from '../route.js';
import { safeNext } from '../view/links.js';
import { flash, takeFlash } from './flash.js';

export interface HeldForm {
  /** The path it was posted to. */
  readonly action: string;
  /** Its page can show it again. */
  readonly hasPage: boolean;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Larger than any of our forms; longer input is not held. */
const MAX_HELD_LENGTH = 100_000;

/** The values of this request's form, without secrets, and with the names of files; null if they cannot be held. */
export async function holdForm(visit: Exchange): Promise<HeldForm | null> {
  const { req } = visit;
  const isRead =
    req.body !== undefined ||
    (await route.readFields(visit, []).then(
      () => true,
      () => false,
    ));
  if (!isRead) return null;
  const fileNames = Object.fromEntries(Object.keys(visit.files).map((name) => [name, name]));
  const fields = Object.entries({ ...visit.values, ...fileNames }).flatMap(([name, value]) =>
    route.isSecretField(name) ? [] : [value ?? []].flat().map((one) => [name, String(one)] as const),
  );
  const held = { action: req.originalUrl, hasPage: visit.hasFormPage, fields };
  return JSON.stringify(held).length > MAX_HELD_LENGTH ? null : held;
}

/** The held form that a page carried; null if there is none, or one longer than ours, which would fill the session. */
export function readHeld(text: string): HeldForm | null {
  if (text.length > MAX_HELD_LENGTH) return null;
  try {
    const { action, hasPage, fields } = JSON.parse(text);
    const path = safeNext(action, '');
    return path
      ? {
          action: path,
          hasPage: hasPage === true,
          fields: fields.map(([name, value]: unknown[]) => [`${name}`, `${value}`]),
        }
      : null;
  } catch {
    return null;
  }
}

/** @returns the page of a held form, which shows it again */
export function reopenHeld(visit: Exchange, held: HeldForm): Promise<string> {
  return flash(visit, held.action, 'form', held);
}

/** Takes the held form of this page, which was interrupted by signing in, to be shown again; null without one. */
export function takeHeld(visit: Exchange, form: route.FormRules): route.FormState | null {
  const held = takeFlash<HeldForm>(visit, 'form');
  if (held?.action !== visit.req.originalUrl) return null;
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of held.fields) values[name] = [...(values[name] ?? []), value];
  visit.values = values;
  const files = (form.files ?? ['logo']).filter((file) => values[file]?.some((name) => name !== ''));
  const { language } = visit;
  return {
    ...route.EMPTY_FORM,
    values: route.typedIn(form, values),
    errors: route.lostFiles(language, files),
    message: language.t('error-page.form-kept'),
  };
}

/** The page that submits a held form again with a fresh token. */
export function sendHeld(
  visit: Exchange,
  held: HeldForm,
  [heading, text]: readonly [string, string],
  status = 200,
): Promise<void> {
  const data = { head: { title: heading }, held, heading, text };
  return route.sendForm(visit, 'errors/held', data, { ...route.EMPTY_FORM, status });
}
