// The fields of a listing that people write, one entry each: schemas, insert, record, screening, search document, form,
// CSV, options of `listings edit` and audit log derive from it. docs/recipes.md lists the other steps.
import { type TSchema, Type } from '@sinclair/typebox';
import * as s from '../kernel/schema.js';
import type { MessageKey } from '../languages/language.js';
import '../settings/current.js';
import type { Facts } from './facts.js';

export const PRICING_MODELS = ['free', 'freemium', 'subscription', 'one-time', 'usage', 'contact'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

export interface ListingFieldRules {
  /** The accepted values. The column has the field's name. */
  readonly schema: TSchema;
  /** Other fields may be left out of a submission, and null clears them. */
  readonly isRequired?: boolean;
  /** Featuring is for staff; owners write the other fields. */
  readonly writer?: 'admin';
  /** False for values from a list, which the policy does not screen. */
  readonly isScreened?: false;
  /** How search indexes it: a `text` is prose; the words of a `fact` are independent. */
  readonly searchedAs?: 'name' | 'tagline' | 'site' | 'text' | 'fact';
  readonly form?: FormPlace;
}

interface FormPlace {
  /** The form shows `more` and `price` collapsed. */
  readonly section: 'product' | 'more' | 'price' | 'logo';
  /** The label; by default the message `field.NAME`. */
  readonly label?: MessageKey;
  readonly hint?: MessageKey;
  readonly placeholder?: MessageKey;
}

/** In the order of records, exports and options. */
export const LISTING_FIELDS = {
  name: {
    schema: s.line(80, { title: 'Name', description: 'Name of the product.', examples: ['Example Notes'] }),
    isRequired: true,
    searchedAs: 'name',
    form: { section: 'product' },
  },
  website_url: {
    schema: s.line(500, {
      title: 'Website',
      description: 'Public http(s) address of the product. One listing per site.',
      examples: ['https://notes.example.com'],
    }),
    isRequired: true,
    searchedAs: 'site',
    form: { section: 'product', label: 'field.website', hint: 'field.website-hint' },
  },
  tagline: {
    schema: s.line(160, {
      title: 'Tagline',
      description: 'What it does, in one sentence.',
      examples: ['Notes that find themselves'],
    }),
    isRequired: true,
    searchedAs: 'tagline',
    form: { section: 'product', hint: 'field.tagline-hint' },
  },
  description: {
    schema: s.optionalText(4000, {
      title: 'Description',
      description: 'Plain text; an empty line starts a new paragraph.',
      'x-text': 'multiline',
    }),
    searchedAs: 'text',
    form: { section: 'product', hint: 'field.description-hint' },
  },
  features: {
    schema: s.optionalList(s.line(120), 8, {
      title: 'Features',
      description: 'Short lines.',
      examples: [['Works offline', 'Full-text search']],
    }),
    searchedAs: 'fact',
    form: { section: 'more', hint: 'field.features-hint' },
  },
  categories: {
    schema: s.optionalList(s.openWord('categories'), 5, {
      title: 'Categories',
      description: 'Repeated values count once.',
      examples: [['productivity', 'ai']],
    }),
    isScreened: false,
    searchedAs: 'fact',
    form: { section: 'product', hint: 'field.categories-hint' },
  },
  facts: {
    schema: Type.Unsafe<Facts | null>({
      type: ['object', 'null'],
      'x-members': 'facts',
      maxProperties: 100,
      title: 'Facts',
      description: 'By key, as the operator defines them. A key left out stays, null clears.',
      examples: [{ topics: ['Notes'], license: ['MIT'] }],
    }),
  },
  pricing_model: {
    schema: s.optionalWord(PRICING_MODELS, { title: 'Pricing model', examples: ['freemium'] }),
    isScreened: false,
    form: { section: 'price' },
  },
  pricing_summary: {
    schema: s.optionalText(80, { title: 'Pricing summary', examples: ['Free, Pro from 9 € a month'] }),
    form: { section: 'price', placeholder: 'field.pricing-summary-placeholder' },
  },
  cta_label: {
    schema: s.optionalText(40, { title: 'Button label', description: '"Visit website" when empty.' }),
    form: { section: 'price', hint: 'field.cta-label-hint' },
  },
  logo_url: {
    schema: s.optionalText(1000, {
      title: 'Logo address',
      description: 'Absolute address.',
      'x-text': 'address',
    }),
    form: { section: 'logo', hint: 'field.logo-url-hint' },
  },
  featured: {
    schema: Type.Boolean({ description: 'Featured on the front page, while it is live.' }),
    writer: 'admin',
    isScreened: false,
  },
  featured_position: {
    schema: s.nullableInteger({
      minimum: 1,
      maximum: 1000,
      description:
        'Its place among the featured, lowest first; null: behind those with a position, newest first.',
    }),
    writer: 'admin',
    isScreened: false,
  },
  featured_until: {
    schema: s.nullableInstant({
      maxLength: 40,
      description: 'When the featuring ends; null: when staff end it.',
      examples: ['2027-01-31T00:00:00.000Z'],
    }),
    writer: 'admin',
    isScreened: false,
  },
} as const satisfies Readonly<Record<string, ListingFieldRules>>;
