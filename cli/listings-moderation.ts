// directory-admin listings approve, archive, reject, restore, delete, retake, check-links, transfer: the console's
// actions, through the same operations.
import { Option } from 'commander';
import { findNamedUsers } from '../core/accounts/users.js';
import type { BulkFailure } from '../core/kernel/bulk.js';
import { fieldError } from '../core/kernel/errors.js';
import { moderateListings } from '../core/moderation/actions.js';
import type { Moderation } from '../core/moderation/schema.js';
import type { Outcome } from './batch.js';
import type { Options, Verbs } from './command.js';
import { LISTINGS } from './listing-selection.js';
import { changeVerb } from './subjects.js';

interface Described {
  readonly action?: Moderation;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly verb: readonly [will: string, done: string];
  readonly caution?: string;
}

const MODERATIONS: Readonly<Record<string, Described>> = {
  approve: {
    summary: 'Publish pending listings and drafts.',
    examples: ['listings approve example-notes', 'listings approve --status pending --yes'],
    verb: ['approve', 'approved'],
  },
  archive: {
    summary: 'Hide listings. Their owners can restore them.',
    examples: ['listings archive example-notes', 'listings archive --owner ada@example.com --yes'],
    verb: ['archive', 'archived'],
  },
  reject: {
    summary: 'Take listings down; only an admin can restore them. Owners get an email with the reason.',
    examples: [
      'listings reject spam-one spam-two --reason "Not a product" --as ada@example.com',
      'listings reject --query casino --dry-run',
    ],
    verb: ['reject', 'rejected'],
  },
  restore: {
    summary: 'Undo an archiving, else a rejection; publish what is pending.',
    examples: [
      'listings restore example-notes',
      'listings restore --status archived --owner ada@example.com',
    ],
    verb: ['restore', 'restored'],
  },
  delete: {
    summary: 'Delete listings permanently. Their websites can be submitted again, unless rejected.',
    examples: ['listings delete example-notes', 'listings delete --file slugs.txt --reason Spam --yes'],
    verb: ['delete', 'deleted'],
    caution: 'Deleted listings are gone for good, and their websites are free to be submitted again.',
  },
  retake: {
    action: 'refresh-screenshot',
    summary: 'Queue a new screenshot of the website.',
    examples: ['listings retake example-notes', 'listings retake --screenshot failed --yes'],
    verb: ['retake the picture of', 'queued'],
  },
  'check-links': {
    action: 'check-link',
    summary: 'Check the websites of live listings within a minute.',
    examples: ['listings check-links example-notes', 'listings check-links --link unreachable --yes'],
    verb: ['check the website of', 'queued'],
  },
};

export const moderationVerbs: Verbs = Object.fromEntries(
  Object.entries(MODERATIONS).map(([name, { action = name, summary, examples, verb, caution }]) => [
    `${name} [listings...]`,
    changeVerb(LISTINGS, {
      summary,
      examples,
      queue: true,
      operation: (actor, { reason }) => ({
        verb,
        caution,
        all: async (part, watch) => {
          const input = { action, slugs: part.map(({ slug }) => slug), reason };
          const result = await moderateListings(actor, input, watch);
          return toOutcome(result.deleted ?? result.queued ?? result.updated ?? [], result.errors);
        },
      }),
    }),
  ]),
);

/** What became of several listings. */
export const toOutcome = (done: string[], errors: readonly ({ slug: string } & BulkFailure)[]): Outcome => ({
  done,
  failures: errors.map(({ slug, code, error }) => ({ item: slug, code, error })),
});

export const transferVerb = changeVerb(LISTINGS, {
  summary: 'Give listings to another account.',
  first: [new Option('--to <email>', 'email or id of the new owner').makeOptionMandatory()],
  examples: [
    'listings transfer example-notes --to bob@example.com --reason "Sold"',
    'listings transfer --owner ada@example.com --to bob@example.com --dry-run',
  ],
  operation: async (actor, { to, reason }: Options & { to: string }) => {
    if ((await findNamedUsers(actor, [to])).size === 0)
      throw fieldError('to', `No account has the email or id ${to}.`, 'unknown');
    return {
      verb: ['transfer', 'transferred'],
      caution: `They become those of ${to}, who may then change and delete them.`,
      all: async (part, watch) => {
        const input = { action: 'change', set: { owner: to }, slugs: part.map(({ slug }) => slug), reason };
        const { updated = [], errors } = await moderateListings(actor, input, watch);
        return toOutcome(updated, errors);
      },
    };
  },
});
