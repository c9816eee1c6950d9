// Counts what the policy decides, for the metrics of a server process.
import type { PolicyCategory } from './screening.js';

export interface Decision {
  readonly result: 'clean' | 'flagged' | 'refused';
  readonly category: PolicyCategory | null;
  /** Time for screening the texts, without reading exemptions. */
  readonly seconds: number;
}

let watcher: ((decision: Decision) => void) | null = null;

/** @param next null: nobody counts */
export function watchDecisions(next: typeof watcher): void {
  watcher = next;
}

export function reportDecision(decision: Decision): void {
  watcher?.(decision);
}
