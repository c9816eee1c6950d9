// npm run bench:mcp — tokens of tools/list and of results; then tools/call search_listings against GET /api/v1/listings, the same searches over the same
// listings by the same server, in turns. The server is a process of its own.
import type { Json } from '../../helpers/api.js';
import { toMessage } from '../../helpers/mcp.js';
import { tokensOf, tokensOfResult } from '../../helpers/tokens.js';
import { type Call, get, post, type Service, withService } from './service.js';

const LISTINGS = 500;
const AT_ONCE = 8;
/** Many short turns: whatever else the machine does falls on all ways alike. */
const ROUNDS = 60;
const ROUND_MS = 500;
const WORDS = ['notes', 'team', 'search', 'planner', 'invoice', 'editor', 'board', 'offline'];

/** The n-th search, as each way writes it. */
const WAYS: Record<string, (n: number) => Call> = {
  REST: (n) => get(`/api/v1/listings?q=${WORDS[n % WORDS.length]}&limit=20`),
  'MCP 2025-11-25': (n) => searchMessage(n, '2025-11-25'),
  'MCP 2026-07-28': (n) => searchMessage(n, '2026-07-28'),
};

function searchMessage(n: number, era: '2025-11-25' | '2026-07-28'): Call {
  const input = { q: WORDS[n % WORDS.length], limit: 20 };
  const { message, headers } = toMessage('tools/call', { name: 'search_listings', arguments: input }, era);
  return post('/mcp', message, headers);
}

interface Tally {
  requests: number;
  milliseconds: number;
}

/** Sends requests of one way for a while. */
async function take({ send }: Service, way: (n: number) => Call, milliseconds: number): Promise<Tally> {
  let requests = 0;
  const started = performance.now();
  const until = started + milliseconds;
  const client = async () => {
    while (performance.now() < until) {
      const { status } = await send(way(requests++));
      if (status !== 200) throw new Error(`answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return { requests, milliseconds: performance.now() - started };
}

async function fill({ send, register }: Service): Promise<void> {
  const headers = await register();
  for (let n = 0; n < LISTINGS; n++) {
    const word = (step: number) => WORDS[(n + step) % WORDS.length];
    const product = {
      name: `${word(0)} ${n}`,
      website_url: `https://bench-${n}.example.com`,
      tagline: `A ${word(1)} for every ${word(2)}`,
      description: `${word(3)} and ${word(4)}, `.repeat(12),
      features: [`${word(5)} first`, 'Works everywhere'],
      categories: ['productivity'],
    };
    await send(post('/api/v1/listings', product, headers));
  }
}

/** What results cost in the context of a model. */
async function printTokens({ send }: Service): Promise<void> {
  const ask = async (method: string, params: object): Promise<Json> => {
    const { message, headers } = toMessage(method, params, '2025-11-25');
    return JSON.parse((await send(post('/mcp', message, headers))).text).result;
  };
  const call = (name: string, input: object) => ask('tools/call', { name, arguments: input });
  const found = await call('search_listings', { q: 'notes' });
  const [{ slug }] = found.structuredContent.listings;
  const costs: [string, number][] = [
    ['tools/list', tokensOf((await ask('tools/list', {})).tools)],
    ['search of 20', tokensOfResult(found)],
    ['search of 50', tokensOfResult(await call('search_listings', { q: 'notes', limit: 50 }))],
    ['a listing', tokensOfResult(await call('get_listing', { slug }), 'records')],
    ['an error', tokensOfResult(await call('get_listing', { slug: 'none' }), 'records')],
  ];
  for (const [what, tokens] of costs) console.log(`${what.padEnd(16)} ${String(tokens).padStart(6)} tokens`);
}

await withService(AT_ONCE, async (service) => {
  await fill(service);
  await printTokens(service);
  const tallies = new Map(Object.keys(WAYS).map((name) => [name, { requests: 0, milliseconds: 0 }]));
  for (const way of Object.values(WAYS)) await take(service, way, 2000);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(WAYS)) {
      const { requests, milliseconds } = await take(service, way, ROUND_MS);
      const tally = tallies.get(name) as Tally;
      tally.requests += requests;
      tally.milliseconds += milliseconds;
    }
  }
  const rateOf = ({ requests, milliseconds }: Tally) => (requests * 1000) / milliseconds;
  const rest = rateOf(tallies.get('REST') as Tally);
  for (const [name, tally] of tallies) {
    const rate = rateOf(tally);
    console.log(
      `${name.padEnd(16)} ${rate.toFixed(0).padStart(6)} searches/s  ${(rate / rest).toFixed(2)} of REST`,
    );
  }
});
