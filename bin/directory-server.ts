#!/usr/bin/env node
import cluster from 'node:cluster';
import { Command, Option } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { runWorkers } from '../server/workers.js';

const { webOnly, jobsOnly, worker } = new Command('directory-server')
  .description('Runs the directory: web pages, REST, MCP and the job worker. Configured by the environment.')
  .version(VERSION)
  .addOption(
    new Option('--web-only', 'answer requests and leave the jobs to other processes').conflicts('jobsOnly'),
  )
  .addOption(new Option('--jobs-only', 'work on jobs and answer no requests'))
  .addOption(new Option('--worker', 'one of several, started by a process like this').hideHelp())
  .parse()
  .opts<{ webOnly?: boolean; jobsOnly?: boolean; worker?: boolean }>();

const parts = { web: !jobsOnly, jobs: !webOnly };
const isShared = cluster.isPrimary && (await runWorkers(parts));
// Loaded only here: who starts workers has no use for what answers requests.
if (!isShared) {
  if (worker) (await import('../core/kernel/limits.js')).countLimitsInStarter();
  await (await import('../server/main.js')).runServer(parts);
}
