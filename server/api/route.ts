// The definition of a route of the JSON API: from it the route is mounted, limited, documented and listed.
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import * as actors from '../../core/kernel/actor.js';
import { check, type Warning } from '../../core/kernel/check.js';
import type { ErrorCode } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';
import { dryRun } from '../../core/kernel/transaction.js';
import { SETTINGS_PICTURES } from '../../core/settings/schema.js';
import type { Dependencies } from '../cache/dependencies.js';
import { forPrograms } from '../http/errors.js';
import type { Exchange } from '../http/exchange.js';
import type { FileField } from '../http/multipart.js';
import { withWarnings } from '../http/refusals.js';
import type { RouteLimit } from '../who/actor.js';

/** The query of a write with dry run: everything is validated and returned, nothing is stored. */
export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Literal('1', {
      description: 'Check everything and answer as usual, but store nothing.',
      examples: ['1'],
    }),
  ),
});

const id = Type.String({ format: 'uuid' });
const PARAMETERS: TObject['properties'] = {
  id,
  delivery: id,
  slug: Type.String({ examples: ['example-notes'] }),
  category: Type.String({ examples: ['ai'] }),
  key: Type.String({ examples: ['topics'] }),
  value: Type.String({ examples: ['Self hosted'] }),
  picture: Type.String({ enum: [...SETTINGS_PICTURES], examples: ['logo'] }),
  host: Type.String({ description: 'Its id, or the address itself.', examples: ['bad.example.com'] }),
};

export interface Call {
  readonly actor: actors.Actor;
  readonly params: Readonly<Record<string, string>>;
  /** Integers where the schema says so; empty values count as absent. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The uploaded file, on routes that accept one. */
  readonly file: Buffer | null;
  readonly exchange: Exchange;
}

export type Answer = { readonly status: number; readonly body: unknown };

export const TAGS = {
  Listings: 'Search, submit and manage listings. One product has one listing.',
  Accounts:
    'Registration, sign-in, passwords and email verification; under /api/auth in the shapes of Better Auth.',
  'API keys': 'Mint, list, rotate and revoke the keys of an account.',
  Webhooks: 'Events of your listings and of all public ones, posted to an address of yours.',
  Sessions: 'Sign-in sessions of browsers, in the shapes of Better Auth.',
  'Two factors': 'Authenticator apps, recovery codes and passkeys, in the shapes of Better Auth.',
  Directory: 'The service itself: description, health, readiness and the catalog of other directories.',
  Admin: 'Moderation, accounts, catalog, content policy, overview and audit log, for admins.',
  Internal: 'What capture workers call.',
};

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** In OpenAPI's syntax: /api/v1/listings/{slug} */
  readonly path: string;
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Who may call it; the operation decides the details. */
  readonly access: 'public' | 'account' | 'worker' | actors.Right;
  /** The scope that a restricted key needs; for routes of the staff `admin:*`. */
  readonly scope?: actors.Scope;
  /** Limits besides the general one; that of listing writes follows from the scope. */
  readonly limits?: readonly Exclude<RouteLimit, 'general'>[];
  /** All guests get the same response, which is cached until its sources change. */
  readonly cachedFrom?: (query: Readonly<Record<string, unknown>>, body: never) => Dependencies;
  /** Scripts of every origin may read it; credentials have no effect. */
  readonly isOpenToAll?: boolean;
  /** Not counted at all: health, ready and the internal callback (C11). */
  readonly isUnlimited?: boolean;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** The body is a query that guests may send: its size is limited like that of an MCP message. */
  readonly isBodyShort?: boolean;
  /** Also accepts multipart/form-data, with this file field. */
  readonly file?: FileField;
  readonly isBodyOptional?: boolean;
  readonly isRepeatable?: boolean;
  readonly answers: Readonly<Record<number, readonly [description: string, schema?: TSchema]>>;
  /** Error codes in addition to those of every route of its kind. */
  readonly errors?: readonly ErrorCode[];
  readonly run: (call: Call) => Promise<Answer>;
}

type Method = Route['method'];

/** What the routes of a table share: the beginning of their paths, and any fields of their entries. */
type Shared = { readonly path: string } & Partial<Omit<Route, 'method' | 'operationId'>>;

