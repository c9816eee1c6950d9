// A flood of plausible spam from new accounts beside honest newcomers, while the first listing of an account waits for a
// moderator. How long is spam public, how long does a moderator need by bulk, and is anybody honest refused?
// `npm run build && node dist/test/lab/spam-flood.js [ACCOUNTS [DOMAINS]]`. The service and PostgreSQL are real, and the flood is as
// fast as they take it, not an hour long: nothing waits for less time than it would. The moderator is a script that
// knows what is spam; its seconds are assumed (`SECONDS`), not measured.
import { connectDatabase } from '../../db/connection.js';
import { closePool } from '../../db/pool.js';
import { createDatabase, endTestDatabases } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';
import { seeded } from '../helpers/random.js';
import { Service } from './faults/service.js';

const ACCOUNTS = Number(process.argv[2] ?? 500);
const LISTINGS = ACCOUNTS * 10;
const HONEST = Math.ceil(ACCOUNTS * 0.4);
/** Domains that the spam points to, each listing at a host of its own below one. */
const DOMAINS = Number(process.argv[3] ?? 20);
const CLIENTS = 6;
/** A person reads a case; types what its like have in common; looks over what matches; ticks all and rejects. */
const SECONDS = { read: 8, search: 5, lookOver: 10, reject: 7, page: 90, approve: 7 };
/** Rows of a page that are looked over together. */
const PAGE = 100;

const KINDS = [
  'Casino bonus guide',
  'Essay help',
  'Followers shop',
  'Coupon finder',
  'Loan compare',
  'Link market',
];
const PITCHES = [
  'The best offers today',
  'Trusted by thousands',
  'Start in two minutes',
  'Rated first this year',
];
const TOOLS = [
  'Notes',
  'Timer',
  'Recipes',
  'Ledger',
  'Atlas',
  'Sketches',
  'Weather',
  'Rosters',
  'Captions',
  'Receipts',
];
const FOR = [
  'small teams',
  'teachers',
  'gardeners',
  'choirs',
  'photographers',
  'cyclists',
  'archives',
  'clinics',
];

const database = await createDatabase('migrated');
const knex = await connectDatabase(database.url);
const service = new Service({
  DATABASE_URL: database.url,
  DATA_DIR: makeTempDir(),
  AUTO_PUBLISH: 'trusted',
  RATE_LIMIT_COST: '0',
});
const random = seeded(1);
const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several operations
  readonly body: any;
}

async function call(path: string, key: string, body?: object): Promise<Answered> {
  for (;;) {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.status !== 503) return { status: response.status, body: await response.json() };
  }
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const client = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function newAccount(n: number): Promise<string> {
  const answer = await call('/agents/register', '', {
    ...{
      name: `Member ${n}`,
      email: `member${n}@mail${n % 7}.example.com`,
      password: 'correct horse battery',
    },
  });
  return answer.body.api_key.key;
}

const spam = (n: number) => ({
  name: `${any(KINDS)} ${n}`,
  tagline: `${any(PITCHES)}, number ${n}`,
  description: `${any(PITCHES)}. Compare, choose and save with our ${any(KINDS).toLowerCase()}.`,
  website_url: `https://go${n}.campaign${n % DOMAINS}.example`,
});

const honest = (n: number) => ({
  name: `${any(TOOLS)} ${n}`,
  tagline: `${any(TOOLS)} for ${any(FOR)}`,
  description: `Made by two people who needed it. It keeps ${any(TOOLS).toLowerCase()} for ${any(FOR)}.`,
  website_url: `https://tool${n}.example.org`,
});

try {
  await service.start();
  const admin = await newAccount(0);
  await knex('users').update({ role: 'admin' });
  const began = performance.now();
  const submissions: { n: number; isSpam: boolean }[] = [];
  for (let n = 1; n <= ACCOUNTS + HONEST; n++) submissions.push({ n, isSpam: n <= ACCOUNTS });
  submissions.sort(() => random() - 0.5);
  const statuses = new Map<string, number>();
  await each(submissions, async ({ n, isSpam }) => {
    const key = await newAccount(n);
    for (let nth = 0; nth < (isSpam ? LISTINGS / ACCOUNTS : 1); nth++) {
      const listing = isSpam ? spam(n * 10 + nth) : honest(n);
      const { status, body } = await call('/listings', key, listing);
      const outcome = `${isSpam ? 'spam' : 'honest'} ${status === 201 ? body.status : (body.code ?? status)}`;
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    }
  });
  console.log(
    `submitted in ${Math.round((performance.now() - began) / 1000)} s:`,
    Object.fromEntries(statuses),
  );
  const spamPublic = () =>
    knex('listings').where({ status: 'live' }).where('url_key', 'like', '%campaign%').count();
  console.log('spam that was public before anybody looked:', Number((await spamPublic())[0]?.count));

  let seconds = 0;
  let gestures = 0;
  const bulk = async (action: 'reject' | 'approve', q: string) => {
    const query = { status: 'pending', ...(q ? { q } : {}) };
    const { body } = await call(`/admin/listings?status=pending&limit=1&q=${encodeURIComponent(q)}`, admin);
    const done = await call('/admin/listings', admin, {
      ...{ action, query, expected_total: body.total },
      ...(action === 'reject' ? { reason: 'Not a genuine product.' } : {}),
    });
    if (done.status !== 200) throw new Error(JSON.stringify(done.body).slice(0, 500));
    return done.body.updated.length as number;
  };
  const worked = performance.now();
  for (;;) {
    const { body } = await call('/admin/listings?status=pending&sort=newest&limit=100', admin);
    const found = (body.listings as { name: string; website_url: string }[]).find((one) =>
      /campaign/.test(one.website_url),
    );
    if (!found) break;
    const domain = /campaign\d+\.example/.exec(found.website_url)?.[0] ?? '';
    gestures += 1;
    seconds += SECONDS.read + SECONDS.search + SECONDS.lookOver + SECONDS.reject;
    // With more domains than kinds of spam, the moderator types what their names have in common.
    await bulk('reject', DOMAINS > KINDS.length * 3 ? found.name.replace(/ \d+$/, '') : domain);
  }
  const left = Number((await knex('listings').where({ status: 'pending' }).count())[0]?.count);
  const pages = Math.ceil(left / PAGE);
  gestures += pages;
  seconds += pages * (SECONDS.page + SECONDS.approve);
  await bulk('approve', '');
  console.log(`moderator: ${gestures} gestures, ${(seconds / 60).toFixed(1)} minutes assumed`);
  console.log(`the service worked ${Math.round((performance.now() - worked) / 1000)} s of them`);
  const after = await knex('listings')
    .select('status')
    .select(knex.raw(`url_key like '%campaign%' as spam`))
    .count()
    .groupBy(1, 2);
  console.log(
    after
      .map(({ status, spam: isSpam, count }) => `${isSpam ? 'spam' : 'honest'} ${status}: ${count}`)
      .join(', '),
  );
} finally {
  await service.kill('SIGTERM');
  await closePool(knex);
  await endTestDatabases();
}
