// The form of a listing, for submitting and editing: fields from the schema, values as typed.
import { type Listing, ListingSubmission } from '../../../core/listings/schema.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { shownCategories } from '../view/labels.js';
import type { PageHead } from '../view/page.js';
import type { FormValues, Visit } from '../view/visit.js';
import { type FormState, listOf, sendForm, textOf } from './form.js';
import { asLines, type FieldVoice, type FormField, formAttributes } from './form-fields.js';

const VOICES: Readonly<Record<string, FieldVoice>> = {
  website_url: {
    label: 'field.website',
    hint: 'field.website-hint',
    attributes: { inputmode: 'url', autocomplete: 'url', placeholder: 'https://' },
  },
  // Not `off`: browsers would drop the input on Back.
  name: { label: 'field.name', attributes: { autocomplete: 'organization' } },
  tagline: { label: 'field.tagline', hint: 'field.tagline-hint' },
  description: { label: 'field.description', hint: 'field.description-hint' },
  features: { label: 'field.features', hint: 'field.features-hint' },
  categories: { label: 'field.categories', hint: 'field.categories-hint' },
  pricing_model: { label: 'field.pricing-model' },
  pricing_summary: { label: 'field.pricing-summary', placeholder: 'field.pricing-summary-placeholder' },
  cta_label: { label: 'field.cta-label', hint: 'field.cta-label-hint' },
  logo_url: { label: 'field.logo-url', hint: 'field.logo-url-hint' },
};

const fromSchema = Object.fromEntries(
  Object.entries(VOICES).map(([name, voice]) => [name, formAttributes(ListingSubmission, name, voice)]),
);

export const LISTING_FIELDS: Readonly<Record<string, FormField>> = {
  ...fromSchema,
  features: asLines(fromSchema.features as FormField),
};

/** The typed values, in the shape of the write schema. */
export function readListingForm(values: FormValues): Record<string, unknown> {
  const text = (name: string) => textOf(values, name);
  return {
    website_url: text('website_url'),
    name: text('name'),
    tagline: text('tagline'),
    description: text('description'),
    // One textarea of lines; the multipart reader reads it as a list.
    features: listOf(values, 'features')
      .join('\n')
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
    categories: listOf(values, 'categories'),
    pricing_model: text('pricing_model'),
    pricing_summary: text('pricing_summary'),
    cta_label: text('cta_label'),
    logo_url: text('remove_logo') === '1' ? '' : text('logo_url'),
  };
}

/** The values to show in the form, from a record or from the input. */
export function toFormValues(listing: Readonly<Record<string, unknown>> | Listing): Record<string, unknown> {
  const { features, ...rest } = listing as Record<string, unknown>;
  return { ...rest, features: Array.isArray(features) ? features.join('\n') : '' };
}

/** The fields, with the categories that the site shows and those that the listing has. */
function fieldsFor({ categories }: FormState['values']): typeof LISTING_FIELDS {
  const has = ([categories ?? []].flat() as Category[]).filter((value) => CATEGORIES.includes(value));
  const field = LISTING_FIELDS.categories as FormField;
  return {
    ...LISTING_FIELDS,
    categories: { ...field, options: [...new Set([...shownCategories(), ...has])] },
  };
}

export function sendListingForm(
  visit: Visit,
  template: 'submit/index' | 'account/edit',
  data: { head: PageHead } & Record<string, unknown>,
  form: FormState,
): Promise<void> {
  const shown = { ...form, values: toFormValues(form.values) };
  return sendForm(visit, template, { ...data, fields: fieldsFor(form.values) }, shown);
}
