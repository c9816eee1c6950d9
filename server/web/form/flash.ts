// Values a page leaves in the session for the next page, which takes them once: a secret to show, a form to finish.
// This allows a redirect after each POST, so a reload repeats nothing.
import { promisify } from 'node:util';
import { seal, unseal } from '../../../core/kernel/sealing.js';
import type { Exchange } from '../../http/exchange.js';
import { memberOf } from '../view/links.js';

declare module 'express-session' {
  interface SessionData {
    /** Base64, encrypted: a secret must not be readable in a copy of the database. */
    carried?: Record<string, string>;
  }
}

const purposeOf = (visit: Exchange, name: string) => `page ${memberOf(visit).account.id} ${name}`;

/** Leaves a JSON value for the next page, which asks for it by this name. @returns the address of that page */
export async function flash(visit: Exchange, to: string, name: string, value: unknown): Promise<string> {
  const { session } = visit.req;
  const sealed = seal(purposeOf(visit, name), JSON.stringify(value)).toString('base64');
  session.carried = { ...session.carried, [name]: sealed };
  // Stored first: browsers follow a redirect as soon as its headers arrive.
  await promisify((done: (error?: unknown) => void) => session.save(done))();
  return to;
}

/** Takes what was left under this name; null if there is nothing. */
export function takeFlash<T>(visit: Exchange, name: string): T | null {
  const { [name]: sealed, ...rest } = visit.req.session.carried ?? {};
  if (sealed === undefined) return null;
  visit.req.session.carried = Object.keys(rest).length > 0 ? rest : undefined;
  const text = unseal(purposeOf(visit, name), Buffer.from(sealed, 'base64'));
  return text === null ? null : (JSON.parse(text) as T);
}
