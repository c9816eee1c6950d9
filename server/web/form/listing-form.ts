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
    label: 'Website',
    hint: 'The public address of the product.',
    attributes: { inputmode: 'url', autocomplete: 'url', placeholder: 'https://' },
  },
  // Not `off`: browsers would drop the typed values on Back.
  name: { hint: null, attributes: { autocomplete: 'organization' } },
  tagline: { hint: 'What it does, in one sentence.' },
  description: {
    hint: 'Plain text. An empty line starts a new paragraph, a line that starts with “- ” a list item.',
  },
  features: { hint: 'One a line, up to eight lines of 120 characters.' },
  categories: { hint: 'Up to five.' },
  pricing_model: { label: 'Pricing model' },
  pricing_summary: { hint: null, attributes: { placeholder: 'Free, Pro from 9 € a month' } },
  cta_label: { hint: 'What the button says. “Visit website” when empty.' },
  logo_url: {
    label: 'Logo address',
    hint: 'A picture on the web, instead of a file. Square ones look best.',
  },
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

/** The values to show in the form, from a record or from typed values. */
export function toFormValues(listing: Readonly<Record<string, unknown>> | Listing): Record<string, unknown> {
  const { features, ...rest } = listing as Record<string, unknown>;
  return { ...rest, features: Array.isArray(features) ? features.join('\n') : '' };
}

/** The fields with the categories that the site shows, and those that the listing has. */
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
