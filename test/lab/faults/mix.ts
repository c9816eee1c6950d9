// What more than listings is done while a server is killed: claims, webhooks, second factors, apps by OAuth, API keys.
// Each client does one thing after another and remembers what was acknowledged; `check` looks for all of it afterwards.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Api, ApiAnswer, CallOptions, Json } from '../../helpers/api.js';
import { codeOf } from '../../helpers/codes.js';
import { PASSWORD } from '../../helpers/directory.js';
import { type PageAnswer, type Visitor, visitorOf } from '../../helpers/pages.js';
import type { TestServer } from '../../helpers/server.js';
import { type SessionClient, sessionClient } from '../../helpers/session-client.js';
import type { Service } from './service.js';

/** The response was lost, or says that the service is away or busy; any other error is unexpected. */
class Unanswered extends Error {}

/** What the clients of one kind saw. */
interface Tally {
  acknowledged: number;
  unanswered: number;
  readonly lost: string[];
  readonly twice: string[];
  readonly unexpected: string[];
}

interface Setting {
  readonly client: Caller;
  readonly world: World;
  readonly tally: Tally;
  /** The rows of a statement about the service's database. */
  query(sql: string): Promise<Json[]>;
}

interface Client {
  /** Does one thing from its beginning to its end. @throws Unanswered when it was given up half-way */
  act(): Promise<void>;
  /** Looks for everything that was acknowledged. */
  check(): Promise<void>;
}

const KINDS: Record<string, (setting: Setting) => Client> = {
  claims,
  webhooks,
  'two factors': factors,
  apps,
  'API keys': keys,
};
/** Of each kind. */
const CLIENTS = 2;

/** Starts the clients; the service must run with SCREENSHOT_ALLOW_PRIVATE=on and without limits. */
export async function startMix(service: Service, query: Setting['query']) {
  const world = await startWorld();
  const members = Object.entries(KINDS).map(([name, create]) => {
    const tally: Tally = { acknowledged: 0, unanswered: 0, lost: [], twice: [], unexpected: [] };
    const setting = { client: callerOf(service), world, tally, query };
    return { name, tally, clients: Array.from({ length: CLIENTS }, () => create(setting)) };
  });
  let isOver = false;
  const run = async (tally: Tally, { act }: Client) => {
    while (!isOver || (tally.acknowledged === 0 && tally.unexpected.length === 0)) {
      await act().catch((error) => {
        if (error instanceof Unanswered) tally.unanswered += 1;
        else tally.unexpected.push(String(error));
      });
      await sleep(50);
    }
  };
  const running = members.flatMap(({ tally, clients }) => clients.map((one) => run(tally, one)));
  return {
    /** Ends the clients, once each kind had something acknowledged. */
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
    /** After the last start. @returns the sums, and the figures of each kind */
    async check() {
      const sums = { lost: 0, twice: 0, unexpected: 0 };
      const figures: Record<string, string> = {};
      for (const { name, tally, clients } of members) {
        for (const one of clients)
          await one.check().catch((error) => tally.unexpected.push(`check: ${error}`));
        const { acknowledged, unanswered, lost, twice, unexpected } = tally;
        sums.lost += lost.length;
        sums.twice += twice.length;
        sums.unexpected += unexpected.length;
        const counts = `${acknowledged} acknowledged, ${unanswered} unanswered, ${lost.length} lost, ${twice.length} twice`;
        figures[name] = [counts, ...[...lost, ...twice, ...unexpected].slice(0, 5)].join('; ');
      }
      world.close();
      return { sums, figures };
    },
  };
}

type Caller = ReturnType<typeof callerOf>;

