// directory-admin listings …
import { type Command, Option } from 'commander';
import { DEFAULT_STATS_DAYS, MAX_STATS_DAYS } from '../core/listings/stats-schema.js';
import { findAllListings } from '../core/moderation/listings.js';
import { ADMIN_LISTING_SORTS } from '../core/moderation/schema.js';
import { addClaimVerbs } from './claims.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
  wholeNumberOption,
  yesOption,
} from './command.js';
import {
  LISTING_COLUMNS,
  type ListingFilterOptions,
  listingFilterOptions,
  listingSubjectOptions,
  toListingFilter,
} from './listing-selection.js';
import { createListing, editListing, fieldOptions } from './listings-edit.js';
import { EXTRA_FIELDS, exportListings } from './listings-export.js';
import { addFeatureVerbs } from './listings-feature.js';
import { importListings, ownerOption } from './listings-import.js';
import {
  approveListings,
  archiveListings,
  checkListingLinks,
  deleteListings,
  rejectListings,
  restoreListings,
  retakeListings,
} from './listings-moderation.js';
import { previewSite } from './listings-preview.js';
import { showListing } from './listings-show.js';
import { showListingStats } from './listings-stats.js';
import { toOption, transferToAccount } from './listings-transfer.js';
import { type FormatOptions, printPage } from './output.js';
import { withSession } from './session.js';
import { addTakedownVerbs } from './takedowns.js';

export function addListingVerbs(listings: Command, finish: Finish): void {
  addReading(listings, finish);
  addModeration(listings, finish);
  addFeatureVerbs(listings, finish);
  addTakedownVerbs(listings, finish);
  addClaimVerbs(listings, finish);
  addTransfer(listings, finish);
}

