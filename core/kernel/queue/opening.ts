// A process handles requests before its queue is open: jobs added meanwhile wait for that.
let expected: { readonly opened: Promise<void>; settle(): void } | null = null;

/** Announces that the queue will be opened; `settleQueue` must follow. */
export function expectQueue(): void {
  let settle: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    settle = resolve;
  });
  expected = { opened, settle };
}

/** Called when the queue is open, or opening it has failed. */
export function settleQueue(): void {
  expected?.settle();
  expected = null;
}

export async function whenQueueSettled(): Promise<void> {
  await expected?.opened;
}
