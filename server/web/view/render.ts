// The view engine: Eta templates under views/, escaped by default, compiled once.
import { join } from 'node:path';
import { Eta } from 'eta';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import type { Language } from '../../../core/languages/language.js';
import { helpersIn } from './helpers.js';

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
