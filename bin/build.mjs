// Compiles the sources into dist/, then bundles the commands, and the process of the reader, with all they load into a
// few files: the 1,700 files of a start (1,200 of packages) take longer to load, one by one, than all else.
// `npm ci` runs this as its prepare step; bin/start.mjs imports it to compile again only when the sources are newer.
// Plain JavaScript: it runs before anything is compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const DIST = join(ROOT, 'dist');
const FOLDERS = ['bin', 'core', 'db', 'server', 'cli', 'test'];
/** Written after every complete build: the compiler does not touch unchanged outputs, so their times are of no use. */
const STAMP = join(DIST, '.built');
/** What the bundler read and wrote. */
const META = join(DIST, '.bundled.json');
/** As deep as core/kernel, so that `import.meta.url` finds the folder of the package from there too. */
const PARTS = join(DIST, 'bin', 'parts');
const LICENCES = join(PARTS, 'LICENSES.txt');

/** Every folder and TypeScript file, relative to the root; a removed file touches its folder. */
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
  // The catalogue is an input, too: the names of messages are types.
  const inputs = [
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'core/languages/en.json',
    'bin/build.mjs',
    ...allSources(),
  ];
  return inputs.some((path) => statSync(join(ROOT, path)).mtimeMs > built);
}

/** Removes output of deleted sources, which mocha would still find. */
function prune() {
  const wanted = new Set(allSources().map((path) => path.replace(/\.ts$/, '')));
  for (const folder of FOLDERS.filter((name) => existsSync(join(DIST, name)))) {
    for (const entry of readdirSync(join(DIST, folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const source = path.slice(DIST.length + 1).replace(/\.js(\.map)?$/, '');
      if (!wanted.has(source) && !path.startsWith(PARTS)) {
        rmSync(path, { recursive: true, force: true });
      }
    }
  }
}

/**
 * The command of a tool: the installed one; or, without development dependencies (npm ci --omit=dev), the same for the
 * length of this build, from npm's cache.
 */
function toolCommand(name, bin = name) {
  const installed = join(ROOT, 'node_modules', '.bin', bin);
  if (existsSync(installed)) return [installed, []];
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { version } = packages[`node_modules/${name}`];
  console.error(
    `Building with ${name} ${version} from npm's cache: development dependencies are not installed.`,
  );
  return ['npm', ['exec', '--yes', `--package=${name}@${version}`, '--', bin]];
}

function runTool([command, before], args) {
  return spawnSync(command, [...before, ...args], { stdio: 'inherit', cwd: ROOT }).status === 0;
}

/** Without development dependencies, compiles without checking types: they were checked elsewhere. */
function compile() {
  const checks = existsSync(join(ROOT, 'node_modules', '@types', 'mocha'));
  const project = checks ? ROOT : join(ROOT, 'tsconfig.production.json');
  return runTool(toolCommand('typescript', 'tsc'), ['-p', project]);
}

/** Packages that are not bundled: native code, what few configurations load, and what knex offers for other databases */
const APART = `@node-rs/argon2 @simplewebauthn/* sharp puppeteer-core @puppeteer/browsers proxy-chain
  mongodb @agendajs/mongo-backend @aws-sdk/* @opentelemetry/* pg-native pg-query-stream
  better-sqlite3 sqlite3 @vscode/sqlite3 mysql mysql2 mariadb/* oracledb tedious`;
const OPTIONS = `--bundle --splitting --format=esm --platform=node --target=node20 --legal-comments=none
  --minify-whitespace --line-limit=120 --log-level=warning`;
/** Defines what the CommonJS packages in the bundle expect. */
const BANNER = `import { createRequire as _createRequire } from 'node:module';
const require = _createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

const bundled = () => (existsSync(META) ? Object.keys(JSON.parse(readFileSync(META, 'utf8')).outputs) : []);

function bundle() {
  const before = bundled();
  const done = runTool(toolCommand('esbuild'), [
    ...['program=bin/program.ts', 'reader=core/reader/main.ts'],
    ...[`--outdir=${PARTS}`, `--metafile=${META}`, `--banner:js=${BANNER}`],
    ...OPTIONS.split(/\s+/),
    ...APART.split(/\s+/).map((name) => `--external:${name}`),
  ]);
  if (!done) return false;
  // Keep the files of the previous build, for processes that still run it.
  const kept = new Set([...before, ...bundled()].map((path) => join(ROOT, path)));
  for (const name of readdirSync(PARTS)) {
    if (!kept.has(join(PARTS, name))) rmSync(join(PARTS, name), { recursive: true });
  }
  writeLicences();
  return true;
}

/** Writes the licences of the bundled packages, as most of these require. */
function writeLicences() {
  const inputs = Object.keys(JSON.parse(readFileSync(META, 'utf8')).inputs);
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const files = readdirSync(join(ROOT, folder)).filter((name) => /^(licen[cs]e|notice)/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    const text = files.map((file) => readFileSync(join(ROOT, folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...text].join('\n\n');
  });
  writeFileSync(LICENCES, `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Compiles, and reports failures on stderr. @returns whether dist/ now matches the sources */
export function build() {
  if (!compile() || !bundle()) return false;
  prune();
  writeFileSync(STAMP, '');
  return true;
}

/** Compiles when the sources are newer than dist/. @returns false if there is nothing that can be run */
export function ensureBuilt() {
  return !isStale() || build();
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // In a fresh checkout `npm ci` has just built what `npm test` is about to.
  const isDone = process.argv.includes('--if-stale') ? ensureBuilt() : build();
  if (!isDone) process.exitCode = 1;
}
