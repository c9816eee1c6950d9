// Building blocks of every schema: JSON Schema with a static type. Schema files import them as `s`.
import {
  type IntegerOptions,
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { ERROR_CODES } from './errors.js';
import { own } from './own.js';
import { toCamelCase } from './text/names.js';

/** A required, trimmed line. */
export function line(maxLength: number, options: SchemaOptions = {}) {
  return Type.String({ minLength: 1, maxLength, 'x-text': 'line', ...options });
}

/** An optional line; null or empty clears it. */
export function optionalText(maxLength: number, options: SchemaOptions = {}): TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, 'x-text': 'line', ...options });
}

/** An object with its name in the OpenAPI document. */
export const titled = <T extends TProperties>(title: string, members: T) => Type.Object(members, { title });

export const optional = <T extends TProperties>(members: T) => Type.Partial(Type.Object(members)).properties;

export const flag = (value: boolean) => Type.Unsafe<typeof value>({ type: 'boolean', const: value });

export function word<const T extends readonly string[]>(words: T, options: SchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });
}

/** A value of a set that the operator can change. */
export const openWord = (name: string, options: SchemaOptions = {}) =>
  Type.String({ maxLength: 80, 'x-values': name, ...options });

export function optionalWord<const T extends readonly string[]>(words: T, options: SchemaOptions = {}) {
  return Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...words, null], ...options });
}

export function optionalList<T extends TSchema>(items: T, maxItems: number, options: SchemaOptions = {}) {
  return Type.Unsafe<T['static'][] | null>({ type: ['array', 'null'], items, maxItems, ...options });
}

/** Code points of a password (C4). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Never trimmed; hashed in NFC. Lengths count code points as typed (C4). */
export const newPassword = () =>
  Type.String({
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    'x-text': 'secret',
  });

/** A password to verify: a wrong length is a wrong password, not a validation error. */
export const anyPassword = () => Type.String({ minLength: 1, maxLength: 4096, 'x-text': 'secret' });

/** Stored as typed, compared case-insensitively (C4). */
export const emailAddress = (options: SchemaOptions = {}) =>
  Type.String({
    format: 'email',
    maxLength: 254,
    'x-text': 'line',
    examples: ['ada@example.com'],
    ...options,
  });

export const uuid = (options: SchemaOptions = {}) => Type.String({ format: 'uuid', ...options });
export const instant = (options: SchemaOptions = {}) => Type.String({ format: 'date-time', ...options });
/** A calendar day in the directory's time zone (core/settings/dates.ts). */
export const day = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: `${description} In the time zone of the site.`,
      examples: ['2026-11-22'],
    }),
  );
export const nullableInstant = (options: SchemaOptions = {}): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...options });
export const nullableInteger = (options: IntegerOptions = {}): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...options });
export const nullable = <T extends TSchema>(schema: T): TUnsafe<T['static'] | null> =>
  Type.Unsafe<T['static'] | null>({ anyOf: [schema, { type: 'null' }] });

/** Parts of a successful request that had no effect (C3), in any response. */
export const warnings = Type.Optional(
  Type.Array(titled('Warning', { field: Type.String(), code: Type.String(), error: Type.String() }), {
    description: 'Parts of the request that had no effect.',
  }),
);

/** The answer to a request: an object with its name, and warnings. */
export const response = <T extends TProperties>(title: string, members: T) =>
  titled(title, { ...members, warnings });

export const pageMembers = { page: Type.Integer(), limit: Type.Integer(), total: Type.Integer(), warnings };

export const DEFAULT_PAGE_SIZE = 20;

/** The page and limit of a list, which the doors parse as numbers; a limit above `max` is served as `max`. */
export const pageParameters = (max: number) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_SIZE,
      description: `At most ${max}.`,
    }),
  ),
});

/** Maximum items of a bulk call, named or selected by a query (C7). */
export const MAX_NAMED_ITEMS = 500;

export const MAX_MATCHING_ITEMS = 10_000;

export const words = (description: string) =>
  Type.Optional(Type.String({ maxLength: 500, 'x-text': 'line', description }));

export const expectedTotal = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'With query: how many it matches. If that has changed, the answer is 409 selection_changed.',
  }),
);

export const named = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ 'x-text': 'secret', maxLength: 1000 }), {
      maxItems: MAX_NAMED_ITEMS,
      description: `The ${what}. Repeated ones count once.`,
    }),
  );

export const items = (description: string) => Type.Array(Type.String(), { description });

export const itemErrors = (name: 'slug' | 'id') =>
  Type.Array(
    titled(name === 'slug' ? 'ListingFailure' : 'UserFailure', {
      [name]: Type.String(),
      code: Type.String({ enum: [...ERROR_CODES] }),
      error: Type.String(),
    }),
    { description: 'Why each of them failed.' },
  );

export const reason = optionalText(500, { description: 'Why: kept in the history and shown to the owner.' });

export const Reason = titled('Reason', { reason: Type.Optional(reason) });

export const optionalReason = Type.Optional(reason);

/** A schema's members from the row's columns: times as text, unset columns null, or left out if optional. */
export function presentRow<S extends TObject>(schema: S, row: object): Static<S> {
  const columns = row as Readonly<Record<string, unknown>>;
  const members = Object.keys(schema.properties).flatMap((member) => {
    const value = own(columns, toCamelCase(member)) ?? null;
    if (value === null && !schema.required?.includes(member)) return [];
    return [[member, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(members) as Static<S>;
}

// Sets of values that an operator can change while the service runs, such as categories. A schema names the
// set in `x-values`; `check` and documents use its current values.

export interface OpenValues {
  values(): readonly string[];
  /** The value that a text names: itself, or its replacement. */
  resolve(text: string): string | undefined;
}

const sets = new Map<string, OpenValues>();

export function defineOpenValues(name: string, set: OpenValues): void {
  sets.set(name, set);
}

/** @throws Error if the set is not defined */
export function openValues(name: string): OpenValues {
  const set = sets.get(name);
  if (!set) throw new Error(`The values of ${name} are not defined.`);
  return set;
}

// Operator-defined members of objects: a schema names them in `x-members`, and readers check them.
const memberSets = new Map<string, () => TProperties>();

export function defineOpenMembers(name: string, members: () => TProperties): void {
  memberSets.set(name, members);
}

/** For documents: the schema with the current values as `enum` and the current members as `properties`. */
export function withPresentValues<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPresentValues) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, part]) => {
    if (key === 'x-values') return ['enum', [...openValues(String(part)).values()]];
    if (key === 'x-members') return ['properties', memberSets.get(String(part))?.() ?? {}];
    return [key, withPresentValues(part)];
  });
  return Object.fromEntries(entries) as T;
}
