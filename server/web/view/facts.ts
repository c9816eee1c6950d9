// The facts of a listing, as pages show them.
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { type Facts, type FactValue, termOf } from '../../../core/listings/facts.js';
import { formatDay } from '../../../core/settings/dates.js';
import type { FactDefinition } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel, isFilter } from '../../../core/settings/facts.js';
import { browseLink, hostOf, safeUrl } from './links.js';

interface ShownValue {
  readonly text: string;
  readonly href: string | null;
  readonly rel: string | null;
}

export interface FactRow {
  readonly key: string;
  readonly label: string;
  readonly values: readonly ShownValue[];
}

/** What is set, in the operator's order. */
export function factRows(language: Language, facts: Facts | null): FactRow[] {
  return allFacts().flatMap((fact) => {
    const value = own(facts, fact.key);
    if (value === undefined) return [];
    const values = ([value].flat() as FactValue[]).map((one) => shownValue(language, fact, one));
    return [{ key: fact.key, label: factLabel(language, fact), values }];
  });
}

function shownValue(language: Language, fact: FactDefinition, value: FactValue): ShownValue {
  const text = factText(language, fact, value);
  if (fact.type === 'link') return { text: hostOf(text), href: safeUrl(text), rel: 'nofollow ugc noopener' };
  return { text, href: isFilter(fact) ? factLink(fact, value) : null, rel: null };
}

/** The list of what has a value. */
export const factLink = ({ key }: FactDefinition, value: FactValue): string =>
  browseLink({ facts: { [key]: [typeof value === 'number' ? String(value) : termOf(value)] } });

/** One value in a language. */
export function factText(language: Language, { type }: FactDefinition, value: FactValue): string {
  if (typeof value === 'boolean') return language.t(value ? 'fact-value.yes' : 'fact-value.no');
  return type === 'date' ? formatDay(language, String(value)) : String(value);
}
