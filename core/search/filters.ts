// Filters of a list as lexemes of the index: category, pricing model, values of facts. The values of one
// filter are alternatives; a listing meets all filters.
import { DomainError, type FieldError, notFound } from '../kernel/errors.js';
import { factLexeme, knownSpelling, readFactText, termOf } from '../listings/facts.js';
import type { ListingQuery } from '../listings/schema.js';
import { factsWithPages, filterFacts, isChoice, isOpen } from '../settings/facts.js';

export interface Filter {
  readonly name: string;
  readonly lexemes: readonly string[];
}

export type FilterQuery = Pick<ListingQuery, 'category' | 'pricing' | 'facts'>;

/** @throws DomainError validation_error for an unknown fact, or an unknown value of a closed one */
export function readFilters({ category, pricing, facts = {} }: FilterQuery): Filter[] {
  const errors: FieldError[] = [];
  const ofFacts = Object.entries(facts).flatMap(([key, given]) => {
    const refuse = (code: string, rule: string) => {
      const field = `fact.${key.slice(0, 80)}`;
      errors.push({ field, path: `/${field}`, code, error: `"${field}" ${rule}.` });
    };
    const fact = filterFacts().find((one) => one.key === key);
    if (!fact) {
      const known = filterFacts().map((one) => one.key);
      refuse('not_allowed', `is no filter here. Filters: ${known.join(', ') || 'none'}`);
      return [];
    }
    const texts = [given]
      .flat()
      .map(String)
      .filter((text) => text.trim() !== '');
    const lexemes = texts.map((text) => {
      const known = isChoice(fact) ? knownSpelling(fact, text) : undefined;
      if (known === undefined && isChoice(fact) && !isOpen(fact))
        refuse('not_allowed', `must be one of: ${fact.options?.join(', ')}`);
      const value = known ?? (isChoice(fact) ? text : readFactText(fact, text));
      const isWrong =
        !isChoice(fact) && (fact.type === 'number' || fact.type === 'yes_no') && typeof value === 'string';
      if (isWrong) refuse('wrong_type', fact.type === 'number' ? 'must be a number' : 'must be yes or no');
      return factLexeme(key, typeof value === 'number' ? String(value) : termOf(value as string));
    });
    return lexemes.length > 0 ? [{ name: key, lexemes: [...new Set(lexemes)] }] : [];
  });
  if (errors.length > 0)
    throw new DomainError('validation_error', errors[0]?.error ?? '', { field: errors[0]?.field, errors });
  return [
    ...(category ? [{ name: 'category', lexemes: [`#${category}`] }] : []),
    ...(pricing ? [{ name: 'pricing', lexemes: [`$${pricing}`] }] : []),
    ...ofFacts,
  ];
}

/** SQL: joins the stored spelling of each `counted.term` as `value`. */
export const SPELLING = `left join fact_values as spelled
  on spelled.key = split_part(substr(counted.term, 2), ':', 1) and spelled.term = substr(counted.term, strpos(counted.term, ':') + 1)`;

/** The value in an address, in any spelling. @throws DomainError not_found, also if its fact has no pages */
export function resolveValue(key: string, text: string): { key: string; term: string } {
  if (!factsWithPages().some((fact) => fact.key === key)) throw notFound('page');
  try {
    const [lexeme] = readFilters({ facts: { [key]: [text] } })[0]?.lexemes ?? [];
    if (lexeme) return { key, term: lexeme.slice(factLexeme(key, '').length) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw notFound('value');
}

export function chosenTerms(filters: readonly Filter[]): Record<string, string[]> | null {
  const chosen = filters.filter(isOfFact).map(({ name, lexemes }) => {
    const start = factLexeme(name, '').length;
    return [name, lexemes.map((lexeme) => lexeme.slice(start))] as const;
  });
  return chosen.length > 0 ? Object.fromEntries(chosen) : null;
}

export function filterOf(lexeme: string): string {
  if (lexeme.startsWith('#')) return 'category';
  return lexeme.startsWith('$') ? 'pricing' : lexeme.slice(1, lexeme.indexOf(':'));
}

/** Whether the filter is a fact; counts of the others are stored (facets.ts). */
export const isOfFact = ({ name }: Filter): boolean => name !== 'category' && name !== 'pricing';