/** Called with the actor, the values of the path, the body or else the query, and the file; `created` chooses 201. */
type Operation = (actor: actors.Actor, ...input: never[]) => unknown;

type Answers = Route['answers'];

/** A route in its table: method and rest of the path, its answers (or the only one, with 200), its operation. */
type Entry<S extends Shared> = Readonly<Partial<Record<Method, string>>> &
  Omit<Route, 'method' | 'path' | 'operationId' | 'run' | 'answers' | keyof S> &
  Partial<Omit<Route, 'run' | 'answers'>> &
  (
    | { readonly answer: Answers[200]; readonly answers?: undefined }
    | { readonly answers: Answers; readonly answer?: undefined }
  ) &
  (
    | { readonly does: Operation; readonly run?: undefined }
    | { readonly run: Route['run']; readonly does?: undefined }
  );

export function routesOf<const S extends Shared>(shared: S, entries: Record<string, Entry<S>>): Route[] {
  return Object.entries(entries).map(
    ([operationId, { get, post, patch, delete: remove, does, answer, answers, ...entry }]) => {
      const [method, end = ''] = Object.entries({ get, post, patch, delete: remove }).find(
        ([, path]) => path !== undefined,
      ) as [Method, string];
      const path = shared.path + end;
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const known = Object.fromEntries(names.map((name) => [name, own(PARAMETERS, name) as TSchema]));
      const params = names.length > 0 ? { params: Type.Object(known) } : {};
      const about = { answers: answers ?? { 200: answer }, operationId, method, path };
      // Every write of listings counts against their limit (C11).
      const limits = entry.scope === 'listings:write' ? { limits: ['listing-write'] as const } : {};
      const route = { ...shared, ...params, ...limits, ...entry, ...about };
      return { ...route, run: does ? runnerOf(route as Route, names, does) : entry.run } as Route;
    },
  );
}

function runnerOf(route: Route, names: readonly string[], does: Operation): Route['run'] {
  const { answers, query: querySchema } = route;
  const takesQuery = querySchema && querySchema !== DryRunQuery;
  return async ({ actor, params, query, body, file }) => {
    const input = [
      ...names.map((name) => own(params, name) ?? ''),
      ...(route.body ? [body] : takesQuery ? [query] : []),
      ...(route.file ? [file] : []),
    ];
    const result = await does(actor, ...(input as never[]));
    const isNew = answers[201] && (!answers[200] || (result as { created: boolean }).created);
    return { status: isNew ? 201 : 200, body: result };
  };
}

export const isForStaff = (access: Route['access']): access is actors.Right => access in actors.RIGHTS;

/** Whether a body is read. If the route has no use for a body, its fields are reported as warnings. */
export function readsBody({ body, path, method }: Pick<Route, 'body' | 'path' | 'method'>): boolean {
  return body !== undefined || (path.startsWith('/api/v1/') && method !== 'get');
}

/** Whether a route writes a listing: its operation itself reports unknown and read-only fields. */
export function isListingWrite({ body, path }: Route): boolean {
  return path.includes('/listings') && body !== undefined && 'tagline' in body.properties;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

type BulkOutcome = { errors: readonly { said?: unknown }[]; batch?: string };
/** The answer of a bulk action, without the wording of errors for pages. */
export const okEach = ({ errors, batch: _, ...outcome }: BulkOutcome) =>
  ok({ ...outcome, errors: forPrograms(errors) });

const NOTHING_STORED = 'This was a dry run: everything was checked, and nothing was stored.';
const DRY_RUN: Warning = { field: 'dry_run', code: 'dry_run', error: NOTHING_STORED };

/** @throws DomainError insufficient_scope */
export function admit({ scope, access }: Route, actor: actors.Actor): void {
  if (scope) actors.requireSignedIn(actor, scope);
  if (isForStaff(access)) actors.requireRight(actor, access);
}

/** Runs the operation of a route; with `dry_run` everything is checked, and nothing stored. */
export async function runOperation(route: Route, call: Call): Promise<Answer> {
  if (route.query !== DryRunQuery || !check(DryRunQuery, call.query).dry_run) return route.run(call);
  const answer = await dryRun(call.actor, (actor) => route.run({ ...call, actor }));
  return { ...answer, body: withWarnings(answer.body, [DRY_RUN]) };
}
