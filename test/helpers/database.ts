// Real databases for tests: one throwaway PostgreSQL a process (or that of TEST_DATABASE_URL), with a migrated template, of
// which every test file gets a copy. Started on first use.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { Model } from 'objection';
import { storeTallies } from '../../core/kernel/background.js';
import { presentEach, rowsLeftOut } from '../../core/kernel/lists.js';
import { refreshSettings } from '../../core/settings/current.js';
import { clusterHome } from '../../db/embedded/cluster.js';
import { isAlive } from '../../db/embedded/postmaster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded.js';
import { migrateDatabase } from '../../db/migrate.js';
import { closePool, createPool } from '../../db/pool.js';
import { watchPublicContent } from '../../db/public-content.js';
import { endEmbeddedPostgres } from './embedded.js';
import { type Environment, makeTempDir, useConfig } from './environment.js';
import { shareFolder } from './shared.js';

interface TestServer {
  /** Connects to the database from which others are created. */
  readonly admin: Knex;
  readonly url: string;
  readonly template: string;
  readonly dataDir: string | null;
  readonly embedded: EmbeddedPostgres | null;
}

/** In the cluster that all processes of a run copy. */
const TEMPLATE = 'directory_test_template';

let starting: Promise<TestServer> | undefined;
let count = 0;

function testServer(): Promise<TestServer> {
  starting ??= startTestServer();
  return starting;
}

async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL || null;
  if (given === null) await endAbandoned();
  const dataDir = given === null ? makeTempDir() : null;
  if (dataDir !== null) await copyCluster(dataDir);
  const embedded = dataDir === null ? null : await startEmbeddedPostgres({ dataDir, isThrowaway: true });
  const url = given ?? embedded?.url ?? '';
  const admin = createPool(url, { pool: { max: 2 } });
  const template = given === null ? TEMPLATE : databaseName();
  if (given !== null) await createTemplate(admin, url, template);
  // The first session after a migration caches the catalog for later ones, in a file that copies inherit.
  const first = createPool(databaseUrl(url, template));
  await first.raw('select 1');
  await closePool(first);
  return { admin, url, template, dataDir, embedded };
}

/** Copies a stopped PostgreSQL, migrated, with the template, created once a run, into a data directory. */
export async function copyCluster(dataDir: string): Promise<void> {
  const made = await shareFolder('database', async (folder) => {
    const embedded = await startEmbeddedPostgres({ dataDir: folder, isThrowaway: true });
    const own = createPool(embedded.url);
    await hastenConnections(own, embedded.url);
    await migrateDatabase(own);
    await closePool(own);
    // A database can be copied while its only connection is the one that copies it.
    const admin = createPool(embedded.url, { pool: { max: 1 } });
    await admin.raw('create database ?? template ??', [TEMPLATE, new URL(embedded.url).pathname.slice(1)]);
    await closePool(admin);
    await embedded.stop();
  });
  cpSync(join(made, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
}

async function createTemplate(admin: Knex, url: string, name: string): Promise<void> {
  await admin.raw('create database ??', [name]);
  const knex = createPool(databaseUrl(url, name));
  await migrateDatabase(knex);
  await closePool(knex);
}

/**
 * Tests connect thousands of times: the password is always the same, so it is hashed once and not with 4,096 rounds
 * each time.
 */
async function hastenConnections(admin: Knex, url: string): Promise<void> {
  const password = decodeURIComponent(new URL(url).password);
  await admin.transaction(async (trx) => {
    await trx.raw('set local scram_iterations = 1');
    await trx.raw(`alter role current_user password '${password.replaceAll("'", "''")}'`);
  });
}

function databaseName(): string {
  return `directory_test_${process.pid}_${count++}`;
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Ends the PostgreSQL servers and removes the directories of test runs that were killed. */
async function endAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^listing-directory-test-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (pid === process.pid || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    await endEmbeddedPostgres(dataDir).catch(() => undefined);
    try {
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // A file system that a killed test mounted there.
    }
  }
}

/** Drops what tests created and stops the server they ran on; called once, after the last test. */
export async function endTestDatabases(): Promise<void> {
  const server = await starting?.catch(() => undefined);
  starting = undefined;
  if (!server) return;
  await dropDatabase(server.admin, server.template);
  await closePool(server.admin);
  await server.embedded?.stop();
  if (server.dataDir) rmSync(server.dataDir, { recursive: true, force: true });
}

/** A database of its own, dropped by `drop`. `nearUrl` is the cheapest way to it: by a socket instead of TCP. */
export async function createDatabase(
  kind: 'migrated' | 'empty',
): Promise<{ url: string; nearUrl: string; drop(): Promise<void> }> {
  const { admin, url, template, dataDir } = await testServer();
  const name = databaseName();
  // Copies files, not blocks through the log: half the work.
  await admin.raw('create database ?? template ?? strategy file_copy', [
    name,
    kind === 'migrated' ? template : 'template0',
  ]);
  const own = databaseUrl(url, name);
  return {
    url: own,
    nearUrl: dataDir === null ? own : `${own}?host=${join(clusterHome(dataDir), 'cluster')}`,
    drop: () => dropDatabase(admin, name),
  };
}

/** Ends its connections; only a running vacuum cannot be ended, and is waited for. */
async function dropDatabase(admin: Knex, name: string): Promise<void> {
  for (;;) {
    try {
      await admin.raw('drop database if exists ?? with (force)', [name]);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
      await sleep(100);
    }
  }
}

export interface TestDatabase {
  /** Set while the tests of the block run, as is everything here. */
  knex: Knex;
  url: string;
}

/**
 * Gives the tests of a file or block a new migrated database with the models bound to it, and the test configuration
 * (`environment` over its defaults). As in a server, changes are notified.
 */
export function useDatabase(environment: Environment = {}): TestDatabase {
  useConfig(environment);
  const database = {} as TestDatabase;
  let drop: (() => Promise<void>) | undefined;
  let watch: ReturnType<typeof watchPublicContent> | undefined;
  before(async () => {
    const created = await createDatabase('migrated');
    drop = created.drop;
    database.url = created.url;
    // The server is known: `connectDatabase` would check it.
    database.knex = createPool(created.nearUrl);
    Model.knex(database.knex);
    watch = watchPublicContent(created.url);
    await watch.ready;
    // What is in memory is of the file before, in the same process.
    await refreshSettings();
    const ids = rowsLeftOut().map((text) => /\(([^()]+)\)$/.exec(text)?.[1] ?? text);
    presentEach(
      ids.map((id) => ({ id })),
      () => null,
    );
  });
  after(async () => {
    await watch?.close();
    // Counts in memory are of this database, not of the next file's. They are lost if a test has closed it.
    await storeTallies().catch(() => undefined);
    await closePool(database.knex);
    await drop?.();
  });
  return database;
}
