import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { ADMIN, adminEnvironment, adminOf } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import type { Environment } from '../helpers/environment.js';
import { NODE_OPTIONS } from '../helpers/process.js';
import {
  CTRL_C,
  ENTER,
  hasTerminal,
  openTerminal,
  runOnTerminal,
  type Terminal,
} from '../helpers/terminal.js';

/** Cursor moves are no colours: only the m of SGR is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const COLOUR = /\u001b\[[\d;]*m/;

describe('directory-admin on a terminal', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const admin = adminOf(database);
  let shared: Terminal | undefined;
  /** A command on the terminal shared by all tests. */
  const terminal = (args: readonly string[], options: { columns?: number; env?: Environment } = {}) => {
    if (!shared) throw new Error('The terminal is not open.');
    return shared.run(args, { env: adminEnvironment(database, options.env), columns: options.columns });
  };
  /** The program, on a terminal of its own: it must end though it could read on. */
  const program = (args: readonly string[]) =>
    runOnTerminal([process.execPath, ...NODE_OPTIONS, ADMIN, ...args], { env: adminEnvironment(database) });
  const importTools = async (from: number, to: number) => {
    const rows = [];
    for (let n = from; n <= to; n++) {
      rows.push(JSON.stringify({ name: `Tool ${n}`, website_url: `tool${n}.example.com`, tagline: 'One' }));
    }
    return rows.join('\n');
  };
  const countListings = async (status: string) =>
    (await database.knex('listings').where({ status }).pluck('id')).length;

  before(async function () {
    if (!hasTerminal()) {
      console.log('      (skipped: there is no "script" of util-linux to make a terminal)');
      this.skip();
    }
    const run = await admin('listings import -', await importTools(5001, 5030));
    expect(run.code, run.stdout).to.equal(0);
    shared = await openTerminal();
  });
  after(() => shared?.close());

  it('prompts for missing values of users create, the password hidden and twice', async () => {
    const run = program(['users', 'create']);
    await run.shows(/Email:/);
    run.type(`ada@example.com${ENTER}`);
    await run.shows(/Name:/);
    run.type(`Ada Lovelace${ENTER}`);
    await run.shows(/New password:/);
    run.type(`short${ENTER}`);
    await run.shows(/At least 8/);
    run.type(`\u0015correct horse${ENTER}`);
    await run.shows(/Once more:/);
    run.type(`correct horse${ENTER}`);
    await run.shows(/Created the user ada@example\.com/);
    expect(await run.end()).to.equal(0);
    expect(run.raw).to.not.include('correct horse');
  });

  it('previews the change, and stops when the answer is no', async () => {
    const run = terminal(['users', 'promote', 'ada@example.com']);
    await run.shows(/This will promote 1 account:[\s\S]*ada@example\.com[\s\S]*Promote 1 account\?/);
    run.type(`n${ENTER}`);
    expect(await run.end()).to.equal(1);
    expect(run.text).to.include('Nothing was changed.');
    expect(await database.knex('users').where({ role: 'admin' })).to.deep.equal([]);
  });

  it('applies the change when the answer is yes', async () => {
    const run = terminal(['users', 'promote', 'ada@example.com']);
    await run.shows(/Promote 1 account\?/);
    run.type(`y${ENTER}`);
    await run.shows(/Promoted 1 account\./);
    expect(await run.end()).to.equal(0);
  });

  it('changes nothing when a prompt is answered with Ctrl-C', async () => {
    const run = terminal(['listings', 'delete', 'tool-5001']);
    await run.shows(/Delete 1 listing\?/);
    run.type(CTRL_C);
    expect(await run.end()).to.equal(1);
    expect(run.text).to.match(/Stopped\. Nothing was changed\./);
    expect(await countListings('live')).to.equal(30);
  });

  it('asks to type the number from 26 items on', async () => {
    const wrong = terminal(['listings', 'archive', '--query', 'tool']);
    await wrong.shows(/Type 30 to go ahead:/);
    wrong.type(`y${ENTER}`);
    expect(await wrong.end()).to.equal(1);
    expect(await countListings('archived')).to.equal(0);
    const right = terminal(['listings', 'archive', '--query', 'tool']);
    await right.shows(/… and 20 more[\s\S]*Type 30 to go ahead:/);
    right.type(`30${ENTER}`);
    await right.shows(/Archived 30 listings\./);
    expect(await right.end()).to.equal(0);
    expect(await countListings('archived')).to.equal(30);
  });

  it('asks to type the number of an account’s listings', async () => {
    await admin('users create eve@example.com --name Eve --invite');
    await admin('listings import - --owner eve@example.com', await importTools(5101, 5127));
    const run = terminal(['users', 'delete', 'eve@example.com']);
    await run.shows(/Delete 1 account with 27 listings\? Type 27 to go ahead:/);
    run.type(`y${ENTER}`);
    expect(await run.end()).to.equal(1);
    expect(await database.knex('users').where({ email: 'eve@example.com' })).to.have.length(1);
    await admin('users delete eve@example.com --yes');
  });

  it('stops an import at Ctrl-C, reports its progress, and continues when run again', async () => {
    const total = 350;
    const file = join(config.dataDir, 'many.ndjson');
    await writeFile(file, await importTools(6_001, 6_000 + total));
    // Slow enough that it cannot end first, however late this process is.
    await database.knex.raw(`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.01); return new; end $$;
      create trigger slow before insert on listings for each row execute function slow()`);
    const run = terminal(['listings', 'import', file]);
    await run.shows(/Importing {2}[1-9]\d{0,2}/);
    run.type(CTRL_C);
    expect(await run.end()).to.equal(4);
    await database.knex.raw('drop function slow cascade');
    const [, said = ''] = /Stopped: did (\d+)\./.exec(run.text) ?? [];
    const done = Number(said);
    expect(done).to.be.within(1, total - 1);
    expect((await countListings('live')) >= done - 100, 'what it did is there').to.equal(true);
    const dry = (await admin(`listings import ${file} --dry-run --json`)).json<Record<string, number>>();
    expect((dry.unchanged ?? 0) + (dry.refused ?? 0)).to.equal(done);
    expect((dry.created ?? 0) + done).to.equal(total);
  });

  it('fits tables to the terminal and never truncates the slug', async () => {
    const run = terminal(['listings', 'list', '--limit', '3'], { columns: 60 });
    expect(await run.end()).to.equal(0);
    for (const line of run.text.split(/\r?\n/)) expect(line.length, line).to.be.at.most(60);
    expect(run.text).to.match(/^(tool|many)-\d+ /m);
  });

  it('prints colours on a terminal, but not under NO_COLOR', async () => {
    const coloured = terminal(['overview']);
    await coloured.end();
    expect(coloured.raw).to.match(COLOUR);
    const plain = terminal(['overview'], { env: { NO_COLOR: '1' } });
    await plain.end();
    expect(plain.raw).to.not.match(COLOUR);
  });
});
