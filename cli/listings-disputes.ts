// directory-admin listings takedowns, lift, claims, undo-claim
import { Option } from 'commander';
import { findClaims, undoClaim } from '../core/claims/claims.js';
import { findTakedowns, liftTakedown } from '../core/moderation/takedowns.js';
import { asOption, reasonOption, type Verbs } from './command.js';
import { shortTime } from './text.js';
import { eachVerb, listVerb } from './verbs.js';

export const disputeVerbs: Verbs = {
  takedowns: listVerb({
    summary: 'List rejected pages, which cannot be submitted again, newest first.',
    options: [new Option('--query <text>', 'part of a page, a name or a reason')],
    isPaged: true,
    examples: ['listings takedowns', 'listings takedowns --query example.com --json'],
    find: findTakedowns,
    rows: ({ takedowns }) => takedowns,
    columns: [
      { title: 'id', value: (takedown) => takedown.id, isWhole: true },
      { title: 'page', value: (takedown) => takedown.page },
      { title: 'listing', value: (takedown) => takedown.listing_name },
      { title: 'reason', value: (takedown) => takedown.reason },
      { title: 'by', value: (takedown) => takedown.taken_down_by },
      { title: 'since', value: (takedown) => shortTime(takedown.taken_down_at) },
    ],
    empty: 'Nothing is taken down.',
  }),
  'lift <takedowns...>': eachVerb({
    summary: 'Lift takedowns: their pages can be submitted again. Listings stay rejected.',
    options: [reasonOption(), asOption()],
    examples: ['listings lift 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "Sold to a new owner"'],
    change: async (actor, id, { reason }) => {
      await liftTakedown(actor, id, { reason });
      return [`Lifted ${id}: its page may be submitted again.`, { lifted: true, id }];
    },
  }),
  claims: listVerb({
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
  'undo-claim <claims...>': eachVerb({
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
};
