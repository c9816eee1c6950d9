// As root, the browser runs under its own account, so that a page that escapes from it can read neither the data
// directory nor the database. It uses Chrome's sandbox if the kernel allows unprivileged namespaces.
import { execFile } from 'node:child_process';
import { chown, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { config } from '../../core/kernel/config.js';

const run = promisify(execFile);

/** From the range systemd documents as unused (https://systemd.io/UIDS-GIDS/), and not the database's. */
const ACCOUNT = { uid: 60819, gid: 60819 };
/** For a data directory the account cannot enter; owned by root, so that no other account can put a program there. */
const MACHINE_HOME = '/var/cache/listing-directory';

export interface Confinement {
  /** null: the browser runs as the same account as the service. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly hasSandbox: boolean;
  /** The program, and the arguments before the browser's own, that start it as that account. */
  readonly command: readonly [program: string, ...args: string[]];
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** How the browser is started: at a lower priority than what answers requests, and as which account. */
export async function confineBrowser(
  executablePath: string,
  env: Readonly<Record<string, string>>,
): Promise<Confinement> {
  const [nice, confined] = await Promise.all([
    succeeds('sh', ['-c', 'command -v nice']),
    accountFor(executablePath, env),
  ]);
  return nice ? { ...confined, command: [nice, '-n', '10', ...confined.command] } : confined;
}

async function accountFor(
  executablePath: string,
  env: Readonly<Record<string, string>>,
): Promise<Confinement> {
  if (!isRoot()) return { account: null, hasSandbox: true, command: [executablePath] };
  const asItself: Confinement = { account: null, hasSandbox: false, command: [executablePath] };
  const setpriv = await succeeds('sh', ['-c', 'command -v setpriv']);
  if (!setpriv) return asItself;
  const { uid, gid } = ACCOUNT;
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--'];
  // The account must be able to read the program and everything it loads. Tested through a shell: setpriv itself still
  // has root's rights when it starts a program, which the browser's own processes do not.
  const tryOut = ['sh', '-c', '"$0" --version', executablePath];
  if (!(await succeeds(setpriv, [...as, ...tryOut], env))) return asItself;
  const namespaces = ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', 'true'];
  const hasSandbox = (await succeeds(setpriv, [...as, ...namespaces])) !== null;
  return { account: ACCOUNT, hasSandbox, command: [setpriv, ...as, executablePath] };
}

/** Where the packed browser is: in DATA_DIR, unless the account cannot enter it. */
export async function browserHome(): Promise<string> {
  const home = resolve(config.dataDir, 'browser');
  if (!isRoot()) return home;
  for (let directory = home; directory !== dirname(directory); directory = dirname(directory)) {
    const found = await stat(directory).catch(() => null);
    // Creates folders that every account can traverse, where missing.
    if (found && (found.mode & 0o001) === 0) return join(MACHINE_HOME, 'browser');
  }
  return home;
}

/** The output of a program, in one line; null if it failed. */
async function succeeds(program: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
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
