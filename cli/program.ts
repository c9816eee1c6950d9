// The table of nouns; a test compares docs/cli.md with it. A noun's file is imported only when used: it imports the
// rules and the database.
import { Command, CommanderError } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { defineNoun, type Finish, type Noun, withExamples } from './kit/command.js';
import * as terminal from './kit/output.js';

type Listed = readonly [summary: string, load: () => Promise<Noun>];

const NOUNS: Readonly<Record<string, Listed>> = {
  overview: ['Count users, listings, screenshots and jobs by state.', () => import('./overview.js')],
  users: [
    'accounts: list, create, promote, demote, delete, suspend, lift suspensions',
    () => import('./users/users.js'),
  ],
  listings: ['listings: find, edit, moderate, import, export', () => import('./listings/listings.js')],
  import: [
    'Import listings from a file (- for standard input) or an address: CSV, NDJSON, JSON, a Markdown list, an MCP ' +
      'Registry, or another listing-directory, of which a repeat brings the copy up to date.',
    () => import('./import.js'),
  ],
  imports: ['imports: list, show their faults, undo', () => import('./imports.js')],
  sources: [
    'sources that the directory follows: list, follow, change, read, unfollow',
    async () => ({ verbs: (await import('./imports.js')).sources }),
  ],
  reviews: ['the review desk: list what waits, approve, reject', () => import('./reviews.js')],
  keys: ['API keys: list, mint, revoke', () => import('./keys.js')],
  webhooks: ['webhooks: list, pause, resume', () => import('./webhooks.js')],
  categories: ['categories: list, add, edit, rename, merge, remove', () => import('./categories.js')],
  facts: [
    'facts of listings: list, add, edit, remove; rename and merge their values',
    () => import('./facts.js'),
  ],
  catalog: ['places that take free submissions: list, add, verify, remove', () => import('./catalog.js')],
  audit: ['the history: who did what, when and why', () => import('./audit.js')],
  jobs: ['the queue: what waits, what failed, trying again', () => import('./jobs.js')],
  mail: ['email: test whether it is sent', async () => ({ verbs: (await import('./jobs.js')).mail })],
  site: ['settings of the directory: show or change one', () => import('./site.js')],
  policy: ['the content policy: check texts; refuse, hold or exempt hosts', () => import('./policy.js')],
  db: ['the database: migrate, roll back, status, seed', () => import('./db.js')],
  backup: [
    'Write everything, as of one moment, into one file (- for standard output), while the service runs.',
    () => import('./backup.js'),
  ],
  restore: [
    'Replace the content of the database by a backup (- for standard input), and migrate it. The service must be stopped. Asks for the name of the database where something would be lost.',
    async () => ({ command: (await import('./backup.js')).restore }),
  ],
  maintenance: [
    'Answer visitors with 503 and a message, or open the service again. Health checks go on.',
    async () => ({ command: (await import('./installation.js')).maintenance }),
  ],
  doctor: [
    'Check the installation, with a verdict and advice for each check. Exit code 1: something is broken; 3: no configuration or database.',
    async () => ({ command: (await import('./installation.js')).doctor }),
  ],
  config: [
    'Show the configuration by variable, without secrets.',
    async () => ({ command: (await import('./installation.js')).config }),
  ],
};
/** @param words the command line: only its noun's verbs are added; by default those of every noun */
export async function createProgram(finish: Finish, words?: readonly string[]): Promise<Command> {
  const { stdout, stderr } = terminal.io;
  const program = new Command('directory-admin')
    .description('Runs the directory from the shell: people, listings, keys, catalog, jobs and the database.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : undefined) ?? 80,
      getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : undefined) ?? 80,
      getOutHasColors: () => Boolean(stdout.isTTY && stdout.hasColors?.()),
      getErrHasColors: () => Boolean(stderr.isTTY && stderr.hasColors?.()),
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
  for (const [name, [summary, load]] of Object.entries(NOUNS)) {
    const noun = program.command(name).description(summary);
    if (words === undefined || name === used) defineNoun(noun, finish, await load());
  }
  return program;
}

// Runs a command line.

export async function runAdmin(
  argv: readonly string[],
  surroundings: terminal.Surroundings,
): Promise<terminal.ExitCode> {
  terminal.runIn(surroundings);
  const { stdout } = surroundings;
  // The error that ended stdout: EPIPE if its reader is gone, ENOSPC on a full disk.
  const output = { failure: null as NodeJS.ErrnoException | null };
  const fail = (error: NodeJS.ErrnoException) => {
    output.failure ??= error;
  };
  stdout.on('error', fail);
  let exitCode: terminal.ExitCode = terminal.EXIT.done;
  try {
    const program = await createProgram((code) => {
      exitCode = code;
    }, argv);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Errors caused by a broken stdout are reported below.
    if (output.failure === null || error instanceof terminal.Refusal) exitCode = await explain(error, argv);
  }
  // Waits until all output is written or has failed.
  if (!stdout.destroyed) await new Promise((resolve) => stdout.write('', resolve));
  stdout.off('error', fail);
  if (output.failure === null || exitCode === terminal.EXIT.refused) return exitCode;
  // The reader may stop early, as in `directory-admin listings list | head`.
  if (output.failure.code === 'EPIPE') return terminal.EXIT.done;
  terminal.note(`The output cannot be written (${output.failure.code}): what was printed is not complete.`);
  return terminal.EXIT.refused;
}

async function explain(error: unknown, argv: readonly string[]): Promise<terminal.ExitCode> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? terminal.EXIT.done : terminal.EXIT.usage;
  if (error instanceof terminal.UsageError) {
    terminal.note(error.message);
    return terminal.EXIT.usage;
  }
  const { explainFailure } = await import('./kit/session.js');
  return explainFailure(error, argv.includes('--json') || argv.includes('--ndjson'));
}
