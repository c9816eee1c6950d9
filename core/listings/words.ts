// Splitting text into words for search, the same for listings and queries. Done here rather than by a text search
// configuration of PostgreSQL: no stop words, names such as C.O.M. or node.js are read as people type them, and
// accents fold the same way on every server.

// Letters whose decomposition is no base letter and accent.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower case without accents, in compatibility form: `Ｃafé` → `cafe`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

// Scripts written without spaces: each character is a word, and a run of them a phrase.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(`[${UNSPACED}]|[\\p{So}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
/** What joins the parts of one word: node.js, self-hosted, let's, A.D. */
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-.'’&_+][\p{L}\p{N}]+)+/gu;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** PostgreSQL refuses lexemes over 2 kB; no real word has over 100 characters. */
const MAX_WORD = 100;
const MAX_POSITION = 16_000;

/** Cuts by code points, so that none is split. */
function cut(plain: string): string {
  return plain.length > MAX_WORD ? [...plain].slice(0, MAX_WORD).join('') : plain;
}

export function toWords(text: string): string[] {
  return (fold(text).match(WORD) ?? []).map(cut);
}

/**
 * The singular of an English plural, marked, so that it stands beside the words and is never taken for one.
 * Only plurals: a stemmer that also makes one of "manager" and "manages" finds what nobody asked for.
 * Source: the S stemmer of D. Harman, "How effective is suffixing?", JASIS 42 (1991).
 */
function toSingular(plain: string): string | null {
  if (!/^[a-z]{3,}$/.test(plain)) return null;
  if (/[^ea]ies$/.test(plain)) return `~${plain.slice(0, -3)}y`;
  if (/[^aeo]es$/.test(plain) || /[^us]s$/.test(plain)) return `~${plain.slice(0, -1)}`;
  return `~${plain}`;
}

/** Whether search takes two folded words for one: a plural and its singular. */
export function isSameWord(a: string, b: string): boolean {
  return a === b || (toSingular(a) !== null && toSingular(a) === toSingular(b));
}

/** The parts of camel case and the whole of compounds: FreshRSS is also fresh and rss, node.js also nodejs. */
function otherSpellings(text: string): string[] {
  const camel = text.split(/\s+/).flatMap((part) => (CAMEL.test(part) ? part.split(CAMEL) : []));
  const joined = (text.match(COMPOUND) ?? []).map((compound) => cut(toWords(compound).join('')));
  return [...camel.flatMap(toWords), ...joined];
}

/** A text and its weight: A for names, B for taglines, C for facts, D for the rest. */
export type WeightedText = readonly [weight: 'A' | 'B' | 'C' | 'D', text: string];

/** The text form of a tsvector with positions and weights, for the column `search`. */
export function toSearchVector(texts: readonly WeightedText[]): string {
  const places = new Map<string, string[]>();
  let position = 1;
  const put = (lexeme: string, weight: string) => {
    const known = places.get(lexeme);
    const place = `${Math.min(position, MAX_POSITION)}${weight}`;
    if (known === undefined) places.set(lexeme, [place]);
    // PostgreSQL stores at most 255 positions of a lexeme.
    else if (known.length < 255) known.push(place);
  };
  for (const [weight, text] of texts) {
    for (const spelling of otherSpellings(text)) put(spelling, weight);
    for (const plain of toWords(text)) {
      put(plain, weight);
      const singular = toSingular(plain);
      if (singular) put(singular, weight);
      position += 1;
    }
    // A gap, so that no phrase reaches from one field into the next.
    position += 10;
  }
  return [...places].map(([lexeme, where]) => `'${lexeme}':${where.join(',')}`).join(' ');
}

export interface SearchTerms {
  /** The text form of a tsquery, or null when the query has no word at all (then nothing matches). */
  tsquery: string | null;
  /** The words that must stand in a match, in order, for marking them on pages. */
  words: string[];
  /** For each wanted word or phrase: its own tsquery and the spellings that are one slip away. */
  slips: { tsquery: string; typos: string[] | null }[];
  /** The tsquery of what must not match, or null. */
  excluded: string | null;
}

const ITEM = /(?<minus>-)?"(?<phrase>[^"]*)"|(?<excluding>-)?(?<plain>[^\s"]+)|"/g;
/** Typographic quotes. */
const CURLY_QUOTES = /[\u201c-\u201f\uff02]/g;

/**
 * Reads a query as the web does: every word must match, "quotes" keep words together, a minus excludes,
 * the last word is also a beginning; nothing else has a meaning.
 */
export function readQuery(q: string): SearchTerms {
  const items = [...q.replace(CURLY_QUOTES, '"').matchAll(ITEM)]
    .map(({ groups }) => ({
      words: toWords(groups?.phrase ?? groups?.plain ?? ''),
      isPhrase: groups?.phrase !== undefined,
      isExcluded: Boolean(groups?.minus ?? groups?.excluding),
    }))
    .filter((item) => item.words.length > 0);
  const last = items.at(-1);
  const clauses = items.map((item) => ({
    ...item,
    tsquery: toClause(item.words, item.isPhrase, item === last && !item.isPhrase && !item.isExcluded),
  }));
  const wanted = clauses.filter((clause) => !clause.isExcluded);
  const excluded = clauses.filter((clause) => clause.isExcluded).map((clause) => clause.tsquery);
  const all = [...wanted.map((clause) => clause.tsquery), ...excluded.map((clause) => `!(${clause})`)];
  return {
    tsquery: all.length > 0 ? all.join(' & ') : null,
    words: wanted.flatMap((clause) => clause.words),
    slips: wanted.map((clause) => ({
      tsquery: clause.tsquery,
      typos: clause.isPhrase ? null : toTypos([clause.words.join('')]),
    })),
    excluded: excluded.length > 0 ? excluded.join(' | ') : null,
  };
}

function toClause(words: string[], isPhrase: boolean, isPrefix: boolean): string {
  const [only] = words;
  const end = isPrefix ? ':*' : '';
  if (words.length === 1 && only !== undefined) {
    const singular = isPhrase ? null : toSingular(only);
    return singular ? `('${only}'${end} | '${singular}')` : `'${only}'${end}`;
  }
  const phrase = words.map((part) => `'${part}'`).join(' <-> ');
  return isPhrase ? `(${phrase})` : `(${phrase}${end} | '${cut(words.join(''))}'${end})`;
}

/** Words shorter than this are not corrected: too many others are one slip away. */
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;

/**
 * Each word and each form of it with one character left out. Two words that share such a form are one slip
 * apart: a letter missing, added, wrong, or swapped with its neighbour.
 * Source: symmetric delete spelling correction (SymSpell, Wolf Garbe, 2012).
 */
export function toTypos(words: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const plain of words) {
    const letters = [...plain];
    if (letters.length < SHORTEST_CORRECTED || letters.length > LONGEST_CORRECTED) continue;
    forms.add(plain);
    letters.forEach((_, index) => {
      forms.add(letters.toSpliced(index, 1).join(''));
    });
  }
  return [...forms];
}

/** What the names of listings are compared by: each word, and all of them run together. */
export function toNameTypos(name: string): string[] {
  const words = toWords(name);
  return toTypos([...new Set([...words, words.join(''), ...otherSpellings(name)])]);
}
