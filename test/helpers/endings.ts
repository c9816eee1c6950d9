// Shuts down, once, what the files of a process share, after the last of them (setup.ts).

const endings: (() => Promise<void>)[] = [];

export function atTheEnd(end: () => Promise<void>): void {
  endings.push(end);
}

export async function endShared(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
