// Message catalogues: a JSON file per language, named by its tag. This folder has the shipped ones; files in
// DATA_DIR/languages add languages. language.ts looks messages up.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Message, type Messages, nameThings, type Things } from './language.js';

/** The folder of this file in the package; the compiled file runs in dist/core/languages. */
const SHIPPED = fileURLToPath(new URL('../../../core/languages', import.meta.url));
/** This language is complete: other languages fall back to its messages. */
export const FALLBACK = 'en';

let held: Messages | undefined;
/** Reads the English messages when the first one is needed: most commands print none. */
const english = () => (held ??= readCatalogue(join(SHIPPED, `${FALLBACK}.json`), FALLBACK));
/** The language of API, command line and log, whatever the language of the pages. */
export const ENGLISH = new Language(FALLBACK, english, english);

/** Names of the listed things in messages. @param named null: the language's default words */
export function thingWords(language: Language, named: { one: string; many: string } | null): Things {
  const word = (name: 'one' | 'many' | 'all') => language.find(`thing.${name}`)?.pattern ?? '';
  const [thing, things] = named ? [named.one, named.many] : [word('one'), word('many')];
  const everything = named ? things : word('all');
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(language.tag) + text.slice(1);
  const [Things, Everything] = [capital(things), capital(everything)];
  return { thing, things, Things, everything, Everything, isNamed: String(named !== null) };
}
nameThings(() => thingWords(ENGLISH, null));

export interface Catalogues {
  /** By tag. English comes first. */
  readonly languages: ReadonlyMap<string, Language>;
  readonly problems: readonly string[];
}

type Tree = { readonly [name: string]: string | Tree };

let shipped: Map<string, Messages> | undefined;

/** @param folder the operator's files; may be missing */
export function readCatalogues(folder: string | null): Catalogues {
  const problems: string[] = [];
  shipped ??= readFolder(SHIPPED, problems);
  const own = folder === null ? new Map<string, Messages>() : readFolder(folder, problems);
  const languages = new Map<string, Language>();
  for (const tag of new Set([FALLBACK, ...shipped.keys()]))
    languages.set(tag, new Language(tag, () => shipped?.get(tag) as Messages, english));
  for (const [tag, written] of own) {
    if (shipped.has(tag)) {
      problems.push(
        `${tag}.json is not used, as ${tag} is built in: reword emails under Site, Emails (mail_texts), and give other texts as a language of their own, such as en-GB.json or de-AT.json`,
      );
      continue;
    }
    const messages = new Map(onlyUsable(`${tag}.json`, written, english(), problems));
    const missing = [...english().keys()].filter((key) => !messages.has(key));
    if (missing.length > 0) problems.push(`${tag}.json lacks ${summary(missing)}: English stands in`);
    languages.set(tag, new Language(tag, () => messages, english));
  }
  return { languages, problems };
}

/** The messages of a file by path. @throws if it is not JSON of texts in objects */
export function readCatalogue(path: string, tag: string): Messages {
  const messages = new Map<string, Message>();
  const visit = (tree: Tree, prefix: string) => {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'string') messages.set(prefix + name, new Message(value, tag));
      else if (typeof value === 'object' && value !== null) visit(value, `${prefix}${name}.`);
      else throw new Error(`${prefix}${name} is no text`);
    }
  };
  visit(JSON.parse(readFileSync(path, 'utf8')) as Tree, '');
  return messages;
}

function readFolder(folder: string, problems: string[]): Map<string, Messages> {
  const found = new Map<string, Messages>();
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    const tag = file.slice(0, -'.json'.length);
    try {
      if (Intl.getCanonicalLocales(tag)[0] !== tag) throw new Error(`its name is written another way`);
      found.set(tag, tag === FALLBACK ? english() : readCatalogue(join(folder, file), tag));
    } catch (error) {
      problems.push(`${file} is not used: ${(error as Error).message}`);
    }
  }
  return found;
}

/** Drops messages that would fail when rendered: invalid ones, or with unknown arguments. */
function onlyUsable(file: string, own: Messages, english: Messages, problems: string[]): [string, Message][] {
  const unknown = [...own.keys()].filter((key) => !english.has(key));
  if (unknown.length > 0) problems.push(`${file} has ${summary(unknown)}, which nothing says`);
  return [...own].filter(([key, message]) => {
    const known = english.get(key)?.names();
    const mistake = known && findMistake(message, known);
    if (mistake) problems.push(`${file}: ${key} is not used: ${mistake}`);
    return known && !mistake;
  });
}

/** Why a message cannot replace one with these arguments, or null. */
export function findMistake(message: Message, known: readonly string[]): string | null {
  try {
    const strange = message.names().filter((name) => !known.includes(name));
    return strange.length > 0 ? `it has ${strange.join(', ')}, the English one ${known.join(', ')}` : null;
  } catch (error) {
    return (error as Error).message;
  }
}

const summary = (keys: readonly string[]) =>
  keys.length > 5 ? `${keys.slice(0, 5).join(', ')} and ${keys.length - 5} more` : keys.join(', ');
