#!/usr/bin/env node
import { provideBrowserLookup } from '../cli/doctor.js';
import { runAdmin } from '../cli/run.js';

// Doors do not know each other; what the doctor asks of the worker is handed in here.
provideBrowserLookup(async () => (await import('../server/jobs/browser-lookup.js')).findBrowser());
process.exitCode = await runAdmin(process.argv.slice(2));
