// Runs commands of directory-admin one after the other on its terminal, as a shell does, but within its own process:
// loading the program costs more than running a command. The commands come from `openTerminal`, the program is the bundle.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { loadCommands } from '../../bin/load.js';
import type { ShellCommand } from './terminal.js';

const { stdout } = process;
const { runAdminCommand } = await loadCommands();

async function resize(columns: number): Promise<void> {
  if (stdout.columns === columns) return;
  const resized = once(stdout, 'resize');
  execFileSync('stty', ['cols', String(columns)], { stdio: 'inherit' });
  await resized;
}

const surroundings = { ...process.env };
for await (const line of createInterface({ input: connect(process.argv[2] ?? '') })) {
  const { args, env, columns, mark }: ShellCommand = JSON.parse(line);
  await resize(columns);
  // Node decides about colours by the environment of the process.
  process.env = { ...surroundings, ...env };
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  await runAdminCommand();
  stdout.write(`${mark}${process.exitCode}\u0007`);
  process.exitCode = 0;
}
