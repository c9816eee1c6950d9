// The view engine: Eta templates under views/, escaped by default, compiled once.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { helpers } from './helpers.js';

const eta = new Eta({
  views: fileURLToPath(new URL('../../../views', import.meta.url)),
  cache: true,
  autoEscape: true,
  autoTrim: ['nl', false],
  // `h` in every template, partials included, without handing it from one to the next.
  functionHeader: 'const h = this.helpers;',
});
Object.assign(eta, { helpers });

/** The HTML of a template: `render('listings/show', { listing, … })`. */
export function render(template: string, data: object): string {
  return eta.render(`/${template}`, data);
}
