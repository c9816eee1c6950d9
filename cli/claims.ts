// directory-admin listings claims, undo-claim
import { findClaims, undoClaim } from '../core/claims/admin.js';
import { asOption, reasonOption, type Verb } from './command.js';
import { shortTime } from './text.js';
import { eachVerb, listVerb } from './verbs.js';

export const claimVerbs: readonly Verb[] = [
  listVerb({
    usage: 'claims',
    summary: 'List claimed and verified listings, newest first.',
    isPaged: true,
    examples: ['listings claims', 'listings claims --json'],
    find: findClaims,
    rows: ({ claims }) => claims,
    columns: [
      { title: 'id', value: (claim) => claim.id, isWhole: true },
      { title: 'listing', value: (claim) => claim.slug },
      { title: 'site', value: (claim) => claim.site },
      { title: 'by', value: (claim) => claim.method, isWhole: true },
      { title: 'owner', value: (claim) => claim.owner?.email ?? '' },
      { title: 'before', value: (claim) => claim.previous_owner?.email ?? '' },
      { title: 'since', value: (claim) => shortTime(claim.verified_at), isWhole: true, isExtra: true },
      { title: 'undone', value: (claim) => shortTime(claim.undone_at), isWhole: true },
    ],
    empty: 'Nothing was claimed.',
  }),
  eachVerb({
    usage: 'undo-claim <claims...>',
    summary: 'Undo claims: listings return to their former owners, and both sides are notified.',
    options: [reasonOption(), asOption()],
    examples: ['listings undo-claim 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "A former employee"'],
    queue: true,
    change: async (actor, id, { reason }) => {
      const { claim } = await undoClaim(actor, id, { reason });
      const owner = claim.previous_owner?.email ?? 'nobody';
      return [`Undone: ${claim.slug} belongs to ${owner}.`, { undone: true, id: claim.id }];
    },
  }),
];
