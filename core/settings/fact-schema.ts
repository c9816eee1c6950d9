// The definition of a fact of listings: its key, its type, and where it appears.
import { type Static, Type } from '@sinclair/typebox';
import * as s from '../kernel/schema.js';

export const FACT_TYPES = ['choice', 'choices', 'text', 'number', 'date', 'link', 'yes_no'] as const;
export type FactType = (typeof FACT_TYPES)[number];

export const MAX_FACTS = 40;
const MAX_OPTIONS = 200;
export const MAX_FACT_VALUE = 60;
const MAX_LABEL = 40;

const factKey = (options = {}) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$', maxLength: 30, examples: ['founded'], ...options });

const label = Type.Unsafe<string | Record<string, string> | null>({
  type: ['string', 'object', 'null'],
  maxLength: MAX_LABEL,
  'x-text': 'line',
  maxProperties: 40,
  additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_LABEL, 'x-text': 'line' },
  description: 'Its name, or names by language: {"en": "Founded", "de": "Gegründet"}. Null: by its key.',
  examples: ['Founded'],
});

const mark = (description: string) => Type.Optional(Type.Boolean({ description, default: false }));

export const FactDefinition = s.titled('SiteFact', {
  key: factKey({ description: 'Its name in listings and the API. Not the name of a field.' }),
  label: Type.Optional(label),
  type: s.word(FACT_TYPES, { description: 'choice: one of its options; choices: up to 20 of them.' }),
  ...s.optional({
    options: s.optionalList(s.line(MAX_FACT_VALUE), MAX_OPTIONS, {
      description: 'For choice and choices: the values, in their order; if open, the initial values.',
      examples: [['Linux', 'Windows']],
    }),
    open: Type.Boolean({
      description: 'Values that a listing brings join. Default: where there are no options.',
    }),
  }),
  filter: mark('Lists can be filtered by it.'),
  pages: mark('Each value has a page. The words of its values weigh like those of a name in search.'),
  shown: mark('Shown where a listing is one of many.'),
  staff: mark('Only staff read and write it.'),
});
export type FactDefinition = Static<typeof FactDefinition>;

/** The standard facts. The message catalogues have their labels. */
export const STANDARD_FACTS: readonly FactDefinition[] = [
  { key: 'topics', type: 'choices', open: true, filter: true, pages: true },
  { key: 'platform', type: 'choices', open: true, filter: true, shown: true },
  { key: 'license', type: 'choices', open: true, filter: true },
  { key: 'source_code', type: 'link' },
];
