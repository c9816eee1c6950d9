// A route of the JSON API, said once: it is mounted, limited, documented and listed from this.
import type { TObject, TSchema } from '@sinclair/typebox';
import type { Request, Response } from 'express';
import type { Actor } from '../../core/kernel/actor.js';
import type { ErrorCode } from '../../core/kernel/errors.js';
import type { RouteLimit } from '../who/limits.js';

export interface Call {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  /** Numbers as numbers where the schema says so; empty values are absent. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The uploaded file, on routes that take one. */
  readonly logo: Buffer | null;
  readonly req: Request;
  readonly res: Response;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: /api/v1/listings/{slug} */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'Listings' | 'Accounts' | 'API keys' | 'Sessions' | 'Directory' | 'Admin' | 'Internal';
  readonly summary: string;
  readonly description?: string;
  /** Who may call it at all; the operation itself decides the rest. */
  readonly access: 'public' | 'account' | 'admin' | 'worker';
  /** Limits besides the general one. */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** Guests are all answered alike, from public content and the configuration: the response is cached. */
  readonly isCachedForGuests?: boolean;
  /** Not counted at all: health, ready and the internal callback (C11). */
  readonly isUnlimited?: boolean;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** The body also comes as multipart/form-data with this file field. */
  readonly file?: 'logo';
  /** The body may be left out altogether. */
  readonly isBodyOptional?: boolean;
  /** Takes Idempotency-Key. */
  readonly isRepeatable?: boolean;
  readonly answers: Readonly<Record<number, { description: string; schema?: TSchema }>>;
  /** Beside those that any route of its kind can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly run: (call: Call) => Promise<Answer>;
}

/** Whether a body is read: where none has a meaning, it is read to say so in the answer. */
export function readsBody({ body, path, method }: Route): boolean {
  return body !== undefined || (path.startsWith('/api/v1/') && method !== 'get');
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
