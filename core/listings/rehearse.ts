// Warms up submissions: the first one of a process would wait for schemas, patterns and code to be compiled.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { policyInForce } from '../policy/instance.js';
import { explainContent } from '../policy/screening.js';
import { readSubmission } from './content.js';
import { screenedContent } from './screen.js';
import { toSearchDocument } from './search-document.js';

const EXAMPLE = {
  name: 'Example Notes 2',
  website_url: 'https://notes.example.com/en',
  tagline: 'Notes that are there when you need them',
  description:
    'Keeps every note you write, and brings back the right one: before a meeting, when you open a project.\n\nAn alternative to Paper. The format is documented at https://notes.example.com/format.',
  categories: ['productivity'],
  pricing_model: 'freemium',
  pricing_summary: 'Free for 1,000 notes, then 6 € a month',
  features: ['Works offline', 'Markdown files in a folder you own'],
};

/** Does with an example everything that precedes storing a submission, yielding to the event loop between the steps. */
export async function rehearseSubmission(): Promise<void> {
  const { content } = readSubmission(EXAMPLE);
  await nextTurn();
  explainContent(screenedContent(content), policyInForce());
  await nextTurn();
  toSearchDocument(content);
}
