// Compiles the sources into dist/. `npm ci` runs this as its prepare step; bin/start.mjs imports it to
// compile again only when the sources are newer. Plain JavaScript: it runs before anything is compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const inputs = ['tsconfig.json', 'package.json', ...allSources()];
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

function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return null;
  }
}

/** Compiles; says on stderr what went wrong. True when dist/ now is what the sources say. */
export function build() {
  const compiler = findCompiler();
  if (compiler === null) {
    console.error(
      existsSync(STAMP)
        ? 'typescript is not installed: keeping dist/ as it was built.'
        : 'typescript is not installed and there is no dist/: run npm ci without --omit=dev, or bring a built dist/.',
    );
    return existsSync(STAMP);
  }
  const { status } = spawnSync(process.execPath, [compiler, '-p', ROOT], { stdio: 'inherit' });
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
  // As a prepare step without the compiler (npm ci --omit=dev) there is nothing to fail for: dist/ may come later.
  const canFail = findCompiler() !== null || process.env.npm_lifecycle_event !== 'prepare';
  if (!build() && canFail) process.exitCode = 1;
}
