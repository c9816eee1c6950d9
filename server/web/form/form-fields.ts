// The attributes of a form field, derived from the schema that validates it.
import type { TObject, TSchema } from '@sinclair/typebox';
import { own } from '../../../core/kernel/own.js';
import { openValues, PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { toSnakeCase } from '../../../core/kernel/text/names.js';
import type { Arguments, MessageKey } from '../../../core/languages/language.js';

type FieldAttributes = Readonly<Record<string, string | number | true>>;

export interface FieldVoice {
  readonly label: MessageKey;
  readonly text?: string;
  readonly hint?: MessageKey | null;
  readonly hintValues?: Arguments;
  readonly placeholder?: MessageKey;
  readonly attributes?: FieldAttributes;
}

export type FormField = ReturnType<typeof readField> & FieldVoice;

const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url' };

export const OWN_EMAIL = { attributes: { autocomplete: 'email' } } as const;
export const NEW_PASSWORD = {
  hint: 'field.password-hint',
  hintValues: { min: PASSWORD_LENGTH.min },
  attributes: { autocomplete: 'new-password' },
} as const;

/** The form field for a member of an object schema; by default its label is `field.new-password` for `newPassword`. */
export function formAttributes(schema: TObject, name: string, voice: Partial<FieldVoice> = {}): FormField {
  const field = readField(schema, name);
  const attributes: Record<string, string | number | true> = { ...field.attributes, ...voice.attributes };
  // A choice has no length to limit.
  if (attributes.type === 'date') delete attributes.maxlength;
  const word = toSnakeCase(name).replaceAll('_', '-');
  return { ...field, label: `field.${word}` as MessageKey, ...voice, attributes };
}

export const formFields = (schema: TObject, voices: Readonly<Record<string, Partial<FieldVoice>>>) =>
  Object.entries(voices).map(([name, voice]) => formAttributes(schema, name, voice));

export function readField(schema: TObject, name: string) {
  const field: TSchema | undefined = own(schema.properties, name);
  if (field === undefined) throw new Error(`${schema.title ?? 'The schema'} has no field ${name}.`);
  const value: TSchema = field.items ?? field;
  const { enum: words = [], 'x-values': set } = value;
  const required = (schema.required ?? []).includes(name);
  return {
    name,
    required,
    multiline: value['x-text'] === 'multiline',
    /** null: the field has a single value. */
    maxItems: (field.maxItems ?? null) as number | null,
    options: (set
      ? openValues(set).values()
      : words.filter((word: unknown) => word !== null)) as readonly string[],
    attributes: constraintsOf(value, required),
  };
}

function constraintsOf(value: TSchema, isRequired: boolean): FieldAttributes {
  const constraints: Record<string, string | number | true> = {};
  if (value['x-text'] === 'secret') constraints.type = 'password';
  else if (value['x-text'] !== 'multiline') constraints.type = own(INPUT_TYPES, value.format ?? '') ?? 'text';
  if (isRequired) constraints.required = true;
  if (value.minLength > 1) constraints.minlength = value.minLength;
  if (value.maxLength !== undefined) constraints.maxlength = value.maxLength;
  if (value.pattern !== undefined) constraints.pattern = value.pattern;
  return constraints;
}

/** Makes a field optional: the server fills in what stays empty. */
export function asOptional(field: FormField): FormField {
  const { required: _required, pattern: _pattern, ...attributes } = field.attributes;
  return { ...field, required: false, attributes };
}

/** One textarea contains all items of a list, so drop the limit of a single item. */
export function asLines(field: FormField): FormField {
  const { maxlength: _lineLimit, type: _type, ...attributes } = field.attributes;
  return { ...field, multiline: true, maxItems: null, options: [], attributes };
}
