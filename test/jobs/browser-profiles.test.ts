// The folders that browsers of killed workers leave behind.
import { chmod, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { WarmBrowser } from '../../server/jobs/browser.js';
import { browserHome } from '../../server/jobs/browser-account.js';
import { useConfig } from '../helpers/environment.js';

const HOUR = 60 * 60_000;

describe('the profiles of browsers', () => {
  useConfig();

  /** Changed so many hours ago. */
  const age = (path: string, hours: number) => {
    const then = new Date(Date.now() - hours * HOUR);
    return utimes(path, then, then);
  };

  it('are removed at the first launch when nobody changed them for a day, and nothing else is', async () => {
    // Else, as root, it is one of the machine's.
    await chmod(config.dataDir, 0o755);
    const home = await browserHome();
    expect(home).to.equal(join(config.dataDir, 'browser'));
    const kept = ['profile-Fresh1', 'profile-pictures', 'profile-Abandoned2', 'Profile-aB3xYz', '141.0.7390'];
    for (const name of ['profile-aB3xYz', 'profile-000000', ...kept]) {
      await mkdir(join(home, name, 'Default'), { recursive: true });
      await writeFile(join(home, name, 'Default', 'Preferences'), '{}');
      await age(join(home, name), name === 'profile-Fresh1' ? 23 : 25);
    }
    await writeFile(join(home, 'profile-notes1'), 'not a folder');
    await age(join(home, 'profile-notes1'), 25);
    await symlink(join(home, '141.0.7390'), join(home, 'profile-linked'));

    const browser = new WarmBrowser({ executablePath: join(home, 'none'), source: 'system', env: {} });
    const failed = await browser.lease().catch((error: Error) => error);
    expect(failed).to.be.instanceOf(Error);
    expect((await readdir(home)).sort()).to.deep.equal([...kept, 'profile-notes1', 'profile-linked'].sort());
    await browser.close();
  });
});
