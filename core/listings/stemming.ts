// Languages with stop words and Snowball stemmers (snowballstem.org). Words are folded (tokens.ts).
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { remembering } from '../kernel/remembering.js';

const STEMMERS = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
};
export type Language = keyof typeof STEMMERS;

const list = (words: string) => new Set(words.split(' '));

/** English has the most, as most queries are English. */
const STOP_WORDS: Record<Language, ReadonlySet<string>> = {
  en: list(
    'a about after all also am an and any anyone anything are as at be because been being but by can could did do does doing done dont each else every etc for from get gets getting give go good got had has have having he help her here him his how i id if ill im in instead into is isnt it its ive just let lets like ll look looking lot made make makes making many may me might more most much must my need needs no nor not of off on one onto or other our out over own per please really s she should so some someone something still such t than thanks that the their them then there these they thing things this those through to too try under until up us use used uses using ve very via want wants was way we well were what when where whether which while who whom whose why will wish with within without wont work works would yet you your yours',
  ),
  de: list(
    'aber alle als am an auch auf aus bei bin bis das dass dem den der des die dir du ein eine einem einen einer eines er es fur habe haben hat ich ihr im in ist kann konnen man mein meine meinen meiner mich mir mit nach nicht noch nur oder ohne sein sich sie sind so uber um und uns unter vom von vor was wenn wer wie wir wird wo zu zum zur',
  ),
  fr: list(
    'a au aux avec ce ces cette comme dans de des du elle en est et etre il ils j je l la le les leur ma mais me mes moi mon ne nos notre nous on ou par pas plus pour qu que qui sa sans se ses son sont sur ta te tu un une vos votre vous',
  ),
  es: list(
    'al algo como con cual cuando de del donde el ella en entre era es esta este esto la las le les lo los mas me mi mis muy no nos o para pero por que quien se ser si sin sobre son su sus te tu un una uno unos y yo',
  ),
  it: list(
    'ai al alla alle anche che chi ci come con da dal dalla degli dei del della delle di e ed gli ho i il in io la le lo ma mi mia mio nel nella non o per piu puo quale quando questa questo se si sono su sua suo tra tu un una uno voi',
  ),
  pt: list(
    'a ao aos as com como da das de do dos e ela ele em entre era essa esse esta este eu foi isso ja mais mas me meu minha muito na nao nas no nos o os ou para pela pelo por quando que quem se sem ser seu sua tem um uma voce',
  ),
  nl: list(
    'aan al als bij dan dat de der deze die dit doe door een en er haar heb heeft het hij hoe ik in is je kan kunnen maar me met mijn naar niet nog of om onder ons ook op over te tot uit van veel voor waar was wat we wie wij wil worden zich zij zijn zo',
  ),
  ru: list(
    'а без был бы в во вот все вы да для до его ее если есть еще же за и из или им их к как когда который ли мне мой мы на не него нет но ну о об он она они от по под при с со так также то только у уже чтобы что эта это я',
  ),
};

const LANGUAGES = Object.keys(STOP_WORDS) as Language[];
const STOPPED_IN = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of STOP_WORDS[language]) STOPPED_IN.set(word, [...(STOPPED_IN.get(word) ?? []), language]);
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Number of stop words of each language in a text, most first; English wins a tie. */
function countStopWords(words: readonly string[]): { language: Language; count: number }[] {
  const counts = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]));
  for (const word of words)
    for (const language of STOPPED_IN.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].map(([language, count]) => ({ language, count })).sort((a, b) => b.count - a.count);
}

/** The language with the most stop words in a text; English unless another has clearly more. */
export function guessLanguage(words: readonly string[]): Language {
  const cyrillic = words.filter((word) => CYRILLIC.test(word)).length;
  return cyrillic * 2 > words.length ? 'ru' : (countStopWords(words)[0]?.language ?? 'en');
}

/** With fewer stop words, a text is too short to recognise its language. */
const MIN_STOP_WORDS = 2;

/** The language of a text, if recognisable by its script or by clearly more stop words. */
export function recognizeLanguage(words: readonly string[]): Language | 'ja' | 'ko' | 'zh' | null {
  const text = words.join('');
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / text.length;
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.2) return 'ja';
  if (share(/\p{Script=Hangul}/gu) > 0.5) return 'ko';
  if (share(/\p{Script=Han}/gu) > 0.5) return 'zh';
  const [first, second] = countStopWords(words);
  if (!first || !second || first.count < MIN_STOP_WORDS || first.count === second.count) return null;
  return first.language;
}

/** @param language by default any */
export function isStopWord(word: string, language?: Language): boolean {
  return language ? STOP_WORDS[language].has(word) : STOPPED_IN.has(word);
}

/** Letters only: numbers, names with symbols (c++) and single letters are their own stem. */
const STEMMABLE = /^(?:[a-z]{3,}|\p{Script=Cyrillic}{3,})$/u;

/** English words that share a stem with an unrelated word, with their forms. */
const OWN_STEMS = new Map(
  [
    'accounting accountant accountants accountancy',
    'booking bookings',
    'communication communications communicate communicating',
    'community communities',
    'dating',
    'general',
    'generator generators generate generates generated generating generation',
    'hosting',
    'internal',
    'international',
    'listing listings',
    'marketing',
    'meeting meetings',
    'news',
    'organ organs',
    'parking',
    'secretary secretaries',
    'shipping',
    'training trainings',
    'universal',
    'university universities',
    'wedding weddings',
  ].flatMap((forms) => forms.split(' ').map((form) => [form, forms.split(' ')[0] as string] as const)),
);

const stemmerOf = (language: Language) =>
  remembering((word: string) => {
    const own = language === 'en' ? OWN_STEMS.get(word) : undefined;
    return STEMMABLE.test(word) ? (own ?? STEMMERS[language](word)) || word : word;
  });
const stemmers = new Map(LANGUAGES.map((language) => [language, stemmerOf(language)]));

export function stem(word: string, language: Language = 'en'): string {
  return stemmers.get(language)?.(word) ?? word;
}

/** The stem without -er or -or, shared by `tracker`, `tracking` and `track`. */
export function kindStem(word: string, language: Language = 'en'): string {
  return stem(word, language).replace(/(?<=.{4})[eo]r$/, '');
}

/** Different stems in all languages, for a word of unknown language. */
export function allStems(word: string): string[] {
  return [...new Set(LANGUAGES.map((language) => stem(word, language)))];
}
