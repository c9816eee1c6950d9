// From a command line to an exit code. Imports little, so that `--help` and `--version` answer at once.
import { CommanderError } from 'commander';
import { createProgram } from '../program.js';
import * as terminal from './output.js';

export async function runAdmin(
  argv: readonly string[],
  surroundings: terminal.Surroundings,
): Promise<terminal.ExitCode> {
  terminal.runIn(surroundings);
  const { stdout } = surroundings;
  // Why stdout cannot be written any more: EPIPE if its reader is gone, ENOSPC on a full disk.
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
  // Until everything printed has been written, or cannot be.
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
  const { explainFailure } = await import('./session.js');
  return explainFailure(error, argv.includes('--json') || argv.includes('--ndjson'));
}
