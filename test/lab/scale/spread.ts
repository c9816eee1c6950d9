// How soon a write to one process is visible in the cached lists of the others.
import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from '../faults/service.js';

const ROUNDS = 40;

/** @returns milliseconds from the acknowledgement to the first list of guests that has it, for each other process, sorted */
export async function measureSpread(
  writer: Service,
  key: string,
  others: readonly Service[],
): Promise<number[]> {
  writer.key = key;
  const guests = others.map(({ url }) => {
    const guest = new Service({});
    guest.url = url;
    return guest;
  });
  const list = '/api/v1/listings?limit=1';
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(guests.map((guest) => guest.ask(list)));
    const host = `spread-${round}.example.com`;
    const body = { name: `Spread ${round}`, website_url: host, tagline: 'Seen from elsewhere' };
    const { status } = await writer.ask('/api/v1/listings', { body });
    if (status !== 201) throw new Error(`A listing was not taken: ${status}.`);
    const written = performance.now();
    took.push(
      ...(await Promise.all(
        guests.map(async (guest) => {
          while (!(await guest.ask(list)).body.includes(host)) await sleep(2);
          return performance.now() - written;
        }),
      )),
    );
  }
  return took.sort((a, b) => a - b);
}
