// A line of synonyms:
//   helpdesk = help desk = ticketing        each finds the others
//   gantt > timeline planning               the left find the right, not the other way
//   trello, asana >> kanban board, tasks    the same; the left are products, and the right may replace them
import { Type } from '@sinclair/typebox';
import { line, optionalList } from '../kernel/schema.js';

const MAX_SYNONYMS = 500;
export const MAX_SYNONYM_WORDS = 5;

export const synonyms = Type.Optional(
  optionalList(line(200), MAX_SYNONYMS, {
    title: 'Synonyms',
    description:
      'For searches, besides the default ones: words that find each other, joined by =; words before > that ' +
      'find those after it; products before >> that those after it may replace.',
    examples: [['helpdesk = help desk = ticketing', 'trello, asana > kanban board']],
  }),
);

/** Without `right`, the words on the left are synonyms of each other. @returns null for another line */
export function readSynonymLine(typed: string) {
  const [left = '', right, ...more] = typed.split(/>>?/);
  const isDirected = right !== undefined;
  const read = {
    left: split(left, isDirected ? ',' : '='),
    right: isDirected ? split(right, ',') : null,
    isOfProduct: typed.includes('>>'),
  };
  const all = [...read.left, ...(read.right ?? [])];
  const isWhole = all.every((words) => /[\p{L}\p{N}]/u.test(words) && !words.includes('='));
  const isShort = all.every((words) => words.split(/\s+/).length <= MAX_SYNONYM_WORDS);
  return isWhole && isShort && more.length === 0 && all.length > 1 ? read : null;
}

const split = (text: string, by: string) => text.split(by).map((words) => words.trim());
