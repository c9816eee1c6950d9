// npm run bench:pages — the first byte of pages against that of the JSON API for the same data, one after the other
// on one connection: kept, as guests mostly get them; and made anew, as the first guest gets them after a change.
import { benchListings, get, post, type Service, withService } from './service.js';

const ROUNDS = 400;

interface Pair {
  readonly page: string;
  readonly api: string;
}

const PAIRS = (slug: string): Pair[] => [
  { page: '/', api: '/api/v1/listings?limit=12' },
  { page: '/listings', api: '/api/v1/listings' },
  { page: '/listings?page=3', api: '/api/v1/listings?page=3' },
  { page: '/categories/ai', api: '/api/v1/listings?category=ai' },
  { page: '/listings?q=notes', api: '/api/v1/listings?q=notes' },
  { page: `/listings/${slug}`, api: `/api/v1/listings/${slug}` },
];

await withService(1, async (service) => {
  const headers = await service.register();
  const { kind, listings } = benchListings();
  let slug = '';
  for (const input of listings) {
    const { status, text } = await service.send(post('/api/v1/listings', input, headers));
    if (status === 201) slug = JSON.parse(text).listing.slug;
  }
  console.log(`${listings.length} ${kind} listings, medians of ${ROUNDS} rounds in milliseconds\n`);
  console.log(`${'page'.padEnd(28)}${'kept'.padStart(22)}${'made anew'.padStart(24)}`);
  let changes = 0;
  const change = async () => {
    changes += 1;
    const tagline = `Changed ${changes} times`;
    await service.send({
      ...post(`/api/v1/listings/${slug}`, { tagline }, headers),
      method: 'PATCH',
    });
  };
  const nothing = async () => undefined;
  for (const pair of PAIRS(slug)) {
    const kept = await compare(service, pair, nothing);
    const anew = await compare(service, pair, change);
    console.log(`${pair.page.slice(0, 27).padEnd(28)}${kept.padStart(22)}${anew.padStart(24)}`);
  }
});

/** `page : api = ratio` of the medians. */
async function compare(
  service: Service,
  { page, api }: Pair,
  before: () => Promise<unknown>,
): Promise<string> {
  const times: Record<keyof Pair, number[]> = { page: [], api: [] };
  for (let round = -ROUNDS / 10; round < ROUNDS; round += 1) {
    for (const [door, path] of [
      ['page', page],
      ['api', api],
    ] as const) {
      await before();
      const { status, firstByte } = await service.send(get(path));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      if (round >= 0) times[door].push(firstByte);
    }
  }
  const [ofPage, ofApi] = [median(times.page), median(times.api)];
  return `${ofPage.toFixed(2)} : ${ofApi.toFixed(2)} = ${(ofPage / ofApi).toFixed(2)}`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
