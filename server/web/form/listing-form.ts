// The form of a listing, for submitting and editing: its fields, and the values as typed.
import { may } from '../../../core/kernel/actor.js';
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import {
  factColumn,
  factsSchema,
  onePerTerm,
  readFactText,
  writeFactText,
} from '../../../core/listings/facts.js';
import { LISTING_FIELDS, type ListingFieldRules } from '../../../core/listings/fields.js';
import { LIST_FIELDS, ListingSubmission } from '../../../core/listings/schema.js';
import { commonValues, type FactFacet } from '../../../core/search/facets.js';
import { categoryValues, isShown, shownCategories } from '../../../core/settings/current.js';
import type { FactDefinition } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel, isChoice, isOpen, publicFacts } from '../../../core/settings/facts.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { type FormState, linesOf, listOf, sendForm, textOf } from '../route.js';
import { factText, typedList } from '../view/facts.js';
import type { PageHead } from '../view/page.js';
import { asLines, type FieldVoice, type FormField, formAttributes, readField } from './form-fields.js';

const INPUT_TYPES = { number: 'number', date: 'date', link: 'url' } as const;

/** Values of an open list that get a check box; the others are suggested. */
const MAX_BOXES = 12;

/** The form field of a fact. `isMany`: several values may be typed; `suggestions`: values offered while typing. */
function factField(language: Language, fact: FactDefinition, common: readonly FactFacet[]) {
  const read = readField(factsSchema(true), fact.key);
  const type = own(INPUT_TYPES, fact.type) ?? 'text';
  const isTyped = isChoice(fact) && isOpen(fact);
  const isMany = isTyped && fact.type === 'choices';
  const { values: used = [] } = common.find(({ key }) => isTyped && key === fact.key) ?? {};
  const values = onePerTerm([...(fact.options ?? []), ...used.map(({ value }) => String(value))]);
  // A typed list would cut a value at its comma.
  const offered = isMany ? values.filter((value) => !/[,;]/.test(value)) : values;
  const boxes = isMany ? offered.slice(0, MAX_BOXES) : isTyped ? [] : offered;
  return {
    ...read,
    name: factColumn(fact.key),
    label: 'listing.facts',
    text: factLabel(language, fact),
    hint: isMany && boxes.length === 0 ? 'field.values-hint' : null,
    required: false,
    section: 'more',
    maxItems: isMany ? null : read.maxItems,
    options: fact.type === 'yes_no' ? ['yes', 'no'] : boxes,
    optionLabel: (option: string) =>
      factText(language, fact, fact.type === 'yes_no' ? option === 'yes' : option),
    isMany,
    suggestions: offered.slice(boxes.length),
    attributes: {
      ...(type === 'date' || isMany ? {} : read.attributes),
      type,
      ...(type === 'number' ? { step: 'any' } : {}),
    },
  };
}

function readValues(values: FormValues, fact: FactDefinition): unknown {
  const name = factColumn(fact.key);
  if (fact.type !== 'choices') return readFactText(fact, textOf(values, name));
  // People separate values by semicolons, or by commas if there are none.
  const typed = listOf(values, name).flatMap((text) => text.split(text.includes(';') ? ';' : ','));
  return isOpen(fact) ? linesOf(typed.join('\n')) : listOf(values, name);
}

function toFactValues(facts: Readonly<Record<string, unknown>>): [string, unknown][] {
  return allFacts().flatMap((fact): [string, unknown][] => {
    const value = own(facts, fact.key);
    if (value === undefined) return [];
    const name = factColumn(fact.key);
    if (!Array.isArray(value)) return [[name, writeFactText(value as never)]];
    return [[name, isChoice(fact) && !isOpen(fact) ? value : typedList(value)]];
  });
}

const ATTRIBUTES: Readonly<Record<string, FieldVoice['attributes']>> = {
  website_url: { inputmode: 'url', autocomplete: 'url', placeholder: 'https://' },
  // Not `off`: browsers would drop the input on Back.
  name: { autocomplete: 'organization' },
};

export const FORM_FIELDS: Readonly<Record<string, FormField & { section: string }>> = Object.fromEntries(
  Object.entries<ListingFieldRules>(LISTING_FIELDS).flatMap(([name, { form }]) => {
    if (!form) return [];
    const field = formAttributes(ListingSubmission, name, { ...form, attributes: own(ATTRIBUTES, name) });
    const isFreeList = field.maxItems !== null && field.options.length === 0;
    return [[name, { ...(isFreeList ? asLines(field) : field), section: form.section }]];
  }),
);

const isOfPricing = (name: string) => name.startsWith('pricing_');

export function readListingForm(values: FormValues): Record<string, unknown> {
  const read = Object.values(FORM_FIELDS).flatMap(({ name, maxItems }): [string, unknown][] => {
    // A form without prices leaves them as they are.
    if (isOfPricing(name) && !Object.hasOwn(values, name)) return [];
    if (!LIST_FIELDS.includes(name)) return [[name, textOf(values, name)]];
    return [[name, maxItems === null ? linesOf(listOf(values, name).join('\n')) : listOf(values, name)]];
  });
  const sent = allFacts().filter(({ key }) => Object.hasOwn(values, factColumn(key)));
  const facts = Object.fromEntries(sent.map((fact) => [fact.key, readValues(values, fact)]));
  if (sent.length > 0) read.push(['facts', facts]);
  const { logo_url: logoUrl, ...input } = Object.fromEntries(read);
  if (textOf(values, 'remove_logo') === '1') return { ...input, logo_url: '' };
  // The form does not show the address of an uploaded logo, so an empty field keeps it.
  return logoUrl === '' && textOf(values, 'keep_logo') === '1' ? input : { ...input, logo_url: logoUrl };
}

export function toFormValues(values: object): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const isLines = own(FORM_FIELDS, name)?.multiline && Array.isArray(value);
    return [name, isLines ? value.join('\n') : value];
  });
  const { facts, ...texts } = Object.fromEntries(entries);
  return { ...texts, ...Object.fromEntries(toFactValues(facts ?? {})) };
}

/** The fields, with the categories that the directory shows and those that the listing has, and the facts. */
export async function fieldsFor(
  { actor, language }: Exchange,
  { categories }: FormState['values'],
): Promise<Readonly<Record<string, FormField>>> {
  const has = ([categories ?? []].flat() as string[]).filter((value) => categoryValues().includes(value));
  const field = FORM_FIELDS.categories as FormField;
  const shown = Object.entries(FORM_FIELDS).filter(([name]) => isShown('pricing') || !isOfPricing(name));
  const facts = may(actor, 'listings') ? allFacts() : publicFacts();
  const common = await commonValues();
  return {
    ...Object.fromEntries(shown),
    categories: { ...field, options: [...new Set([...shownCategories(), ...has])] },
    ...Object.fromEntries(facts.map((fact) => [factColumn(fact.key), factField(language, fact, common)])),
  };
}

export async function sendListingForm(
  visit: Exchange,
  template: 'submit/index' | 'account/edit',
  data: { head: PageHead } & Record<string, unknown>,
  form: FormState,
): Promise<void> {
  const shown = { ...form, values: toFormValues(form.values) };
  return sendForm(visit, template, { ...data, fields: await fieldsFor(visit, form.values) }, shown);
}
