// The definition of a page: from it come its route, access rule, limits and caching.

import type { Right } from '../../core/kernel/access.js';
import type { Reply } from '../cache/cached-responses.js';
import type { Exchange } from '../http/exchange.js';
import type { FileField } from '../http/multipart.js';
import type { RouteLimit } from '../who/rate-limits.js';

export interface PageRoute {
  readonly method: 'get' | 'post';
  /** In Express's syntax: /listings/:slug */
  readonly path: string;
  /** Who may view it; by default everyone, below /account and /submit members, and below /admin admins. */
  readonly access?: 'member' | Right | undefined;
  /** The limits that a form counts against: those of its REST operation (C11). */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** The form is shown again with its input (`runForm`), also when a limit refuses it; other forms are held. */
  readonly isShownAgain?: boolean;
  /** A form without a token: it changes nothing that another site could exploit. */
  readonly hasNoToken?: boolean;
  /** The fields of uploaded files; by default the logo of a listing. */
  readonly files?: readonly FileField[];
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
  /** @returns a page or file to send; nothing if it has answered itself */
  readonly run: (visit: Exchange) => Promise<Reply> | Reply;
}
