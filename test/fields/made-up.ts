// A field that no release has, added in the one place where a field is. Loaded before everything else (fields.test.ts).
import { optionalText } from '../../core/kernel/schema.js';
import { LISTING_FIELDS, type ListingFieldRules } from '../../core/listings/fields.js';

const mascot: ListingFieldRules = {
  schema: optionalText(60, { title: 'Mascot', examples: ['Gopher'] }),
  searchedAs: 'fact',
  // A text that exists already.
  form: { section: 'more', label: 'field.notes' },
};
(LISTING_FIELDS as Record<string, ListingFieldRules>).mascot = mascot;
