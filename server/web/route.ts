// A page, said once: it is mounted, guarded, limited and cached from this.
import type { RouteLimit } from '../who/limits.js';
import type { Visit } from './view/visit.js';

export interface PageRoute {
  readonly method: 'get' | 'post';
  /** As Express writes it: /listings/:slug */
  readonly path: string;
  /** Who may see it; everyone where nothing is said. */
  readonly access?: 'member' | 'admin';
  /** What a form spends besides nothing: the limits of its API twin (C11). */
  readonly limits?: readonly RouteLimit[];
  /** Guests are all answered alike, from public content and the configuration: the answer is cached. */
  readonly isCached?: boolean;
  /** The same for everyone: nobody is identified. */
  readonly isFile?: boolean;
  /** Scripts of all origins may read it (C12). */
  readonly isOpen?: boolean;
  /** A form that asks for nothing where nobody is signed in: answered before its token is checked. */
  readonly forGuests?: (visit: Visit) => void;
  readonly run: (visit: Visit) => Promise<void> | void;
}
