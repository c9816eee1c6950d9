// One request and its response, with all that the service knows about them: made in app.ts, and handed on by every step.
import type { IncomingMessage, OutgoingHttpHeader } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import proxyAddress from 'proxy-addr';
import { type Actor, type Client, type Door, guest } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import type { DomainError, ErrorCode } from '../../core/kernel/errors.js';
import type { LimitName, LimitState } from '../../core/kernel/rate-limits.js';
import type { Language } from '../../core/languages/language.js';
import { settingsState } from '../../core/settings/current.js';
import type { Span } from '../../db/work.js';
import type { ResponseCache } from '../cache/dependencies.js';
import { languageOf } from '../who/cookies.js';
import type { MultipartBody } from './multipart.js';

declare global {
  namespace Express {
    interface Request {
      /** Express hands its handlers only requests and responses. */
      exchange: Exchange;
    }
  }
}

export interface Service {
  /** Responses that are the same for every guest, and those just being made (cache/cached-responses.ts). */
  readonly responses: ResponseCache<CachedResponse>;
  readonly beingMade: Map<
    string,
    { readonly version: number; readonly response: Promise<CachedResponse | null> }
  >;
  readonly sessions: RequestHandler;
  provider?: Promise<Provider>;
  readonly unlimitedPaths: ReadonlySet<string>;
  errorMembers(door: HttpDoor, error: DomainError): object;
  sendErrorPage(exchange: Exchange, error: unknown): void;
}

export interface CachedResponse {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: Buffer;
  /** What the cache needs to send the response without the application; set at the first plain request. */
  front?: {
    readonly route: string;
    /** All headers that the application sent, except those of each request and of the body. */
    readonly headers: readonly [name: string, value: OutgoingHttpHeader][];
    readonly admit: Admit;
  };
}

/** Counts a request for the cache. @returns false if the application must refuse it */
export type Admit = (exchange: Exchange) => Promise<boolean> | boolean;

export interface Refusal {
  readonly error: DomainError;
  /** Send JSON, also for pages. */
  readonly isJson?: boolean;
  readonly isUncounted?: boolean;
}

/** The points of a request. Charging and spending throw rate_limited. */
export interface Admission {
  /** Charges this client, instead of the one charged so far. */
  charge(client: string): void;
  /** Adds the cost of work that is known only later. */
  spend(points: number): void;
  /** Returns the points: the cache has answered after all. */
  refund(): void;
}

export type FormValues = Readonly<Record<string, string | string[] | undefined>>;

const ACTORS_DOOR: Readonly<Record<HttpDoor, Door>> = {
  auth: 'rest',
  rest: 'rest',
  mcp: 'mcp',
  oauth: 'mcp',
  media: 'web',
  standards: 'rest',
  pages: 'web',
};

export class Exchange {
  /** The path as it was sent, without the query string, which can carry tokens from emails. */
  readonly path: string;
  readonly door: HttpDoor;
  /** A guest until its credentials are read (who/actor.ts). */
  actor: Actor;
  /** Whether the body had arrived when the actor was found: after a slow body the actor is checked again. */
  hadArrived = true;
  barred: Refusal | null = null;
  /** What the request costs its client; null if it is free, or its client is not limited (who/admission.ts). */
  admission: Admission | null = null;
  limits: Map<LimitName, LimitState> | null = null;
  /** Limits that the cache has found exceeded: the application refuses the request without counting it again. */
  exceeded: readonly LimitState[] | null = null;
  errorCode?: ErrorCode;
  span?: Span;
  values: FormValues = {};
  files: MultipartBody['files'] = {};
  #language?: { readonly of: Language; readonly settings: unknown };

  /** @param id the X-Request-Id @param req with Express's methods from the moment that Express has it */
  constructor(
    readonly id: string,
    readonly req: Request,
    readonly res: Response,
    readonly service: Service,
  ) {
    req.exchange = this;
    this.path = pathOf(req);
    this.door = doorOf(this.path);
    this.actor = guest(ACTORS_DOOR[this.door], id, clientOf(req));
  }

  get language(): Language {
    // The cache answers before the settings are read again, so its language may be the previous one.
    const settings = settingsState();
    if (this.#language?.settings !== settings) this.#language = { of: languageOf(this.req), settings };
    return this.#language.of;
  }

  /** Express would add an ETag, which is useless if nothing may be stored. */
  sendJson(status: number, body: unknown): void {
    const text = JSON.stringify(body);
    this.res.statusCode = status;
    this.res.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.res.setHeader('Content-Length', Buffer.byteLength(text));
    this.res.end(text);
  }
}

/** The path without its query string, and without an origin that a proxy may send. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith('/') ? path : path.replace(/^\w+:\/\/[^/]*/, '');
}

/** Decides how errors are sent, which limits count, and whether Origin is checked. */
export type HttpDoor = 'auth' | 'rest' | 'mcp' | 'oauth' | 'media' | 'standards' | 'pages';

/** @param path without the query string; case-sensitive, like the routes of the API */
function doorOf(path: string): HttpDoor {
  const [, first, second] = path.split('/', 3);
  if (first === 'api') return second === 'auth' ? 'auth' : 'rest';
  if (first === 'mcp' || first === 'oauth' || first === 'media') return first;
  if (first === 'ard' || first === 'v0.1') return 'standards';
  return 'pages';
}

type Trust = (address: string, hop: number) => boolean;
let compiled: { readonly proxies: unknown; readonly trust: Trust } | undefined;

function trustOf(proxies: typeof config.trustProxy): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  if (proxies === false) return () => false;
  if (compiled?.proxies !== proxies) compiled = { proxies, trust: proxyAddress.compile([...proxies]) };
  return compiled.trust;
}

/** The host that the client named: to us, or to a trusted proxy in front. */
export function hostOf({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',', 1)[0]
    ?.trim();
  const isTrusted = forwarded && trustOf(config.trustProxy)(socket.remoteAddress ?? '', 0);
  return isTrusted ? forwarded : headers.host;
}

/** The client, with its address behind trusted proxies; the address is empty once the connection is closed. */
function clientOf(req: IncomingMessage): Client {
  const { trustProxy } = config;
  const ip = trustProxy === false ? req.socket.remoteAddress : proxyAddress(req, trustOf(trustProxy));
  return { ip: ip ?? '', userAgent: req.headers['user-agent'] ?? null };
}
