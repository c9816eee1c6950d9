// The pages as an old browser sees them: HTML, cookies, forms.
import { randomUUID } from 'node:crypto';
import { emailKey } from '../../core/accounts/emails.js';
import { openSession, SESSION_LIFETIME_MS } from '../../core/accounts/sessions.js';
import { guest } from '../../core/kernel/actor.js';
import { escapeHtml } from '../../core/kernel/text/html.js';
import { UserModel } from '../../db/models/accounts.js';
import { cookieOptions, sign } from '../../server/who/cookies.js';
import { sessionCookieName } from '../../server/who/session.js';
import { insertAccount } from './directory.js';
import type { TestServer } from './server.js';

/** Every page for guests, in its different states, over the demo listings. */
export const GUEST_PAGES = [
  '/',
  '/listings',
  '/listings?q=note&category=productivity&sort=name',
  '/listings?q=zzzz+yyyy',
  '/listings?page=2',
  '/listings?sort=name&letter=t',
  '/categories',
  '/categories/ai',
  '/topics',
  '/listings/tidewater-notes',
  '/listings/bright-ledger-export-reconciliation-toolkit-for-non-profits',
  '/shortlist',
  '/follow?q=notes',
  '/compare?a=tidewater-notes&b=bright-ledger-export-reconciliation-toolkit-for-non-profits',
  '/alternatives',
  '/claim/tidewater-notes',
  '/report/tidewater-notes',
  '/agent-directories',
  '/docs',
  '/docs/errors',
  '/policy',
  '/privacy',
  '/support',
  '/submit',
  '/sign-up',
  '/sign-in?next=%2Fsubmit',
  '/forgot-password',
  '/reset-password?token=x',
  '/reset-password',
  '/nowhere',
];
/** The pages of someone who owns the demo listings. */
export const MEMBER_PAGES = [
  '/',
  '/listings/tidewater-notes',
  '/submit',
  '/account',
  '/account?done=archived',
  '/account?q=note&status=live',
  '/account/listings/tidewater-notes/history',
  '/account/listings/tidewater-notes/edit',
  '/account/listings/tidewater-notes/stats?days=90',
  '/account/keys',
  '/account/apps',
  '/account/sessions',
  '/account/security',
  '/account/confirm',
  '/account/settings',
  '/account/email',
  '/agent-directories',
];
/** The console, over the demo listings. */
export const CONSOLE_PAGES = [
  '/admin',
  '/admin/review',
  '/admin/listings',
  '/admin/listings?q=note&status=live&sort=name&limit=50',
  '/admin/listings?q=zzzz+yyyy',
  '/admin/listings/tidewater-notes',
  '/admin/listings/tidewater-notes/edit',
  '/admin/imports',
  '/admin/sources',
  '/admin/users',
  '/admin/users/new',
  '/admin/catalog',
  '/admin/catalog/new',
  '/admin/queue',
  '/admin/site',
  '/admin/first-steps',
  '/admin/site/categories',
  '/admin/site/facts',
  '/admin/site/facts/topics',
  '/admin/site/mails',
  '/admin/site/mails/listing-moderated',
  '/admin/site/pages',
  '/admin/site/pages/new',
  '/admin/takedowns',
  '/admin/policy?q=example.com',
  '/admin/audit?action=listing',
  '/admin/status',
  '/admin/stats?days=90',
];

export interface PageAnswer {
  status: number;
  html: string;
  headers: Headers;
  /** The target of a redirect, as a path. */
  location: string | null;
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Posts the fields with the token of the last form, or of that on `page` (by default the address itself). */
  submit(path: string, fields?: Record<string, string | string[]>, page?: string): Promise<PageAnswer>;
  /** Posts exactly these fields. */
  post(
    path: string,
    fields: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ): Promise<PageAnswer>;
  /** Posts a whole form, files included. */
  send(path: string, form: FormData): Promise<PageAnswer>;
  /** Without the form. */
  signUp(email: string): Promise<void>;
  signIn(account: { email: string }): Promise<void>;
}

const HERE = { ip: '127.0.0.1', userAgent: 'node' };

/** A new session of an account, as the name and the value of its cookie. */
export async function sessionCookie(email: string): Promise<[name: string, value: string]> {
  const account = await UserModel.query()
    .findOne({ email_key: emailKey(email) })
    .throwIfNotFound();
  const sid = randomUUID();
  const expires = new Date(Date.now() + SESSION_LIFETIME_MS);
  const cookie = { ...cookieOptions(), expires, originalMaxAge: SESSION_LIFETIME_MS };
  await openSession(guest('web', null, HERE), { account }, { sid, cookie, expires });
  return [sessionCookieName(), encodeURIComponent(`s:${sid}.${sign(sid)}`)];
}

/** A visitor with cookies of their own. */
export function visitorOf(server: TestServer): Visitor {
  const cookies = new Map<string, string>();
  /** That of all forms of a session. */
  let token: string | null = null;
  const send = async (path: string, init: RequestInit): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const response = await server.fetch(path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (name.endsWith('session_token') && cookies.get(name) !== value) token = null;
      if (/expires=thu, 01 jan 1970/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const text = response.text();
    // Like a browser, which follows a redirect as soon as its headers arrive.
    const html = location === null ? await text : '';
    token = tokenIn(html) ?? token;
    return { status: response.status, html, headers: response.headers, location };
  };
  const visitor: Visitor = {
    get: (path, headers = {}) => send(path, { headers }),
    post(path, fields, headers = {}) {
      const body = new URLSearchParams();
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, value);
      }
      return send(path, { method: 'POST', body, headers });
    },
    send: (path, form) => send(path, { method: 'POST', body: form }),
    async submit(path, fields = {}, page = path) {
      const _csrf = token ?? csrfOf((await visitor.get(page)).html);
      return visitor.post(path, { _csrf, ...fields });
    },
    async signUp(email) {
      await insertAccount({ email, name: 'Ada' });
      await visitor.signIn({ email });
    },
    async signIn({ email }) {
      cookies.set(...(await sessionCookie(email)));
      token = null;
    },
  };
  return visitor;
}

const tokenIn = (html: string) => /name="_csrf" value="([^"]+)"/.exec(html)?.[1];

export function csrfOf(html: string): string {
  const token = tokenIn(html);
  if (!token) throw new Error('There is no form with a token on this page.');
  return token;
}

/** The hidden fields of the first form of a page that is sent to this address. */
export function hiddenFields(html: string, action: string): Record<string, string[]> {
  const form = html.split(`action="${action}"`)[1]?.split('</form>')[0];
  if (form === undefined) throw new Error(`No form of this page is sent to ${action}.`);
  const fields: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  ))
    fields[name] = [...(fields[name] ?? []), value.replaceAll('&amp;', '&')];
  return fields;
}

/**
 * Whether a form shows an error as people read it: beside the label instead of the name that programs read, without
 * codes, and with the content policy as a link.
 */
export function showsError(html: string, error: string): boolean {
  const told = error
    .replace(/^"\w+"( \(\S+\))? /, '')
    .replace(/^must be one of: .*/, 'Choose one of the options.')
    .replace(/^(is required|must not be empty)\.$/, 'Please fill this in.')
    .replace(/see \/policy\.$/, 'see the content policy.');
  return html.replace(/<\/?a\b[^>]*>/g, '').includes(escapeHtml(told));
}
