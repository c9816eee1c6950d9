// Progress on stderr, drawn only on a terminal.
import { io } from './io.js';
import { groupDigits } from './text.js';

export interface Progress {
  step(by?: number): void;
  /** Writes beside it without breaking it. */
  aside(write: () => void): void;
  stop(): void;
}

/** Returns to the start of the line and clears it. */
const CLEAR = '\r\u001b[K';
const INTERVAL_MS = 100;

/** @param total if it is known */
export function startProgress(verb: string, total?: number): Progress {
  const { stderr } = io;
  if (!stderr.isTTY) return { step: () => undefined, aside: (write) => write(), stop: () => undefined };
  const of = total === undefined ? '' : ` of ${groupDigits(total)}`;
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    stderr.write(`${CLEAR}${verb}  ${groupDigits(done)}${of}`);
  };
  return {
    step: (by = 1) => {
      done += by;
      if (performance.now() - drawnAt > INTERVAL_MS) draw();
    },
    aside: (write) => {
      stderr.write(CLEAR);
      write();
      draw();
    },
    stop: () => stderr.write(CLEAR),
  };
}
