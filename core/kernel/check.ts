// Validates input against the schemas with ajv: returns typed data, or throws all invalid fields at once.
import { domainToASCII } from 'node:url';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { _, Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closest, distance } from 'fastest-levenshtein';
import { DomainError, type FieldError, invalidField, type Said, say, validationError } from './errors.js';
import { own } from './own.js';
import { openValues, uuid } from './schema.js';
import { parseUrl } from './text/parse-url.js';
import { hasWebAddress, unreadableText, VISIBLE } from './text/readable.js';

// Only tests validate the schemas themselves: here it would delay each start by a tenth of a second.
const ajv = new Ajv2020({
  ...{ allErrors: true, verbose: true, strict: true, allowUnionTypes: true },
  ...{ validateSchema: false, meta: false },
});
// Under NodeNext, the default import of a CommonJS module is its namespace.
addFormats.default(ajv, ['uuid', 'uri', 'date', 'date-time']);
type Format = { validate: (text: string) => boolean };
const { validate: isDate } = ajv.formats.date as Format;
// PostgreSQL has no year 0.
ajv.addFormat('date', (text: string) => isDate(text) && !text.startsWith('0'));
const { validate: isDateTime } = ajv.formats['date-time'] as Format;
// A leap second is valid, but Date cannot represent it.
ajv.addFormat('date-time', (text: string) => isDateTime(text) && !Number.isNaN(Date.parse(text)));
ajv.addFormat('email', { type: 'string', validate: isEmail });
ajv.addKeyword({ keyword: 'x-text', schemaType: 'string' });
for (const keyword of ['x-members', 'x-filters']) ajv.addKeyword({ keyword, schemaType: 'string' });
ajv.addKeyword({ keyword: 'x-person', schemaType: 'boolean' });
/** A set of values that can change: looked up for each check. */
ajv.addKeyword({
  keyword: 'x-values',
  schemaType: 'string',
  type: 'string',
  validate: (set: string, value: string) => openValues(set).resolve(value) !== undefined,
  error: { message: 'must be one of the set', params: ({ schema }) => _`{set: ${schema}}` },
});

/** A warning: a part of a successful request had no effect (C3). */
export interface Warning {
  field: string;
  code:
    | 'unknown_field'
    | 'read_only_field'
    | 'limit_clamped'
    | 'too_many_terms'
    | 'capture_disabled'
    | 'dry_run';
  error: string;
}

type JsonSchema = TSchema & {
  type?: string | string[];
  'x-text'?: 'line' | 'multiline' | 'secret' | 'address';
  'x-person'?: boolean;
  'x-values'?: string;
  items?: JsonSchema;
  maxItems?: number;
  maxLength?: number;
  minLength?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
};

/** Validates `input` against an object schema after normalising its texts: trims, applies NFC, and turns an
 * empty string in a nullable field into null. Drops unknown fields (`findUnknownFields` reports them).
 * @throws DomainError validation_error with every invalid field */
export function check<T extends TObject>(schema: T, input: unknown): Static<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new DomainError('validation_error', 'The body must be a JSON object.');
  const problems: FieldError[] = [];
  const fields = Object.entries(schema.properties).flatMap(([field, fieldSchema]) => {
    const given: unknown = own(input, field);
    if (given === undefined) return [];
    return [[field, normalise(fieldSchema as JsonSchema, given, { field, path: `/${field}` }, problems)]];
  });
  const value: object = Object.fromEntries(fields);
  const validate = ajv.compile(schema);
  if (!validate(value)) {
    const unreadable = new Set(problems.map((problem) => problem.path));
    for (const error of validate.errors ?? []) {
      const problem = toFieldError(error);
      if (!unreadable.has(problem.path)) problems.push(problem);
    }
  }
  if (problems.length > 0) throw validationError(inSchemaOrder(schema, problems).slice(0, MAX_REPORTED));
  return value as Static<T>;
}

const UUID = uuid();

/** Whether a value is a UUID; other values need no query. */
export const isUuid = (value: unknown): boolean => ajv.validate(UUID, value);

