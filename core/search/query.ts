// Parses a search: words, quotes, exclusions, or an address.
import { parseUrl } from '../kernel/text/parse-url.js';
import { nameOfAddress } from '../listings/search-document.js';
import { isStopWord, type Language, spaceWords, type Token, tokenize, toWords } from '../listings/tokens.js';
import { translate, type Word } from './translations.js';

/** Further distinct words are dropped, with a warning (C5). */
export const MAX_TERMS = 16;

export interface SearchQuery {
  /** Search words in order. For another language: the English translations, each with the typed word. */
  readonly words: readonly Word[];
  readonly typed: readonly Token[];
  readonly language: Language | null;
  /** Quoted phrases: each must occur unchanged in a match. */
  readonly phrases: readonly (readonly Token[])[];
  /** Words or phrases that no match may contain. */
  readonly excluded: readonly (readonly Token[])[];
  /** The last word may be unfinished: also match it as a prefix. */
  readonly endsOpen: boolean;
  readonly address: URL | null;
  /** The name to search instead of an address; null if the address may itself be a name (node.js). */
  readonly called: string | null;
  readonly ignored: readonly string[];
}

const ITEM = /(?<minus>-)?"(?<phrase>[^"]*)"|(?<excluding>-)?(?<plain>[^\s"]+)|"/g;
/** Curly quotes that keyboards and word processors insert. */
const CURLY_QUOTES = /[\u201c-\u201f\uff02]/g;

/** "quotes" keep words together, a minus excludes, the last word is also a prefix. */
export function parseQuery(q: string): SearchQuery {
  const address = readAddress(q.trim());
  const called = address && /[/?#]/.test(q) ? nameOfAddress(address) : null;
  const items = [...(called ?? q).replace(CURLY_QUOTES, '"').matchAll(ITEM)]
    .map(({ groups }) => ({
      tokens: tokenize(groups?.phrase ?? spaceWords(groups?.plain ?? '')),
      isPhrase: groups?.phrase !== undefined,
      isExcluded: Boolean(groups?.minus ?? groups?.excluding),
    }))
    .filter(({ tokens }) => tokens.length > 0);
  const seen = new Set<string>();
  const ignored: string[] = [];
  const isNew = ({ joined }: Pick<Token, 'joined'>, minus = '') => {
    if (seen.has(minus + joined)) return false;
    if (seen.size < MAX_TERMS) return Boolean(seen.add(minus + joined));
    ignored.push(minus + joined);
    return false;
  };
  const last = items.at(-1);
  const take = (isPhrase: boolean, isExcluded: boolean) =>
    items.filter((item) => item.isPhrase === isPhrase && item.isExcluded === isExcluded);
  // A phrase stays whole, even if some of its words also appear elsewhere in the query.
  const phrases = take(true, false).map(({ tokens }) => tokens.slice(0, MAX_TERMS));
  for (const token of phrases.flat()) isNew(token);
  const excluded = items
    .filter((item) => item.isExcluded)
    .map(({ tokens }) => tokens.slice(0, MAX_TERMS))
    .filter((tokens) => isNew({ joined: tokens.map(({ joined }) => joined).join(' ') }, '-'));
  const typed = take(false, false).flatMap(({ tokens }) => tokens.filter((token) => isNew(token)));
  const translation = address ? null : translate(typed);
  return {
    words: translation?.words.slice(0, MAX_TERMS) ?? typed,
    typed,
    language: translation?.language ?? null,
    phrases: phrases.filter((phrase) => phrase.length > 0),
    excluded,
    endsOpen: last !== undefined && !last.isPhrase && !last.isExcluded && !/\s$/.test(q),
    address,
    called,
    ignored,
  };
}

/** `https://immich.app/`, `immich.app/docs` or `immich.app`: a single word with a dot and a possible host. */
function readAddress(q: string): URL | null {
  if (!/^(?:https?:\/\/)?[^\s/?#"@]+\.[^\s/?#".]{2,}(?:[/?#]\S*)?$/i.test(q)) return null;
  return parseUrl(/^https?:/i.test(q) ? q : `https://${q}`);
}

/** Splits compounds (docker-compose) but not acronyms (q&a), and replaces a host (trello.com) by its name. */
export function splitCompounds(query: SearchQuery, isWritten: (joined: string) => boolean): SearchQuery {
  const [only] = query.words;
  if (query.address && query.called === null && only && !isWritten(only.joined)) {
    const called = nameOfAddress(query.address);
    return { ...query, called, words: tokenize(called) };
  }
  const words = query.words.flatMap((token) => {
    const { parts, joined, isUnspaced } = token;
    if (isUnspaced || parts.length === 1 || isAcronym(token) || isWritten(joined)) return [token];
    return parts.map((part) => ({ ...token, parts: [part], joined: part }));
  });
  const all = new Map(words.map((token) => [token.joined, token]));
  return { ...query, words: [...all.values()].slice(0, MAX_TERMS) };
}

/** Acronyms such as `AT&T`, `I/O` and `E.T.` are never unfinished words. */
export const isAcronym = ({ parts }: Token) => parts.length > 1 && parts.every((part) => part.length <= 2);

/** The words to highlight in results: the search words as typed and as corrected, without stop words. */
export function wordsToMark({ words, typed, phrases }: SearchQuery, correctedTo: string | null = null) {
  const wanted = [...typed, ...words, ...phrases.flat()].flatMap(({ parts }) => parts);
  const all = [...new Set([...wanted, ...toWords(correctedTo ?? '')])];
  const telling = all.filter((one) => !isStopWord(one, 'en'));
  return telling.length > 0 ? telling : all;
}

export function joinedWords({ typed, phrases }: SearchQuery): string {
  return [...typed, ...phrases.flat()].map(({ joined }) => joined).join(' ');
}

/** For REST callers: the default order is newest first, also with words (C5). */
export const SEARCH_ADVICE =
  'With words (q), send sort=relevance: without it the newest come first. fields= keeps answers small.';
