import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { runAdmin } from '../helpers/admin.js';
import { createDatabase } from '../helpers/database.js';
import { useConfig } from '../helpers/environment.js';

describe('directory-admin db', () => {
  useConfig();
  let database: Awaited<ReturnType<typeof createDatabase>>;

  const run = (args: string, databaseUrl = database.url) =>
    runAdmin(args.split(' '), { env: { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir } });

  before(async () => {
    database = await createDatabase('empty');
  });
  after(() => database.drop());

  it('migrates, shows the status and rolls back, asking first', async () => {
    const before = (await run('db status --json')).json<{ applied: string[]; pending: string[] }>();
    expect(before.applied).to.deep.equal([]);
    expect((await run('db migrate --dry-run')).stdout).to.include(before.pending[0]);
    expect((await run('db status --json')).json()).to.deep.equal(before);

    expect((await run('db migrate --json')).json()).to.deep.equal({ migrated: before.pending });
    expect((await run('db migrate')).stdout).to.equal('The database is up to date.\n');

    const unasked = await run('db rollback');
    expect(unasked.code).to.equal(2);
    expect(unasked.stderr).to.include('--yes');
    expect((await run('db status --json')).json()).to.deep.equal({ applied: before.pending, pending: [] });

    expect((await run('db rollback --yes')).code).to.equal(0);
    expect((await run('db status --json')).json()).to.deep.equal(before);
  });

  it('ends with 3 and the reason when the database cannot be reached or the configuration is wrong', async () => {
    const unreachable = await run('db status', 'postgres://nobody@127.0.0.1:1/none');
    expect(unreachable.code).to.equal(3);
    expect(unreachable.stderr).to.match(/^The database cannot be reached/);
    const wrong = await run('db status', 'mysql://localhost/x');
    expect(wrong.code).to.equal(3);
    expect(wrong.stderr).to.match(/^DATABASE_URL: /);
  });

  it('ends with 2 for what it does not know, naming the nearest command', async () => {
    const run2 = await run('db statsu');
    expect(run2.code).to.equal(2);
    expect(run2.stderr).to.include('status');
  });
});
