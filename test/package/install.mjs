// Installs what `npm pack` makes into an empty folder, as a stranger would, and starts it; then builds a checkout
// without development dependencies. Needs the npm registry and a minute: `npm run check:package`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'listing-directory-package-'));
const run = (cwd, command, ...args) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] }).toString();

/** Starts a server and resolves when it is ready, and stops it. */
async function tryServer(cwd, command, args) {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: homedir(), PORT: '0', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /is at (http:\/\/localhost:\d+)/.exec(output)?.[1];
    if (!url) continue;
    // The queue opens after the port.
    for (let tries = 1; !(await fetch(`${url}/api/v1/ready`)).ok; tries++) {
      if (tries === 150) throw new Error('not ready within 30 seconds');
      await wait(200);
    }
    break;
  }
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`ended with ${code}:\n${output}`);
}

try {
  const [{ filename, size, entryCount }] = JSON.parse(
    run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder),
  );
  console.log(`packed: ${entryCount} files, ${Math.round(size / 1000)} kB`);
  const empty = join(folder, 'empty');
  run(folder, 'mkdir', empty);
  run(empty, 'npm', 'init', '--yes');
  const start = Date.now();
  run(empty, 'npm', 'install', join(folder, filename));
  console.log(
    `installed in ${Math.round((Date.now() - start) / 1000)} s, ${run(empty, 'du', '-sh', 'node_modules').split('\t')[0]}`,
  );
  console.log(
    `npx listing-directory --version: ${run(empty, 'npx', 'listing-directory', '--version').trim()}`,
  );
  await tryServer(empty, join(empty, 'node_modules', '.bin', 'listing-directory'), []);
  console.log('started from the package, ready, stopped');

  const checkout = join(folder, 'checkout');
  run(ROOT, 'git', 'clone', '--quiet', ROOT, checkout);
  run(checkout, 'npm', 'ci', '--omit=dev');
  if (existsSync(join(checkout, 'node_modules', 'mocha')))
    throw new Error('development dependencies are there');
  console.log(`npm ci --omit=dev: ${run(checkout, 'du', '-sh', 'node_modules').split('\t')[0]}`);
  await tryServer(checkout, process.execPath, ['bin/start.mjs']);
  console.log('started from a checkout without development dependencies, ready, stopped');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
