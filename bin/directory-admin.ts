#!/usr/bin/env node
import { loadCommands } from './load.js';

const { runAdminCommand } = await loadCommands();
await runAdminCommand();
