import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { closePool, createPool } from '../../db/pool.js';
import { adminOf, type Ended, spawnAdmin } from '../helpers/admin.js';
import { createDatabase, useDatabase } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';

interface Check {
  name: string;
  verdict: string;
  finding: string;
  advice?: string;
}

const checksOf = (run: Ended) => {
  const { checks } = run.json<{ checks: Check[] }>();
  return Object.fromEntries(checks.map((check) => [check.name, check]));
};

describe('directory-admin doctor', () => {
  const database = useDatabase();

  it('checks everything, and says how to fix what is wrong', async () => {
    const run = await adminOf(database, { ADMIN_EMAILS: 'boss@example.com' })('doctor --json');
    expect(run.code, run.stderr).to.equal(0);
    const checks = checksOf(run);
    expect(Object.keys(checks)).to.have.members([
      'configuration',
      'disk',
      'database',
      'queue',
      'mail queue',
      'search',
      'rows',
      'admins',
      'policy',
      'languages',
      'pictures',
      'address',
      'browser',
      'backups',
      'mail',
    ]);
    expect(checks.database).to.include({ verdict: 'ok' });
    expect(checks.queue).to.include({ verdict: 'ok' });
    expect(checks.admins?.advice).to.include('boss@example.com');
  });

  it('reports a missing index and an unreachable mail provider', async () => {
    await database.knex.raw('drop index listing_search_words');
    const run = await adminOf(database, { SMTP_URL: 'smtp://127.0.0.1:1' })('doctor --json');
    expect(run.code).to.equal(1);
    const { database: state, mail } = checksOf(run);
    expect(state).to.include({ verdict: 'attention' });
    expect(state?.finding).to.include('listing_search_words is missing');
    expect(mail).to.include({ verdict: 'broken' });
  });

  it('reports settings that are unwise, misspelt or broken, and services that are away', async () => {
    await writeFile(join(config.dataDir, 'policy.json'), '{"rules": ');
    const run = await adminOf(database, {
      PUBLIC_URL: 'https://directory.invalid',
      RATE_LIMIT_SIGN_IN: '0',
      RATE_LIMTI: '60',
      SMTP_HOST: 'mail.example.com',
      MEDIA_STORE: 's3://pictures',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
      BACKUP_DIR: join(config.dataDir, 'backups'),
      ADMIN_EMAILS: 'nobody@example.com',
    })('doctor --json');
    await rm(join(config.dataDir, 'policy.json'));
    expect(run.code).to.equal(1);
    expect(run.stderr, 'nothing is told twice').to.equal('');
    const shown = await adminOf(database, { RATE_LIMTI: '60' })('config');
    expect(shown.stderr).to.include('RATE_LIMTI is not known and has no effect; did you mean RATE_LIMIT?');
    const { configuration, policy, pictures, address, backups, admins } = checksOf(run);
    expect(configuration).to.include({ verdict: 'attention' });
    for (const doubt of [
      'RATE_LIMTI is unknown',
      'SMTP_HOST is unknown',
      'https without TRUST_PROXY',
      'limits are off: RATE_LIMIT_SIGN_IN',
    ]) {
      expect(configuration?.finding).to.include(doubt);
    }
    expect(configuration?.advice).to.include('Did you mean RATE_LIMIT?');
    expect(policy).to.include({ verdict: 'broken' });
    expect(pictures).to.include({ verdict: 'broken' });
    expect(pictures?.finding).to.match(/^s3:\/\/pictures does not respond: /);
    expect(address?.finding).to.match(/^https:\/\/directory\.invalid does not respond: /);
    expect(backups).to.include({ verdict: 'attention' });
    expect(admins?.advice).to.include('anyone who signs up with nobody@example.com');
  });

  it('reports every invalid variable and exits with 3', async () => {
    const run = await adminOf(database, { PORT: 'seven', RATE_LIMIT: '-1' })('doctor');
    expect(run.code).to.equal(3);
    expect(run.stdout).to.match(/✗ configuration[\s\S]*PORT: got "seven"[\s\S]*RATE_LIMIT: got "-1"/);
  });

  it('exits with 3 without a database, and still checks the rest', async () => {
    const run = await adminOf(database, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })('doctor --json');
    expect(run.code).to.equal(3);
    const checks = checksOf(run);
    expect(checks.database).to.include({ verdict: 'broken' });
    expect(checks.mail).to.include({ verdict: 'ok' });
  });
});

