// The settings of a directory: one schema, shared by validation, OpenAPI, forms, the command line and types.
import { type Static, Type } from '@sinclair/typebox';
import * as s from '../kernel/schema.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { FactDefinition, MAX_FACTS } from './fact-schema.js';
import { HOME_BLOCKS, MAX_THINGS, MailWord, OperatorPage, PAGE_PARTS, ThingName } from './parts.js';
import { synonyms } from './synonyms.js';

export const AUTO_LANGUAGE = 'auto';

export const SETTINGS_PICTURES = ['logo', 'favicon', 'social-image'] as const;
export type SettingsPicture = (typeof SETTINGS_PICTURES)[number];

export const MAX_PAGES = 20;
const MAX_LINKS = 12;
const MAX_HEADER_LINKS = 3;
const MAX_NEEDS = 8;
const MAX_MAIL_TEXTS = 500;

const link = (options = {}) =>
  s.optionalText(500, { description: 'A path here, or an http(s) or mailto: address.', ...options });

const ownLink = (title: string, longest: number) =>
  s.titled(title, {
    label: s.line(longest),
    url: s.line(500, { description: 'A path here, or an http(s) or mailto: address.' }),
  });

/** The standard categories. The message catalogues have their names and sentences. */
export const STANDARD_CATEGORIES =
  `saas developer-tools productivity marketing ai domains marketplace analytics
  design sales customer-support finance education security no-code other`.split(/\s+/);

export const MAX_CATEGORIES = 200;
const MAX_ALIASES = 50;
const MAX_VALUE = 40;

/** The value of a category's name: `Home automation` → `home-automation`. May be empty. */
export const toCategoryValue = (name: string): string => toAsciiSlug(name, MAX_VALUE);

export const categoryValue = (options = {}) =>
  Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    minLength: 1,
    maxLength: MAX_VALUE,
    examples: ['home-automation'],
    ...options,
  });

const DirectoryCategory = s.titled('SiteCategory', {
  value: categoryValue({
    description: 'The category in listings, the API and its address: /categories/{value}.',
  }),
  ...s.optional({
    label: s.optionalText(40, {
      description: 'Its name. Null: the built-in one, which only the sixteen default categories have.',
    }),
    intro: s.optionalText(200, {
      description: 'One sentence on its page. Null: the built-in one, if any.',
    }),
    tone: s.nullableInteger({
      minimum: 1,
      maximum: 8,
      description: 'Its accent, one of eight; null: by its name.',
    }),
    hidden: Type.Boolean({ description: 'Not shown on pages; listings may still have it.', default: false }),
    aliases: s.optionalList(categoryValue(), MAX_ALIASES, {
      description: 'Values that were renamed or merged into it: still accepted, and redirected.',
    }),
  }),
});
export type DirectoryCategory = Static<typeof DirectoryCategory>;

