// The definition of a page: from it come its routes, access rule, limits, form and caching.
import type { Right } from '../../core/kernel/access.js';
import type { Reply } from '../cache/cached-responses.js';
import type { Exchange } from '../http/exchange.js';
import type { RouteLimit } from '../who/rate-limits.js';
import type { FormRules, FormState } from './form/form.js';

/** What was typed: a text, or a list for a field that takes several values. */
export type Typed = Readonly<Record<string, string & string[]>>;

/** @returns a page or file to send; nothing if it has answered itself */
type Show = (visit: Exchange, form?: FormState, error?: unknown) => Promise<Reply> | Reply;

export interface PageRoute extends FormRules {
  /** In Express's syntax: /listings/:slug */
  readonly path: string;
  /** Who may view it; by default everyone, below /account members, and below /admin admins. */
  readonly access?: 'member' | Right | undefined;
  /** Answers GET. Of a form, it also shows what was typed again, with what is wrong with it. */
  readonly show?: Show;
  /** Answers POST. It may return the address that it leads to, which `to` names if it is always the same. */
  readonly does?: (visit: Exchange, typed: Typed) => unknown;
  readonly to?: string | ((visit: Exchange) => string);
  /** Shows a form again that has no page at its address; without it, errors have pages of their own. */
  readonly again?: (visit: Exchange, form: FormState, error: unknown) => Promise<Reply> | Reply;
  /** The limits that a form counts against: those of its REST operation (C11). */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** The page of the listing in `slug`: counted as a view when it has been sent, also from the cache. */
  readonly countsView?: boolean;
  /** A list, with the words that were searched in `q`: searches answered from the cache are counted, too. */
  readonly countsSearch?: boolean;
  /** The same for every guest, derived from public content and the configuration: the response is cached. */
  readonly isCached?: boolean;
  /** The parameters of the query that a cached page depends on. */
  readonly parameters?: readonly string[];
  /** The same for everyone: the visitor is not identified. */
  readonly isFile?: boolean;
  /** A file with texts in the visitor's language; pages always are. */
  readonly hasLanguage?: boolean;
  /** Scripts of all origins may read it (C12). */
  readonly isOpen?: boolean;
  /** A form that does nothing for guests: answered before its token is checked. */
  readonly forGuests?: (visit: Exchange) => void;
}