describe('directory-admin in a place it cannot use', () => {
  const database = useDatabase();

  it('creates no data directory that was not asked for', async () => {
    const directory = makeTempDir();
    const run = await spawnAdmin(['overview'], {
      env: { PATH: process.env.PATH ?? '' },
      cwd: directory,
    });
    expect(run.code).to.equal(3);
    expect(run.stderr).to.match(/^DATA_DIR: there is no directory "data" here/);
    expect(readdirSync(directory)).to.deep.equal([]);
    await rm(directory, { recursive: true });
  });

  it('explains in a sentence that the data directory or a privilege of its role is missing', async () => {
    const file = join(config.dataDir, 'a-file');
    await writeFile(file, '');
    for (const command of ['overview', 'config', 'doctor']) {
      const run = await adminOf(database, { DATA_DIR: join(file, 'data') })(command);
      expect(run.code, command).to.equal(3);
      expect(run.stdout + run.stderr).to.match(/DATA_DIR: .* cannot be read or written \(ENOTDIR\)/);
      expect(run.stderr).to.not.include('    at ');
    }
    const empty = await createDatabase('empty');
    const owner = createPool(empty.url);
    await owner.raw('revoke create on schema public from pg_database_owner, public');
    await closePool(owner);
    const run = await adminOf(database, { DATABASE_URL: empty.url })('db migrate');
    expect(run.code, run.stderr).to.equal(3);
    expect(run.stderr).to.match(/The role of DATABASE_URL lacks a right: .*permission denied/);
    expect(run.stderr).to.not.include('    at ');
    await empty.drop();
  });
});

describe('directory-admin policy check', () => {
  const database = useDatabase();
  const admin = adminOf(database);

  it('shows every rule that fired, and exits with 1 for a refused text', async () => {
    const run = await admin('policy check "Buy cheap cocaine online"');
    expect(run.code).to.equal(1);
    expect(run.stdout).to.match(/refused: drugs[\s\S]*RULE[\s\S]*drugs\./);
    expect((await admin('policy check "A notebook that syncs"')).code).to.equal(0);
  });

  it('judges a listing by its fields as a submission is judged, and says which words weighed most', async () => {
    const run = await admin(
      'policy check --name Amphetamine --tagline "Keeps your Mac awake" --website-url no',
    );
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include('"website_url" must name a public site');
    const flagged = await admin('policy check --name Amphetamine --tagline "Keeps your Mac awake"');
    expect(flagged.code).to.equal(0);
    expect(flagged.stdout).to.match(/shown to a moderator: drugs, "Amphetamine" in name/);
    expect(flagged.stdout).to.match(/The model: 0\.\d+, most by .*amphetamine/);
    const refused = await admin('policy check --name Heron --features "Boats; We sell heroin by the gram"');
    expect(refused.stdout).to.match(/refused: drugs, .* in features/);
  });

  it('reads listings line by line, and exits with 4 when some are refused', async () => {
    const rows = [
      '{"name":"Fine Notes","tagline":"Notes"}',
      '{"name":"Shop","tagline":"Buy cocaine online"}',
    ];
    const run = await admin('policy check --file - --json', rows.join('\n'));
    expect(run.code).to.equal(4);
    const { results } = run.json<{ results: { line: number; allowed: boolean }[] }>();
    expect(results.map(({ line, allowed }) => [line, allowed])).to.deep.equal([
      [1, true],
      [2, false],
    ]);
    const lines = await admin('policy check --file - --ndjson', rows.join('\n'));
    expect(lines.stdout).to.match(/^.*"allowed":true,"line":1,.*\n.*"allowed":false,"line":2,.*\n$/);
    const unread = await admin('policy check --file -', `${rows[0]}\n{"name":`);
    expect(unread.code).to.equal(2);
    expect(unread.stderr).to.include('Line 2');
  });
});
