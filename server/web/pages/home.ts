// The home page.
import { hasAdmin } from '../../../core/accounts/sign-up.js';
import type { Language } from '../../../core/languages/language.js';
import type { Listing } from '../../../core/listings/schema.js';
import { readFrontPage } from '../../../core/search/front-page.js';
import { type Category, currentSettings, publishedPages } from '../../../core/settings/current.js';
import { dayOf, formatDay } from '../../../core/settings/dates.js';
import { HOME_BLOCKS } from '../../../core/settings/parts.js';
import { fromList } from '../../cache/dependencies.js';
import type { PageRoute } from '../route.js';
import { hasEmbeds } from '../view/embeds.js';
import { factFilters } from '../view/facts.js';
import { onlyShown } from '../view/labels.js';
import { absolute } from '../view/links.js';
import { renderPage } from '../view/page.js';
import { summaryOf } from './docs.js';

export const homePages: PageRoute[] = [
  {
    path: '/',
    isCached: true,
    show: async (visit) => {
      const { featured, newest, facets, ...trends } = await readFrontPage(visit.actor);
      const { spotlight, visited, kept, wanted } = trends;
      const head = {
        title: currentSettings().name,
        description: currentSettings().lead ?? visit.language.t('home.description'),
        canonical: '/',
        jsonLd: [{ ...DIRECTORY, name: currentSettings().name, url: absolute('/') }],
      };
      const categories = onlyShown(facets.categories).filter(({ count }) => count > 0);
      // The page of an unclaimed directory is not cached: it must change as soon as there is an admin.
      const isUnclaimed = facets.total === 0 && !(await hasAdmin());
      const shelves = factFilters(visit.language, facets.facts, {}).filter(({ path }) => path);
      const needs = needsToOffer(visit.language, categories);
      const data = {
        head,
        needs,
        featured,
        newest,
        days: daysOf(visit.language, newest),
        ranked: { visited, kept: kept.length > 1 ? kept : [] },
        spotlight,
        wanted,
        collections: publishedPages()
          .filter(({ text }) => hasEmbeds(text))
          .map(({ slug, title, text }) => ({ slug, title, summary: summaryOf(text) })),
        blocks: currentSettings().home_blocks ?? HOME_BLOCKS,
        // The index of categories is beside the search if there are several, and the operator chose no other order.
        isIndex: currentSettings().home_blocks === null && categories.length > MIN_LISTINGS,
        categories,
        shelves,
        total: facets.total,
        isUnclaimed,
      };
      const shown = [...featured, ...newest, ...visited, ...kept, ...spotlight.listings];
      // Popular and wanted listings change without an event, like a list by popularity.
      const from = fromList({ facets: 1, sort: 'popular' }, shown);
      return renderPage(visit, 'home/index', data, { isPrivate: isUnclaimed, from });
    },
  },
];

const WEEK_MS = 7 * 86_400_000;

/** The arrivals of the last seven days by day, newest first. If there are none, the newest without days. */
function daysOf(language: Language, newest: readonly Listing[]) {
  const { t } = language;
  const dateOf = ({ published_at: at }: Listing) => at ?? '';
  const recent = newest.filter((one) => Date.parse(dateOf(one)) > Date.now() - WEEK_MS);
  if (recent.length === 0) return [{ label: null, listings: newest }];
  const [today, yesterday] = [0, 1].map((days) => dayOf(new Date(Date.now() - days * 86_400_000)));
  const byDay = new Map<string, Listing[]>();
  for (const one of recent) byDay.set(dayOf(dateOf(one)), [...(byDay.get(dayOf(dateOf(one))) ?? []), one]);
  return [...byDay].map(([day, listings]) => {
    const label = day === today ? t('home.today') : day === yesterday ? t('home.yesterday') : null;
    return { label: label ?? formatDay(language, day), listings };
  });
}

const DIRECTORY = { '@context': 'https://schema.org', '@type': 'WebSite' };

/** The categories with a common need, in the order of the home page. */
const CATEGORIES_WITH_NEED = ['productivity', 'ai', 'finance', 'security', 'marketing', 'analytics'] as const;

/** With fewer listings in its category, a need would mostly find nothing. */
const MIN_LISTINGS = 3;

/** The operator's needs, if any; else the common needs of categories with enough listings. */
function needsToOffer(
  { t }: Language,
  categories: readonly { readonly value: Category; readonly count: number }[],
): readonly string[] {
  const { needs } = currentSettings();
  if (needs?.length) return needs;
  return CATEGORIES_WITH_NEED.filter((category) =>
    categories.some(({ value, count }) => value === category && count >= MIN_LISTINGS),
  ).map((category) => t(`home.need.${category}`));
}
