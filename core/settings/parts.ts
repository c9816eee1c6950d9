// The operator's pages and wording of emails, and the parts of pages that they may switch off.
import { type Static, Type } from '@sinclair/typebox';
import { line, titled } from '../kernel/schema.js';

export const PAGE_PARTS = [
  'agents',
  'footer-find',
  'footer-build',
  'footer-take-part',
  'theme',
  'catalog',
  'pricing',
] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

export const HOME_BLOCKS = [
  'featured',
  'categories',
  'arrivals',
  'spotlight',
  'popular',
  'facts',
  'collections',
  'wanted',
  'agents',
] as const;

export const OperatorPage = titled('SitePage', {
  slug: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    maxLength: 40,
    description: 'Its address: /pages/{slug}.',
    examples: ['imprint'],
  }),
  title: line(80, { examples: ['Imprint'] }),
  text: Type.String({
    minLength: 1,
    maxLength: 50_000,
    'x-text': 'multiline',
    description: 'Markdown (CommonMark and tables); HTML is shown as text.',
  }),
  footer: Type.Optional(Type.Boolean({ description: 'Whether the footer links it.', default: true })),
  draft: Type.Optional(Type.Boolean({ description: 'Only admins can open it.', default: false })),
});
export type OperatorPage = Static<typeof OperatorPage>;

export const MAX_MAIL_TEXT = 2000;
export const MAX_THINGS = 40;

const languageTag = () =>
  Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35, examples: ['de'] });

export const ThingName = titled('SiteThing', {
  language: languageTag(),
  one: line(40, { examples: ['Heizungsbauer'] }),
  many: line(40, { examples: ['Heizungsbauer'] }),
});

export const MailWord = titled('MailWord', {
  language: languageTag(),
  message: Type.String({
    pattern: '^mail(\\.[a-z]+(-[a-z]+)*){1,2}$',
    maxLength: 60,
    description: 'The key of the text in the message catalogue.',
    examples: ['mail.report.thanks'],
  }),
  text: Type.String({
    minLength: 1,
    maxLength: MAX_MAIL_TEXT,
    'x-text': 'multiline',
    description: 'In ICU MessageFormat, with the placeholders of the text it replaces.',
    examples: ['Thank you!'],
  }),
});
export type MailWord = Static<typeof MailWord>;
