// Renders pages: Eta templates under views/, escaped by default, compiled once.
import { join } from 'node:path';
import { Eta } from 'eta';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import { type Rendered, sendRendered } from '../../cache/cached-responses.js';
import { type Dependencies, FROM_ALL_LISTINGS } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { sendLanguage, themeOf } from '../../who/cookies.js';
import { keptBy } from '../../who/shortlist.js';
import type { Card } from './card.js';
import { helpersIn } from './helpers.js';
import { accountOf } from './links.js';

/** A template tag ends at its first %>, also under backtracking, which would otherwise take exponential time. */
const TEMPLATE_TAG = '<%(?:(?!%>)[\\s\\S])*%>';
/** An opening tag at the end of a line, including template tags in its attributes. */
const OPENING = new RegExp(
  '<(?!(?:input|br|img|hr|link|meta|textarea)\\b)[a-z][\\w-]*' +
    `(?:\\s+[\\w:-]+(?:="(?:[^"<]|${TEMPLATE_TAG})*")?|\\s*${TEMPLATE_TAG})*>\\s*\\n\\s*`,
  'g',
);

/** Removes indentation: a line break just inside an element would be underlined in a link, or be part of a text. */
export function withoutIndentation(template: string): string {
  return template
    .replace(OPENING, (tag) => tag.trimEnd())
    .replace(/(?<!\s)\s*\n\s*/g, '\n')
    .replaceAll('\n</', '</');
}

/** Partials see only the data passed to them: Eta's `include` would add the page's data. */
const INCLUDE = '<% include = (name, data = {}) => this.render(name, data) %>';

const VIEWS = join(PACKAGE_ROOT, 'views');

const eta = new Eta({
  views: VIEWS,
  cache: true,
  autoEscape: true,
  autoTrim: false,
  plugins: [{ processTemplate: (template) => INCLUDE + withoutIndentation(template) }],
  // Available in every template and partial: `h`, and the two functions for messages.
  functionHeader: 'const h = this.helpers; const { t, tHtml } = h;',
});

// All names are our own, so the path needs no check: Eta would check every partial again for leaving the folder.
eta.resolvePath = (name) => `${VIEWS}${name}.eta`;

const engines = new WeakMap<Language, Eta>();

export function render(template: string, data: object, language: Language): string {
  const engine =
    engines.get(language) ?? Object.assign(Object.create(eta) as Eta, { helpers: helpersIn(language) });
  engines.set(language, engine);
  return engine.render(`/${template}`, data);
}

export interface PageHead {
  readonly title: string;
  readonly description?: string;
  readonly canonical?: string;
  readonly robots?: string;
  /** The picture of link previews (og:image); by default that of the directory. */
  readonly card?: Card;
  readonly feeds?: readonly { readonly title: string; readonly href: string }[];
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly jsonLd?: readonly object[];
}

export type PageData = { readonly head: PageHead } & Readonly<Record<string, unknown>>;

/** @param options `isPrivate`: the page contains a form with a token, or shows who is signed in */
export function renderPage(
  visit: Exchange,
  template: string,
  data: PageData,
  options: { status?: number; isPrivate?: boolean; from?: Dependencies } = {},
): Rendered {
  const { status = 200, isPrivate = false, from = FROM_ALL_LISTINGS } = options;
  const { req, language } = visit;
  const actor = accountOf(visit);
  const flash = noticeOf(visit);
  const here = req.method === 'POST' ? '/' : req.originalUrl;
  const isShared = !isPrivate && !actor && !flash && status === 200;
  // On shared pages a script marks what is in the shortlist.
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

// Notices after an action, named by `?done=` in the address, so that no state is needed.

/** Whether the address was opened from one of our pages, or the browser does not tell. */
export function isFromHere({ req }: Exchange): boolean {
  const from = req.get('Sec-Fetch-Site');
  return from === undefined || from === 'same-origin';
}

export interface Notice {
  readonly tone: 'good' | 'bad' | 'warn';
  readonly text: string;
}

/** The notice of the address; null if the address may have been shared. */
export function noticeOf(visit: Exchange): Notice | null {
  const word = visit.req.query.done;
  const key = `notice.${word}`;
  if (typeof word !== 'string' || !visit.language.has(key) || !isFromHere(visit)) return null;
  return { tone: word === 'none-ticked' ? 'warn' : 'good', text: visit.language.t(key as MessageKey) };
}
