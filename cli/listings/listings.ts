// directory-admin listings …
import { Option } from 'commander';
import { findAuditEntries } from '../../core/console/audit-log.js';
import { DEFAULT_STATS_DAYS, getListingStats, MAX_STATS_DAYS } from '../../core/listings/visits.js';
import { findAllListings } from '../../core/moderation/listings.js';
import { ADMIN_LISTING_SORTS } from '../../core/moderation/schema.js';
import { previewListing } from '../../core/upkeep/preview.js';
import { printHistory, SHOWN } from '../audit.js';
import { importListingsVerb } from '../import.js';
import { type Verbs, wholeNumberOption } from '../kit/command.js';
import { note, printRecord } from '../kit/output.js';
import { listVerb } from '../kit/verbs.js';
import { createVerb, editVerb } from './edit.js';
import { exportVerb } from './export.js';
import { moderationVerbs } from './moderation.js';
import { LISTINGS, oneListing } from './selection.js';

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List listings in any status, newest first.',
    options: [...(LISTINGS.filters ?? []), new Option('--sort <order>').choices([...ADMIN_LISTING_SORTS])],
    isPaged: true,
    examples: ['listings list --status pending', 'listings list --featured --sort featured --json'],
    find: findAllListings,
    rows: ({ listings }) => listings,
    columns: LISTINGS.columns,
    empty: 'No listing matches.',
  }),
  'show <listing>': {
    summary: 'Show a listing and its history.',
    examples: ['listings show example-notes', 'listings show example-notes --json'],
    does: async ({ actor }, slugOrId: string) => {
      const { owner, ...listing } = await oneListing(actor, slugOrId);
      const { entries } = await findAuditEntries(actor, { subject: listing.id, limit: SHOWN });
      return {
        document: { listing, owner, history: entries },
        line: { ...listing, owner },
        text: () => {
          printRecord({ ...listing, owner: owner ? `${owner.name} <${owner.email}>` : 'nobody' });
          printHistory(entries);
        },
      };
    },
  },
  'stats <listing>': listVerb({
    summary: 'Show the views and clicks of a listing by day.',
    options: [
      wholeNumberOption('--days <number>', `today included, at most ${MAX_STATS_DAYS}`).default(
        DEFAULT_STATS_DAYS,
      ),
    ],
    examples: ['listings stats example-notes', 'listings stats example-notes --days 90 --json'],
    find: async (actor, { days }, slugOrId = '') => {
      const { slug } = await oneListing(actor, slugOrId);
      return { stats: await getListingStats(actor, slug, { days }) };
    },
    rows: ({ stats }) => stats.by_day,
    columns: ['day', 'views', 'clicks'],
    empty: 'Nothing was counted.',
    footer: ({ stats }) =>
      `${stats.views} views and ${stats.clicks} clicks in ${stats.by_day.length} days` +
      (stats.counting ? '' : '. LISTING_STATS is off: nothing is counted at present.'),
  }),
  'preview <url>': {
    summary: 'Read the website of a product and print what a listing can take from it. Nothing is stored.',
    examples: ['listings preview example.com', 'listings preview example.com --ndjson > listing.ndjson'],
    does: async ({ actor }, url: string) => {
      const result = await previewListing(actor, { website_url: url });
      return {
        document: result,
        // As a row for `listings import`.
        line: result.preview,
        text: () => {
          note(result.known ? `${result.note} ${result.known.url}` : result.note);
          printRecord(result.preview);
        },
      };
    },
  },
  create: createVerb,
  'edit <listing>': editVerb,
  ...moderationVerbs,
  'import <file>': importListingsVerb,
  'export [file]': exportVerb,
};
