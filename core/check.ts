// ajv over the schemas → typed data, or every offending field at once.
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closest, distance } from 'fastest-levenshtein';
import { type FieldError, validationError } from './errors.js';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
// The default import of a CommonJS module is its namespace under NodeNext.
addFormats.default(ajv, ['email', 'uuid', 'uri', 'date-time']);
ajv.addKeyword({ keyword: 'x-text', schemaType: 'string' });

/** A note about something in a successful request that had no effect (C3). */
export interface Warning {
  field: string;
  code: 'unknown_field' | 'read_only_field' | 'limit_clamped' | 'capture_disabled';
  error: string;
}

type JsonSchema = TSchema & {
  type?: string | string[];
  'x-text'?: 'line' | 'multiline' | 'secret';
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
};

/**
 * Validates `input` against an object schema, after normalising its text: trimmed, NFC, an empty string
 * in a nullable field becomes null. Unknown fields are left out of the result (`findUnknownFields`
 * names them).
 * @throws DomainError validation_error with every offending field
 */
export function check<T extends TObject>(schema: T, input: unknown): Static<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw validationError([
      { field: '', path: '', code: 'wrong_type', error: 'The body must be a JSON object.' },
    ]);
  }
  const problems: FieldError[] = [];
  const value: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(input, field) ? (input as Record<string, unknown>)[field] : undefined;
    if (given === undefined) continue;
    value[field] = normalise(fieldSchema as JsonSchema, given, field, `/${field}`, problems);
  }
  const validate = ajv.compile(schema);
  if (!validate(value)) {
    const unreadable = new Set(problems.map((problem) => problem.path));
    for (const error of validate.errors ?? []) {
      const problem = toFieldError(error);
      if (!unreadable.has(problem.path)) problems.push(problem);
    }
  }
  if (problems.length > 0) throw validationError(inSchemaOrder(schema, problems));
  return value as Static<T>;
}

/** As `check`, for one value that stands alone (a path parameter, a bulk item): no throw, a yes or no. */
export function matches(schema: TSchema, value: unknown): boolean {
  return ajv.compile(schema)(value);
}

/** The fields of `input` that `known` does not have, each with the nearest known name where one is close. */
export function findUnknownFields(known: readonly string[], input: unknown): Warning[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.keys(input)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = known.length > 0 ? closest(field, [...known]) : null;
      const isClose = near !== null && distance(field, near) <= Math.max(1, Math.floor(near.length / 3));
      const hint = isClose ? ` Did you mean "${near}"?` : '';
      const name = field.slice(0, 80);
      return {
        field: name,
        code: 'unknown_field' as const,
        error: `"${name}" is not known here and had no effect.${hint}`,
      };
    });
}

// Control characters but tab and newline; those two pass in multi-line text alone.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const BREAKS = /[\t\n\u2028\u2029]/;

/** Why a text cannot be stored, or null: NUL, other control characters, lone surrogates (C3). */
export function unreadableText(value: string, kind: 'line' | 'multiline' | 'secret' = 'line'): string | null {
  if (!value.isWellFormed()) return 'contains half a character (a lone surrogate)';
  if (CONTROLS.test(value)) return 'contains a control character';
  if (kind === 'line' && BREAKS.test(value)) return 'must be a single line';
  return null;
}

function normalise(
  schema: JsonSchema,
  value: unknown,
  field: string,
  path: string,
  problems: FieldError[],
): unknown {
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.map((item, index) => normalise(items, item, field, `${path}/${index}`, problems));
  }
  if (typeof value === 'object' && value !== null && schema.properties) {
    const { properties } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        properties[name] ? normalise(properties[name], part, field, `${path}/${name}`, problems) : part,
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  const kind = schema['x-text'] ?? 'line';
  // Windows and old Mac line ends are line ends, not stray control characters.
  const text = kind === 'multiline' ? value.replace(/\r\n?/g, '\n') : value;
  const tidy = kind === 'secret' ? text : text.trim();
  const unreadable = unreadableText(tidy, kind);
  if (unreadable) {
    problems.push({ field, path, code: 'unreadable_text', error: `"${field}" ${unreadable}.` });
    return value;
  }
  if (tidy === '' && isNullable(schema)) return null;
  return kind === 'secret' ? tidy : tidy.normalize('NFC');
}

function isNullable(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null');
}

/** The first error of each place, fields in the order the schema names them. */
function inSchemaOrder(schema: TObject, problems: FieldError[]): FieldError[] {
  const order = Object.keys(schema.properties);
  const seen = new Set<string>();
  return problems
    .filter((problem) => !seen.has(problem.path) && seen.add(problem.path))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function toFieldError(error: ErrorObject): FieldError {
  const params = error.params as Record<string, unknown>;
  const missing = error.keyword === 'required' ? `/${String(params.missingProperty)}` : '';
  const path = error.instancePath + missing;
  const field = path.split('/')[1] ?? '';
  const place = path === `/${field}` ? `"${field}"` : `"${field}" (${path})`;
  const [code, rule] = describe(error, params);
  return { field, path, code, error: `${place} ${rule}.` };
}

function describe(error: ErrorObject, params: Record<string, unknown>): [code: string, rule: string] {
  switch (error.keyword) {
    case 'required':
      return ['required', 'is required'];
    case 'minLength':
      return params.limit === 1
        ? ['required', 'must not be empty']
        : ['too_short', `must have at least ${params.limit} characters`];
    case 'maxLength':
      return ['too_long', `must have at most ${params.limit} characters`];
    case 'maxItems':
      return ['too_many', `takes at most ${params.limit} items`];
    case 'minItems':
      return ['too_few', `takes at least ${params.limit} items`];
    case 'minimum':
      return ['too_small', `must be at least ${params.limit}`];
    case 'maximum':
      return ['too_large', `must be at most ${params.limit}`];
    case 'type': {
      const types = ([] as unknown[]).concat(params.type).map((type) => TYPE_NAMES[String(type)] ?? type);
      return ['wrong_type', `must be ${types.join(' or ')}`];
    }
    case 'enum': {
      const values = (params.allowedValues as unknown[]).filter((value) => value !== null);
      return ['not_allowed', `must be one of: ${values.join(', ')}`];
    }
    case 'const':
      return ['not_allowed', `must be ${JSON.stringify(params.allowedValue)}`];
    case 'format':
      return ['bad_format', `must be a valid ${params.format}`];
    case 'pattern':
      return ['bad_format', `must match ${params.pattern}`];
    default:
      return ['invalid', error.message ?? 'is not valid'];
  }
}
