// The messages between the reader's process and its parent.

/** Settings that the reader's process gets from its parent. */
export interface Surroundings {
  readonly allowPrivate: boolean;
  readonly nameServers: readonly string[] | null;
  readonly agent: string;
}

export interface Question {
  readonly id: number;
  /** A task of the table. */
  readonly name: string;
  readonly input: unknown;
  readonly surroundings: Surroundings;
}

/** Nobody waits for the answer any more. */
export interface Cancellation {
  readonly cancelled: number;
}

export type Answer =
  | { readonly id: number; readonly result: unknown }
  /** An error of our own. */
  | { readonly id: number; readonly failure: string };
