// Both ways of backing up with PostgreSQL's own tools that docs/operators.md describes, including the restore.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createUser } from '../../core/accounts/operator-accounts.js';
import { findAuditEntries } from '../../core/console/audit-log.js';
import { guest, systemActor } from '../../core/kernel/actor.js';
import { submitListing } from '../../core/listings/submit.js';
import { findListings } from '../../core/search/search.js';
import { connectDatabase } from '../../db/connection.js';
import { startEmbeddedPostgres } from '../../db/embedded.js';
import { migrateDatabase } from '../../db/migrate.js';
import { closePool } from '../../db/pool.js';
import { userActor } from '../helpers/actors.js';
import { copyCluster, createDatabase, useDatabase } from '../helpers/database.js';
import { makeTempDir, useConfig } from '../helpers/environment.js';

const run = promisify(execFile);
const shell = systemActor('cli');

async function fill(): Promise<void> {
  const { user } = await createUser(shell, { name: 'Ada', email: 'ada@example.com' });
  await submitListing(await userActor(user.id), {
    name: 'Café Notes',
    website_url: 'https://notes.example.com',
    tagline: 'Notes that find themselves',
  });
}

/** What a filled and restored directory shows to a visitor and to an operator. */
async function expectFilled(): Promise<void> {
  const found = await findListings(guest('rest'), { q: 'cafe' });
  expect(found.listings.map((listing) => listing.slug)).to.deep.equal(['cafe-notes']);
  const { entries } = await findAuditEntries(shell, {});
  expect(entries.map((entry) => entry.action)).to.deep.equal(['listing.create', 'user.create']);
}

describe('a backup with pg_dump', function () {
  this.timeout(60_000);
  const database = useDatabase();

  it('is restored completely into an empty database', async function () {
    const { rows } = await database.knex.raw(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    const version = await run('pg_dump', ['--version']).catch(() => null);
    const major = Number(/ (\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0);
    if (major < rows[0].major) {
      console.log(`      skipped: needs a pg_dump ${rows[0].major} or newer, there is ${major || 'none'}`);
      this.skip();
    }
    await fill();
    const file = join(makeTempDir(), 'directory.dump');
    const restored = await createDatabase('empty');
    await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, database.url]);
    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restored.url}`, file]);
    const knex = await connectDatabase(restored.url);
    try {
      expect(await migrateDatabase(knex)).to.deep.equal([]);
      await expectFilled();
    } finally {
      await closePool(knex);
      await restored.drop();
    }
  });
});

describe('a copy of the data directory', function () {
  this.timeout(60_000);
  useConfig();

  it('is a complete data directory', async () => {
    const [original, copy] = [makeTempDir(), makeTempDir()];
    await copyCluster(original);
    const first = await startEmbeddedPostgres({ dataDir: original, isThrowaway: true });
    const knex = await connectDatabase(first.url);
    await migrateDatabase(knex);
    await fill();
    await closePool(knex);
    await first.stop();
    await run('cp', ['-a', `${original}/.`, copy]);
    await rm(original, { recursive: true });
    const second = await startEmbeddedPostgres({ dataDir: copy, isThrowaway: true });
    const again = await connectDatabase(second.url);
    try {
      await expectFilled();
    } finally {
      await closePool(again);
      await second.stop();
      await rm(copy, { recursive: true });
    }
  });
});
