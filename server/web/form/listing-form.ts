// The form of a listing, for submitting and editing: its fields, and the values as typed.
import { may } from '../../../core/kernel/actor.js';
import { own } from '../../../core/kernel/own.js';
import { LISTING_FIELDS, type ListingFieldRules } from '../../../core/listings/fields.js';
import { LIST_FIELDS, ListingSubmission } from '../../../core/listings/schema.js';
import { categoryValues, isShown, shownCategories } from '../../../core/settings/current.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { type FormState, linesOf, listOf, sendForm, textOf } from '../route.js';
import type { PageHead } from '../view/page.js';
import { factFields, readFactFields, toFactValues } from './fact-fields.js';
import { asLines, type FieldVoice, type FormField, formAttributes } from './form-fields.js';

/** What browsers need to know about some fields. */
const ATTRIBUTES: Readonly<Record<string, FieldVoice['attributes']>> = {
  website_url: { inputmode: 'url', autocomplete: 'url', placeholder: 'https://' },
  // Not `off`: browsers would drop the input on Back.
  name: { autocomplete: 'organization' },
};

/** The fields of core/listings/fields.ts that have a place in the form, by name. */
export const FORM_FIELDS: Readonly<Record<string, FormField & { section: string }>> = Object.fromEntries(
  Object.entries<ListingFieldRules>(LISTING_FIELDS).flatMap(([name, { form }]) => {
    if (!form) return [];
    const field = formAttributes(ListingSubmission, name, { ...form, attributes: own(ATTRIBUTES, name) });
    const isFreeList = field.maxItems !== null && field.options.length === 0;
    return [[name, { ...(isFreeList ? asLines(field) : field), section: form.section }]];
  }),
);

const isOfPricing = (name: string) => name.startsWith('pricing_');

/** The typed values, in the shape of the write schema. */
export function readListingForm(values: FormValues): Record<string, unknown> {
  const read = Object.values(FORM_FIELDS).flatMap(({ name, maxItems }): [string, unknown][] => {
    // A form without prices leaves them as they are.
    if (isOfPricing(name) && !Object.hasOwn(values, name)) return [];
    if (!LIST_FIELDS.includes(name)) return [[name, textOf(values, name)]];
    return [[name, maxItems === null ? linesOf(listOf(values, name).join('\n')) : listOf(values, name)]];
  });
  const facts = readFactFields(values);
  const { logo_url: logoUrl, ...input } = Object.fromEntries(facts ? [...read, ['facts', facts]] : read);
  if (textOf(values, 'remove_logo') === '1') return { ...input, logo_url: '' };
  // The address of an uploaded logo is not in the form: there an empty one says nothing.
  return logoUrl === '' && textOf(values, 'keep_logo') === '1' ? input : { ...input, logo_url: logoUrl };
}

/** The values to show in the form, from a record or from the input. */
export function toFormValues(values: object): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const isLines = own(FORM_FIELDS, name)?.multiline && Array.isArray(value);
    return [name, isLines ? value.join('\n') : value];
  });
  const { facts, ...texts } = Object.fromEntries(entries);
  return { ...texts, ...toFactValues((facts ?? {}) as Record<string, unknown>) };
}

/** The fields, with the categories that the site shows and those that the listing has, and the facts. */
export function fieldsFor(
  { actor, language }: Exchange,
  { categories }: FormState['values'],
): Readonly<Record<string, FormField>> {
  const has = ([categories ?? []].flat() as string[]).filter((value) => categoryValues().includes(value));
  const field = FORM_FIELDS.categories as FormField;
  const shown = Object.entries(FORM_FIELDS).filter(([name]) => isShown('pricing') || !isOfPricing(name));
  return {
    ...Object.fromEntries(shown),
    categories: { ...field, options: [...new Set([...shownCategories(), ...has])] },
    ...factFields(language, may(actor, 'listings')),
  };
}

export function sendListingForm(
  visit: Exchange,
  template: 'submit/index' | 'account/edit',
  data: { head: PageHead } & Record<string, unknown>,
  form: FormState,
): Promise<void> {
  const shown = { ...form, values: toFormValues(form.values) };
  return sendForm(visit, template, { ...data, fields: fieldsFor(visit, form.values) }, shown);
}
