// The definition of a page: the router, its access rule, limits and caching are made from it.
import type { FileField } from '../http/multipart.js';
import type { RouteLimit } from '../who/limits.js';
import type { Visit } from './view/visit.js';

export interface PageRoute {
  readonly method: 'get' | 'post';
  /** As Express writes it: /listings/:slug */
  readonly path: string;
  /** Who may see it; everyone by default. */
  readonly access?: 'member' | 'admin';
  /** The limits a form counts against: those of its API twin (C11). */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** The form is shown again with what was typed (`runForm`), also if a limit refuses it; other forms are held. */
  readonly isShownAgain?: boolean;
  /** A form without a token: it changes nothing that another site could gain by. */
  readonly hasNoToken?: boolean;
  /** The field of an uploaded file; by default the logo of a listing. */
  readonly file?: FileField;
  /** The page of the listing in `slug`: counted as a view when it has been sent, also from the cache. */
  readonly countsView?: boolean;
  /** The same for every guest, made from public content and configuration: the response is cached. */
  readonly isCached?: boolean;
  /** The same for everyone: the visitor is not identified. */
  readonly isFile?: boolean;
  /** A file with texts in the visitor's language; pages always are. */
  readonly hasLanguage?: boolean;
  /** Scripts of all origins may read it (C12). */
  readonly isOpen?: boolean;
  /** A form that does nothing for guests: answered before its token is checked. */
  readonly forGuests?: (visit: Visit) => void;
  readonly run: (visit: Visit) => Promise<void> | void;
}
