// Claims: how to prove control of a site, and the result.
import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  instant,
  nullable,
  nullableInstant,
  pageMembers,
  pageParameters,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';

const CLAIM_METHODS = ['dns', 'file', 'meta', 'repository'] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

/** Days within which a claim has to be verified. */
export const CLAIM_DAYS = 7;

export const ClaimStep = Type.Object(
  {
    method: word(CLAIM_METHODS),
    where: Type.String({
      description: 'The name of the TXT record, or the address of the file or the page.',
    }),
    what: Type.String({ description: 'The value of the record, the content of the file, or the tag.' }),
  },
  { title: 'ClaimStep' },
);
export type ClaimStep = Static<typeof ClaimStep>;

export const Claim = Type.Object(
  {
    id: uuid(),
    slug: Type.String({ examples: ['example-notes'] }),
    expires_at: instant(),
    verified_at: nullableInstant(),
    steps: Type.Array(ClaimStep, { description: 'Any one of these proves it.' }),
  },
  { title: 'Claim' },
);
export type Claim = Static<typeof Claim>;

export const ClaimResult = Type.Object({ claim: Claim, warnings }, { title: 'ClaimResult' });
export const ClaimVerified = Type.Object(
  { claim: Claim, listing: Listing, verified: flag(true), warnings },
  { title: 'ClaimVerified' },
);

const person = nullable(
  Type.Object({ id: uuid(), name: Type.String(), email: Type.String() }, { title: 'ClaimPerson' }),
);

/** A verified claim as admins see it. */
export const VerifiedClaim = Type.Object(
  {
    id: uuid(),
    slug: Type.String(),
    site: Type.String(),
    method: word(CLAIM_METHODS),
    verified_at: instant(),
    undone_at: nullableInstant(),
    owner: person,
    previous_owner: person,
  },
  { title: 'VerifiedClaim' },
);
export type VerifiedClaim = Static<typeof VerifiedClaim>;

export const MAX_CLAIM_PAGE = 100;
export const ClaimQuery = Type.Object(pageParameters(MAX_CLAIM_PAGE), { title: 'ClaimQuery' });
export const ClaimPage = Type.Object(
  { claims: Type.Array(VerifiedClaim), ...pageMembers },
  { title: 'ClaimPage' },
);
export const UndoneClaim = Type.Object({ claim: VerifiedClaim, warnings }, { title: 'UndoneClaim' });
