// The entry of the bundle: all commands, each loaded when it is run.
import { Command, Option } from 'commander';
import { VERSION } from '../core/kernel/package.js';

export async function runServerCommand(): Promise<void> {
  const { webOnly, jobsOnly, worker } = new Command('directory-server')
    .description(
      'Runs the directory: web pages, REST, MCP and the job worker. Configured by the environment.',
    )
    .version(VERSION)
    .addOption(
      new Option('--web-only', 'answer requests and leave the jobs to other processes').conflicts('jobsOnly'),
    )
    .addOption(new Option('--jobs-only', 'work on jobs and answer no requests'))
    .addOption(new Option('--worker', 'one of several, started by a process like this').hideHelp())
    .parse()
    .opts<{ webOnly?: boolean; jobsOnly?: boolean; worker?: boolean }>();

  const parts = { web: !jobsOnly, jobs: !webOnly };
  const { beat, runWorkers } = await import('../server/process/workers.js');
  if (await runWorkers(parts)) return;
  // The server is imported only here: the primary process of workers handles no requests.
  if (worker) beat();
  await (await import('../server/process/main.js')).runServer(parts);
}

export async function runAdminCommand(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const { runAdmin } = await import('../cli/program.js');
  process.exitCode = await runAdmin(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    findBrowser: async () => (await import('../server/jobs/browser-lookup.js')).findBrowser(),
  });
}
