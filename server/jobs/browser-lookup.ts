// Finds the browser: CHROME_PATH, a system Chrome or Chromium, one fetched with puppeteer's installer, the packed one
// (C2). Finding none is not an error: captures are off then.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chown, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { config } from '../../core/kernel/config.js';
import { makeFolder, openToAll } from '../../db/embedded/folders.js';

export interface FoundBrowser {
  readonly executablePath: string;
  readonly source: 'CHROME_PATH' | 'system' | 'puppeteer' | 'packed';
  /** Environment variables for the browser: the packed one brings fonts, and libraries for systems without them. */
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

const SYSTEM_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const SYSTEM_PATHS = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for captures, or null if this machine has none. @param findPacked used if no other browser is found */
export async function findBrowser(
  findPacked = async () => findPackedBrowser(await browserHome()),
): Promise<FoundBrowser | null> {
  // A wrong CHROME_PATH is not replaced by another browser: the operator chose it.
  if (config.chromePath !== null) {
    return (await isExecutable(config.chromePath)) ? plain(config.chromePath, 'CHROME_PATH') : null;
  }
  const system = await findExecutable([...(await searchPath(...SYSTEM_NAMES)), ...SYSTEM_PATHS]);
  if (system !== null) return plain(system, 'system');
  const fetched = await findFetchedBrowser();
  if (fetched !== null) return plain(fetched, 'puppeteer');
  return findPacked();
}

function plain(executablePath: string, source: FoundBrowser['source']): FoundBrowser {
  return { executablePath, source, env: {} };
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function findExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isExecutable(path)) return path;
  return null;
}

/** The paths of those programs that PATH has. */
async function searchPath(...names: string[]): Promise<string[]> {
  // `command -v` prints a line for each name it finds.
  const commands = names.map((name) => `command -v ${name};`).join(' ');
  const found = await outputOf('sh', ['-c', `${commands} true`]);
  return (found ?? '').split('\n').filter(Boolean);
}

/** Where `npx puppeteer browsers install chrome` (or chrome-headless-shell) puts a browser. */
const PUPPETEER_CACHE = join(homedir(), '.cache', 'puppeteer');

async function findFetchedBrowser(): Promise<string | null> {
  const { Browser, getInstalledBrowsers } = await import('@puppeteer/browsers');
  const installed = await getInstalledBrowsers({ cacheDir: PUPPETEER_CACHE }).catch(() => []);
  const newestFirst = installed.sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }));
  const wanted = [Browser.CHROME, Browser.CHROMEHEADLESSSHELL].flatMap((kind) =>
    newestFirst.filter(({ browser }) => browser === kind),
  );
  return findExecutable(wanted.map(({ executablePath }) => executablePath));
}

/** Unpacks the packaged browser once into `home`. */
export async function findPackedBrowser(home: string): Promise<FoundBrowser | null> {
  // Built for Linux on x64 only, and an optional dependency.
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  let entry: string;
  try {
    entry = import.meta.resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
  const manifest = await readFile(new URL('../../package.json', entry), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(home, `chromium-${version}`);
  const executablePath = join(folder, 'chromium');
  if (!(await isExecutable(executablePath))) await unpack(entry, folder);
  // The browser's own account must be able to read it.
  if (isRoot()) await openToAll(folder);

  const env: Record<string, string> = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const starts = await outputOf(executablePath, ['--version'], env);
  if (starts === null) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  return { executablePath, source: 'packed', env };
}

function unpack(entry: string, folder: string): Promise<void> {
  return makeFolder(folder, async (fresh) => {
    // Unpacks in a process with its own TMPDIR: in the shared one, the package would run any file of its name.
    const script = `(await import(${JSON.stringify(entry)})).default.executablePath()`;
    await run(process.execPath, ['--input-type=module', '--eval', `await ${script}`], {
      // The package adds its libraries only if it believes it runs on AWS.
      env: { TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      cwd: fileURLToPath(new URL('.', entry)),
    });
    await writeFile(join(fresh, 'fonts.conf'), fontConfiguration(folder));
  });
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}

// As root, the browser runs under its own account, so that a page that escapes from it can read neither the data
// directory nor the database. It uses Chrome's sandbox if the kernel allows unprivileged namespaces.

/** An id from the range that systemd documents as unused (https://systemd.io/UIDS-GIDS/), other than the database's. */
const ACCOUNT = { uid: 60819, gid: 60819 };
/** Used if the account cannot enter the data directory. Owned by root, so that nobody else can put a program there. */
const MACHINE_HOME = '/var/cache/listing-directory';

export const isRoot = (): boolean => process.getuid?.() === 0;

export type Confinement = Awaited<ReturnType<typeof confineBrowser>>;

/** How the browser is started: with a lower priority than the server, and as which account (null: that of the service).
 * @returns `command`, too: the program, and the arguments before the browser's own */
export async function confineBrowser(executablePath: string, env: Readonly<Record<string, string>>) {
  const [nice] = await searchPath('nice');
  const [setpriv] = isRoot() ? await searchPath('setpriv') : [];
  const command = (...program: [string, ...string[]]) =>
    nice ? ([nice, '-n', '10', ...program] as const) : program;
  const asItself = { account: null, hasSandbox: !isRoot(), command: command(executablePath) };
  if (!setpriv) return asItself;
  const { uid, gid } = ACCOUNT;
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--'];
  // The account must be able to read the program and everything it loads. Tested through a shell: setpriv itself still
  // has root's rights when it starts a program, which the browser's own processes do not.
  const tryOut = ['sh', '-c', '"$0" --version', executablePath];
  if (!(await outputOf(setpriv, [...as, ...tryOut], env))) return asItself;
  const namespaces = ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', 'true'];
  const hasSandbox = (await outputOf(setpriv, [...as, ...namespaces])) !== null;
  return { account: ACCOUNT, hasSandbox, command: command(setpriv, ...as, executablePath) };
}

/** Where the packed browser is: in DATA_DIR, unless the account cannot enter it. */
export async function browserHome(): Promise<string> {
  const home = resolve(config.dataDir, 'browser');
  if (!isRoot()) return home;
  for (let directory = home; directory !== dirname(directory); directory = dirname(directory)) {
    const found = await stat(directory).catch(() => null);
    // Missing folders are created such that every account can traverse them.
    if (found && (found.mode & 0o001) === 0) return join(MACHINE_HOME, 'browser');
  }
  return home;
}

/** The trimmed output of a program; null if it failed. */
async function outputOf(program: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const options = { timeout: 10_000, cwd: '/', ...(env ? { env: { ...env } } : {}) };
  const done = await run(program, args, options).catch(() => null);
  return done?.stdout.trim() ?? null;
}

/** A new profile, for the account the browser runs as: it may not be able to enter root's own temporary folder. */
export async function makeProfile(account: Confinement['account']): Promise<string> {
  const profile = await mkdtemp(join(account ? '/tmp' : tmpdir(), 'directory-browser-'));
  if (account) await chown(profile, account.uid, account.gid);
  return profile;
}