/** Requests to the service: JSON with a key or cookies, and pages. All throw Unanswered. */
function callerOf(service: Service) {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string>), connection: 'close' };
    const signal = AbortSignal.timeout(60_000);
    try {
      const response = await fetch(service.url + path, { redirect: 'manual', ...init, headers, signal });
      const { status } = response;
      const text = await response.text();
      if (![429, 503].includes(status)) return new Response(text, { status, headers: response.headers });
    } catch (error) {
      throw new Unanswered(String(error));
    }
    throw new Unanswered(`${path} is refused for now`);
  };
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<ApiAnswer> => {
    const { body, raw = body && JSON.stringify(body), key, cookie } = options;
    const headers = {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...options.headers,
    };
    const response = await send(path, { method, headers, ...(raw ? { body: raw as string } : {}) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  const post = (path: string, body: unknown = {}, options: CallOptions = {}) =>
    call('POST', path, { body, ...options });
  const api = { get: (path, options) => call('GET', path, options), post } as Api;
  /** Repeats a request that may be repeated, for a minute or more, until it is answered. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Unanswered) || tries === 600) throw error;
        await sleep(100);
      }
    }
  };
  return {
    api,
    insist,
    visitor: () => visitorOf({ fetch: send } as unknown as TestServer),
    session: () => sessionClient(api),
    /** @returns the key of a new account */
    async register(): Promise<string> {
      const account = { name: 'Grace', email: newEmail(), password: PASSWORD };
      return expectStatus(await post('/api/v1/agents/register', account), 201).body.api_key.key;
    },
    /** @returns the slug of a new live listing */
    async submit(key: string, website_url: string): Promise<string> {
      const listing = {
        name: `Made ${randomUUID().slice(0, 8)}`,
        website_url,
        tagline: 'Written under fire',
      };
      const answer = await insist(() => post('/api/v1/listings', listing, { key }));
      return expectStatus(answer, 200, 201).body.listing.slug;
    },
  };
}

const newEmail = () => `${randomUUID()}@example.com`;

function expectStatus<T extends ApiAnswer | PageAnswer>(answer: T, ...wanted: number[]): T {
  const text = 'html' in answer ? answer.html : JSON.stringify(answer.body);
  expect(answer.status, text.slice(0, 300)).to.be.oneOf(wanted);
  return answer;
}

/** Sites of products, and the receiver of webhooks. */
interface World {
  readonly url: string;
  /** The pages, by path. */
  readonly pages: Map<string, string>;
  /** What arrived, by path: the id of each event, and the slug of its listing. */
  readonly received: Map<string, Map<string, string | undefined>>;
  close(): void;
}

async function startWorld(): Promise<World> {
  const pages: World['pages'] = new Map();
  const received: World['received'] = new Map();
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '';
    const page = pages.get(path);
    if (request.method !== 'POST') return response.writeHead(page ? 200 : 404).end(page);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const events = received.get(path) ?? new Map();
    const { data } = JSON.parse(Buffer.concat(parts).toString());
    events.set(String(request.headers['webhook-id']), data?.listing?.slug);
    received.set(path, events);
    return response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, pages, received, close: () => server.close().closeAllConnections() };
}

function claims({ client, world, tally, query }: Setting): Client {
  const proven: string[] = [];
  let parties: { importer: string; key: string } | undefined;
  return {
    async act() {
      parties ??= { importer: await client.register(), key: await client.register() };
      const { importer, key } = parties;
      const path = `/${randomUUID()}`;
      const slug = await client.submit(importer, world.url + path);
      const claim = `/api/v1/listings/${slug}/claim`;
      const started = await client.insist(() => client.api.post(claim, {}, { key }));
      world.pages.set(path, expectStatus(started, 200, 201).body.claim.steps[0].what);
      // It may be repeated after ten seconds.
      expectStatus(await client.insist(() => client.api.post(`${claim}/verify`, {}, { key })), 200);
      proven.push(slug);
      tally.acknowledged += 1;
    },
    async check() {
      const rows = await query(`select slug, count(*) as times from listings
        join audit_entries on subject_id = listings.id::text and action = 'listing.claim'
        where owner_id = verified_by group by slug`);
      const times = new Map(rows.map((row) => [row.slug, Number(row.times)]));
      tally.lost.push(...proven.filter((slug) => !times.has(slug)));
      tally.twice.push(...proven.filter((slug) => Number(times.get(slug)) > 1));
    },
  };
}

/** Webhooks of an account: it may have ten, some of which were created although the response was lost. */
const HOOKS = 5;

