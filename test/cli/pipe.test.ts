import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ADMIN, adminEnvironment, adminOf } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { NODE_OPTIONS } from '../helpers/process.js';

describe('directory-admin in a pipe', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const admin = adminOf(database);
  const start = (args: string[]) =>
    spawn(process.execPath, [...NODE_OPTIONS, ADMIN, ...args], { env: adminEnvironment(database) });

  before(() => insertManyListings(database.knex, 600));

  it('exits quietly when the reader closes the pipe', async () => {
    const child = start(['listings', 'export']);
    const errors = text(child.stderr);
    const [first] = await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect(JSON.parse(String(first).split('\n')[0] ?? '')).to.include({ tagline: 'One of many' });
    expect(await errors).to.equal('');
    expect(code).to.equal(0);
  });

  it('reports that the output cannot be written, and exits with 1', async function () {
    if (!existsSync('/dev/full')) {
      console.log('      (skipped: there is no /dev/full)');
      this.skip();
    }
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...NODE_OPTIONS, ADMIN, 'listings', 'list', '--json'], {
      env: adminEnvironment(database),
      stdio: ['ignore', full, 'pipe'],
    });
    const errors = text(child.stderr as Readable);
    const [code] = await once(child, 'close');
    expect(await errors).to.match(/^The output cannot be written \(ENOSPC\)/);
    expect(code).to.equal(1);
    closeSync(full);
    const file = await admin('listings export /dev/full');
    expect(file.code).to.equal(1);
    expect(file.stderr).to.include('The export is not complete');
  });

  it('stops at SIGTERM as at Ctrl-C: reports its progress and exits with 4', async () => {
    // Slow enough that it cannot end first, however late this process is.
    await database.knex.raw(`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.01); return old; end $$;
      create trigger slow before delete on listings for each row execute function slow()`);
    const child = start(['listings', 'delete', '--query', 'many-', '--yes']);
    child.stdin.end();
    const errors = text(child.stderr);
    const output = text(child.stdout);
    for (;;) {
      const left = await database.knex('listings').pluck('slug');
      if (left.length < 600) break;
    }
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    await database.knex.raw('drop function slow cascade');
    const [, done = ''] = /Stopped: did ([\d,]+) of 600\./.exec(await errors) ?? [];
    expect(Number(done.replace(',', ''))).to.be.within(1, 999);
    expect(await output).to.include(`Deleted ${done} listings.`);
    expect(code).to.equal(4);
  });

  it('caps a page at 100, with a warning', async () => {
    const run = await admin('listings list --limit 500 --json');
    expect(run.json()).to.include({ limit: 100 });
    expect(run.stderr).to.include('at most 100');
  });

  it('truncates nothing in tables', async () => {
    const run = await admin('listings list --limit 1');
    expect(run.stdout).to.match(/many-\d+ +Many \d+ +live/);
    expect(run.stdout).to.not.include('…');
  });

  it('prints a single JSON document also for an error', async () => {
    const run = await admin('listings show no-such-listing --json');
    expect(run.code).to.equal(1);
    expect(run.json()).to.include({ code: 'not_found' });
    for (const day of ['yesterday', '0000-01-01']) {
      const refused = await admin(`listings list --since ${day} --json`);
      expect(refused.json()).to.include({ error: '"from" must be a valid date.' });
    }
  });
});
