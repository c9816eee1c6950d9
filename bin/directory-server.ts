#!/usr/bin/env node
import { loadCommands } from './load.js';

const { runServerCommand } = await loadCommands();
await runServerCommand();
