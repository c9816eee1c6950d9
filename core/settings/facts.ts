// The facts of listings: the operator's, or the standard ones.
import { own } from '../kernel/own.js';
import type { Language, MessageKey } from '../languages/language.js';
import { currentAliases, currentFacts } from './current.js';
import { type FactDefinition, STANDARD_FACTS } from './fact-schema.js';
import { english } from './texts.js';

/** Keys no fact may have: names of fields and filters, added by core/listings/schema.ts. */
export const reservedFactKeys = new Set<string>();

/** All facts in order, including facts for staff. */
export function allFacts(facts = currentFacts()): readonly FactDefinition[] {
  return facts ?? STANDARD_FACTS;
}

/** Facts that everybody reads and owners write. */
export const publicFacts = (): readonly FactDefinition[] => allFacts().filter(({ staff }) => !staff);

export const findFact = (key: string): FactDefinition | undefined =>
  allFacts().find((fact) => fact.key === key);

/** Facts with a filter, including all with pages. */
export const filterFacts = (): readonly FactDefinition[] => publicFacts().filter(isFilter);

export const factsWithPages = (): readonly FactDefinition[] => publicFacts().filter(({ pages }) => pages);

/** The page of all values of a fact, or of one of them. */
export const factPath = (key: string, term?: string): string =>
  (key === 'topics' ? '/topics' : `/by/${key}`) + (term === undefined ? '' : `/${encodeURIComponent(term)}`);

export const isFilter = ({ filter, pages }: FactDefinition): boolean => Boolean(filter || pages);

export const isChoice = ({ type }: Pick<FactDefinition, 'type'>): boolean =>
  type === 'choice' || type === 'choices';

/** Whether new values of listings join the options. */
export const isOpen = ({ open, options }: FactDefinition): boolean => open ?? !options?.length;

/** The new value for the term of a renamed or merged value; undefined for other terms. */
export const valueOfAlias = (key: string, term: string): string | undefined =>
  currentAliases().get(key)?.get(term);

/** The label of a fact in a language, else in English, else its key as words. */
export function factLabel(language: Language, { key, label }: FactDefinition): string {
  if (typeof label === 'string') return label;
  const given = own(label, language.tag) ?? own(label, language.tag.split('-')[0] ?? '') ?? label?.en;
  if (given !== undefined) return given;
  if (language.has(`fact.${key}`)) return language.t(`fact.${key}` as MessageKey);
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label in English, for the API and the command line. */
export const englishLabel = (fact: FactDefinition): string => factLabel(english(), fact);
