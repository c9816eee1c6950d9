#!/usr/bin/env node
import { loadCommands } from './load.js';

const { program, hadCode, keepCode } = await loadCommands();
await program.runServerCommand(hadCode ? () => undefined : keepCode);
