// One process of test/run.mjs: runs the files it is handed, one after the other, in Mocha.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { mochaGlobalTeardown } from '../dist/test/helpers/setup.js';

const { timeout, slow, 'forbid-only': forbidOnly } = JSON.parse(readFileSync('.mocharc.json', 'utf8'));

let report = '';
// The output of tests, and of Mocha, belongs to the report of their file.
console.log = (...parts) => {
  report += `${format(...parts)}\n`;
};
Mocha.reporters.Base.consoleLog = console.log;

async function run(file) {
  const started = performance.now();
  const mocha = new Mocha({ timeout, slow, forbidOnly, color: process.stdout.isTTY });
  mocha.addFile(join('dist/test', file));
  await mocha.loadFilesAsync();
  const counts = await new Promise((resolve) => {
    const runner = mocha.run(() => {
      const { passes: passed, failures: failed } = runner.stats;
      runner.dispose();
      resolve({ passed, failed });
    });
  });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.send({ file, report, counts, seconds });
  report = '';
}

async function end(code) {
  await mochaGlobalTeardown();
  process.exit(code);
}

process.on('message', ({ file }) => {
  if (file === null) end(0);
  else
    run(file).catch((error) => {
      console.error(error);
      process.exit(1);
    });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(1));
