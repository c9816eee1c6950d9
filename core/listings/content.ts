// The content of a listing, read from input, and converted to and from columns.
import type { Static } from '@sinclair/typebox';
import { ListingModel } from '../../db/models/listings.js';
import { type ProductUrl, readProductUrl, URL_KEY_VERSION } from '../addresses/site.js';
import { check, findUnknownFields, type Warning } from '../kernel/check.js';
import { collecting, type FieldError, fieldError, say, validationError } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { isObject } from '../kernel/text/json.js';
import { toCamelCase } from '../kernel/text/names.js';
import { toStoredAddress } from '../pictures/media.js';
import { type FactsChange, factWarnings, mergeFacts, readFacts, wholeFacts } from './facts.js';
import type { LISTING_FIELDS } from './fields.js';
import {
  ADMIN_FIELDS,
  type AdminField,
  type AdminListingPatch,
  type ImportedListing,
  type Listing,
  ListingPatch,
  ListingSubmission,
  OWNER_FIELDS,
  type OwnerField,
  READ_ONLY_LISTING_FIELDS,
} from './schema.js';

export interface ListingChange {
  /** Only the fields that were sent, in stored form. */
  content: ContentChange;
  feature: FeatureChange;
  site: ProductUrl | null;
  /** The raw input: errors quote it, and its fields without effect cause warnings. */
  typed: object;
  unknownFacts: readonly Warning[];
  schema: typeof ListingSubmission | PatchSchema | typeof ImportedListing;
}

export type PatchSchema = typeof ListingPatch | typeof AdminListingPatch;

export interface ReadSubmission extends ListingChange {
  /** Every writable field; null if not sent. */
  content: ListingContent;
  site: ProductUrl;
  /** Only the fields that were sent. If the product is already listed, the others keep their values. */
  sent: ContentChange;
}

export type ListingContent = { [F in OwnerField]: Static<(typeof LISTING_FIELDS)[F]['schema']> };
/** An owner's change. Facts contain only the keys that were sent. */
type ContentChange = Partial<Omit<ListingContent, 'facts'>> & { facts?: FactsChange | null };
/** The sent fields that only staff write: those of featuring. */
export type FeatureChange = { [F in AdminField]?: Static<(typeof LISTING_FIELDS)[F]['schema']> };

const COLUMNS = OWNER_FIELDS.map((field) => [toCamelCase(field) as keyof ListingModel, field] as const);

export function toColumns(content: object): Partial<ListingModel> {
  return ListingModel.columnNameMappers.parse(content);
}

export function contentOf(row: object): ListingContent {
  const columns = row as ListingModel;
  return Object.fromEntries(COLUMNS.map(([column, field]) => [field, columns[column]])) as ListingContent;
}

export function readSubmission(
  input: unknown,
  schema: typeof ListingSubmission | typeof ImportedListing = ListingSubmission,
  isStaffs?: boolean,
): ReadSubmission {
  const { content: sent, site, ...rest } = readPatch(input, schema, isStaffs);
  if (site === null) throw fieldError('website_url', say('invalid.required'), 'required');
  return { content: wholeContent(sent), site, sent, ...rest };
}

export function wholeContent(sent: ContentChange): ListingContent {
  const none = Object.fromEntries(OWNER_FIELDS.map((field) => [field, null]));
  return changedContent(none as unknown as ListingContent, sent);
}

export function changedContent(content: ListingContent, change: ContentChange): ListingContent {
  return { ...content, ...change, facts: mergeFacts(content.facts, change.facts) };
}

/** Reads a change. @param isStaffs allow facts that only staff write @throws DomainError validation_error */
export function readPatch(
  input: unknown,
  schema: ListingChange['schema'] = ListingPatch,
  isStaffs = schema !== ListingPatch && schema !== ListingSubmission,
): ListingChange {
  const errors: FieldError[] = [];
  const attempt = <T>(read: () => T) => collecting(errors, read);
  const { body, addressField } = attempt(() => withoutAlias(input)) ?? {
    body: input,
    addressField: 'website_url',
  };
  const data = attempt(() => check(schema as typeof AdminListingPatch, body));
  // To report all errors together, read the address and the facts even if other fields are invalid, unless the schema
  // has refused them.
  const { website_url: address, facts: typed } = { ...(body as Partial<ListingPatch>), ...data };
  const isSound = (field: string) => !errors.some((error) => error.field === field);
  const site =
    typeof address === 'string' && isSound('website_url')
      ? attempt(() => readProductUrl(address.trim().normalize('NFC'), addressField))
      : null;
  const facts = isObject(typed) && isSound('facts') ? attempt(() => readFacts(typed, isStaffs)) : data?.facts;
  if (errors.length > 0 || !data)
    throw validationError(addressField === 'website' ? errors.map(underAlias) : errors);

  const sentOf = (fields: readonly (keyof typeof data)[]) =>
    Object.fromEntries(
      fields.filter((field) => data[field] !== undefined).map((field) => [field, tidy(field, data[field])]),
    );
  const content: ContentChange = sentOf(OWNER_FIELDS);
  if (facts !== undefined) content.facts = facts ?? wholeFacts(null, isStaffs);
  if (site) content.website_url = site.websiteUrl;
  if (data.logo_url) content.logo_url = toStoredAddress(data.logo_url);
  const unknownFacts = data.facts ? factWarnings(data.facts, isStaffs) : [];
  return { content, feature: sentOf(ADMIN_FIELDS), site, typed: input as object, unknownFacts, schema };
}

/** Turns an empty list into null, which clears the field; drops repeated categories. */
function tidy(field: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  return field === 'categories' ? [...new Set(value)] : value;
}

function withoutAlias(input: unknown): { body: unknown; addressField: 'website' | 'website_url' } {
  if (typeof input !== 'object' || input === null || !('website' in input))
    return { body: input, addressField: 'website_url' };
  const { website, ...body } = input as Record<string, unknown>;
  const typed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  const isNothing = website === undefined || (typed(website) === '' && body.website_url !== undefined);
  if (isNothing || typed(website) === typed(body.website_url)) return { body, addressField: 'website_url' };
  if (body.website_url !== undefined) {
    throw fieldError(
      'website',
      '"website" is an alias of "website_url", and the two differ: send one of them.',
      'conflict',
    );
  }
  return { body: { ...body, website_url: website }, addressField: 'website' };
}

/** Reports an error in `website_url` as one in its alias `website`, which the caller used. */
function underAlias(error: FieldError): FieldError {
  if (error.field !== 'website_url') return error;
  return {
    ...error,
    field: 'website',
    path: error.path.replace('/website_url', '/website'),
    error: error.error.replace('"website_url"', '"website"'),
  };
}

export function siteColumns(site: ProductUrl) {
  return { urlKey: site.urlKey, urlKeyVersion: URL_KEY_VERSION };
}

/** Warnings about fields without effect: unknown ones, and read-only ones that differ from the record (C3). */
export function listingWarnings({ typed, schema, unknownFacts }: ListingChange, listing: Listing): Warning[] {
  const known = [...OWNER_FIELDS, 'website', ...READ_ONLY_LISTING_FIELDS];
  const record = listing as Record<string, unknown>;
  const differing = Object.entries(typed)
    .filter(([field]) => READ_ONLY_LISTING_FIELDS.includes(field) && !Object.hasOwn(schema.properties, field))
    .filter(([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(own(record, field) ?? null))
    .map(([field]) => ({
      field,
      code: 'read_only_field' as const,
      error: `"${field}" is set by the service and was left as it is.`,
    }));
  return [...findUnknownFields(known, typed), ...unknownFacts, ...differing];
}
