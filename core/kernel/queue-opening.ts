// A process answers requests before its queue is open: what is added meanwhile waits for that.
let expected: { readonly opened: Promise<void>; settle(): void } | null = null;

/** Says that the queue will be opened; `settleQueue` must follow. */
export function expectQueue(): void {
  let settle: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    settle = resolve;
  });
  expected = { opened, settle };
}

/** The queue is open, or will not be. */
export function settleQueue(): void {
  expected?.settle();
  expected = null;
}

export async function whenQueueSettled(): Promise<void> {
  await expected?.opened;
}
