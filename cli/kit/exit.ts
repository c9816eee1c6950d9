// The exit codes of commands (C13, docs/cli.md).
export const EXIT = {
  done: 0,
  /** Refused, stopped before anything changed, or every item failed. */
  refused: 1,
  /** Wrong usage, or a question without a terminal; nothing changed. */
  usage: 2,
  /** The configuration is wrong or the database cannot be used. */
  unavailable: 3,
  /** Some items succeeded and some did not. */
  partly: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line itself is invalid; nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The user answered no, or pressed Ctrl-C before anything was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export function exitCodeOf({ done, failed }: { done: number; failed: number }): ExitCode {
  if (failed === 0) return EXIT.done;
  return done === 0 ? EXIT.refused : EXIT.partly;
}
