// One browser that keeps running: replaced after a number of captures, after a crash, and when it is closed. Each
// capture gets its own context in the browser, with its own proxy; no request bypasses its proxy.
import { readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import type { FoundBrowser } from './browser-lookup.js';
import { type Confinement, confineBrowser, makeProfile } from './browser-lookup.js';

// Limits the browser's memory by what /proc says, so on Linux only (docs/screenshots.md).

const MEGABYTE = 1_048_576;
const RENDERER_LIMIT = 600 * MEGABYTE;
const BROWSER_LIMIT = 1_500 * MEGABYTE;
const POLL_INTERVAL_MS = 500;

type ProcessMemory = Awaited<ReturnType<typeof readMemory>>;

/** Checks the browser's processes every half second, until it has ended, and kills those over the limit. */
async function watchMemory(browser: Browser): Promise<void> {
  const root = browser.process()?.pid;
  if (root === undefined || process.platform !== 'linux') return;
  while (browser.connected) {
    const family = await readFamily(root).catch(() => []);
    for (const { pid } of overLimit(root, family)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended meanwhile.
      }
    }
    await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
  }
}

function overLimit(root: number, family: readonly ProcessMemory[]): ProcessMemory[] {
  const total = family.reduce((sum, { bytes }) => sum + bytes, 0);
  const fat = family.filter(({ isRenderer, bytes }) => isRenderer && bytes > RENDERER_LIMIT);
  return total > BROWSER_LIMIT && fat.length === 0 ? family.filter(({ pid }) => pid === root) : fat;
}

/** The processes of a browser: puppeteer makes its first one the leader of a process group. */
export async function readFamily(root: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const groupOf = async (pid: number) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The command name, in parentheses, may hold spaces; the group is the third word after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  };
  const groups = await Promise.all(pids.map(groupOf));
  return Promise.all(pids.filter((_pid, index) => groups[index] === root).map(readMemory));
}

async function readMemory(pid: number) {
  const [command, status] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
  ]);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, number]) =>
    Number(number),
  );
  return {
    pid,
    isRenderer: command.includes('--type=renderer'),
    /** Resident bytes, excluding mapped files (programs and libraries, which are shared). */
    bytes: kilobytes.reduce((sum, number) => sum + number, 0) * 1024,
  };
}

const CAPTURES_PER_BROWSER = 50;
/** An idle browser is closed: it holds some 200 MB and starts again in half a second. */
const IDLE_TIMEOUT = 5 * 60_000;
const LAUNCH_TIMEOUT = 20_000;
const CLOSE_TIMEOUT = 3_000;

/** Added to puppeteer's own flags, which already turn off background networking, extensions and sync. */
const FLAGS = [
  // Contexts have their own proxy; requests of the browser itself go to a port without a listener.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  // The proxy resolves names; the browser must not, as names would leak through lookups.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--deny-permission-prompts',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-pings',
  '--disable-features=WebRtcHideLocalIpsWithMdns,DialMediaRouteProvider,Translate,OptimizationHints,MediaRouter,AcceptCHFrame,HttpsUpgrades',
  // Megabytes of script heap for one page, far above what honest pages need.
  '--js-flags=--max-old-space-size=256',
  '--disk-cache-size=33554432',
];

interface Warm {
  readonly browser: Browser;
  readonly profile: string;
  used: number;
  active: number;
  retired: boolean;
  idle?: NodeJS.Timeout;
}

export class WarmBrowser {
  private current: Promise<Warm> | null = null;
  private readonly living = new Set<Warm>();
  private closed = false;
  private confined: Promise<Confinement> | null = null;

  constructor(private readonly found: FoundBrowser) {}

  /** A browser for one more capture. Release it as `broken` if it is unresponsive and must not be used again. */
  async lease(): Promise<{ browser: Browser; release: (broken?: boolean) => void }> {
    if (this.closed) throw new Error('The browser is closed.');
    this.current ??= this.launch();
    const warm = await this.current.catch((error: unknown) => {
      this.current = null;
      throw error;
    });
    if (warm.retired) return this.lease();
    clearTimeout(warm.idle);
    warm.used += 1;
    warm.active += 1;
    if (warm.used >= CAPTURES_PER_BROWSER) this.retire(warm);
    return {
      browser: warm.browser,
      release: (broken = false) => {
        warm.active -= 1;
        if (broken || (warm.retired && warm.active === 0)) void this.end(warm);
        else if (warm.active === 0) warm.idle = setTimeout(() => void this.end(warm), IDLE_TIMEOUT).unref();
      },
    };
  }

  /** How the browser is started; constant for the life of this object. */
  confinement(): Promise<Confinement> {
    this.confined ??= confineBrowser(this.found.executablePath, this.found.env);
    return this.confined;
  }

  async pid(): Promise<number | null> {
    return (await this.current)?.browser.process()?.pid ?? null;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.current?.catch(() => undefined);
    await Promise.all([...this.living].map((warm) => this.end(warm)));
  }

  private async launch(): Promise<Warm> {
    const { account, hasSandbox, command } = await this.confinement();
    const [program, ...before] = command;
    const profile = await makeProfile(account);
    try {
      // Imported lazily: it is a quarter of the code that a process loads at its start.
      const { default: puppeteer } = await import('puppeteer-core');
      const headless = this.found.source === 'packed' ? 'shell' : true;
      const flags = puppeteer.defaultArgs({
        headless,
        userDataDir: profile,
        args: [...FLAGS, ...(hasSandbox ? [] : ['--no-sandbox'])],
      });
      const browser = await puppeteer.launch({
        executablePath: program,
        // Pass all flags here: they must come after the wrapper's own arguments (`before`).
        ignoreDefaultArgs: true,
        args: [...before, ...flags.filter((flag) => flag !== '--disable-popup-blocking')],
        headless,
        // A pipe instead of a port: no page and no other program can reach the debugger.
        pipe: true,
        userDataDir: profile,
        // The browser gets none of our environment, which contains secrets.
        env: { HOME: profile, LANG: 'en_US.UTF-8', ...this.found.env },
        timeout: LAUNCH_TIMEOUT,
        acceptInsecureCerts: false,
        defaultViewport: null,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      void watchMemory(browser);
      const warm: Warm = { browser, profile, used: 0, active: 0, retired: false };
      this.living.add(warm);
      browser.once('disconnected', () => void this.end(warm));
      return warm;
    } catch (error) {
      await removeProfile(profile);
      throw error;
    }
  }

  private retire(warm: Warm): void {
    warm.retired = true;
    this.current = null;
  }

  private async end(warm: Warm): Promise<void> {
    if (!this.living.delete(warm)) return;
    if (!warm.retired) this.retire(warm);
    clearTimeout(warm.idle);
    const closed = warm.browser.close().catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    warm.browser.process()?.kill('SIGKILL');
    await removeProfile(warm.profile);
  }
}

async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}
