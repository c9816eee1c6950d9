// `npm run dev`: compiles and restarts the server whenever a source, a template, a style or a script changes. If that
// does not compile, the previous server keeps running.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { build, ensureBuilt, ROOT } from './build.mjs';

/** Editors write a file in several steps, and a checkout changes many. */
const QUIET = 200;
const COMPILED = ['bin', 'core', 'db', 'server'];
const READ = ['views', 'docs'];

let server = null;
let timer = null;
let mustCompile = false;
let isEnding = false;
let restarting = Promise.resolve();

function start() {
  const args = ['--enable-source-maps', join(ROOT, 'dist/bin/directory-server.js'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  server = { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
  // A server that exits has logged why; the next change starts another.
  server.ended.then(() => {
    if (isEnding) process.exit();
  });
}

async function restart() {
  if (mustCompile && !build()) return;
  mustCompile = false;
  server.child.kill('SIGTERM');
  await server.ended;
  if (!isEnding) start();
}

function changed(isSource) {
  mustCompile ||= isSource;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, QUIET);
}

for (const folder of COMPILED) {
  watch(join(ROOT, folder), { recursive: true }, (_, name) => {
    if (name?.endsWith('.ts')) changed(true);
  });
}
for (const folder of READ.filter((name) => existsSync(join(ROOT, name)))) {
  watch(join(ROOT, folder), { recursive: true }, () => changed(false));
}
// The terminal sends Ctrl-C to both processes.
process.on('SIGINT', () => {
  isEnding = true;
});
process.on('SIGTERM', () => {
  isEnding = true;
  server.child.kill('SIGTERM');
});

if (ensureBuilt()) start();
else process.exitCode = 1;
