// What admins decide about the content policy: passes for a site, and the review of what is listed.
import { type Static, Type } from '@sinclair/typebox';
import { instant, line, pageMembers, pageParameters, uuid, warnings, word } from '../kernel/schema.js';
import { POLICY_CATEGORIES } from './engine/types.js';

export const MAX_PASS_PAGE = 100;

const category = word(POLICY_CATEGORIES, {
  description: 'The part of the policy that the site may pass; the others still apply to it.',
  examples: ['drugs'],
});
const reason = line(500, {
  description: 'Why it is right to let it pass: kept in the audit log.',
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
