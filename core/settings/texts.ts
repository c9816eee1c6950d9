// The languages available on this site, and the one it uses.
import { join } from 'node:path';
import { config } from '../kernel/config.js';
import { type Catalogues, FALLBACK, readCatalogues } from '../languages/catalogues.js';
import type { Language, MessageKey } from '../languages/language.js';
import { findCategory } from './categories.js';
import { currentSettings } from './current.js';
import { AUTO_LANGUAGE } from './schema.js';

let read: { readonly dataDir: string; readonly catalogues: Catalogues } | null = null;

/** Read once; a new file is loaded at the next start. */
export function catalogues(): Catalogues {
  if (read?.dataDir !== config.dataDir) {
    read = { dataDir: config.dataDir, catalogues: readCatalogues(join(config.dataDir, 'languages')) };
  }
  return read.catalogues;
}

export const english = (): Language => catalogues().languages.get(FALLBACK) as Language;

/** The one language of the site; null if each visitor's browser decides. */
export function fixedLanguage(): Language | null {
  const { language } = currentSettings();
  if (language === null || language === AUTO_LANGUAGE) return null;
  // Its file may have been removed since.
  return catalogues().languages.get(language) ?? english();
}

/** The languages that a visitor may choose from, by tag, each by its own name; none if the site has one. */
export function languagesToChoose(): readonly (readonly [tag: string, name: string])[] {
  if (fixedLanguage() !== null) return [];
  return [...catalogues().languages.keys()].map((tag) => [
    tag,
    new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
  ]);
}

/** The language of content that is the same for everyone: feeds, emails. */
export const defaultLanguage = (): Language => fixedLanguage() ?? english();

/** The English name of a category that every directory begins with. */
export function usualName(value: string): string | undefined {
  const key = `category.${value}.label`;
  return english().has(key) ? english().t(key as MessageKey) : undefined;
}

/** The name of a category in a language. @param value returned unchanged if it is not a category */
export function categoryLabel(language: Language, value: string): string {
  const key = `category.${value}.label`;
  return findCategory(value)?.label ?? (language.has(key) ? language.t(key as MessageKey) : value);
}
