// Examples in the OpenAPI document: those of the schemas, else by the name of the field.
import type { TSchema } from '@sinclair/typebox';
import { own } from '../../core/kernel/own.js';
import { openValues } from '../../core/kernel/schema.js';

const DAY = '2026-01-31';

/** Examples for fields whose schema has only a type. */
const BY_NAME: Readonly<Record<string, string>> = {
  advice: 'With words (q), send sort=relevance.',
  aaguid: '00000000-0000-0000-0000-000000000000',
  accepted_emails: 'plus-aliases',
  auth: 'account',
  base_url: 'https://directory.example.com',
  bearer: 'Authorization: Bearer dir_…',
  categories: 'productivity',
  categories_note: 'These are 8 of 16.',
  category: 'adult',
  challenge: 'q7Jw3mYb0Xc9LkVn2RtE5sUa8HdPf1Gz',
  client_id: 'https://host.example.com/oauth/client.json',
  code: 'content_policy',
  currentPassword: 'correct horse battery',
  description: 'A directory of product listings.',
  email: 'ada@example.com',
  error: '"name" is required.',
  failed: 'another-slug',
  field: 'name',
  id: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  ids: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  into: 'productivity',
  key: 'dir_0123456789ABCDEFGHIJabcdefghij0AbCdE',
  listing_id: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  listing_name: 'Example Notes',
  matched: 'notes',
  message: 'Check your inbox for the link.',
  method: 'POST',
  name: 'Example Notes',
  newPassword: 'correct horse battery',
  oauth_url: 'https://directory.example.com/mcp/oauth',
  openapi: '3.1.0',
  password: 'correct horse battery',
  path: '/api/v1/listings',
  prefix: 'dir_01234567',
  pricing_models: 'free',
  public_status: 'live',
  reason: 'It is a duplicate.',
  register: 'POST https://directory.example.com/api/v1/agents/register',
  required: 'name',
  schemes: 'bearer',
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  session_cookie: 'A cookie whose name ends in .session_token.',
  signature: 'MEUCIQDk0mYb0Xc9LkVn2RtE5sUa8HdPf1Gz',
  site: 'notes.example.com',
  slug: 'example-notes',
  statuses: 'live',
  summary: 'Create a listing, or update your own listing of the same site',
  text: 'password manager',
  token: 'q7Jw3mYb0Xc9LkVn2RtE5sUa8HdPf1Gz',
  transport: 'streamable-http',
  url: 'https://directory.example.com/listings/example-notes',
  value: 'productivity',
  verified: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  version: '1.0.0',
  website_url: 'https://notes.example.com',
  what: 'directory-claim=q7Jw3mYb0Xc9LkVn2RtE5sUa',
  where: '_directory-claim.notes.example.com',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11',
  'date-time': `${DAY}T12:00:00.000Z`,
  date: DAY,
  uri: 'https://directory.example.com/listings/example-notes',
  email: 'ada@example.com',
};

/** An example of a schema, put together from those of its parts. @param name of the field that holds it */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return exampleOf(schema.anyOf[0], name);
  if (schema.enum) return schema.enum[0];
  if (schema['x-values']) return openValues(schema['x-values']).values()[0];
  const types: unknown[] = [schema.type].flat();
  if (types.includes('object')) {
    const required: string[] = schema.required ?? [];
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
        .filter(([field, property]) => required.includes(field) || property.examples)
        .map(([field, property]) => [field, exampleOf(property, field)]),
    );
  }
  if (types.includes('null')) return null;
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items, name)] : [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return schema.default ?? schema.minimum ?? 0;
  return own(BY_FORMAT, schema.format ?? '') ?? own(BY_NAME, name) ?? `A ${name.replaceAll('_', ' ')}`;
}
