// Thousands of invalid messages, the same ones in every run: the server answers each of them in JSON-RPC or with an
// Error object, never with a 5xx, and works afterwards as before.
import { expect } from 'chai';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { ERAS, mcpOf, toMessage } from '../helpers/mcp.js';
import { seeded } from '../helpers/random.js';

/** More of them with MESSAGES=10000; each seed's messages are the same in every run. */
const MESSAGES = Number(process.env.MESSAGES ?? 120);
const AT_ONCE = 8;
const SEED = 20_260_728;

const random = seeded(SEED);
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const METHODS = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  ...Array.from({ length: 8 }, () => 'tools/call'),
  'resources/read',
  'subscriptions/listen',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'rpc.discover',
  '__proto__',
  '',
];
const TOOLS = [
  'search_listings',
  'search_listings',
  'get_listing',
  'submit_listing',
  'list_my_listings',
  'set_listing_status',
  'register_account',
  'toString',
  '',
];
const WORDS = [
  '',
  ' ',
  'a',
  'notes',
  '"',
  '\\',
  '\u0000',
  '\ud800',
  'é\u0301'.repeat(9),
  '‮⁦',
  "'; drop table listings; --",
  '<script>',
  '-'.repeat(300),
  'archive',
  'restore',
  'changes',
  'https://x.example.com/?q=%00',
  '2026-07-28',
  '$ref',
  'constructor',
];
const NUMBERS = [0, -0, 1, -1, 1.5, 1e21, 2 ** 53, -(2 ** 31), 1e308, 5e-324];
const FIELDS = [
  'q',
  'page',
  'limit',
  'cursor',
  'slug',
  'action',
  'reason',
  'name',
  'website_url',
  'website',
  'tagline',
  'description',
  'categories',
  'features',
  'email',
  'status',
  'mine',
  '__proto__',
  'toJSON',
  'length',
];

function anything(depth = 0): Json {
  switch (below(depth > 3 ? 5 : 8)) {
    case 0:
      return pick(WORDS);
    case 1:
      return pick(NUMBERS);
    case 2:
      return null;
    case 3:
      return random() < 0.5;
    case 4:
      return pick(WORDS) + String.fromCodePoint(below(0x10ffff));
    case 5:
      return Array.from({ length: below(5) }, () => anything(depth + 1));
    default:
      return Object.fromEntries(Array.from({ length: below(5) }, () => [pick(FIELDS), anything(depth + 1)]));
  }
}

