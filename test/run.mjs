// Runs every test, in two processes side by side: many tests wait for a browser, a child process or a clock.
// Each process has a PostgreSQL of its own. The second one's report is printed when the first one's is done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders and files of the one process; all else runs in the other. They take about as long. */
const FIRST = ['web', 'jobs', 'db', 'server', 'parity.test.js', 'admin-parity.test.js'];

const files = readdirSync('dist/test', { recursive: true }).filter((name) => name.endsWith('.test.js'));
const isFirst = (name) => FIRST.includes(name.split('/')[0]);
const groups = [files.filter(isFirst), files.filter((name) => !isFirst(name))];
const results = mkdtempSync(join(tmpdir(), 'listing-directory-results-'));

function runGroup(group, index) {
  const result = join(results, `${index}.json`);
  const paths = group.map((name) => join('dist/test', name)).sort();
  const options = ['--reporter-option', `result=${result}`, ...(process.stdout.isTTY ? ['--color'] : [])];
  const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', ...options, ...paths], {
    stdio: index === 0 ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const report = [];
  child.stdout?.on('data', (chunk) => report.push(chunk));
  child.stderr?.on('data', (chunk) => report.push(chunk));
  const ended = once(child, 'close').then(([code]) => ({ code, report, result }));
  return { child, ended };
}

const runs = groups.map(runGroup);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const { child } of runs) child.kill(signal);
  });
}

let passed = 0;
let failed = 0;
for (const { ended } of runs) {
  const { code, report, result } = await ended;
  process.stdout.write(Buffer.concat(report));
  try {
    const counts = JSON.parse(readFileSync(result, 'utf8'));
    passed += counts.passed;
    failed += counts.failed;
  } catch {
    // A process that did not come to its end has failed, whatever it had done before.
    failed += 1;
  }
  if (code !== 0) process.exitCode = 1;
}
rmSync(results, { recursive: true, force: true });
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
