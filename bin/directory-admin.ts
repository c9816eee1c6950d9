#!/usr/bin/env node
import { loadCommands } from './load.js';

await (await loadCommands()).program.runAdminCommand();