function someParams(method: string): Json {
  if (method === 'tools/call') {
    const input = Object.fromEntries(Array.from({ length: below(6) }, () => [pick(FIELDS), anything(1)]));
    const isGood = random() < 0.2;
    return { name: pick(TOOLS), arguments: isGood ? newProduct() : input };
  }
  if (method === 'initialize') {
    return {
      protocolVersion: pick([...ERAS, ...WORDS]),
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
  }
  return random() < 0.5 ? {} : anything();
}

/** Replaces, removes or duplicates a random part of a message. */
function mutate(value: Json): Json {
  if (typeof value !== 'object' || value === null || random() < 0.1) return anything();
  if (Array.isArray(value)) return [...value, anything()];
  const fields = Object.keys(value);
  const field = pick(fields.length > 0 ? fields : FIELDS);
  const { [field]: part, ...rest } = value;
  const choice = random();
  if (choice < 0.2) return rest;
  if (choice < 0.3) return { ...rest, [pick(FIELDS)]: part };
  return { ...value, [field]: choice < 0.5 ? anything() : mutate(part) };
}

/** Mostly in the parameters of a method: a broken envelope is refused before anything else is read. */
function mutateMessage(message: Json): Json {
  if (message?.params && random() < 0.8) return { ...message, params: mutate(message.params) };
  return mutate(message);
}

/** Damages bytes, as a bad connection or a bad client does. */
function damage(text: string): string {
  const at = below(text.length + 1);
  switch (below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + pick(WORDS) + text.slice(at);
    case 2:
      return text.slice(0, at) + pick(['}', ']', ',', '"', ':', 'null', '1e999']) + text.slice(at + 1);
    default:
      return text + text.slice(at);
  }
}

interface Sent {
  text: string;
  headers: Record<string, string>;
}

function someMessage(keys: readonly (string | null)[]): Sent {
  const method = pick(METHODS);
  const { message, headers } = toMessage(method, someParams(method), pick(ERAS), below(1000));
  let body: Json = message;
  if (random() < 0.1) delete body.id;
  if (random() < 0.05) body.id = anything();
  for (let n = pick([0, 0, 1, 1, 2, 3]); n > 0; n--) body = mutateMessage(body);
  if (random() < 0.05) body = Array.from({ length: below(8) }, () => (random() < 0.5 ? body : anything()));
  let text = JSON.stringify(body) ?? '';
  if (random() < 0.15) text = damage(text);
  const sent: Record<string, string> = { ...headers };
  for (const name of Object.keys(sent)) {
    if (random() < 0.05) delete sent[name];
    else if (random() < 0.03) sent[name] = pick(['', 'x', '2026-07-28', '2025-03-26', '=?base64?!!?=']);
  }
  if (random() < 0.03) sent.accept = pick(['', 'text/html', 'application/json;q=0']);
  if (random() < 0.02) sent['content-type'] = pick(['text/plain', 'application/json; charset=latin1', '']);
  const key = pick(keys);
  if (key) sent.authorization = random() < 0.03 ? `Bearer ${key}x` : `Bearer ${key}`;
  return { text, headers: sent };
}

describe('random and mutated messages', () => {
  const api = useApi();
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  before(() => process.on('unhandledRejection', note));
  after(() => process.off('unhandledRejection', note));

  it(`are all answered: ${MESSAGES.toLocaleString('en')} of them`, async () => {
    const mcp = mcpOf(api.server);
    const keys = [null, (await api.register()).key, (await api.registerAdmin()).key];
    const messages = Array.from({ length: MESSAGES }, () => someMessage(keys));
    const statuses = new Map<number, number>();
    const send = async () => {
      for (let sent = messages.pop(); sent; sent = messages.pop()) {
        const { status, body } = await mcp.post(sent.text, { headers: sent.headers });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const what = `${status} to ${sent.text}: ${JSON.stringify(body)}`;
        expect(status, what).to.be.below(500);
        if (status === 202) expect(body, what).to.equal(null);
        else if (status === 200 || status === 400 || status === 404) expectJsonRpc(body, sent.text, what);
        else expect(body, what).to.include.keys('error', 'code', 'request_id', 'next_step');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    expect(lost).to.deep.equal([]);
    expect((await api.get('/api/v1/health')).status).to.equal(200);
    expect((await mcp.callTool('search_listings')).error).to.equal(null);
    // The messages are neither all valid nor all invalid: every kind of response occurred.
    const told = JSON.stringify([...statuses]);
    expect([...statuses.keys()], told).to.include.members([200, 202, 400, 404, 415]);
    expect(statuses.get(200), told).to.be.above(MESSAGES / 4);
  }).timeout(300_000);
});

function expectJsonRpc(body: Json, text: string, what: string): void {
  if (Array.isArray(body)) {
    expect(body, what).to.not.be.empty;
    for (const answer of body) expectAnswer(answer, what);
    return;
  }
  expectAnswer(body, what);
  if ('result' in body) expect(body.id, what).to.equal(JSON.parse(text).id);
}

function expectAnswer(answer: Json, what: string): void {
  expect(answer.jsonrpc, what).to.equal('2.0');
  expect(answer, what).to.have.property('id');
  expect('result' in answer, what).to.not.equal('error' in answer);
  if (answer.error) {
    expect(Number.isInteger(answer.error.code), what).to.equal(true);
    expect(answer.error.code, what).to.not.equal(-32603);
    expect(answer.error.message, what).to.be.a('string');
  }
  if (answer.result?.isError) {
    expect(JSON.parse(answer.result.content[0].text).code, what).to.not.equal('internal_error');
  }
}
