// Holds a form whose session has expired: the sign-in page carries its values in a hidden field, then a button sends
// them.

import { promisify } from 'node:util';
import { seal, unseal } from '../../../core/kernel/sealing.js';
import type { Exchange } from '../../http/exchange.js';
import * as route from '../route.js';
import { memberOf, safeNext } from '../view/links.js';

export interface HeldForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The limit of a held form, larger than any of our forms. */
const MAX_HELD_LENGTH = 100_000;

/** The values of this request's form, without secrets, and with the names of files; null if they cannot be held. */
export async function holdForm(visit: Exchange): Promise<HeldForm | null> {
  const { req } = visit;
  try {
    if (req.body === undefined) await route.readFields(visit, []);
  } catch {
    return null;
  }
  const fileNames = Object.fromEntries(Object.keys(visit.files).map((name) => [name, name]));
  const fields = Object.entries({ ...visit.values, ...fileNames }).flatMap(([name, value]) =>
    route.isSecretField(name) ? [] : [value ?? []].flat().map((one) => [name, String(one)] as const),
  );
  const held = { action: req.originalUrl, fields };
  return JSON.stringify(held).length > MAX_HELD_LENGTH ? null : held;
}

export function readHeld(text: string): HeldForm | null {
  if (text.length > MAX_HELD_LENGTH) return null;
  try {
    const { action, fields } = JSON.parse(text);
    if (!safeNext(action, '')) return null;
    const texts = fields.map(([name, value]: unknown[]) => [`${name}`, `${value}`]);
    return { action, fields: texts };
  } catch {
    return null;
  }
}

export function sendHeld(
  visit: Exchange,
  held: HeldForm,
  [heading, text]: readonly [string, string],
  status = 200,
): Promise<void> {
  const data = { head: { title: heading }, held, heading, text };
  return route.sendForm(visit, 'errors/held', data, { ...route.EMPTY_FORM, status });
}

// Values that the next page takes once, such as a secret to show. Each POST can redirect, so a
// reload repeats nothing.

declare module 'express-session' {
  interface SessionData {
    /** Base64, encrypted: a secret must not be readable in a copy of the database. */
    carried?: Record<string, string>;
  }
}

const purposeOf = (visit: Exchange, name: string) => `page ${memberOf(visit).account.id} ${name}`;

/** Leaves a JSON value for the page at `to`. @returns that address */
export async function flash(visit: Exchange, to: string, name: string, value: unknown): Promise<string> {
  const { session } = visit.req;
  const sealed = seal(purposeOf(visit, name), JSON.stringify(value)).toString('base64');
  session.carried = { ...session.carried, [name]: sealed };
  // Stored first: browsers follow a redirect as soon as its headers arrive.
  await promisify((done: (error?: unknown) => void) => session.save(done))();
  return to;
}

export function takeFlash<T>(visit: Exchange, name: string): T | null {
  const { [name]: sealed, ...rest } = visit.req.session.carried ?? {};
  if (sealed === undefined) return null;
  visit.req.session.carried = Object.keys(rest).length > 0 ? rest : undefined;
  const text = unseal(purposeOf(visit, name), Buffer.from(sealed, 'base64'));
  return text === null ? null : (JSON.parse(text) as T);
}
