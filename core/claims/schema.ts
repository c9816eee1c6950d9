// Claims: how to prove control of a site, and the result.
import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  instant,
  nullable,
  nullableInstant,
  pageMembers,
  pageParameters,
  titled,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';

const CLAIM_METHODS = ['dns', 'file', 'meta', 'repository'] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

/** Days within which a claim has to be verified. */
export const CLAIM_DAYS = 7;

export const ClaimStep = titled('ClaimStep', {
  method: word(CLAIM_METHODS),
  where: Type.String({
    description: 'The name of the TXT record, or the address of the file or the page.',
  }),
  what: Type.String({ description: 'The value of the record, the content of the file, or the tag.' }),
});
export type ClaimStep = Static<typeof ClaimStep>;

export const Claim = titled('Claim', {
  id: uuid(),
  slug: Type.String({ examples: ['example-notes'] }),
  expires_at: instant(),
  verified_at: nullableInstant(),
  steps: Type.Array(ClaimStep, { description: 'Any one of these proves it.' }),
});
export type Claim = Static<typeof Claim>;

export const ClaimResult = titled('ClaimResult', { claim: Claim, warnings });
export const ClaimVerified = titled('ClaimVerified', {
  claim: Claim,
  listing: Listing,
  verified: flag(true),
  warnings,
});

const person = nullable(titled('ClaimPerson', { id: uuid(), name: Type.String(), email: Type.String() }));

/** A verified claim as admins see it. */
export const VerifiedClaim = titled('VerifiedClaim', {
  id: uuid(),
  slug: Type.String(),
  site: Type.String(),
  method: word(CLAIM_METHODS),
  verified_at: instant(),
  undone_at: nullableInstant(),
  owner: person,
  previous_owner: person,
});
export type VerifiedClaim = Static<typeof VerifiedClaim>;

export const MAX_CLAIM_PAGE = 100;
export const ClaimQuery = titled('ClaimQuery', pageParameters(MAX_CLAIM_PAGE));
export const ClaimPage = titled('ClaimPage', { claims: Type.Array(VerifiedClaim), ...pageMembers });
export const UndoneClaim = titled('UndoneClaim', { claim: VerifiedClaim, warnings });
