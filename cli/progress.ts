// Progress on stderr, drawn only on a terminal.
import { SingleBar } from 'cli-progress';
import { io } from './io.js';
import { groupDigits } from './text.js';

export interface Progress {
  step(): void;
  /** Writes beside the bar without breaking it. */
  aside(write: () => void): void;
  stop(): void;
}

/** Clears the bar's line, and lets long lines wrap, as they do not within the bar. */
const LEAVE_BAR = '\r\u001b[K\u001b[?7h';
const BACK_TO_BAR = '\u001b[?7l';

/** @param total null when it is unknown: then only the items are counted */
export function startProgress(verb: string, total: number | null): Progress {
  if (!io.stderr.isTTY) return { step: () => undefined, aside: (write) => write(), stop: () => undefined };
  const bar = new SingleBar({
    stream: io.stderr,
    format:
      total === null
        ? `${verb}  {done}`
        : `${verb}  {bar}  {percentage}%  {done} of {all}  {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: false,
    clearOnComplete: true,
    stopOnComplete: false,
    gracefulExit: false,
    fps: 10,
  });
  let done = 0;
  const words = () => ({ done: groupDigits(done), all: groupDigits(total ?? 0) });
  bar.start(total ?? 0, 0, words());
  return {
    step: () => {
      done += 1;
      bar.update(done, words());
    },
    aside: (write) => {
      io.stderr.write(LEAVE_BAR);
      write();
      io.stderr.write(BACK_TO_BAR);
    },
    stop: () => bar.stop(),
  };
}
