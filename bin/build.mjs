// Compiles the sources into dist/, then puts each command with what it loads into a few files: one by one, the 1,700
// files of a start (1,200 of packages) take longer to load than all else. `npm ci` runs this as its prepare step;
// bin/start.mjs imports it to compile again only when the sources are newer. Plain JavaScript: it runs before anything
// is compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const DIST = join(ROOT, 'dist');
const FOLDERS = ['bin', 'core', 'db', 'server', 'cli', 'test'];
/** Written after every complete build: the compiler leaves unchanged outputs alone, so theirs say nothing. */
const STAMP = join(DIST, '.built');
/** What the bundler put where. */
const META = join(DIST, '.bundled.json');
const PARTS = join(DIST, 'bin', 'parts');
const LICENCES = join(PARTS, 'LICENSES.txt');
const VOCABULARY = join(DIST, 'core', 'policy', 'vocabulary.bin');

/** Every folder, TypeScript file and list of terms, relative to the root; a removed file touches its folder. */
function* sources(folder) {
  yield folder;
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/(?<!\.d)\.ts$|\.txt$/.test(entry.name)) yield path;
  }
}

function allSources() {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => [...sources(folder)]);
}

export function isStale() {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  // The names of messages are types.
  const inputs = ['tsconfig.json', 'package.json', 'package-lock.json', 'languages/en.json', ...allSources()];
  return inputs.some((path) => statSync(join(ROOT, path)).mtimeMs > built);
}

/** The files of the last bundle, relative to the root. */
function bundled() {
  if (!existsSync(META)) return [];
  return Object.keys(JSON.parse(readFileSync(META, 'utf8')).outputs);
}

/**
 * What a deleted source left behind would still be found by mocha and by the migrations.
 * @param before the files of the bundle before this one: a process that still runs it may load more of them
 */
function prune(before) {
  const wanted = new Set(allSources().map((path) => path.replace(/\.ts$/, '')));
  const made = new Set([
    PARTS,
    LICENCES,
    VOCABULARY,
    ...[...before, ...bundled()].map((path) => join(ROOT, path)),
  ]);
  for (const folder of FOLDERS.filter((name) => existsSync(join(DIST, name)))) {
    for (const entry of readdirSync(join(DIST, folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const source = path.slice(DIST.length + 1).replace(/\.js(\.map)?$/, '');
      if (!wanted.has(source) && !made.has(path)) {
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

/** Without development dependencies only translates: the types were checked elsewhere. */
function compile() {
  const checks = existsSync(join(ROOT, 'node_modules', '@types', 'mocha'));
  const project = checks ? ROOT : join(ROOT, 'tsconfig.production.json');
  return runTool(toolCommand('typescript', 'tsc'), ['-p', project]);
}

/** Stay packages of their own: native code, what few configurations load, and what knex offers for other databases. */
const APART = `@node-rs/argon2 sharp puppeteer-core @puppeteer/browsers proxy-chain opentype.js
  mongodb @agendajs/mongo-backend @aws-sdk/* @opentelemetry/* pg-native pg-query-stream
  better-sqlite3 sqlite3 @vscode/sqlite3 mysql mysql2 mariadb/* oracledb tedious`;
const OPTIONS = `--bundle --splitting --format=esm --platform=node --target=node20 --sourcemap --sources-content=false
  --outdir=dist/bin --chunk-names=parts/[name]-[hash] --log-level=warning`;
/** What packages in CommonJS find around them; the names with an underscore are nobody else's. */
const COMMONJS = `import { createRequire as _createRequire } from 'node:module';
import { fileURLToPath as _fileURLToPath } from 'node:url';
const require = _createRequire(import.meta.url);
const [__filename, __dirname] = [import.meta.url, new URL('.', import.meta.url)].map(_fileURLToPath);`;

/**
 * Makes dist/bin: the commands, and in parts/ what they load at once or later. Parts lie as deep as core/kernel, so that
 * `import.meta.url` finds the folder of the package from there too.
 */
function bundle() {
  const done = runTool(toolCommand('esbuild'), [
    ...['bin/directory-server.ts', 'bin/directory-admin.ts', `--metafile=${META}`, `--banner:js=${COMMONJS}`],
    ...OPTIONS.split(/\s+/),
    ...APART.split(/\s+/).map((name) => `--external:${name}`),
  ]);
  if (done) writeLicences();
  return done;
}

/** The licences of the packages that are in the parts, as most of them ask for. */
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

/** Compiles; says on stderr what went wrong. True when dist/ now is what the sources say. */
export function build() {
  const before = bundled();
  if (!compile() || !bundle() || !runTool([process.execPath, ['bin/compile-policy.mjs']], [])) return false;
  prune(before);
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