function webhooks({ client, world, tally }: Setting): Client {
  /** Acknowledged events: a test by its id, and each new listing at every webhook of its account. */
  const due: { path: string; id?: string; slug?: string }[] = [];
  let key: string | undefined;
  let paths: string[] = [];
  const hasArrived = ({ path, id, slug }: (typeof due)[number]) =>
    [...(world.received.get(path) ?? [])].some(([event, of]) => event === id || (slug && of === slug));
  return {
    async act() {
      if (!key || paths.length === HOOKS) [key, paths] = [await client.register(), []];
      const path = `/hooks/${randomUUID()}`;
      const hook = { url: world.url + path, events: ['listing.published'] };
      const made = await client.api.post('/api/v1/webhooks', hook, { key });
      const { id } = expectStatus(made, 201).body.webhook;
      paths.push(path);
      const slug = await client.submit(key, `${randomUUID()}.example.com`);
      due.push(...paths.map((one) => ({ path: one, slug })));
      tally.acknowledged += paths.length;
      const test = await client.api.post(`/api/v1/webhooks/${id}/test`, {}, { key });
      due.push({ path, id: expectStatus(test, 201).body.delivery.id });
      tally.acknowledged += 1;
    },
    async check() {
      // Those that were being sent when the server was killed are sent again when the lease of their webhook ends.
      for (let tries = 0; tries < 180 && !due.every(hasArrived); tries += 1) await sleep(1000);
      tally.lost.push(...due.filter((event) => !hasArrived(event)).map((event) => JSON.stringify(event)));
      for (const [path, events] of world.received) {
        const slugs = [...events.values()].filter((slug) => slug !== undefined);
        tally.twice.push(
          ...slugs.filter((slug, at) => slugs.indexOf(slug) !== at).map((slug) => path + slug),
        );
      }
    },
  };
}

function factors({ client, tally }: Setting): Client {
  const accounts: { email: string; fresh: string[]; used: string[] }[] = [];
  let account: (typeof accounts)[number] | undefined;
  const signIn = async (email: string) => {
    const person = client.session();
    const body = { email, password: PASSWORD };
    const answer = await client.insist(() => person.post('/api/auth/sign-in/email', body));
    return { person, isAsked: expectStatus(answer, 200).body.twoFactorRedirect === true };
  };
  const redeem = (person: SessionClient, code?: string) =>
    person.post('/api/auth/two-factor/verify-backup-code', { code });
  const enable = async () => {
    const [person, email] = [client.session(), newEmail()];
    const identity = { name: 'Ada', email, password: PASSWORD };
    expectStatus(await person.post('/api/auth/sign-up/email', identity), 200);
    const set = await person.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = expectStatus(set, 200).body;
    const code = codeOf(totpURI);
    expectStatus(await person.post('/api/auth/two-factor/verify-totp', { code }), 200);
    account = { email, fresh: backupCodes, used: [] };
    accounts.push(account);
    tally.acknowledged += 1;
    return account;
  };
  return {
    async act() {
      // One code stays, to be accepted in the end.
      const { email, fresh, used } = account && account.fresh.length > 1 ? account : await enable();
      const { person } = await signIn(email);
      const code = String(fresh.pop());
      expectStatus(await redeem(person, code), 200);
      used.push(code);
      tally.acknowledged += 1;
    },
    async check() {
      for (const { email, fresh, used } of accounts) {
        const { person, isAsked } = await signIn(email);
        if (!isAsked) tally.lost.push(`factor of ${email}`);
        for (const code of used) {
          if ((await redeem(person.copy(), code)).status !== 401) tally.twice.push(`code of ${email}`);
        }
        if ((await redeem(person, fresh[0])).status !== 200) tally.lost.push(`code of ${email}`);
      }
    },
  };
}

const pathOf = (address: string | null) => {
  const { pathname, search } = new URL(address ?? '', 'http://localhost');
  return pathname + search;
};
/** Nothing listens there. */
const CALLBACK = 'http://127.0.0.1:9/callback';
const VERIFIER = 'v'.repeat(43);
const REFRESHES = 3;