const members = {
  ...s.optional({
    name: s.optionalText(60, { title: 'Name', description: 'Null: SERVICE_NAME.', examples: ['Tool Shed'] }),
    accent_color: s.optionalText(7, {
      pattern: '^#[0-9a-fA-F]{6}$',
      title: 'Accent colour',
      description:
        'Links and buttons; each theme uses the nearest shade that can be read. Null: the default blue.',
      examples: ['#0b7a4b'],
    }),
    headline: s.optionalText(80, { title: 'Headline', description: 'Of the home page.' }),
    lead: s.optionalText(240, { title: 'Lead', description: 'The sentence below the headline.' }),
    needs: s.optionalList(s.line(60), MAX_NEEDS, {
      title: 'Example needs',
      description: 'Searches that the home page offers.',
      examples: [['invoices for freelancers']],
    }),
    home_blocks: s.optionalList(s.word(HOME_BLOCKS), HOME_BLOCKS.length, {
      title: 'Blocks of the home page',
      description: 'Those it shows, in this order. Null: all.',
      examples: [['featured', 'arrivals', 'categories']],
    }),
    spotlight: s.optionalText(60, {
      title: 'In the spotlight',
      description:
        'The topic that the home page presents. Null: the one with most new listings of the last 30 days.',
      examples: ['Wikis'],
    }),
    policy_intro: s.optionalText(400, {
      title: 'Introduction of the content policy',
      description: 'What is listed here.',
    }),
    things: s.optionalList(ThingName, MAX_THINGS, {
      title: 'What is listed',
      description: 'The words for one and several of what is listed, by language. Null: product, products.',
    }),
    schema_type: s.optionalText(40, {
      pattern: '^[A-Z][A-Za-z]*$',
      title: 'Type of what is listed',
      description: 'Of schema.org, for search engines. Null: SoftwareApplication.',
      examples: ['LocalBusiness'],
    }),
    announcement: s.optionalText(200, { title: 'Announcement', description: 'A bar above every page.' }),
    announcement_url: link({ title: 'Link of the announcement' }),
    footer_text: s.optionalText(400, { title: 'Footer text', 'x-text': 'multiline' }),
    header_links: s.optionalList(ownLink('HeaderLink', 20), MAX_HEADER_LINKS, { title: 'Header links' }),
    footer_links: s.optionalList(ownLink('FooterLink', 40), MAX_LINKS, { title: 'Footer links' }),
  }),
  synonyms,
  ...s.optional({
    hidden_parts: s.optionalList(s.word(PAGE_PARTS), PAGE_PARTS.length, {
      title: 'Hidden parts',
      description:
        'Parts that pages do not show: of the home page, of the footer, the catalog, and prices. Null: the catalog, ' +
        'where something other than software is listed.',
    }),
    contact_email: Type.Unsafe<string | null>({
      ...s.emailAddress({ title: 'Contact email', description: 'Null: CONTACT_EMAIL.' }),
      type: ['string', 'null'],
    }),
    contact_url: link({
      title: 'Contact page',
      description: 'Instead of the email: a path here or an http(s) address.',
    }),
    publishing: s.optionalWord(['on', 'trusted', 'off'], {
      title: 'Publishing',
      description:
        'on: at once. trusted: the first listings of an account wait for a moderator, unless it has proven a site; ' +
        'those of staff never do. off: all wait. Null: AUTO_PUBLISH.',
    }),
    approvals: s.nullableInteger({
      minimum: 1,
      maximum: 20,
      title: 'Approvals needed first',
      description:
        'With trusted: how many listings of an account must be approved before others go live at once; a rejection ' +
        'restarts the count, also for proven owners. Null: 1.',
    }),
    unsure: s.optionalWord(['publish', 'hold'], {
      title: 'When the policy is unsure',
      description: 'Publish, or hold for a moderator. Null: POLICY_UNSURE.',
    }),
    submitters: s.optionalWord(['everyone', 'verified', 'staff'], {
      title: 'Who may submit',
      description: 'Every account, those with a verified email, or staff only. Null: everyone.',
    }),
    daily_listings: s.nullableInteger({
      minimum: 1,
      maximum: 10_000,
      title: 'New listings a day',
      description: 'Of one account, within 24 hours. Null: no limit.',
    }),
    categories: s.optionalList(DirectoryCategory, MAX_CATEGORIES, {
      title: 'Categories',
      description:
        'The categories of the directory, in their order. Null: the default sixteen. One that is ' +
        'left out is hidden instead if listings have it.',
    }),
    facts: s.optionalList(FactDefinition, MAX_FACTS, {
      title: 'Facts',
      description:
        'What listings have besides their fields, in this order. Null: the default four; an empty ' +
        'list: none. The values of a fact that is left out return with it.',
    }),
    pages: s.optionalList(OperatorPage, MAX_PAGES, {
      title: 'Pages',
      description: 'Imprint, privacy, terms and the like, linked in the footer in this order.',
    }),
    mail_texts: s.optionalList(MailWord, MAX_MAIL_TEXTS, {
      title: 'Words of emails',
      description: 'Texts of emails in the operator’s own words. Null: the default texts.',
    }),
    language: s.optionalText(35, {
      pattern: '^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$',
      title: 'Language',
      description:
        'Of pages: auto follows each visitor’s browser, a tag such as de is for all visitors. ' +
        'Null: auto. The API is always in English.',
      examples: ['de'],
    }),
    time_zone: s.optionalText(60, {
      title: 'Time zone',
      description: 'An IANA name. Null: UTC.',
      examples: ['Europe/Berlin'],
    }),
  }),
};

const picture = (description: string) =>
  s.optionalText(1000, { description: `${description} Uploaded on its own; null removes it.` });

const pictures = {
  logo_url: Type.Optional(picture('The mark beside the name.')),
  favicon_url: Type.Optional(picture('The icon of the browser’s tab.')),
  social_image_url: Type.Optional(picture('The picture of shared links.')),
};

export const SETTINGS_FIELDS = Object.keys(members) as (keyof typeof members)[];
export const PICTURE_FIELDS = Object.keys(pictures) as (keyof typeof pictures)[];

/** A change: an omitted field stays, null restores the default. */
export const SettingsPatch = s.titled('SitePatch', {
  ...members,
  ...pictures,
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The version this change is based on. If it has changed since: 409 site_changed.',
    }),
  ),
});
export type SettingsPatch = Static<typeof SettingsPatch>;

export const SettingsRecord = Type.Required(
  s.titled('Site', {
    ...members,
    ...pictures,
    version: Type.Integer({ description: 'Grows by one with each change; 0 before the first.' }),
    updated_at: Type.Unsafe<string | null>({ ...s.instant(), type: ['string', 'null'] }),
  }),
);
export type SettingsRecord = Static<typeof SettingsRecord>;

export const SettingsResult = s.response('SiteResult', { site: SettingsRecord });
