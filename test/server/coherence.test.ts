// What two processes return under concurrent writes: never less than the same process has acknowledged, and in the end
// the same. `npm run soak` runs it for longer.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { useApi } from '../helpers/api.js';
import { makeTempDir } from '../helpers/environment.js';
import { endPrograms, runNode } from '../helpers/process.js';
import { seeded } from '../helpers/random.js';

const OPERATIONS = Number(process.env.SOAK_OPERATIONS ?? 60);
const CLIENTS = 8;
const LISTINGS = 4;
const CATEGORIES = ['ai', 'design'] as const;

interface State {
  readonly tagline: string;
  readonly category: string;
  readonly isLive: boolean;
}

/** A listing as the clients know it. */
interface Subject {
  readonly slug: string;
  /** Every requested state, in order; each is written after the previous one was acknowledged. */
  readonly states: State[];
  /** For each process the last state it has acknowledged. */
  readonly acknowledged: number[];
  writing: Promise<unknown>;
}

describe('two processes over one database', () => {
  const api = useApi();
  const { server } = api;
  let origins: string[];
  let key: string;
  let subjects: Subject[];
  const random = seeded(25);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

  before(async () => {
    const other = runNode(['dist/bin/directory-server.js', '--web-only'], {
      DATABASE_URL: server.database.url,
      DATA_DIR: makeTempDir(),
      PORT: '0',
      SCREENSHOTS: 'off',
      LOG_FORMAT: 'json',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
    });
    const [, origin = ''] = await other.says(/(http:\/\/localhost:\d+)/);
    while ((await fetch(`${origin}/api/v1/ready`)).status !== 200) await sleep(20);
    origins = [server.url, origin];
    ({ key } = await api.register());
    subjects = [];
    for (let n = 0; n < LISTINGS; n += 1) {
      const first: State = { tagline: `state 0 of ${n}`, category: 'ai', isLive: true };
      const { slug } = await api.submit(key, {
        name: `Subject ${n}`,
        tagline: first.tagline,
        categories: [first.category],
      });
      subjects.push({ slug, states: [first], acknowledged: [0, 0], writing: Promise.resolve() });
    }
  });
  after(endPrograms);

  /** An overloaded process refuses requests before it starts them: then they are repeated. */
  async function ask(url: string, init?: RequestInit): Promise<Response> {
    for (;;) {
      const response = await fetch(url, init);
      if (response.status !== 503) return response;
      await response.text();
      await sleep(100);
    }
  }

  async function write(subject: Subject, process: number): Promise<void> {
    const turn = subject.writing.then(async () => {
      const present = subject.states.at(-1) as State;
      const index = subject.states.length;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const path = `${origins[process]}/api/v1/listings/${subject.slug}`;
      const isMove = random() < 0.2;
      const next = isMove
        ? { ...present, isLive: !present.isLive }
        : { ...present, tagline: `state ${index} of ${subject.slug}`, category: pick(CATEGORIES) };
      subject.states.push(next);
      const body = isMove
        ? { action: next.isLive ? 'restore' : 'archive' }
        : { tagline: next.tagline, categories: [next.category] };
      const { status } = await ask(path, {
        method: isMove ? 'POST' : 'PATCH',
        headers,
        body: JSON.stringify(body),
      });
      expect(status).to.equal(200);
      subject.acknowledged[process] = index;
    });
    subject.writing = turn;
    await turn;
  }

  /** The ways of reading, and which states of a listing each shows. */
  const views: Record<string, { path: (subject: Subject) => string; shows: (state: State) => boolean }> = {
    record: { path: ({ slug }) => `/api/v1/listings/${slug}`, shows: ({ isLive }) => isLive },
    page: { path: ({ slug }) => `/listings/${slug}`, shows: ({ isLive }) => isLive },
    newest: { path: () => '/api/v1/listings', shows: ({ isLive }) => isLive },
    category: {
      path: () => '/api/v1/listings?category=ai',
      shows: ({ isLive, category }) => isLive && category === 'ai',
    },
    browse: {
      path: () => '/categories/design',
      shows: ({ isLive, category }) => isLive && category === 'design',
    },
    home: { path: () => '/', shows: ({ isLive }) => isLive },
    search: { path: () => '/api/v1/listings?q=state', shows: ({ isLive }) => isLive },
  };

  async function read(subject: Subject, process: number, name: string): Promise<void> {
    const { path, shows } = views[name] as (typeof views)[string];
    const floor = subject.acknowledged[process] ?? 0;
    const response = await ask(`${origins[process]}${path(subject)}`);
    const text = await response.text();
    const possible = subject.states.slice(floor);
    const isFound = response.status === 200 && text.includes(`/listings/${subject.slug}"`);
    const seen = possible.some((state) => (shows(state) ? text.includes(state.tagline) : !isFound));
    expect(
      seen,
      `${name} of ${subject.slug} at process ${process}, not older than ${floor}:\n${text}`,
    ).to.equal(true);
  }

  it('refuse at once a key that was revoked at the other', async () => {
    const account = await api.register();
    const listKeys = (origin = '') =>
      fetch(`${origin}/api/v1/api-keys`, { headers: { authorization: `Bearer ${account.key}` } });
    for (const origin of origins) expect((await listKeys(origin)).status).to.equal(200);
    const [{ id }] = (await api.get('/api/v1/api-keys', { key: account.key })).body.api_keys;
    expect((await api.delete(`/api/v1/api-keys/${id}`, { key: account.key })).status).to.equal(200);
    for (const origin of origins) expect((await listKeys(origin)).status).to.equal(401);
  });

  it('return every acknowledged write at once, and converge', async () => {
    let left = OPERATIONS;
    const client = async () => {
      while (left-- > 0) {
        const subject = pick(subjects);
        const process = pick([0, 1]);
        if (random() < 0.3) await write(subject, process);
        else await read(subject, process, pick(Object.keys(views)));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));

    // What one process has acknowledged reaches the other by a notification.
    for (const subject of subjects) {
      const last = subject.states.length - 1;
      const until = Date.now() + 5000;
      for (const process of [0, 1]) {
        for (const name of Object.keys(views)) {
          subject.acknowledged[process] = last;
          for (;;) {
            const failure = await read(subject, process, name).catch((error: Error) => error);
            if (!failure) break;
            if (Date.now() > until) throw failure;
            await sleep(10);
          }
        }
      }
    }
  });
});
