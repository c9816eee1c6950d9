// Framing words, and synonyms: the shipped list, and the operator's in the settings.
import { readLines } from '../kernel/package.js';
import { kindStem, stem, type Token, tokenize, toWords } from '../listings/tokens.js';
import { currentSettings } from '../settings/current.js';
import { MAX_SYNONYM_WORDS, readSynonymLine } from '../settings/synonyms.js';

/** Words that frame a need without being part of it. */
const FRAMING = new Set(
  'alternative alternatives app application applications apps based best better build cheap cloud easy equivalent fast free good great host hosted hosting lightweight local manage management manager modern online open opensource platform platforms popular private program programs project projects replace replacement replacing selfhost selfhosted selfhosting self server service services simple site software solution solutions source system systems tool tools top web webapp website'.split(
    ' ',
  ),
);

/** Verbs that frame a need, in every form: `share`, `sharing`, `shared`. */
const NEED = new Set(
  'send share track write make manage build create find use need want keep run see know watch let get organize store save handle collect control host own read listen play show look register plan add put buy sell remember tell ask learn answer publish log monitor view'
    .split(' ')
    .map((verb) => stem(verb)),
);

/** Words that say who or where rather than what: `photos of my family`, `chat inside the company`. */
const QUALIFIERS = new Set(
  'place everywhere people everyone friend family home house office company business team club person personal own browser internet phone mobile computer laptop device day daily big small large many page client neighbour kid child'
    .split(' ')
    .map((word) => stem(word)),
);

export function isFramingWord(word: string): boolean {
  return FRAMING.has(word) || NEED.has(stem(word)) || QUALIFIERS.has(stem(word));
}

interface Synonym {
  readonly words: readonly string[];
  readonly isOfProduct: boolean;
}
export type Synonyms = ReadonlyMap<string, readonly Synonym[]>;

let shipped: readonly string[] | undefined;
let held: { readonly own: string; readonly synonyms: Synonyms } | undefined;

function shippedLines(): readonly string[] {
  shipped ??= readLines('core/search/synonyms.txt');
  return shipped;
}

/** Current as of the last `refreshSettings`. */
export function readSynonyms(): Synonyms {
  const lines = currentSettings().synonyms ?? [];
  // Parse only changed synonyms: reloaded settings may have the same ones.
  const own = lines.join('\n');
  if (held?.own !== own) held = { own, synonyms: parseSynonyms([...shippedLines(), ...lines]) };
  return held.synonyms;
}

/** Words of the shipped list, except product names and words of other languages. */
export function englishWords(): string[] {
  return shippedLines()
    .filter((line) => /[=>]/.test(line))
    .flatMap((line) => tokenize(line.split('>').at(-1) ?? '').map(({ joined }) => joined));
}

/** Synonyms by key (`synonymKey`); ignores lines that cannot be parsed. */
export function parseSynonyms(lines: readonly string[]): Synonyms {
  const synonyms = new Map<string, Synonym[]>();
  const put = (from: string, to: readonly string[], isOfProduct = false) => {
    // As in a query, each word counts once.
    const words = [...new Set(tokenize(from).map(({ joined }) => joined))];
    if (words.length === 0 || words.length > MAX_SYNONYM_WORDS) return;
    const add = (key: string, meanings: readonly string[]) =>
      synonyms.set(key, [
        ...(synonyms.get(key) ?? []),
        ...meanings
          .map((meaning) => ({ words: toWords(meaning), isOfProduct }))
          .filter(({ words }) => words.length > 0),
      ]);
    add(synonymKey(words), to);
    // `timetracking` means `time tracking` and its synonyms.
    if (words.length > 1) add(synonymKey([words.join('')]), isOfProduct ? to : [from, ...to]);
  };
  for (const { left, right, isOfProduct } of lines.flatMap((line) => readSynonymLine(line) ?? []))
    for (const from of left) put(from, right ?? left.filter((other) => other !== from), isOfProduct);
  return synonyms;
}

/** Whether the words name a well-known product. */
export function isProduct(words: readonly Pick<Token, 'joined'>[], synonyms = readSynonyms()): boolean {
  const meanings = synonyms.get(synonymKey(words.map(({ joined }) => joined)));
  return meanings?.some(({ isOfProduct }) => isOfProduct) === true;
}

/** Equal for words with the same stems in any order: `track time`, `time tracking`, `time tracker`. */
export function synonymKey(words: readonly string[]): string {
  return words
    .map((word) => kindStem(word))
    .sort()
    .join(' ');
}