/** Allows letters outside ASCII on both sides of the @ (C4). */
function isEmail(text: string): boolean {
  const [, local = '', domain = ''] = /^(.+)@([^@]+)$/s.exec(text) ?? [];
  // domainToASCII parses a URL host: it would drop a path and decode %61.
  if (!DOMAIN.test(domain)) return false;
  const plain = `${local.replace(FOREIGN, 'x')}@${domainToASCII(domain)}`;
  return EMAIL.test(plain) && local.length <= 64;
}

/** Letters of any script, and joiners. A last label of digits only would be an IP address. */
const DOMAIN = /^[\p{L}\p{N}\p{M}\u200c-\u200d.-]*\.(?!\d+$|0x[\da-f]*$)[\p{L}\p{N}\p{M}\u200c-\u200d-]+$/iu;
/** Characters outside ASCII except blanks, control and format characters. */
const FOREIGN = /(?![\0-\x7f\p{Z}\p{Cc}\p{Cf}])./gu;

// A dot-atom (RFC 5322) before the @, as in the HTML standard; after it, a host name with a dot.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Maximum errors and warnings in one response, to bound its size relative to the request. */
const MAX_REPORTED = 20;
/** Longer names of unknown fields are cut before they are echoed and compared. */
const MAX_NAME_LENGTH = 80;

/** Unknown fields of `input`, each with the nearest known name if one is close. */
export function findUnknownFields(known: readonly string[], input: unknown): Warning[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown = Object.keys(input).filter((field) => !known.includes(field));
  const warnings = unknown.slice(0, MAX_REPORTED).map((given) => {
    const field = given.slice(0, MAX_NAME_LENGTH);
    const near = nearestName(known, field);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    return {
      field,
      code: 'unknown_field' as const,
      error: `"${field}" is not known here and had no effect.${hint}`,
    };
  });
  const omitted = unknown.slice(MAX_REPORTED);
  if (omitted.length === 0) return warnings;
  const error = `${omitted.length} more fields are not known here and had no effect.`;
  return [...warnings, { field: (omitted[0] ?? '').slice(0, MAX_NAME_LENGTH), code: 'unknown_field', error }];
}

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  q: ['query', 'search', 'text', 'term', 'keyword', 'keywords'],
  limit: ['per_page', 'page_size', 'count', 'size', 'max_results'],
  cursor: ['after', 'next', 'page_token'],
  sort: ['order', 'order_by', 'sort_by'],
  slug: ['id', 'name', 'listing', 'listing_id'],
  name: ['title', 'product', 'product_name'],
  tagline: ['summary', 'subtitle', 'slogan', 'short_description'],
  website_url: ['url', 'link', 'homepage', 'site'],
  categories: ['tags', 'topics'],
  pricing_model: ['price', 'pricing'],
  logo_url: ['logo', 'icon', 'image'],
};

function nearestName(known: readonly string[], field: string): string | null {
  const synonym = known.find((name) => own(OTHER_NAMES, name)?.includes(field.toLowerCase()));
  return synonym ?? nearestOf(known, field);
}

function nearestOf(known: readonly string[], typed: string): string | null {
  if (known.length === 0) return null;
  const near = closest(typed, [...known]);
  return distance(typed, near) <= Math.max(1, Math.floor(near.length / 3)) ? near : null;
}

type Place = Pick<FieldError, 'field' | 'path'>;