function apps({ client, tally, query }: Setting): Client {
  /** `refresh` is undefined while nobody can know whether it was used. */
  const grants: { client_id: string; access: string[]; used: string[]; refresh?: string }[] = [];
  let member: Visitor | undefined;
  const exchange = (fields: Record<string, string>) =>
    client.api.post('/oauth/token', undefined, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const refreshWith = (client_id: string, refresh_token: string) =>
    exchange({ grant_type: 'refresh_token', client_id, refresh_token });
  const isValid = async (token: string) => {
    const headers = { accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    return (await client.api.post('/mcp/oauth', body, { key: token, headers })).status === 200;
  };
  return {
    async act() {
      if (!member) {
        const visitor = client.visitor();
        await visitor.submit('/sign-up', { name: 'Ada', email: newEmail(), password: PASSWORD });
        member = visitor;
      }
      const metadata = { client_name: 'An app', redirect_uris: [CALLBACK] };
      const registered = await client.api.post('/oauth/register', metadata);
      const { client_id } = expectStatus(registered, 201).body;
      const question = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: CALLBACK,
        code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const asked = expectStatus(await member.get(`/oauth/authorize?${question}`), 303);
      const [browser, form] = [member, pathOf(asked.location)];
      // Allowed twice it is still one app.
      const allowed = await client.insist(() => browser.submit(form, { answer: 'allow' }));
      const resumed = await browser.get(pathOf(expectStatus(allowed, 303).location));
      const code = new URL(expectStatus(resumed, 303).location ?? '').searchParams.get('code') ?? '';
      const first = { grant_type: 'authorization_code', client_id, code, redirect_uri: CALLBACK };
      let tokens = expectStatus(await exchange({ ...first, code_verifier: VERIFIER }), 200).body;
      const grant: (typeof grants)[number] = { client_id, access: [], used: [] };
      grants.push(grant);
      for (let left = REFRESHES; ; left -= 1) {
        grant.access.push(tokens.access_token);
        grant.refresh = tokens.refresh_token as string;
        tally.acknowledged += 1;
        if (left === 0) break;
        const { refresh } = grant;
        delete grant.refresh;
        tokens = expectStatus(await refreshWith(client_id, refresh), 200).body;
        grant.used.push(refresh);
      }
    },
    async check() {
      for (const { client_id, access, used, refresh } of grants) {
        for (const token of access) if (!(await isValid(token))) tally.lost.push(`access of ${client_id}`);
        if (refresh) {
          if ((await refreshWith(client_id, refresh)).status !== 200)
            tally.lost.push(`refresh of ${client_id}`);
          used.push(refresh);
        }
        // It may be used again for a minute. Afterwards this ends the app, so one attempt is all there is.
        await query("update oauth_records set consumed_at = consumed_at - interval '2 minutes'");
        const again = used.at(-1);
        if (again && (await refreshWith(client_id, again)).status !== 400) tally.twice.push(client_id);
      }
      const rows = await query('select client_id from apps group by client_id having count(*) > 1');
      tally.twice.push(...rows.map(({ client_id }) => `app of ${client_id}`));
    },
  };
}

/** Keys an account makes here; it may have fifty. */
const KEYS = 45;

function keys({ client, tally }: Setting): Client {
  const made: { name: string; owner: string; body: Json }[] = [];
  let owner: string | undefined;
  let count = 0;
  const mint = (name: string, key: string) =>
    client.insist(async () => {
      const headers = { 'idempotency-key': name };
      const answer = await client.api.post('/api/v1/api-keys', { name }, { key, headers });
      if (answer.status === 409) throw new Unanswered('held by a request that was killed');
      return expectStatus(answer, 201).body;
    });
  return {
    async act() {
      if (!owner || count === KEYS) [owner, count] = [await client.register(), 0];
      count += 1;
      const name = randomUUID();
      made.push({ name, owner, body: await mint(name, owner) });
      tally.acknowledged += 1;
    },
    async check() {
      const names: string[] = [];
      for (const key of new Set(made.map((one) => one.owner))) {
        const { body } = await client.api.get('/api/v1/api-keys', { key });
        names.push(...body.api_keys.map(({ name }: Json) => name));
      }
      for (const { name, owner: key, body } of made) {
        const again = await mint(name, key);
        if (again.api_key.key !== body.api_key.key) tally.twice.push(name);
        if (names.filter((one) => one === name).length > 1) tally.twice.push(name);
        const used = await client.api.get('/api/v1/api-keys', { key: body.api_key.key });
        if (used.status !== 200 || !names.includes(name)) tally.lost.push(name);
      }
    },
  };
}
