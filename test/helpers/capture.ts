// The browser of captures: the packed one, whatever else the machine has, unpacked once a run.
import { chmodSync, rmSync } from 'node:fs';
import { configure } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { WarmBrowser } from '../../server/jobs/browser.js';
import { type FoundBrowser, findPackedBrowser } from '../../server/jobs/browser-lookup.js';
import { atTheEnd } from './endings.js';
import { makeTempDir } from './environment.js';
import { shareFolder } from './shared.js';

let unpacked: Promise<FoundBrowser | null> | undefined;

/** null if there is none for this platform. */
export function packedBrowser(): Promise<FoundBrowser | null> {
  unpacked ??= (async () => {
    const home = await shareFolder('browser', findPackedBrowser);
    return findPackedBrowser(home);
  })();
  return unpacked;
}

export interface TestCapture {
  /** Set while the tests of the block run. */
  browser: WarmBrowser;
}

let shared: WarmBrowser | undefined;

/** One for all files of this process. */
function sharedBrowser(found: FoundBrowser): WarmBrowser {
  if (shared) return shared;
  const browser = new WarmBrowser(found);
  shared = browser;
  atTheEnd(() => browser.close());
  return browser;
}

/** A running browser for the tests of a block; if there is none for this platform they are skipped, with a message. */
export function usePackedBrowser(): TestCapture {
  const capture = {} as TestCapture;
  let dataDir = '';
  before(async function () {
    this.timeout(60_000);
    const found = await packedBrowser();
    if (found === null) {
      console.log('      no packed Chromium for this platform: captures are not tried');
      return this.skip();
    }
    dataDir = makeTempDir();
    chmodSync(dataDir, 0o755);
    configureLog(configure({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
    capture.browser = sharedBrowser(found);
  });
  after(() => {
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  return capture;
}
