// Counts the decisions of the policy, for the metrics of a server process.
import type { PolicyCategory } from './screening.js';

export interface Decision {
  readonly result: 'clean' | 'flagged' | 'refused';
  readonly category: PolicyCategory | null;
  /** Time for screening the texts, without reading passes. */
  readonly seconds: number;
}

let watcher: ((decision: Decision) => void) | null = null;

/** @param next null: nothing is counted */
export function watchDecisions(next: typeof watcher): void {
  watcher = next;
}

export function reportDecision(decision: Decision): void {
  watcher?.(decision);
}
