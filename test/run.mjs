// Runs the tests: a queue of files, the longest first, processed by as many processes as there are cores, each with a
// PostgreSQL of its own. A file's report is printed when the file is done. A failed file is repeated alone at the end:
// if it passes then, it is named at the end as a test to fix. With CI=true, as on GitHub, it then fails the run.
//   node test/run.mjs [words...]   only files whose path contains one of the words
//   node test/run.mjs --record     also stores how long each file took, in test/durations.json
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import '../dist/test/helpers/temporary.js';

const DURATIONS = 'test/durations.json';
/** Each process loads the program, a database and a browser: more of them would fill pauses, and cost more than that. */
const WORKERS = Math.max(2, availableParallelism());
/**
 * Tests make much garbage, and run most code a few times: with room for the one, collected without other threads, and
 * functions optimised ten times later and compiled once, less of their time is spent on collecting and compiling.
 */
const NODE_OPTIONS = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  '--interrupt-budget=1200000',
  '--no-flush-bytecode',
];

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isRecording = process.argv.includes('--record');

/** Seconds by file, from an earlier run; a new file counts as long. */
const durations = JSON.parse(readFileSync(DURATIONS, 'utf8'));
const expected = (file) => durations[file] ?? Number.POSITIVE_INFINITY;
const files = readdirSync('dist/test', { recursive: true })
  .filter((file) => file.endsWith('.test.js') && !file.startsWith('lab/'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort((a, b) => expected(b) - expected(a));

const taken = {};
let passed = 0;
let failed = 0;

/** The reports of the files that failed beside others, and those of them that then passed alone. */
const again = new Map();
const unsteady = [];
let isAlone = false;
let isStopped = false;

function settle({ file, report, counts, seconds }) {
  process.stdout.write(report);
  if (counts.failed > 0 && !isAlone && !isStopped) {
    again.set(file, report);
    return;
  }
  if (isAlone && counts.failed === 0) unsteady.push(file);
  passed += counts.passed;
  failed += counts.failed;
  taken[file] = seconds;
}

/** A new process when one dies, until the queue is empty: a crash fails its file, not those behind it. */
async function work() {
  while (files.length > 0) await runWorker();
}

function runWorker() {
  return new Promise((resolve) => {
    const worker = fork('test/run-worker.mjs', { execArgv: NODE_OPTIONS });
    let file = null;
    const next = () => {
      file = files.shift() ?? null;
      worker.send({ file });
    };
    worker.on('message', (result) => {
      settle(result);
      next();
    });
    worker.on('exit', (code, signal) => {
      running.delete(worker);
      const report = file ? `\n  ${file} ended the process that ran it (${signal ?? code})\n` : '';
      if (file) settle({ file, report, counts: { passed: 0, failed: 1 } });
      else if (code !== 0) failed += 1;
      resolve();
    });
    running.add(worker);
    next();
  });
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopped = true;
    files.length = 0;
    for (const worker of running) worker.kill(signal);
  });
}

// The files that test/helpers/shared.ts creates once for all processes.
process.env.TEST_SHARED_DIR = mkdtempSync(join(tmpdir(), `listing-directory-test-${process.pid}-`));
process.on('exit', () =>
  rmSync(process.env.TEST_SHARED_DIR, { recursive: true, force: true, maxRetries: 5 }),
);
const workers = Math.min(WORKERS, files.length);
await Promise.all(Array.from({ length: workers }, work));
isAlone = true;
if (!isStopped) files.push(...again.keys());
await work();
if (isRecording) {
  const all = Object.entries({ ...durations, ...taken }).filter(([file]) => existsSync(`dist/test/${file}`));
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
for (const file of unsteady) {
  const failure = again
    .get(file)
    .split(/ passing .*\n/)
    .at(-1);
  console.log(`${file} failed beside other tests and passed alone. Its failure:\n${failure}`);
}
if (process.env.CI === 'true') failed += unsteady.length;
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
