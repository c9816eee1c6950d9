// The table of nouns. docs/cli.md is checked against it. A noun's file is imported when it is used: each imports the
// rules and the database.
import { Command } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { defineNoun, type Finish, type Noun, withExamples } from './command.js';
import { io } from './io.js';

interface Listed {
  readonly summary: string;
  /** Called by programs, and hidden from the help. */
  readonly isHidden?: boolean;
  readonly load: () => Promise<Noun>;
}

const NOUNS: Readonly<Record<string, Listed>> = {
  overview: {
    summary: 'Count users, listings, screenshots and jobs by state.',
    load: () => import('./overview.js'),
  },
  users: {
    summary: 'accounts: list, create, promote, demote, delete, suspend, lift suspensions',
    load: () => import('./users.js'),
  },
  listings: {
    summary: 'listings: find, edit, moderate, import, export',
    load: () => import('./listings.js'),
  },
  import: {
    summary:
      'Import listings from a file (- for standard input) or an address: CSV, NDJSON, JSON, a Markdown list, an MCP ' +
      'Registry, or another listing-directory, of which a repeat brings the copy up to date.',
    load: () => import('./listings-import.js'),
  },
  imports: { summary: 'imports: list, show their faults, undo', load: () => import('./imports.js') },
  reviews: {
    summary: 'the review desk: list what waits, approve, reject',
    load: () => import('./reviews.js'),
  },
  keys: { summary: 'API keys: list, mint, revoke', load: () => import('./keys.js') },
  webhooks: {
    summary: 'webhooks: list, read their logs, pause, resume',
    load: () => import('./webhooks.js'),
  },
  categories: {
    summary: 'the shelves of the directory: list, add, edit, rename, merge, remove',
    load: () => import('./categories.js'),
  },
  catalog: {
    summary: 'places that take free submissions: list, add, verify, remove',
    load: () => import('./catalog.js'),
  },
  audit: { summary: 'the history: who did what, when and why', load: () => import('./audit.js') },
  media: {
    summary: 'pictures: move them between the database and a bucket',
    load: () => import('./media.js'),
  },
  jobs: {
    summary: 'the queue: what waits, what failed, trying again',
    load: () => import('./jobs.js'),
  },
  mail: { summary: 'email: test whether it is sent', load: () => import('./mail.js') },
  site: {
    summary: 'the site: name, colours, texts, pictures and pages; show, change, export, import',
    load: () => import('./site.js'),
  },
  policy: {
    summary: 'the content policy: check texts, screen again, exempt a site',
    load: () => import('./policy.js'),
  },
  search: {
    summary: 'the search: explain the ranking, list queries without results, rebuild the index',
    load: () => import('./search.js'),
  },
  db: { summary: 'the database: migrate, roll back, status, seed', load: () => import('./db.js') },
  backup: {
    summary:
      'Write everything, as of one moment, into one file (- for standard output), while the service runs.',
    load: () => import('./backup.js'),
  },
  restore: {
    summary:
      'Replace the content of the database by a backup (- for standard input), and migrate it. The service must be stopped. Asks for the name of the database where something would be lost.',
    load: () => import('./restore.js'),
  },
  maintenance: {
    summary: 'Answer visitors with 503 and a message, or open the service again. Health checks go on.',
    load: () => import('./maintenance.js'),
  },
  doctor: {
    summary:
      'Check the installation, with a verdict and advice for each check. Exit code 1: something is broken; 3: no configuration or database.',
    load: () => import('./doctor.js'),
  },
  config: {
    summary: 'Show the configuration by variable, without secrets.',
    load: () => import('./settings.js'),
  },
  completion: {
    summary: 'Print a completion script for the shell.',
    load: () => import('./completion.js'),
  },
  complete: {
    summary: 'Print what the last of these words can become; the completion scripts call it.',
    isHidden: true,
    load: () => import('./complete.js'),
  },
};

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
  const used = words?.find((word) => Object.hasOwn(NOUNS, word));
  for (const [name, { summary, isHidden, load }] of Object.entries(NOUNS)) {
    const noun = program.command(name, { hidden: isHidden ?? false }).description(summary);
    if (words === undefined || name === used)
      defineNoun(noun, finish, await load(), (some) => createProgram(finish, some));
  }
  return program;
}
