// Pages of text: the documentation, generated from the tables of routes and schemas; the policy; the operator's pages.
import { may } from '../../../core/kernel/actor.js';
import { ERROR_CODES, notFound } from '../../../core/kernel/errors.js';
import { limitOf } from '../../../core/kernel/rate-limits.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import { ListingSubmission } from '../../../core/listings/schema.js';
import { POLICY_CATEGORIES, WELCOMED } from '../../../core/policy/screening.js';
import { currentSettings, publishedPages } from '../../../core/settings/current.js';
import type { Route } from '../../api/route.js';
import type { Rendered, Reply } from '../../cache/cached-responses.js';
import { FROM_CONFIGURATION, fromAllListings } from '../../cache/dependencies.js';
import { ERRORS } from '../../http/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { readField } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { hasEmbeds, readEmbeds, withoutEmbeds } from '../view/embeds.js';
import { renderPage } from '../view/page.js';
import { settingsView } from '../view/settings.js';
import { listData, type Trail } from '../view/structured-data.js';

export interface DocumentedDoors {
  readonly routes: readonly Pick<Route, 'method' | 'path' | 'tag' | 'summary' | 'access' | 'limits'>[];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

const LIMITS = ['general', 'sign-up', 'listing-write', 'report', 'sign-in', 'cost'] as const;

const trailOf = ({ t }: Language): Trail => [
  ['/', t('nav.home')],
  ['/docs', t('footer.documentation')],
];

export const docsPages = (doors: DocumentedDoors): PageRoute[] => [
  { path: '/docs', isCached: true, show: (visit) => showDocs(visit, doors) },
  { path: '/docs/errors', isCached: true, show: showErrorCodes },
  { path: '/policy', isCached: true, show: showPolicy },
  {
    path: '/pages/:slug',
    isCached: true,
    show: (visit) => {
      const page = currentSettings().pages?.find(({ slug }) => slug === visit.req.params.slug);
      if (!page || (page.draft && !may(visit.actor, 'admin'))) throw notFound('page');
      return renderText(visit, `/pages/${page.slug}`, page.title, page.text);
    },
  },
  { path: '/privacy', isCached: true, show: (visit) => showDefault(visit, 'privacy', 'privacy.text') },
  { path: '/support', isCached: true, show: (visit) => showDefault(visit, 'support', 'support.text') },
];

function showDocs(visit: Exchange, { routes, tools }: DocumentedDoors): Rendered {
  const tags = [...new Set(routes.map((route) => route.tag))].filter((tag) => tag !== 'Internal');
  const groups = tags.map((tag) => ({ tag, routes: routes.filter((route) => route.tag === tag) }));
  const head = {
    title: visit.language.t('footer.documentation'),
    description: `How people, programs and agents use ${currentSettings().name}: quick start, REST API, MCP, limits.`,
    canonical: '/docs',
  };
  const limits = LIMITS.map((name) => ({ name, ...limitOf(name) }));
  const data = { groups, tools, limits, fields: writeFields(), trail: trailOf(visit.language) };
  return renderPage(visit, 'docs/index', { head, ...data }, { from: FROM_CONFIGURATION });
}

function showErrorCodes(visit: Exchange): Rendered {
  const { t } = visit.language;
  const trail: Trail = [...trailOf(visit.language), ['/docs/errors', t('footer.error-codes')]];
  const head = {
    title: t('footer.error-codes'),
    description: 'Every error code of the API: what it means and what to do about it.',
    canonical: '/docs/errors',
  };
  const codes = ERROR_CODES.map((code) => ({ code, ...ERRORS[code] }));
  return renderPage(visit, 'docs/errors', { head, trail, codes }, { from: FROM_CONFIGURATION });
}

function showPolicy(visit: Exchange): Rendered {
  const { t } = visit.language;
  const head = { title: t('policy.title'), description: t('policy.description'), canonical: '/policy' };
  const data = { head, prohibited: POLICY_CATEGORIES, welcome: WELCOMED };
  return renderPage(visit, 'policy/index', data, { from: FROM_CONFIGURATION });
}

function writeFields() {
  const { website: _alias, ...fields } = ListingSubmission.properties;
  return Object.entries(fields).map(([name, { description }]) => {
    const { required, options, maxItems, attributes } = readField(ListingSubmission, name);
    const length = attributes.maxlength && `${attributes.maxlength} characters`;
    const limit = maxItems ? `up to ${maxItems} items${length ? ` of ${length}` : ''}` : length;
    return { name, required, limit, options, hint: description };
  });
}

/** Shows the default page, unless the operator has written one with this slug. */
async function showDefault(visit: Exchange, slug: 'privacy' | 'support', said: MessageKey): Promise<Reply> {
  if (publishedPages().some((page) => page.slug === slug)) return visit.res.redirect(302, `/pages/${slug}`);
  const { t } = visit.language;
  const { contact } = settingsView();
  const asked = contact
    ? t('footer.questions', { contact: contact.replace(/^mailto:/, ''), link: contact })
    : t('footer.no-contact');
  return renderText(visit, `/${slug}`, t(`${slug}.title`), `${t(said)}\n\n${asked}`);
}

async function renderText(visit: Exchange, canonical: string, title: string, text: string) {
  const parts = await readEmbeds(visit.actor, text, title);
  const shown = parts.flatMap(({ listings }) => listings);
  const head = {
    title,
    description: summaryOf(text) || title,
    canonical,
    ...(shown.length > 0 ? { jsonLd: [listData(shown, title)] } : {}),
  };
  const from = hasEmbeds(text) ? fromAllListings(shown) : FROM_CONFIGURATION;
  return renderPage(visit, 'pages/page', { head, heading: title, parts }, { from });
}

/** The text without headings and Markdown's markup, shortened. */
export function summaryOf(text: string): string {
  return withoutEmbeds(text)
    .replace(/^#.*$/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
