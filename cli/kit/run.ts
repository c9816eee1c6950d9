// From a command line to an exit code. Imports little, so that `--help` and `--version` answer at once.
import { CommanderError } from 'commander';
import { createProgram } from '../program.js';
import {
  EXIT,
  type ExitCode,
  flushOutput,
  note,
  Refusal,
  runIn,
  type Surroundings,
  UsageError,
  watchOutput,
} from './output.js';

/** Runs directory-admin. @param argv the words after the program's name */
export async function runAdmin(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  runIn(surroundings);
  const output = watchOutput();
  let exitCode: ExitCode = EXIT.done;
  try {
    const program = await createProgram((code) => {
      exitCode = code;
    }, argv);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Errors caused by a broken stdout are reported below.
    if (output.failure === null || error instanceof Refusal) exitCode = await explain(error, argv);
  }
  await flushOutput();
  output.unwatch();
  if (output.failure === null || exitCode === EXIT.refused) return exitCode;
  // The reader may stop early, as in `directory-admin listings list | head`.
  if (output.failure.code === 'EPIPE') return EXIT.done;
  note(`The output cannot be written (${output.failure.code}): what was printed is not complete.`);
  return EXIT.refused;
}

async function explain(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof UsageError) {
    note(error.message);
    return EXIT.usage;
  }
  const { explainFailure } = await import('./session.js');
  return explainFailure(error, argv.includes('--json') || argv.includes('--ndjson'));
}
