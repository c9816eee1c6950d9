// A listing's facts: read from input by their definitions (core/settings/facts.ts), presented, indexed.
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { check, findUnknownFields, type Warning } from '../kernel/check.js';
import { own } from '../kernel/own.js';
import * as s from '../kernel/schema.js';
import { readListCell, readTextCell } from '../kernel/text/csv.js';
import { type FactDefinition, type FactType, MAX_FACT_VALUE } from '../settings/fact-schema.js';
import {
  allFacts,
  englishLabel,
  findFact,
  isChoice,
  isFilter,
  isOpen,
  publicFacts,
  valueOfAlias,
} from '../settings/facts.js';
import { fold, tokenize } from './tokens.js';

export type FactValue = string | number | boolean | readonly string[];
export type Facts = Readonly<Record<string, FactValue>>;
export type FactsChange = Readonly<Record<string, FactValue | null>>;

export const MAX_FACT_VALUES = 20;
const MAX_TEXT = 200;
const MAX_LINK = 500;
const MAX_NUMBER = 1e15;

const SCHEMAS: Readonly<Record<FactType, (title: string, fact: FactDefinition) => TSchema>> = {
  choice: (title, fact) =>
    isOpen(fact) ? s.optionalText(MAX_FACT_VALUE, { title }) : s.optionalWord(fact.options ?? [], { title }),
  choices: (title, fact) => {
    const value = isOpen(fact) ? s.line(MAX_FACT_VALUE) : s.word(fact.options ?? []);
    return s.optionalList<TSchema>(value, MAX_FACT_VALUES, { title });
  },
  text: (title) => s.optionalText(MAX_TEXT, { title }),
  number: (title) =>
    Type.Unsafe({ type: ['number', 'null'], minimum: -MAX_NUMBER, maximum: MAX_NUMBER, title }),
  date: (title) => s.optionalText(10, { format: 'date', title }),
  link: (title) =>
    s.optionalText(MAX_LINK, { title, description: 'An http(s) address.', 'x-text': 'address' }),
  yes_no: (title) => Type.Unsafe({ type: ['boolean', 'null'], title }),
};

type Written = TObject<{ facts: TObject }>;

/** Schemas by the list of definitions that they are made from: changed settings have another list. */
const schemas = new WeakMap<readonly FactDefinition[], { all: Written; public: Written }>();

/** The schema of a write's facts. @param isStaffs include facts written only by staff */
function writtenSchema(isStaffs: boolean): Written {
  const facts = allFacts();
  let known = schemas.get(facts);
  if (!known) {
    const memberOf = (fact: FactDefinition) => Type.Optional(SCHEMAS[fact.type](englishLabel(fact), fact));
    const schemaOf = (some: readonly FactDefinition[]) =>
      Type.Object({ facts: Type.Object(Object.fromEntries(some.map((fact) => [fact.key, memberOf(fact)]))) });
    known = { all: schemaOf(facts), public: schemaOf(publicFacts()) };
    schemas.set(facts, known);
  }
  return isStaffs ? known.all : known.public;
}

/** The members of `facts` in a write. */
export const factsSchema = (isStaffs = false): TObject => writtenSchema(isStaffs).properties.facts;

s.defineOpenMembers('facts', () => factsSchema().properties);

/** Reads facts as a change; leaves out undefined ones (`factWarnings` reports them).
 * @throws DomainError validation_error with all invalid facts, their paths below /facts */
export function readFacts(typed: Readonly<Record<string, unknown>>, isStaffs: boolean): FactsChange {
  const facts = isStaffs ? allFacts() : publicFacts();
  const given = facts.filter(({ key }) => own(typed, key) !== undefined);
  const input = Object.fromEntries(given.map((fact) => [fact.key, tidy(fact, own(typed, fact.key))]));
  const { facts: checked } = check(writtenSchema(isStaffs), { facts: input });
  return Object.fromEntries(
    given.map(({ key, type }) => {
      const value = own(checked, key);
      const values = type === 'choices' ? onePerTerm((value as string[] | null) ?? []) : null;
      return [key, values ? (values.length > 0 ? values : null) : value];
    }),
  ) as FactsChange;
}

/** A single value counts as a list of one; known values get their spelling. */
function tidy(fact: FactDefinition, value: unknown): unknown {
  if (!isChoice(fact)) return value;
  const spelled = (one: unknown) => (typeof one === 'string' ? (knownSpelling(fact, one) ?? one) : one);
  if (fact.type === 'choices' && (typeof value === 'string' || Array.isArray(value)))
    return (typeof value === 'string' ? [value] : value)
      .filter((one) => typeof one !== 'string' || one.trim() !== '')
      .map(spelled);
  const isOne = Array.isArray(value) && value.length <= 1;
  return spelled(isOne ? (value[0] ?? null) : value);
}

/** Finds the value that was typed in any spelling: an option, or the current name of a renamed value. */
export function knownSpelling(fact: FactDefinition, typed: string): string | undefined {
  // Longer than any valid value: do not tokenise it.
  if (typed.length > 8 * MAX_FACT_VALUE) return undefined;
  const term = termOf(typed);
  return valueOfAlias(fact.key, term) ?? fact.options?.find((option) => termOf(option) === term);
}

/** Drops values that repeat an earlier one in another spelling. */
export function onePerTerm(values: readonly string[]): readonly string[] {
  const byTerm = new Map<string, string>();
  for (const value of values) if (!byTerm.has(termOf(value))) byTerm.set(termOf(value), value);
  return [...byTerm.values()];
}

