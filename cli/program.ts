// The table of nouns. docs/cli.md is checked against it. A noun's file is imported when it is used: each imports the
// rules and the database.
import { Command } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { type Finish, type LoadProgram, withExamples } from './command.js';
import { io } from './io.js';

/** Adds the verbs of a noun, or its options if it has no verbs. */
type Define = (noun: Command, finish: Finish, load: LoadProgram) => void;

interface Noun {
  readonly name: string;
  readonly summary: string;
  /** Called by programs, and hidden from the help. */
  readonly isHidden?: boolean;
  load(): Promise<Define>;
}

const NOUNS: readonly Noun[] = [
  {
    name: 'overview',
    summary: 'Count users, listings, screenshots and jobs by state.',
    load: async () => (await import('./overview.js')).defineOverview,
  },
  {
    name: 'users',
    summary: 'accounts: list, create, promote, demote, delete, suspend, lift suspensions',
    load: async () => (await import('./users.js')).addUserVerbs,
  },
  {
    name: 'listings',
    summary: 'listings: find, edit, moderate, import, export',
    load: async () => (await import('./listings.js')).addListingVerbs,
  },
  {
    name: 'import',
    summary:
      'Import listings from a file (- for standard input) or an address: CSV, NDJSON, JSON, a Markdown list, an MCP ' +
      'Registry, or another listing-directory, of which a repeat brings the copy up to date.',
    load: async () => (await import('./listings-import.js')).defineImport,
  },
  {
    name: 'imports',
    summary: 'imports: list, show their faults, undo',
    load: async () => (await import('./listings-import.js')).addImportVerbs,
  },
  {
    name: 'reviews',
    summary: 'the review desk: list what waits, approve, reject',
    load: async () => (await import('./reviews.js')).addReviewVerbs,
  },
  {
    name: 'keys',
    summary: 'API keys: list, mint, revoke',
    load: async () => (await import('./keys.js')).addKeyVerbs,
  },
  {
    name: 'webhooks',
    summary: 'webhooks: list, read their logs, pause, resume',
    load: async () => (await import('./webhooks.js')).addWebhookVerbs,
  },
  {
    name: 'categories',
    summary: 'the shelves of the directory: list, add, edit, rename, merge, remove',
    load: async () => (await import('./categories.js')).addCategoryVerbs,
  },
  {
    name: 'catalog',
    summary: 'places that take free submissions: list, add, verify, remove',
    load: async () => (await import('./catalog.js')).addCatalogVerbs,
  },
  {
    name: 'audit',
    summary: 'the history: who did what, when and why',
    load: async () => (await import('./audit.js')).addAuditVerbs,
  },
  {
    name: 'media',
    summary: 'pictures: move them between the database and a bucket',
    load: async () => (await import('./media.js')).addMediaVerbs,
  },
  {
    name: 'jobs',
    summary: 'the queue: what waits, what failed, trying again',
    load: async () => (await import('./jobs.js')).addJobVerbs,
  },
  {
    name: 'mail',
    summary: 'email: test whether it is sent',
    load: async () => (await import('./mail.js')).addMailVerbs,
  },
  {
    name: 'site',
    summary: 'the site: name, colours, texts, pictures and pages; show, change, export, import',
    load: async () => (await import('./site.js')).addSiteVerbs,
  },
  {
    name: 'policy',
    summary: 'the content policy: check texts, screen again, exempt a site',
    load: async () => (await import('./policy.js')).addPolicyVerbs,
  },
  {
    name: 'search',
    summary: 'the search: explain the ranking, list queries without results, rebuild the index',
    load: async () => (await import('./search.js')).addSearchVerbs,
  },
  {
    name: 'db',
    summary: 'the database: migrate, roll back, status, seed',
    load: async () => (await import('./db.js')).addDatabaseVerbs,
  },
  {
    name: 'backup',
    summary:
      'Write everything, as of one moment, into one file (- for standard output), while the service runs.',
    load: async () => (await import('./backup.js')).defineBackup,
  },
  {
    name: 'restore',
    summary:
      'Replace the content of the database by a backup (- for standard input), and migrate it. The service must be stopped. Asks for the name of the database where something would be lost.',
    load: async () => (await import('./backup.js')).defineRestore,
  },
  {
    name: 'maintenance',
    summary: 'Answer visitors with 503 and a message, or open the service again. Health checks go on.',
    load: async () => (await import('./maintenance.js')).defineMaintenance,
  },
  {
    name: 'doctor',
    summary:
      'Check the installation, with a verdict and advice for each check. Exit code 1: something is broken; 3: no configuration or database.',
    load: async () => (await import('./doctor.js')).defineDoctor,
  },
  {
    name: 'config',
    summary: 'Show the configuration by variable, without secrets.',
    load: async () => (await import('./settings.js')).defineConfig,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for the shell.',
    load: async () => (await import('./completion.js')).defineCompletion,
  },
  {
    name: 'complete',
    summary: 'Print what the last of these words can become; the completion scripts call it.',
    isHidden: true,
    load: async () => (await import('./complete.js')).defineComplete,
  },
];

/**
 * @param finish called with the exit code of the command
 * @param words the command line: only the verbs of its noun are added; without it those of every noun
 */
export async function createProgram(finish: Finish, words?: readonly string[]): Promise<Command> {
  const program = new Command('directory-admin')
    .description('Runs the directory from the shell: people, listings, keys, catalog, jobs and the database.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => (io.stdout.isTTY ? io.stdout.columns : undefined) ?? 80,
      getErrHelpWidth: () => (io.stderr.isTTY ? io.stderr.columns : undefined) ?? 80,
      getOutHasColors: () => Boolean(io.stdout.isTTY && io.stdout.hasColors?.()),
      getErrHasColors: () => Boolean(io.stderr.isTTY && io.stderr.hasColors?.()),
    })
    .showHelpAfterError('Add --help to see what it takes.')
    .addHelpText(
      'after',
      `
Lists in one value are separated by semicolons, as in CSV: --categories "ai;productivity".
Several subjects are separated by spaces; a file has one a line.
Colours are for terminals: a pipe, a dumb terminal or NO_COLOR=1 gives plain text.`,
    );
  withExamples(program, [
    'overview',
    'users create ada@example.com --name "Ada Lovelace" --role admin',
    'listings import listings.ndjson --owner ada@example.com',
    'listings reject spam-site --reason "Not a product"',
  ]);
  const used = words?.find((word) => NOUNS.some(({ name }) => name === word));
  for (const { name, summary, isHidden, load } of NOUNS) {
    const noun = program.command(name, { hidden: isHidden ?? false }).description(summary);
    if (words === undefined || name === used)
      (await load())(noun, finish, (some) => createProgram(finish, some));
  }
  return program;
}
