// What each certain rule refuses, in words made of its own vocabulary, and where a submitter might put it.
import { builtInPolicy } from '../../../core/policy/engine/compile.js';
import { explainContent, type ScreenedContent } from '../../../core/policy/screening.js';
import { readTermSets } from '../../../core/policy/vocabulary/sets.js';
import { readPublicApis } from './corpus.js';

export interface Offer {
  readonly rule: string;
  readonly words: string;
}

/** Terms of a set that are tried until the rule fires: one may be excused by the other. */
const TRIED = 12;

/** One offer for each certain rule that has words; that of known hosts has none. */
export function certainOffers(): Offer[] {
  const { rules } = builtInPolicy();
  const terms = new Map(
    readTermSets().map(({ id, terms: plain, strict = [] }) => [
      id,
      [...strict, ...plain].map((term) => term.replace(/\*/g, '')).slice(0, TRIED),
    ]),
  );
  return rules
    .filter(({ effect, id }) => effect === 'refuse' && id !== 'adult.host')
    .map((rule) => {
      const [things = [], ...others] = rule.all.map(({ sets }) =>
        sets.flatMap((set) => terms.get(set) ?? []),
      );
      const ends = Array.from({ length: TRIED }, (_, n) =>
        others.map((list) => list[n % list.length]).join(' '),
      );
      const words = things
        .flatMap((thing) => ends.map((end) => `${thing} ${end}`.trim()))
        .find((text) =>
          explainContent({ tagline: text }).rules.some(
            ({ id, excused }) => id === rule.id && excused === null,
          ),
        );
      return { rule: rule.id, words: words ?? '' };
    });
}

/** Names and taglines of so many real products. */
export function realProducts(count: number): ScreenedContent[] {
  const { listings } = readPublicApis();
  const step = Math.floor(listings.length / count);
  return listings
    .filter((_, n) => n % step === 0)
    .slice(0, count)
    .map(({ content }) => content);
}

const asPath = (words: string) => encodeURI(words.replaceAll(/[^\p{L}\p{N}]+/gu, '-'));

/** Five places for an offer in an innocent listing. */
export const PLACES: Readonly<Record<string, (product: ScreenedContent, words: string) => ScreenedContent>> =
  {
    name: (product, words) => ({ ...product, name: words }),
    tagline: (product, words) => ({ ...product, tagline: words }),
    description: (product, words) => ({
      ...product,
      description: `Notes and docs in one place for teams. ${words}. Works with the tools that you have.`,
    }),
    features: (product, words) => ({ ...product, features: ['Import and export', words, 'Single sign-on'] }),
    address: (product, words) => ({
      ...product,
      website_url: `https://quartz-juniper.example/${asPath(words)}`,
    }),
  };
