// One command of each noun, within this process. As processes they run in pipe.test.ts.
import { expect } from 'chai';
import { adminEnvironment, adminOf, spawnAdmin } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';

const COMMANDS: [line: string, shows: RegExp][] = [
  ['overview', /^listings {2}/m],
  ['users list', /^No account matches\.$/m],
  ['listings list', /^No listing matches\.$/m],
  ['keys list', /^There are no keys\.$/m],
  ['webhooks list', /^There are no webhooks\.$/m],
  ['sources list', /^No sources are followed\.$/m],
  ['catalog list --limit 1', /^ADDRESS/m],
  ['audit list', /^No entry matches\.$/m],
  ['jobs list', /^No job matches\.$/m],
  ['jobs retry --all', /^There is nothing to retry\.$/m],
  ['policy check "A notebook that syncs"', /allowed/],
  ['db status', /^The database is up to date\.$/m],
  ['backup - --force', /./],
  ['maintenance', /^The service is open\.$/m],
  ['doctor', /^✓ database/m],
  ['config', /^DATABASE_URL .*\/directory_test/m],
];

describe('directory-admin', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const admin = adminOf(database);

  for (const [line, shows] of COMMANDS) {
    it(line, async () => {
      const ended = await admin(line);
      expect(ended.code, ended.stderr).to.equal(0);
      expect(ended.stdout).to.match(shows);
    });
  }

  it('exits with the codes of --version and, as a process, of an unknown noun', async () => {
    expect(await admin('--version')).to.deep.include({ code: 0, stdout: '1.0.0\n' });
    const help = await admin('--help');
    expect(help.code).to.equal(0);
    for (const [line] of COMMANDS)
      expect(help.stdout).to.match(new RegExp(`^  ${line.split(' ')[0]}\\b`, 'm'));
    const unknown = await spawnAdmin(['lisitngs'], { env: adminEnvironment(database) });
    expect(unknown.code).to.equal(2);
    expect(unknown.stderr).to.include('Did you mean listings?');
  });
});
