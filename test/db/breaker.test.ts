import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { Model } from 'objection';
import { type Breaker, DATABASE_AWAY, watchDatabase } from '../../db/breaker.js';
import { openDatabase } from '../../db/connection.js';
import { closePool, createPool } from '../../db/pool.js';
import { prepare } from '../../db/prepared.js';
import { createDatabase } from '../helpers/database.js';
import { startTcpGate, type TcpGate } from '../helpers/tcp-gate.js';

describe('the circuit breaker of a database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let gate: TcpGate;
  let pool: Knex;
  let breaker: Breaker;
  let events: EventEmitter;

  before(async () => {
    database = await createDatabase('empty');
  });
  after(() => database.drop());

  const watch = (url: string, interval?: number) =>
    watchDatabase(url, {
      onAway: (reason) => events.emit('away', reason),
      onBack: (seconds) => events.emit('back', seconds),
      interval,
    });

  beforeEach(async () => {
    const { hostname, port } = new URL(database.url);
    gate = await startTcpGate(hostname, Number(port));
    events = new EventEmitter();
    const url = gate.through(database.url);
    breaker = watch(url);
    pool = createPool(url, { pool: { max: 2 } });
  });
  afterEach(async () => {
    await breaker.close();
    await closePool(pool);
    await gate.close();
  });

  const failureOf = (question: Promise<unknown>) =>
    question.then(
      () => null,
      (error: Error & { code?: string }) => error.code ?? error.message,
    );

  it('fails waiting queries once the database is known to be silent, new ones at once, and recovers by itself', async () => {
    await pool.raw('select 1');
    gate.freeze();
    const away = once(events, 'away');
    // Two have a connection, the others wait for one.
    const waiting = Array.from({ length: 6 }, () => failureOf(pool.raw('select 1') as never));
    expect(await away).to.deep.equal(['it keeps silent']);
    for (const failure of await Promise.all(waiting)) {
      expect(failure).to.match(new RegExp(`^${DATABASE_AWAY}$|Connection terminated`));
    }
    expect(await failureOf(pool.raw('select 1') as never)).to.equal(DATABASE_AWAY);
    const back = once(events, 'back');
    await gate.open();
    await back;
    expect((await pool.raw('select 2 as two')).rows).to.deep.equal([{ two: 2 }]);
  }).timeout(30_000);

  it('notices refused connections without a query', async () => {
    await pool.raw('select 1');
    const away = once(events, 'away');
    await gate.shut();
    await away;
    expect(await failureOf(pool.raw('select 1') as never)).to.equal(DATABASE_AWAY);
    const back = once(events, 'back');
    await gate.open();
    await back;
    await pool.raw('select 1');
  }).timeout(30_000);

  it('lets queries wait while a process starts, and fails the waiting ones after that', async () => {
    await breaker.close();
    const told = { onAway: () => events.emit('away'), onBack: () => undefined, interval: 20 };
    const place = { databaseUrl: gate.through(database.url), databaseDirectUrl: null, dataDir: '' };
    const opened = await openDatabase({ ...place, breaker: told });
    try {
      gate.freeze();
      const waiting = failureOf(opened.knex.raw('select 1') as never);
      // Longer than the breaker would wait.
      expect(await Promise.race([waiting, sleep(250, 'waits')])).to.equal('waits');
      await gate.open();
      expect(await waiting).to.equal(null);
      opened.failFast();
      gate.freeze();
      expect(await failureOf(opened.knex.raw('select 1') as never)).to.match(/away|terminated/i);
    } finally {
      await gate.open();
      await opened.close();
    }
  }).timeout(30_000);

  it('does not open for a slow statement or a single ended connection', async () => {
    // Slower, so that the question has two seconds for its answer where the machine is busy.
    await breaker.close();
    breaker = watch(gate.through(database.url), 600);
    const failed = once(events, 'away').then(() => 'away');
    const slow = pool.raw('select pg_sleep(4)').then(() => 'answered');
    expect(await Promise.race([failed, slow])).to.equal('answered');
    const { rows } = await pool.raw(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and application_name = 'listing-directory breaker'`,
    );
    expect(rows).to.deep.equal([{ ended: true }]);
    const still = pool.raw('select pg_sleep(1.5)').then(() => 'answered');
    expect(await Promise.race([failed, still])).to.equal('answered');
  }).timeout(30_000);

  const limited = async (sql: string, { knex = pool, limit = 100 } = {}) => {
    Model.knex(knex);
    return failureOf(prepare(sql, limit)());
  };

  it('drops a connection behind a pooler, which may not answer to a cancellation either', async () => {
    await breaker.close();
    const pooled = createPool(gate.through(database.url), { isPooled: true });
    await pooled.raw('select 1');
    gate.freeze();
    // Otherwise it would be waited for longer than this test may take.
    expect(await limited('select 1', { knex: pooled })).to.match(/Connection terminated/);
    await closePool(pooled);
  }).timeout(30_000);

  it('cancels a statement after its own limit, and only that statement', async () => {
    expect(await limited('select pg_sleep(20)')).to.equal('57014');
    expect(await limited('select 1', { limit: 20_000 })).to.equal(null);
    expect(await failureOf(pool.raw('select pg_sleep(0.2)') as never)).to.equal(null);
  }).timeout(30_000);
});
