// A standard that describes or serves this directory to machines, listed in standards.ts.
import type { DomainError } from '../../core/kernel/errors.js';
import type { Route } from '../api/route.js';

export interface Standard {
  /** Documents by path, the same for everybody. */
  readonly documents?: Readonly<Record<string, StandardDocument>>;
  /** Addresses that lead to a page. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Routes in the form of the API's table; they count like its reads. */
  readonly routes?: readonly Route[];
  /** What `Link` headers of pages name: the path by its relation (RFC 8288). */
  readonly links?: Readonly<Record<string, string>>;
  /** Members that errors of its routes have beside ours. */
  readonly errorMembers?: (error: DomainError) => object;
  /** Lines of robots.txt. */
  readonly robots?: () => readonly string[];
}

export interface StandardDocument {
  /** Default: application/json. */
  readonly type?: string;
  /** Text is sent as it is, an object as JSON; null: there is none (404). */
  readonly read: () => object | string | null;
}
