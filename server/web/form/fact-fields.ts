// The fields of facts in the form of a listing: one control for each type.
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { factColumn, factsSchema, readFactText, writeFactText } from '../../../core/listings/facts.js';
import type { FactDefinition } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel, isChoice, isOpen, publicFacts } from '../../../core/settings/facts.js';
import type { FormValues } from '../../http/exchange.js';
import { linesOf, listOf, textOf } from '../route.js';
import { factText } from '../view/facts.js';
import { type FormField, readField } from './form-fields.js';

const INPUT_TYPES = { number: 'number', date: 'date', link: 'url' } as const;

export type FactField = FormField & {
  readonly section: 'more';
  /** What an option is called. */
  readonly optionLabel: (option: string) => string;
  /** Options that may be typed, too. */
  readonly suggestions: readonly string[];
};

/** By the names that the fields have in the form. */
export function factFields(language: Language, isStaffs: boolean): Readonly<Record<string, FactField>> {
  const facts = isStaffs ? allFacts() : publicFacts();
  return Object.fromEntries(facts.map((fact) => [factColumn(fact.key), factField(language, fact)]));
}

function factField(language: Language, fact: FactDefinition): FactField {
  const read = readField(factsSchema(true), fact.key);
  const type = own(INPUT_TYPES, fact.type) ?? 'text';
  const isMany = fact.type === 'choices' && isOpen(fact);
  const isClosed = isChoice(fact) && !isOpen(fact);
  return {
    ...read,
    name: factColumn(fact.key),
    label: 'listing.facts',
    text: factLabel(language, fact),
    hint: isMany ? 'field.values-hint' : null,
    required: false,
    section: 'more',
    maxItems: isMany ? null : read.maxItems,
    options: fact.type === 'yes_no' ? ['yes', 'no'] : isClosed ? (fact.options ?? []) : [],
    optionLabel: (option) => (fact.type === 'yes_no' ? factText(language, fact, option === 'yes') : option),
    suggestions: isChoice(fact) && isOpen(fact) && !isMany ? (fact.options ?? []) : [],
    attributes: {
      ...(type === 'date' || isMany ? {} : read.attributes),
      type,
      ...(type === 'number' ? { step: 'any' } : {}),
    },
  };
}

/** The facts that the form has, as a change of them. */
export function readFactFields(values: FormValues): Record<string, unknown> | null {
  const sent = allFacts().filter(({ key }) => Object.hasOwn(values, factColumn(key)));
  if (sent.length === 0) return null;
  return Object.fromEntries(sent.map((fact) => [fact.key, readValues(values, fact)]));
}

function readValues(values: FormValues, fact: FactDefinition): unknown {
  const name = factColumn(fact.key);
  if (fact.type !== 'choices') return readFactText(fact, textOf(values, name));
  // Separated as people do: by semicolons, or commas where there are none.
  const typed = listOf(values, name).flatMap((text) => text.split(text.includes(';') ? ';' : ','));
  return isOpen(fact) ? linesOf(typed.join('\n')) : listOf(values, name);
}

/** The values to show in the form. */
export function toFactValues(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    allFacts().flatMap((fact) => {
      const value = own(facts, fact.key);
      if (value === undefined) return [];
      const isList = Array.isArray(value) && isChoice(fact) && !isOpen(fact);
      return [[factColumn(fact.key), isList ? value : writeFactText(value as never)]];
    }),
  );
}
