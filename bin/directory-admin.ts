#!/usr/bin/env node
import { runAdmin } from '../cli/run.js';

process.exitCode = await runAdmin(process.argv.slice(2));
