// directory-admin listings approve, archive, reject, restore, delete, retake, check-links, transfer, feature, takedowns
// and the commands that undo them. Each calls the same operation as the action of the console.
import { Option } from 'commander';
import { findNamedUsers } from '../../core/accounts/users.js';
import type { System } from '../../core/kernel/actor.js';
import type { BulkWatch } from '../../core/kernel/bulk.js';
import { fieldError } from '../../core/kernel/errors.js';
import { TAKEDOWN_SCOPES } from '../../core/listings/takedowns.js';
import { editListing, moderateListings } from '../../core/moderation/actions.js';
import type { AdminListing, Moderation } from '../../core/moderation/schema.js';
import { findTakedowns, liftTakedown, TakedownQuery } from '../../core/moderation/takedowns.js';
import { endAsked } from '../../core/settings/dates.js';
import type { Operation, Outcome } from '../kit/batch.js';
import { type Options, type Verb, type Verbs, wholeNumberOption } from '../kit/command.js';
import { changeVerb, eachVerb, listVerb } from '../kit/verbs.js';
import { LISTINGS } from './selection.js';

export const scopeOption = () =>
  new Option('--scope <scope>', 'what a rejection takes down; the page and all below it by default').choices([
    ...TAKEDOWN_SCOPES,
  ]);

/** A moderation action of the console on several listings. */
export const moderation =
  (actor: System, action: object) =>
  async (part: readonly { slug: string }[], watch: BulkWatch): Promise<Outcome> => {
    const slugs = part.map(({ slug }) => slug);
    const { deleted, queued, updated, errors } = await moderateListings(actor, { ...action, slugs }, watch);
    const failures = errors.map(({ slug, code, error }) => ({ item: slug, code, error }));
    return { done: deleted ?? queued ?? updated ?? [], failures };
  };

const moderate = (
  action: Moderation,
  verb: Pick<Verb, 'summary' | 'examples' | 'options'> & Pick<Operation<AdminListing>, 'verb' | 'caution'>,
): Verb =>
  changeVerb(LISTINGS, {
    ...verb,
    plan: (actor, { reason, scope }) => ({ all: moderation(actor, { action, reason, scope }) }),
  });

export const moderationVerbs: Verbs = {
  'approve [listings...]': moderate('approve', {
    summary: 'Publish pending listings and drafts.',
    examples: ['listings approve example-notes', 'listings approve --status pending --yes'],
    verb: ['approve', 'approved'],
  }),
  'archive [listings...]': moderate('archive', {
    summary: 'Hide listings. Their owners can restore them.',
    examples: ['listings archive example-notes', 'listings archive --owner ada@example.com --yes'],
    verb: ['archive', 'archived'],
  }),
  'reject [listings...]': moderate('reject', {
    summary: 'Take listings down; only an admin can restore them. Owners get an email with the reason.',
    options: [scopeOption()],
    examples: ['listings reject spam-one spam-two --reason "Not a product" --as ada@example.com'],
    verb: ['reject', 'rejected'],
  }),
  'restore [listings...]': moderate('restore', {
    summary: 'Undo an archiving, or else a rejection; publish pending listings.',
    examples: ['listings restore example-notes', 'listings restore --owner ada@example.com'],
    verb: ['restore', 'restored'],
  }),
  'delete [listings...]': moderate('delete', {
    summary: 'Delete listings permanently. Their websites can be submitted again, unless rejected.',
    examples: ['listings delete example-notes', 'listings delete --file slugs.txt --reason Spam --yes'],
    verb: ['delete', 'deleted'],
    caution: 'Deleted listings cannot be restored. Their websites can be submitted again.',
  }),
  'retake [listings...]': moderate('refresh-screenshot', {
    summary: 'Queue a new screenshot of the website.',
    examples: ['listings retake example-notes', 'listings retake --screenshot failed --yes'],
    verb: ['retake the picture of', 'queued'],
  }),
  'check-links [listings...]': moderate('check-link', {
    summary: 'Check the websites of live listings within a minute.',
    examples: ['listings check-links example-notes', 'listings check-links --link unreachable --yes'],
    verb: ['check the website of', 'queued'],
  }),
  'feature [listings...]': changeVerb(LISTINGS, {
    summary: 'Feature listings on the front page, or change their position or end.',
    options: [wholeNumberOption('--position <number>', 'position of the first; the others follow'), 'until'],
    takesReason: false,
    examples: ['listings feature first second third --position 1 --until 2027-01-31'],
    verb: ['feature', 'featured'],
    doneKey: 'updated',
    plan: (_actor, { position: first, until }: Options & { position?: number }) => {
      let position = first;
      return {
        does: (actor, { slug }) =>
          editListing(actor, slug, {
            featured: true,
            ...(position !== undefined && { featured_position: position++ }),
            ...(until !== undefined && { featured_until: endAsked(until) }),
          }),
      };
    },
  }),
  'unfeature [listings...]': changeVerb(LISTINGS, {
    summary: 'Stop featuring listings on the front page.',
    takesReason: false,
    examples: ['listings unfeature example-notes', 'listings unfeature --featured --yes'],
    verb: ['stop featuring', 'no longer featured:'],
    doneKey: 'updated',
    does: (actor, { slug }) => editListing(actor, slug, { featured: false }),
  }),
  takedowns: listVerb({
    summary: 'List rejected pages, which cannot be submitted again, newest first.',
    query: TakedownQuery,
    examples: ['listings takedowns', 'listings takedowns --query example.com --json'],
    find: findTakedowns,
    rows: ({ takedowns }) => takedowns,
    columns: ['id!', 'page', 'listing: listing_name', 'reason', 'by: taken_down_by', 'since: taken_down_at'],
    empty: 'Nothing is taken down.',
  }),
  'lift <takedowns...>': eachVerb({
    summary: 'Lift takedowns: their pages can be submitted again. Listings stay rejected.',
    options: ['reason', 'as'],
    examples: ['listings lift 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "Sold to a new owner"'],
    change: async (actor, id, { reason }) => {
      await liftTakedown(actor, id, { reason });
      return [`Lifted ${id}: its page may be submitted again.`, { lifted: true, id }];
    },
  }),
  'transfer [listings...]': changeVerb(LISTINGS, {
    summary: 'Give listings to another account.',
    options: [new Option('--to <email>', 'email or id of the new owner').makeOptionMandatory()],
    examples: ['listings transfer example-notes --to bob@example.com --reason "Sold"'],
    verb: ['transfer', 'transferred'],
    plan: async (actor, { to, reason }: Options & { to: string }) => {
      if ((await findNamedUsers(actor, [to])).size === 0)
        throw fieldError('to', `No account has the email or id ${to}.`, 'unknown');
      return {
        caution: `They will belong to ${to}, who can then change and delete them.`,
        all: moderation(actor, { action: 'change', set: { owner: to }, reason }),
      };
    },
  }),
};
