// Requests with an Idempotency-Key whose process is killed: repeated, they make one listing, no more.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Json } from '../helpers/api.js';
import { useDatabase } from '../helpers/database.js';
import { type Environment, makeTempDir } from '../helpers/environment.js';
import { freePort } from '../helpers/ports.js';
import { endPrograms, type Program, runNode } from '../helpers/process.js';

describe('a killed request with an Idempotency-Key', function () {
  this.timeout(120_000);
  const database = useDatabase();
  let environment: Environment;
  let program: Program;
  let url: string;
  let key: string;

  const start = async () => {
    program = runNode(['dist/bin/directory-server.js'], environment);
    await program.says(/listening on [^:]+:\d+/);
    while (!(await fetch(`${url}/api/v1/ready`)).ok) await sleep(20);
  };
  const send = (path: string, body: Json, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const stored = () => database.knex('listings');
  const held = () => database.knex('idempotency_keys').whereNull('status');

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    environment = {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: database.url,
      PORT: String(port),
      PUBLIC_URL: url,
      SCREENSHOTS: 'off',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
    };
    await start();
    const account = { name: 'Grace', email: 'grace@example.com', password: 'correct horse battery' };
    key = ((await (await send('/agents/register', account)).json()) as Json).api_key.key;
  });
  after(async () => {
    await endPrograms();
  });

  it('has stored nothing when it dies before its answer is stored', async () => {
    const body = { name: 'Killed', website_url: 'killed.example.com', tagline: 'Once' };
    const ask = () => send('/listings', body, { authorization: `Bearer ${key}`, 'idempotency-key': 'once' });
    // No answer can be written as long as this lock is held: everything else of the request is done by then.
    await database.knex.raw(`create function wait() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger wait before update of answer on idempotency_keys for each row execute function wait()`);
    const trx = await database.knex.transaction();
    await trx.raw('select pg_advisory_xact_lock(7)');
    const lost = ask().catch((error) => error);
    const waiting = () =>
      trx.raw(`select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`);
    while ((await waiting()).rows.length === 0) await sleep(10);
    await program.kill('SIGKILL');
    expect(await lost).to.be.an('error');
    await trx.commit();
    await database.knex.raw('drop function wait cascade');

    // However long the start takes, the lease still runs; then it ends.
    await held().update({ leased_until: new Date(Date.now() + 3_600_000) });
    await start();
    expect((await ask()).status).to.equal(409);
    expect(await stored()).to.have.length(0);
    await held().update({ leased_until: database.knex.fn.now() });
    const made = await ask();
    expect(made.status).to.equal(201);
    expect(await (await ask()).json()).to.deep.equal(await made.json());
    expect(await stored()).to.have.length(1);
  });
});
