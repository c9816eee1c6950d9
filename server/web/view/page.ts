// Renders a page, for all guests or for one visitor.

import { join } from 'node:path';
import { Eta } from 'eta';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import type { Language } from '../../../core/languages/language.js';
import { type Rendered, sendRendered } from '../../cache/cached-responses.js';
import { type Dependencies, FROM_ALL_LISTINGS } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { sendLanguage, themeOf } from '../../who/cookies.js';
import { keptBy } from '../../who/shortlist.js';
import type { CardLink } from '../card/subjects.js';
import { helpersIn } from './helpers.js';
import { accountOf } from './links.js';
import { noticeOf } from './notices.js';

// The view engine: Eta templates under views/, escaped by default, compiled once.

/** A template tag ends at its first %>, also under backtracking, which would otherwise take exponential time. */
const TEMPLATE_TAG = '<%(?:(?!%>)[\\s\\S])*%>';
/** An opening tag at the end of a line, template tags in its attributes included. */
const OPENING = new RegExp(
  '<(?!(?:input|br|img|hr|link|meta|textarea)\\b)[a-z][\\w-]*' +
    `(?:\\s+[\\w:-]+(?:="(?:[^"<]|${TEMPLATE_TAG})*")?|\\s*${TEMPLATE_TAG})*>\\s*\\n\\s*`,
  'g',
);

/** Keeps line breaks, except just inside an element, where they would be underlined in a link or be part of a text. */
export function withoutIndentation(template: string): string {
  return template
    .replace(OPENING, (tag) => tag.trimEnd())
    .replace(/(?<!\s)\s*\n\s*/g, '\n')
    .replaceAll('\n</', '</');
}

/** Partials see only the data passed to them: Eta's `include` would add what it omits from the data of the page. */
const INCLUDE = '<% include = (name, data = {}) => this.render(name, data) %>';

const eta = new Eta({
  views: join(PACKAGE_ROOT, 'views'),
  cache: true,
  autoEscape: true,
  autoTrim: false,
  plugins: [{ processTemplate: (template) => INCLUDE + withoutIndentation(template) }],
  // Available in every template and partial: `h`, and the two functions for messages.
  functionHeader: 'const h = this.helpers; const { t, tHtml } = h;',
});

/** The same templates, each with the helpers of one language. */
const engines = new WeakMap<Language, Eta>();

export function render(template: string, data: object, language: Language): string {
  const engine =
    engines.get(language) ?? Object.assign(Object.create(eta) as Eta, { helpers: helpersIn(language) });
  engines.set(language, engine);
  return engine.render(`/${template}`, data);
}

/** The head of a page. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The canonical path. */
  readonly canonical?: string;
  readonly robots?: string;
  /** The picture of link previews (og:image); by default that of the directory. */
  readonly card?: CardLink;
  readonly feeds?: readonly { readonly title: string; readonly href: string }[];
  /** Assets besides site.css and site.js, by name. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** schema.org data blocks. */
  readonly jsonLd?: readonly object[];
}

export type PageData = { readonly head: PageHead } & Readonly<Record<string, unknown>>;

interface PageOptions {
  readonly status?: number;
  /** For this visitor only: it contains a form with a token, or shows who is signed in. */
  readonly isPrivate?: boolean;
  /** The content it depends on; any public listing by default. */
  readonly from?: Dependencies;
}

/** Renders a template with the data every page has: for all guests, or for this visitor only. */
export function renderPage(
  visit: Exchange,
  template: string,
  data: PageData,
  { status = 200, isPrivate = false, from = FROM_ALL_LISTINGS }: PageOptions = {},
): Rendered {
  const { req, language } = visit;
  const actor = accountOf(visit);
  const flash = noticeOf(visit);
  const here = req.method === 'GET' ? req.originalUrl : '/';
  const isShared = !isPrivate && !actor && !flash && status === 200;
  // On pages for all, a script shows what is kept.
  const kept = isShared ? [] : keptBy(visit);
  const shared = { path: req.path, here, theme: themeOf(req), actor, flash, kept };
  sendLanguage(visit);
  return {
    text: render(template, { ...shared, ...data }, language),
    type: 'text/html; charset=utf-8',
    from: isShared ? from : null,
    status,
  };
}

export function sendPage(...page: Parameters<typeof renderPage>): Promise<void> {
  return sendRendered(page[0], renderPage(...page));
}