function normalise(schema: JsonSchema, value: unknown, at: Place, problems: FieldError[]): unknown {
  const refuse = (code: string, said: Said) => problems.push(invalidField({ ...at, code }, said));
  const within = (part: string | number) => ({ ...at, path: `${at.path}/${part}` });
  if (Array.isArray(value) && schema.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length > maxItems) refuse('too_many', say('invalid.too-many', { limit: maxItems }));
    // Ignore items beyond the limit: checking half a million would take seconds.
    return value.slice(0, maxItems).map((item, index) => normalise(items, item, within(index), problems));
  }
  const { properties = {}, additionalProperties } = schema;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const others = typeof additionalProperties === 'object' ? additionalProperties : null;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const known = own(properties, name) ?? others;
        return [name, known ? normalise(known, part, within(name), problems) : part];
      }),
    );
  }
  if (typeof value !== 'string') return value;
  const { maxLength: limit = MAX_NAME_LENGTH, 'x-text': kind = 'line' } = schema;
  if (value.length > MAX_COMPOSED_LENGTH * limit) {
    refuse('too_long', say('invalid.too-long', { limit }));
    return '';
  }
  const text = kind === 'multiline' ? value.replace(/\r\n?/g, '\n') : value;
  const tidy = kind === 'secret' ? text : text.trim();
  const unreadable = unreadableText(tidy, kind);
  if (unreadable) {
    refuse('unreadable_text', unreadable);
    return value;
  }
  if (schema['x-person'] && hasWebAddress(tidy)) refuse('web_address', say('invalid.no-web-address'));
  if (tidy === '' && Array.isArray(schema.type) && schema.type.includes('null')) return null;
  const isAddress = kind === 'address' && tidy.length <= 2 * limit;
  if (isAddress && !/^https?:$/.test(parseUrl(tidy)?.protocol ?? ''))
    refuse('not_a_web_address', say('invalid.absolute'));
  if (kind === 'line' && schema.minLength && !VISIBLE.test(tidy)) return '';
  if (schema['x-values']) return openValues(schema['x-values']).resolve(tidy) ?? tidy;
  return kind === 'secret' ? tidy : tidy.normalize('NFC');
}

/** Maximum code units per allowed character before normalisation. */
const MAX_COMPOSED_LENGTH = 8;

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

const LIMITS: Readonly<Record<string, 'too-long' | 'too-many' | 'too-few' | 'too-small' | 'too-large'>> = {
  maxLength: 'too-long',
  maxItems: 'too-many',
  minItems: 'too-few',
  minimum: 'too-small',
  maximum: 'too-large',
};

function toFieldError(error: ErrorObject): FieldError {
  const params = error.params as Record<string, unknown>;
  const missing = error.keyword === 'required' ? `/${String(params.missingProperty)}` : '';
  const path = error.instancePath + missing;
  const field = path.split('/')[1] ?? '';
  const [code, wrong] = describe(error, params);
  return invalidField({ field, path, code }, wrong);
}

/** Describes an error by a message or, for input that no form can send, by the end of an English sentence. */
function describe(error: ErrorObject, params: Record<string, unknown>): [code: string, said: Said | string] {
  const { limit, pattern } = params;
  const [example = pattern] = error.parentSchema?.examples ?? [];
  switch (error.keyword) {
    case 'required':
      return ['required', say('invalid.required')];
    case 'minLength':
      return limit === 1
        ? ['required', say('invalid.empty')]
        : ['too_short', say('invalid.too-short', { limit })];
    case 'type': {
      const types = ([] as unknown[])
        .concat(params.type)
        .map((type) => own(TYPE_NAMES, String(type)) ?? type);
      return ['wrong_type', `must be ${types.join(' or ')}`];
    }
    case 'enum': {
      const values = (params.allowedValues as unknown[]).filter((value) => value !== null);
      return ['not_allowed', say('invalid.one-of', { values: values.join(', ') })];
    }
    case 'x-values': {
      const values = openValues(String(params.set)).values().join(', ');
      return ['not_allowed', say('invalid.one-of', { values })];
    }
    case 'const':
      return ['not_allowed', `must be ${JSON.stringify(params.allowedValue)}`];
    case 'format':
      return ['bad_format', say('invalid.format', { format: params.format })];
    case 'pattern':
      return ['bad_format', say('invalid.pattern', { example })];
    default: {
      const code = own(LIMITS, error.keyword);
      return code
        ? [code.replace('-', '_'), say(`invalid.${code}`, { limit })]
        : ['invalid', error.message ?? 'is not valid'];
    }
  }
}
