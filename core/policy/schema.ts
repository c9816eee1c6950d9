// What admins decide about the content policy: passes for a site, and rescreening the listings.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import {
  instant,
  line,
  nullableInstant,
  optionalText,
  pageMembers,
  pageParameters,
  uuid,
  warnings,
  word,
  words,
} from '../kernel/schema.js';
import { POLICY_CATEGORIES } from './engine/types.js';

export const MAX_PASS_PAGE = 100;

const category = word(POLICY_CATEGORIES, {
  description: 'The part of the policy that the site may pass; the others still apply to it.',
  examples: ['drugs'],
});
const reason = line(500, {
  description: 'Why the exemption is justified: kept in the audit log.',
  examples: ['A registered pharmacy; licence seen on 3 May'],
});

export const PassGrant = Type.Object(
  {
    website_url: line(500, {
      description: 'The site, as a listing names it.',
      examples: ['https://pharmacy.example.com'],
    }),
    category,
    reason,
  },
  { title: 'PassGrant' },
);

export const PolicyPass = Type.Object(
  { id: uuid(), website_url: Type.String(), category, reason: Type.String(), created_at: instant() },
  { title: 'PolicyPass' },
);
export type PolicyPass = Static<typeof PolicyPass>;

export const PassQuery = Type.Object(pageParameters(MAX_PASS_PAGE), { title: 'PassQuery' });

export const PolicyPassPage = Type.Object(
  { passes: Type.Array(PolicyPass), ...pageMembers },
  { title: 'PolicyPassPage' },
);
export type PolicyPassPage = Static<typeof PolicyPassPage>;

export const PassResult = Type.Object({ pass: PolicyPass, warnings }, { title: 'PassResult' });
export const WithdrawnPass = Type.Object(
  { deleted: Type.Literal(true), id: uuid(), warnings },
  { title: 'WithdrawnPass' },
);

export const HostListQuery = Type.Object(
  { q: words('A host or an address: is it listed, or below a listed one?') },
  { title: 'HostListQuery' },
);

const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const HostList = Type.Object(
  {
    count: Type.Integer(),
    verdict: word(['flag', 'refuse'], { description: 'What becomes of listings there: POLICY_HOSTS.' }),
    source: nullableText('Where the last import was from, in the words of who imported it.'),
    imported_by: nullableText('Email of who did, as far as it is known.'),
    changed_at: nullableInstant(),
    listed_host: nullableText('With q: the listed host at or above it; null when there is none.'),
    warnings,
  },
  { title: 'HostList' },
);
export type HostList = Static<typeof HostList>;

const hostListOf = (maxLength: number) =>
  Type.Object(
    {
      text: Type.String({
        minLength: 1,
        maxLength,
        'x-text': 'multiline',
        description: 'A file in hosts format, or of a host a line. It replaces the list.',
        examples: ['0.0.0.0 bad.example.com\nworse.example.org'],
      }),
      source: Type.Optional(optionalText(200, { description: 'Where it is from.' })),
    },
    { title: 'HostListImport' },
  );

/** Over HTTP: a body has at most 1 MiB (C3). */
export const HostListImport = hostListOf(1024 * 1024);
/** From a file: two million hosts. */
export const HostListFile = hostListOf(64 * 1024 * 1024);

export const HostListImported = Type.Object(
  {
    count: Type.Integer({ description: 'Hosts listed now.' }),
    skipped: Type.Integer({ description: 'Entries that are no hosts.' }),
    warnings,
  },
  { title: 'HostListImported' },
);
export type HostListImported = Static<typeof HostListImported>;

export const HostListRemoval = Type.Object(
  { removed: Type.Integer(), count: Type.Integer({ description: 'Hosts listed now.' }), warnings },
  { title: 'HostListRemoval' },
);

const ownText = Type.String({ minLength: 2, maxLength: 200 });
const list = <T extends TSchema>(items: T, maxItems: number) => Type.Array(items, { maxItems, default: [] });
const closed = { additionalProperties: false };

/** `policy.json`: what the operator of one instance adds and exempts; docs/content-policy.md has an example. */
export const InstancePolicy = Type.Object(
  {
    /** Own vocabulary; a weight of 10 refuses, a lower one flags. */
    add: list(
      Type.Object(
        {
          category: word(POLICY_CATEGORIES),
          terms: Type.Array(ownText, { minItems: 1, maxItems: 500 }),
          weight: Type.Number({ minimum: 0.5, maximum: 10, default: 10 }),
          reason: Type.String({ minLength: 3, maxLength: 200 }),
        },
        closed,
      ),
      200,
    ),
    exempt: Type.Object(
      {
        /** Phrases that are allowed here: a rule whose evidence is inside one does not count. */
        phrases: list(ownText, 500),
        /** Listings on these hosts and their subdomains are not screened. */
        hosts: list(Type.String({ minLength: 3, maxLength: 253 }), 500),
        /** Built-in rules switched off, by id. */
        rules: list(ownText, 100),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
);
export type InstancePolicy = Static<typeof InstancePolicy>;
