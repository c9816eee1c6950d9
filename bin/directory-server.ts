#!/usr/bin/env node
import { Command, Option } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { runServer } from '../server/main.js';

const { webOnly, jobsOnly } = new Command('directory-server')
  .description('Runs the directory: web pages, REST, MCP and the job worker. Configured by the environment.')
  .version(VERSION)
  .addOption(
    new Option('--web-only', 'answer requests and leave the jobs to other processes').conflicts('jobsOnly'),
  )
  .addOption(new Option('--jobs-only', 'work on jobs and answer no requests'))
  .parse()
  .opts<{ webOnly?: boolean; jobsOnly?: boolean }>();

await runServer({ web: !jobsOnly, jobs: !webOnly });
