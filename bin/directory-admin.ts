#!/usr/bin/env node
import { runAdmin } from '../cli/run.js';

const { stdin, stdout, stderr } = process;
process.exitCode = await runAdmin(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  findBrowser: async () => (await import('../server/jobs/browser-lookup.js')).findBrowser(),
});
