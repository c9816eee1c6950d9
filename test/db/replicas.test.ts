// A real streaming replica, set up with the programs of the embedded PostgreSQL.
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { submitListing } from '../../core/listings/submit.js';
import { listCounts } from '../../core/search/counts.js';
import { type Database, openDatabase } from '../../db/connection.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded.js';
import { migrateDatabase } from '../../db/migrate.js';
import { BaseModel } from '../../db/models/base.js';
import { watchPublicContent } from '../../db/public-content.js';
import { readFromReplica } from '../../db/replicas.js';
import { runWork } from '../../db/work.js';
import { createApp } from '../../server/app.js';
import { copyCluster } from '../helpers/database.js';
import { createMember } from '../helpers/directory.js';
import { endEmbeddedPostgres } from '../helpers/embedded.js';
import { makeTempDir, useConfig } from '../helpers/environment.js';
import { type Replica, startReplica } from '../helpers/replica.js';
import { startTcpGate, type TcpGate } from '../helpers/tcp-gate.js';

describe('a read replica', function () {
  this.timeout(120_000);
  useConfig();
  const dataDir = makeTempDir();
  let embedded: EmbeddedPostgres;
  let replica: Replica;
  let gate: TcpGate;
  let database: Database;
  let watch: ReturnType<typeof watchPublicContent>;
  let owner: Awaited<ReturnType<typeof createMember>>;
  let count = 0;

  before(async () => {
    await copyCluster(dataDir);
    embedded = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    replica = await startReplica(dataDir, embedded.url);
    const { hostname, port } = new URL(replica.url);
    gate = await startTcpGate(hostname, Number(port));
    database = await openDatabase({
      databaseUrl: embedded.url,
      databaseDirectUrl: null,
      dataDir,
      replicas: {
        urls: [gate.through(replica.url)],
        eventsOf: () => ({ onAway: () => undefined, onBack: () => undefined }),
      },
    });
    await migrateDatabase(database.knex);
    watch = watchPublicContent(embedded.url);
    await watch.ready;
    owner = await createMember('ada@example.com');
  });
  after(async () => {
    await watch?.close();
    await database?.close();
    await gate?.close();
    await replica?.end();
    await embedded?.stop();
    await endEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const submit = async () => {
    count += 1;
    const input = { name: `Product ${count}`, website_url: `p${count}.example.com`, tagline: 'Replicated' };
    return (await submitListing(owner, input)).listing.slug;
  };
  const inWork = <T>(read: () => Promise<T>) => runWork({ requestId: null }, read);
  /** Where guests' reads go now, and which listings are there. */
  const read = () =>
    inWork(() =>
      readFromReplica(async () => {
        const { rows } = await BaseModel.knex().raw<{ rows: [{ there: boolean; slugs: string[] | null }] }>(
          `select pg_is_in_recovery() as there, (select array_agg(slug) from listings) as slugs`,
        );
        return rows[0];
      }),
    );
  const untilReadThere = async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = await read();
      if (found.there) return found;
      await sleep(25);
    }
    throw new Error('The replica is not used within 15 seconds.');
  };

  it('is read only after it has replayed the write', async () => {
    for (let round = 0; round < 3; round += 1) {
      const slug = await submit();
      expect((await read()).slugs, 'at once, wherever that is').to.include(slug);
    }
    const slug = await submit();
    expect((await untilReadThere()).slugs).to.include(slug);
  });

  it('is skipped while it lags, and used again once it has caught up', async () => {
    await untilReadThere();
    await replica.run('select pg_wal_replay_pause()');
    const slug = await submit();
    for (let tries = 0; tries < 20; tries += 1) {
      const { there, slugs } = await read();
      expect(there).to.equal(false);
      expect(slugs).to.include(slug);
      await sleep(10);
    }
    await replica.run('select pg_wal_replay_resume()');
    expect((await untilReadThere()).slugs).to.include(slug);
  });

  it('costs no response when it is silent or away', async () => {
    await untilReadThere();
    gate.freeze();
    expect((await read()).there).to.equal(false);
    await gate.open();
    await untilReadThere();
    await gate.shut();
    expect((await read()).there).to.equal(false);
    await gate.open();
    await untilReadThere();
  });

  it('receives no writes', async () => {
    await untilReadThere();
    const written = await inWork(() =>
      readFromReplica(async () => {
        await BaseModel.knex().raw(
          `insert into searches (day, query, searches) values (now(), 'something rare', 1)`,
        );
        return true;
      }),
    );
    expect(written).to.equal(true);
  });

  it('leaves the folding of counts to the primary', async () => {
    const differences = async () => Number((await database.knex('term_counts').count())[0]?.count);
    await database.knex.raw(
      `insert into term_counts select '', sign from generate_series(1, 600), unnest(array[1, -1]) as sign`,
    );
    await submit();
    await untilReadThere();
    await inWork(() => readFromReplica(() => listCounts.read()));
    for (let looks = 0; (await differences()) > 1_000 && looks < 200; looks += 1) await sleep(25);
    expect(await differences()).to.be.lessThan(1_000);
  });

  it('serves guests over HTTP', async () => {
    await untilReadThere();
    const http: Server = createServer(createApp());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = http.address() as AddressInfo;
      const [{ since }] = (await replica.run('select clock_timestamp()::text as since')) as [
        { since: string },
      ];
      // Nothing of an earlier test, neither the query of its position, nor this test's own query.
      const isAsked = async () => {
        const asked = await replica.run(
          `select 1 from pg_stat_activity where application_name = 'listing-directory' and query_start > '${since}'
           and query like '%listings%' and query not like '%pg_is_in_recovery%'`,
        );
        return asked.length > 0;
      };
      expect(await isAsked()).to.equal(false);
      for (let page = 1; !(await isAsked()); page += 1) {
        if (page > 400) throw new Error('The replica was not asked.');
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/listings?page=${page}`);
        expect(response.status).to.equal(200);
        await response.text();
      }
    } finally {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    }
  });
});
