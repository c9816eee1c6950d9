// How a worker gets its browser, with the packed one behind a script that can refuse to start.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { isCaptureOn, reportBrowser } from '../../core/listings/pictures.js';
import { readFamily } from '../../server/jobs/browser.js';
import type { FoundBrowser } from '../../server/jobs/browser-lookup.js';
import { isRoot } from '../../server/jobs/browser-lookup.js';
import { BrowserStart } from '../../server/jobs/browser-start.js';
import { packedBrowser } from '../helpers/capture.js';
import { useConfig } from '../helpers/environment.js';

/** null if the process has ended: a starting browser has some that only look around. */
function look(pid: number) {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  try {
    return { status: read('status'), command: read('cmdline'), priority: getPriority(pid) };
  } catch (error) {
    if (/^(?:ENOENT|ESRCH|ERR_SYSTEM_ERROR)$/.test(String((error as NodeJS.ErrnoException).code)))
      return null;
    throw error;
  }
}

describe('the browser of a worker', function () {
  this.timeout(60_000);
  useConfig({ SCREENSHOTS: 'on' });
  let found: FoundBrowser;
  before(async function () {
    const packed = await packedBrowser();
    if (packed === null) return this.skip();
    found = packed;
    await chmod(config.dataDir, 0o755);
  });
  const { TMPDIR = '' } = process.env;
  afterEach(() => {
    reportBrowser(false);
    if (TMPDIR === '') delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  /** A browser that starts once the file `ready` is there. */
  async function reluctant(): Promise<{ browser: FoundBrowser; getReady(): Promise<void> }> {
    const script = join(config.dataDir, 'reluctant');
    const ready = join(config.dataDir, 'ready');
    await rm(ready, { force: true });
    await writeFile(script, `#!/bin/sh\n[ -e ${ready} ] || exit 1\nexec ${found.executablePath} "$@"\n`);
    await chmod(script, 0o755);
    return { browser: { ...found, executablePath: script }, getReady: () => writeFile(ready, '') };
  }

  it('is started again and again, with captures off after some failed starts, without privileges where the service is root', async () => {
    const { browser, getReady } = await reluctant();
    // As systems have it that give every account a temporary folder of its own.
    process.env.TMPDIR = await mkdtemp(join(config.dataDir, 'private-'));
    const looks: boolean[] = [];
    const find = async () => {
      looks.push(isCaptureOn());
      return browser;
    };
    const start = new BrowserStart(find, { waits: [10], rest: 100 });
    expect(await start.current()).to.equal(null);
    expect(looks, 'on until the second failure').to.deep.equal([true, true]);
    expect(isCaptureOn()).to.equal(false);
    await getReady();
    while (!isCaptureOn()) await new Promise((resolve) => setTimeout(resolve, 20));
    const warm = await start.current();
    const { account, hasSandbox } = (await warm?.confinement()) ?? {};
    const family = await readFamily((await warm?.pid()) ?? 0);
    expect(family).to.not.deep.equal([]);
    if (isRoot() && !account) console.log('      setpriv is missing here: the browser runs as root');
    const running = account ? family.flatMap(({ pid }) => look(pid) ?? []) : [];
    if (account) expect(running).to.not.deep.equal([]);
    for (const { status, priority, command } of running) {
      expect(status).to.match(/^NoNewPrivs:\t1$/m);
      expect(status).to.match(new RegExp(`^Uid:\t${account?.uid}\t${account?.uid}\t`, 'm'));
      expect(priority, 'below what answers requests').to.be.at.least(10);
      if (hasSandbox) expect(command).to.not.contain('--no-sandbox');
    }
    await start.close();
  });

  it('is not waited for when it is not installed, nor when closing', async () => {
    const none = new BrowserStart(async () => null);
    expect(await none.current()).to.equal(null);
    expect(isCaptureOn()).to.equal(false);
    await none.close();
    const { browser } = await reluctant();
    const failing = new BrowserStart(async () => browser, { waits: [3_600_000], rest: 3_600_000 });
    await failing.close();
  });
});
