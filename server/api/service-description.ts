// GET /api/v1/schema: the service in one document, for an agent that has only the base URL (C10).
import { Type } from '@sinclair/typebox';
import { appResource } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';
import { VERSION } from '../../core/kernel/package.js';
import { limitOf } from '../../core/kernel/rate-limits.js';
import { titled, withPresentValues } from '../../core/kernel/schema.js';
import { ENGLISH } from '../../core/languages/catalogues.js';
import { PRICING_MODELS } from '../../core/listings/fields.js';
import { LISTING_STATUSES, ListingSubmission, REQUIRED_FIELDS } from '../../core/listings/schema.js';
import { submissionRules } from '../../core/listings/submission-rules.js';
import { POLICY_CATEGORIES } from '../../core/policy/screening.js';
import { SEARCH_ADVICE } from '../../core/search/query.js';
import { categoryValues, currentSettings } from '../../core/settings/current.js';
import type { FactDefinition } from '../../core/settings/fact-schema.js';
import { englishLabel, isChoice, isFilter, isOpen, publicFacts } from '../../core/settings/facts.js';
import type { Route } from './route.js';

/** The eight categories of the specification. If an operator has other categories, all of them are named. */
const NAMED = 'saas developer-tools productivity marketing ai domains marketplace other'.split(' ');

function describedCategories(): readonly string[] {
  const all = categoryValues();
  return NAMED.every((value) => all.includes(value)) ? NAMED : all;
}

const NOT_REQUIRED = 'website_badge backlink phone_number work_email social_handle city'.split(' ');

const part = Type.Object({});
const text = Type.String();

/** The parts are declared without members: readers of this description do not use the OpenAPI document. */
export const ServiceDescription = titled('ServiceDescription', {
  ...{ name: text, version: text, base_url: text, description: text },
  ...{ listing: part, requirements: part, accepted_emails: Type.Array(text), content_policy: part },
  ...{ auth: part, rate_limits: part, endpoints: Type.Array(part), mcp: part, search: part, links: part },
});

function describeFact(fact: FactDefinition) {
  const { key, type, label, options } = fact;
  return {
    key,
    label: englishLabel(fact),
    ...(label && typeof label === 'object' ? { labels: label } : {}),
    type,
    ...(isChoice(fact) ? { open: isOpen(fact), options: options ?? [] } : {}),
    is_filter: isFilter(fact),
    has_pages: fact.pages ?? false,
    is_shown: fact.shown ?? false,
    writer: 'owner',
  };
}

export function describeService(routes: readonly Route[]): object {
  const base = config.publicUrl;
  const rate = (name: Parameters<typeof limitOf>[0], per: string) => {
    const { quota, window } = limitOf(name);
    return { requests: quota || null, window_seconds: window, per };
  };
  return {
    name: currentSettings().name,
    version: VERSION,
    base_url: base,
    description:
      'A directory of product listings (software, AI tools and the like). Anyone searches and reads; accounts submit, update, archive and restore their listings.',
    listing: {
      fields: withPresentValues(ListingSubmission.properties),
      required: [...REQUIRED_FIELDS],
      categories: [...describedCategories()],
      categories_note: `These are ${describedCategories().length} of ${categoryValues().length}; a listing may have any of those in fields.categories.items.enum.`,
      facts: publicFacts().map(describeFact),
      pricing_models: [...PRICING_MODELS],
      statuses: [...LISTING_STATUSES],
      public_status: 'live',
      auto_publish: submissionRules().publishing === 'on',
    },
    requirements: Object.fromEntries(NOT_REQUIRED.map((thing) => [thing, false])),
    accepted_emails: ['consumer webmail', 'plus-aliases', 'personal email'],
    content_policy: {
      summary: 'Only genuine products are listed.',
      prohibited: Object.fromEntries(
        POLICY_CATEGORIES.map((category) => [category, ENGLISH.t(`policy.prohibited.${category}`)]),
      ),
      error: { status: 422, code: 'content_policy' },
    },
    auth: {
      schemes: ['bearer', 'cookie'],
      bearer: 'Authorization: Bearer dir_…',
      session_cookie: 'A cookie whose name ends in .session_token, from sign-up or sign-in.',
      register: `POST ${base}/api/v1/agents/register`,
    },
    rate_limits: {
      general: rate('general', 'account, or address when not signed in'),
      sign_up: rate('sign-up', 'address'),
      listing_write: rate('listing-write', 'address'),
      sign_in_failures: rate('sign-in', 'email and address'),
    },
    endpoints: routes.map(({ method, path, summary, access: auth }) => ({
      ...{ method: method.toUpperCase(), path, summary, auth },
    })),
    mcp: {
      url: `${base}/mcp`,
      transport: 'streamable-http',
      auth: 'none or bearer',
      oauth_url: appResource(),
    },
    search: {
      url: `${base}/api/v1/listings?q={words}&sort=relevance&fields=slug,name,tagline`,
      advice: SEARCH_ADVICE,
    },
    links: serviceLinks(),
  };
}

/** Links that also appear in the documents of standards. */
export function serviceLinks() {
  const base = config.publicUrl;
  return {
    home: `${base}/`,
    schema: `${base}/api/v1/schema`,
    openapi: `${base}/api/v1/openapi.json`,
    openapi_for_agents: `${base}/api/v1/openapi.json?for=agents`,
    health: `${base}/api/v1/health`,
    docs: config.docsUrl,
    content_policy: `${base}/policy`,
    agent_directories: `${base}/agent-directories.json`,
    agent_directories_csv: `${base}/agent-directories.csv`,
    listing_changes: `${base}/api/v1/listings/changes`,
    api_catalog: `${base}/.well-known/api-catalog`,
    mcp_server_card: `${base}/mcp/server-card`,
    mcp_registry_description: `${base}/server.json`,
    llms: `${base}/llms.txt`,
    llms_full: `${base}/llms-full.txt`,
    skill: `${base}/SKILL.md`,
    ard: `${base}/.well-known/ard.json`,
  };
}