function addReading(listings: Command, finish: Finish): void {
  addVerb(listings, finish, {
    usage: 'list',
    summary: 'List listings in any status, newest first.',
    options: [
      ...listingFilterOptions(),
      new Option('--sort <order>').choices([...ADMIN_LISTING_SORTS]),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: ['listings list --status pending', 'listings list --featured --sort featured --json'],
    run: listListings,
  });
  addVerb(listings, finish, {
    usage: 'show <listing>',
    summary: 'Show a listing and its history.',
    options: jsonOptions(),
    examples: ['listings show example-notes', 'listings show example-notes --json'],
    run: showListing,
  });
  addVerb(listings, finish, {
    usage: 'stats <listing>',
    summary: 'Show the views and clicks of a listing by day.',
    options: [
      wholeNumberOption('--days <number>', `today included, at most ${MAX_STATS_DAYS}`).default(
        DEFAULT_STATS_DAYS,
      ),
      ...jsonOptions(),
    ],
    examples: ['listings stats example-notes', 'listings stats example-notes --days 90 --json'],
    run: showListingStats,
  });
  addVerb(listings, finish, {
    usage: 'preview <url>',
    summary: 'Read the website of a product and print what a listing can take from it. Nothing is stored.',
    options: jsonOptions(),
    examples: [
      'listings preview https://example.com',
      'listings preview example.com --ndjson > listing.ndjson',
    ],
    run: previewSite,
  });
  addVerb(listings, finish, {
    usage: 'create',
    summary: 'Create a listing. The content policy applies; a website that is listed already is refused.',
    options: [
      ...fieldOptions().filter(({ long }) => long !== '--clear'),
      ownerOption(),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'listings create --name "Example Notes" --website-url notes.example.com --tagline "Notes that find themselves"',
      'listings create --name Board --website-url board.example.com --tagline "Plans" --owner ada@example.com --dry-run',
    ],
    run: createListing,
  });
  addVerb(listings, finish, {
    usage: 'edit <listing>',
    summary: 'Change fields of a listing. The content policy applies.',
    options: [...fieldOptions(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: [
      'listings edit example-notes --tagline "Notes that find themselves"',
      'listings edit example-notes --categories "ai;productivity" --clear pricing_summary --yes',
    ],
    run: editListing,
  });
}

function addModeration(listings: Command, finish: Finish): void {
  const options = () => [
    ...listingSubjectOptions(),
    reasonOption(),
    yesOption(),
    dryRunOption(),
    asOption(),
    ...jsonOptions(),
  ];
  const verbs = [
    {
      verb: 'approve',
      summary: 'Publish pending listings and drafts.',
      examples: ['listings approve example-notes', 'listings approve --status pending --yes'],
      run: approveListings,
    },
    {
      verb: 'archive',
      summary: 'Hide listings. Their owners can restore them.',
      examples: ['listings archive example-notes', 'listings archive --owner ada@example.com --yes'],
      run: archiveListings,
    },
    {
      verb: 'reject',
      summary: 'Take listings down; only an admin can restore them. Owners get an email with the reason.',
      examples: [
        'listings reject spam-one spam-two --reason "Not a product" --as ada@example.com',
        'listings reject --query casino --dry-run',
      ],
      run: rejectListings,
    },
    {
      verb: 'restore',
      summary: 'Undo an archiving, else a rejection; publish what is pending.',
      examples: [
        'listings restore example-notes',
        'listings restore --status archived --owner ada@example.com',
      ],
      run: restoreListings,
    },
    {
      verb: 'delete',
      summary: 'Delete listings permanently. Their websites can be submitted again, unless rejected.',
      examples: ['listings delete example-notes', 'listings delete --file slugs.txt --reason Spam --yes'],
      run: deleteListings,
    },
    {
      verb: 'retake',
      summary: 'Queue a new screenshot of the website.',
      examples: ['listings retake example-notes', 'listings retake --screenshot failed --yes'],
      run: retakeListings,
    },
    {
      verb: 'check-links',
      summary: 'Check the websites of live listings within a minute.',
      examples: ['listings check-links example-notes', 'listings check-links --link unreachable --yes'],
      run: checkListingLinks,
    },
  ];
  for (const { verb, summary, examples, run } of verbs) {
    addVerb(listings, finish, { usage: `${verb} [listings...]`, summary, options: options(), examples, run });
  }
}

function addTransfer(listings: Command, finish: Finish): void {
  addVerb(listings, finish, {
    usage: 'transfer [listings...]',
    summary: 'Give listings to another account.',
    options: [
      toOption(),
      ...listingSubjectOptions(),
      reasonOption(),
      yesOption(),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'listings transfer example-notes --to bob@example.com --reason "Sold"',
      'listings transfer --owner ada@example.com --to bob@example.com --dry-run',
    ],
    run: transferToAccount,
  });
  addVerb(listings, finish, {
    usage: 'import <file>',
    summary:
      'Submit every row of an NDJSON or CSV file (- for standard input); `import` reads more. Importing it again changes nothing.',
    options: [
      ownerOption(),
      new Option('--format <format>', 'detected from the content by default').choices(['ndjson', 'csv']),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'listings import listings.ndjson --owner ada@example.com --dry-run',
      'listings import listings.csv --owner ada@example.com',
      'listings export | directory-admin listings import -',
    ],
    run: importListings,
  });
  addVerb(listings, finish, {
    usage: 'export [file]',
    summary: 'Write listings to a file or standard output, as import reads them.',
    options: [
      ...listingFilterOptions(),
      new Option('--format <format>', 'csv for a file that ends in .csv, else ndjson').choices([
        'ndjson',
        'csv',
      ]),
      new Option('--fields <fields...>', 'further fields, which an import ignores').choices(EXTRA_FIELDS),
    ],
    examples: [
      'listings export listings.ndjson',
      'listings export live.csv --status live --fields slug owner',
    ],
    run: exportListings,
  });
}

type ListOptions = FormatOptions & ListingFilterOptions & PageOptions & { sort?: string };

function listListings(options: ListOptions): Promise<void> {
  const { page, limit, sort } = options;
  return withSession({}, async ({ actor }) => {
    const list = await findAllListings(actor, { ...toListingFilter(options), sort, page, limit });
    printPage(options, list, { rows: list.listings, columns: LISTING_COLUMNS, empty: 'No listing matches.' });
  });
}
