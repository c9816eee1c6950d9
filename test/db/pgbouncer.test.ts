// The whole service through a real PgBouncer: its own settings, its own session ids, no parameters at the start.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Model } from 'objection';
import { connectDatabase } from '../../db/connection.js';
import { migrateDatabase, rollbackDatabase } from '../../db/migrate.js';
import { closePool } from '../../db/pool.js';
import { prepare } from '../../db/prepared.js';
import { createDatabase } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.js';
import { endPrograms, runNode } from '../helpers/process.js';
import { takeAll } from '../lab/faults/pooler.js';

for (const mode of ['session', 'transaction'] as const) {
  describe(`behind PgBouncer in ${mode} mode, the service`, function () {
    this.timeout(60_000);
    let database: Awaited<ReturnType<typeof createDatabase>>;
    let bouncer: PgBouncer;

    before(async function () {
      if (!hasPgBouncer) {
        console.log('      no pgbouncer on this machine: not tried');
        return this.skip();
      }
      database = await createDatabase('empty');
      bouncer = await startPgBouncer(database.url, mode);
    });
    afterEach(endPrograms);
    after(async () => {
      await bouncer?.stop();
      await database?.drop();
    });

    it('migrates, and leaves no lock behind', async () => {
      const knex = await connectDatabase(bouncer.url);
      try {
        expect(await migrateDatabase(knex)).to.include('0100_schema');
        const { rows } = await knex.raw(
          `select count(*)::int as count from pg_locks
           where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(rows[0]?.count).to.equal(0);
      } finally {
        await closePool(knex);
      }
    });

    it('ends statements that run too long in a transaction, without leaking the limit to other clients', async () => {
      const knex = await connectDatabase(bouncer.url, { statementTimeout: 200, pool: { max: 1 } });
      const other = await connectDatabase(bouncer.url, { statementTimeout: 0, pool: { max: 1 } });
      try {
        const slow = await knex
          .transaction((trx) => trx.raw('select pg_sleep(5)'))
          .catch((error: unknown) => error);
        expect(slow).to.have.property('code', '57014');
        await other.raw('select pg_sleep(0.25)');
      } finally {
        await closePool(knex);
        await closePool(other);
      }
    });

    it('ends statements that lost patience, also for the database', async () => {
      const knex = await connectDatabase(bouncer.url, { pool: { max: 1 } });
      const besides = await connectDatabase(database.url);
      const slow = prepare('select pg_sleep(20) as too_long', 200);
      const running = async () => {
        const { rows } = await besides.raw(
          "select count(*)::int as count from pg_stat_activity where state = 'active' and query like '%too_long%' and pid <> pg_backend_pid()",
        );
        return rows[0]?.count;
      };
      Model.knex(knex);
      try {
        const error = await slow().catch((thrown: unknown) => thrown);
        expect(error).to.have.property('code', '57014');
        expect(await running()).to.equal(0);
        expect((await knex.raw('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
      } finally {
        await closePool(knex);
        await closePool(besides);
      }
    });

    it('waits for another process’s migration, and gives up', async () => {
      const knex = await connectDatabase(database.url);
      const holder = await connectDatabase(bouncer.url);
      const said: string[] = [];
      try {
        await holder.transaction(async (trx) => {
          await trx.raw('select pg_advisory_xact_lock(?)', [0x6d696772]);
          expect(await migrateDatabase(knex), 'with nothing to migrate').to.deep.equal([]);
          const refusal = await rollbackDatabase(knex, {
            log: (text) => said.push(text),
            timeout: 0.5,
          }).catch((error: Error) => error);
          expect(refusal).to.have.property('name', 'DatabaseError');
          expect(String(refusal)).to.match(/Another process is at migrations/);
        });
        expect(said).to.have.length(1);
        expect(await migrateDatabase(knex)).to.deep.equal([]);
      } finally {
        await closePool(knex);
        await closePool(holder);
      }
    });

    it('writes and finds listings, counts limits, runs jobs and receives notifications', async () => {
      const server = runNode(['dist/bin/directory-server.js'], {
        DATA_DIR: makeTempDir(),
        DATABASE_URL: bouncer.url,
        ...(mode === 'transaction' ? { DATABASE_DIRECT_URL: database.url } : {}),
        PORT: '0',
        SCREENSHOTS: 'off',
        RATE_LIMIT: '30',
        LOG_FORMAT: 'json',
      });
      const url = (await server.says(/is at (http:\S+)/))[1] ?? '';
      const post = (path: string, body: object, key = '') =>
        fetch(`${url}${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
        });
      const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
      const registered = (await (await post('/api/v1/agents/register', account)).json()) as {
        api_key: { key: string };
      };
      const listing = { name: 'Pooled', website_url: 'pooled.example.com', tagline: 'Through a pooler' };
      expect((await post('/api/v1/listings', listing, registered.api_key.key)).status).to.equal(201);
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => fetch(`${url}/api/v1/listings?q=pooled`)),
      );
      const statuses = answers.map(({ status }) => status);
      // One of thirty was spent on signing up; requests with a key count separately.
      expect(statuses.filter((status) => status === 200)).to.have.length(29);
      expect(statuses.filter((status) => status === 429)).to.have.length(11);
      await post('/api/auth/request-password-reset', { email: account.email }, registered.api_key.key);
      for (let looks = 0; !/written to the outbox/.test(server.output) && looks < 400; looks += 1)
        await sleep(25);
      expect(server.output).to.include('written to the outbox');
      expect(server.output).to.not.match(/notifications are unavailable|store failed|prepared statement/);
      if (mode === 'transaction') {
        const letGo = await takeAll(bouncer.url, bouncer.size);
        const refused = await fetch(`${url}/api/v1/listings?q=nobody-waits`);
        expect(refused.status, 'with nothing left in the pool').to.equal(503);
        expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
        await letGo();
        while ((await fetch(`${url}/api/v1/ready`)).status !== 200) await sleep(50);
        expect((await fetch(`${url}/api/v1/health`)).status).to.equal(200);
      }
      expect(await server.kill('SIGTERM')).to.equal(0);
    });
  });
}