export function factWarnings(typed: unknown, isStaffs: boolean): Warning[] {
  return findUnknownFields(Object.keys(factsSchema(isStaffs).properties), typed).map((warning) => ({
    ...warning,
    field: `facts.${warning.field}`,
  }));
}

/** Applies a change: a missing key stays, null clears. @returns null if no facts are left */
export function mergeFacts(stored: Facts | null, change: FactsChange | null | undefined): Facts | null {
  const merged = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  return merged.length > 0 ? (Object.fromEntries(merged) as Facts) : null;
}

/** A change after which a listing has exactly the given facts: it sets all other facts to null. */
export const wholeFacts = (facts: Facts | null, isStaffs = true): FactsChange => ({
  ...Object.fromEntries((isStaffs ? allFacts() : publicFacts()).map(({ key }) => [key, null])),
  ...facts,
});

/** The facts that the reader may see, in the operator's order, or null. Hides values that do not fit the type. */
export function presentFacts(stored: Facts | null, isStaffs = false): Facts | null {
  if (stored === null) return null;
  const shown = (isStaffs ? allFacts() : publicFacts()).flatMap(({ key, type }) => {
    const value = own(stored, key);
    return value !== undefined && IS_OF_TYPE[type](value) ? [[key, value] as const] : [];
  });
  return shown.length > 0 ? Object.fromEntries(shown) : null;
}

const isText = (value: FactValue) => typeof value === 'string';
const isDay = (value: FactValue) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const isLink = (value: FactValue) => typeof value === 'string' && /^https?:/i.test(value);
const IS_OF_TYPE: Readonly<Record<FactType, (value: FactValue) => boolean>> = {
  choice: isText,
  choices: Array.isArray,
  text: isText,
  number: (value) => typeof value === 'number',
  date: isDay,
  link: isLink,
  yes_no: (value) => typeof value === 'boolean',
};

/** The text values only: no numbers, days or yes/no. */
export function textsOf(facts: Facts | null): string[] {
  return Object.values(facts ?? {})
    .flat()
    .filter((value): value is string => typeof value === 'string' && !isDay(value));
}

/** Search words of facts. @param havePages true: of facts with pages, which weigh more; false: of the other facts */
export function wordsOfFacts(facts: Facts | null, havePages: boolean): string[] {
  const shown: Facts = presentFacts(facts) ?? {};
  return publicFacts()
    .filter((fact) => (isChoice(fact) || fact.type === 'text') && Boolean(fact.pages) === havePages)
    .flatMap(({ key }) => (own(shown, key) as string | string[] | undefined) ?? []);
}

/** The URL form shared by all spellings of a value: `Media  Streaming` → `media-streaming`. */
export function termOf(value: FactValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (/^https?:/i.test(text)) return text;
  const words = tokenize(text).flatMap(({ parts, joined, isUnspaced }) => (isUnspaced ? joined : parts));
  return words.join('-') || fold(text).trim();
}

export const factLexeme = (key: string, term: string): string => `=${key}:${term}`;

export function termsOf(facts: Facts | null) {
  const shown: Facts = presentFacts(facts) ?? {};
  return publicFacts()
    .filter((fact) => isFilter(fact) && own(shown, fact.key) !== undefined)
    .flatMap((fact) =>
      [own(shown, fact.key) as FactValue].flat().map((value) => {
        const term = typeof value === 'number' ? String(value) : termOf(value as string);
        return { fact, value: value as FactValue, lexeme: factLexeme(fact.key, term) };
      }),
    );
}

export const factColumn = (key: string): string => `${COLUMN}${key}`;
const COLUMN = 'fact.';
export const factCells = (facts: Facts | null) =>
  Object.fromEntries(Object.entries(facts ?? {}).map(([key, value]) => [factColumn(key), value]));
export const isFactColumn = (name: string): boolean => name.startsWith(COLUMN);

export const isListColumn = (name: string): boolean =>
  isFactColumn(name) && findFact(name.slice(COLUMN.length))?.type === 'choices';

/** Gathers the `fact.` columns of a row into its facts, each parsed by its type. */
export function gatherFacts(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(row).filter(isFactColumn);
  if (names.length === 0) return row;
  const facts = names.map((name) => {
    const key = name.slice(COLUMN.length);
    const fact = findFact(key);
    const value = own(row, name);
    return [key, fact && typeof value === 'string' ? readFactText(fact, value) : value];
  });
  const others = Object.entries(row).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(others), facts: { ...(row.facts as object), ...Object.fromEntries(facts) } };
}

const YES = /^(?:yes|true|1|y|x|ja)$/i;
const NO = /^(?:no|false|0|n|nein)$/i;

/** Parses a cell, an option or a form field; `readFacts` refuses an unreadable value. */
export function readFactText({ type }: FactDefinition, text: string): unknown {
  const typed = readTextCell(text).trim();
  if (typed === '') return null;
  if (type === 'choices') return readListCell(text);
  if (type === 'number' && /^[+-]?\d+(?:[.,]\d+)?$/.test(typed)) return Number(typed.replace(',', '.'));
  if (type === 'yes_no') return YES.test(typed) ? true : NO.test(typed) ? false : typed;
  return typed;
}

export function writeFactText(value: FactValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join('; ') : String(value);
}
