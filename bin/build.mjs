// Compiles the sources into dist/. `npm ci` runs this as its prepare step; bin/start.mjs imports it to
// compile again only when the sources are newer. Plain JavaScript: it runs before anything is compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const DIST = join(ROOT, 'dist');
const FOLDERS = ['bin', 'core', 'db', 'server', 'cli', 'test'];
/** Written after every complete build: the compiler leaves unchanged outputs alone, so theirs say nothing. */
const STAMP = join(DIST, '.built');

/** Every folder and TypeScript file of the sources, relative to the root; a removed file touches its folder. */
function* sources(folder) {
  yield folder;
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/(?<!\.d)\.ts$/.test(entry.name)) yield path;
  }
}

function allSources() {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => [...sources(folder)]);
}

export function isStale() {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  // The names of messages are types.
  const inputs = ['tsconfig.json', 'package.json', 'languages/en.json', ...allSources()];
  return inputs.some((path) => statSync(join(ROOT, path)).mtimeMs > built);
}

/** What a deleted source left behind would still be found by mocha and by the migrations. */
function prune() {
  const wanted = new Set(allSources().map((path) => path.replace(/\.ts$/, '')));
  for (const folder of FOLDERS.filter((name) => existsSync(join(DIST, name)))) {
    for (const entry of readdirSync(join(DIST, folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!wanted.has(path.slice(DIST.length + 1).replace(/\.js(\.map)?$/, ''))) {
        rmSync(path, { recursive: true, force: true });
      }
    }
  }
}

/**
 * The installed compiler, which also checks types; or, without development dependencies (npm ci --omit=dev), the
 * same one for the length of this build, from npm's cache, which only translates what was checked elsewhere.
 */
function compilerCommand() {
  try {
    const installed = createRequire(import.meta.url).resolve('typescript/package.json');
    if (existsSync(join(ROOT, 'node_modules', '@types', 'mocha'))) {
      return [process.execPath, [join(dirname(installed), 'bin', 'tsc'), '-p', ROOT]];
    }
  } catch {
    // Not installed.
  }
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { version } = packages['node_modules/typescript'];
  console.error(
    `Building with TypeScript ${version} from npm's cache: development dependencies are not installed.`,
  );
  const project = join(ROOT, 'tsconfig.production.json');
  return ['npm', ['exec', '--yes', `--package=typescript@${version}`, '--', 'tsc', '-p', project]];
}

/** Compiles; says on stderr what went wrong. True when dist/ now is what the sources say. */
export function build() {
  const [command, args] = compilerCommand();
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: ROOT });
  if (status !== 0) return false;
  prune();
  writeFileSync(STAMP, '');
  return true;
}

/** Compiles when the sources are newer than dist/. False when there is nothing that could be run. */
export function ensureBuilt() {
  return !isStale() || build();
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (!build()) process.exitCode = 1;
}
