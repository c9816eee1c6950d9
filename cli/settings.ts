// directory-admin config
import type { Command } from 'commander';
import { reportConfig } from '../core/kernel/config-report.js';
import { addVerb, type Finish, jsonOptions } from './command.js';
import { type FormatOptions, formatOf, printFields, printJson, printJsonLine } from './output.js';
import { readSettings } from './session.js';

export function addConfigCommand(program: Command, finish: Finish): void {
  addVerb(program, finish, {
    usage: 'config',
    summary: 'Show the configuration in force, by variable. Secrets are hidden.',
    options: jsonOptions(),
    examples: ['config', 'config --json'],
    run: showConfig,
  });
}

async function showConfig(options: FormatOptions): Promise<void> {
  const report = reportConfig(readSettings());
  const format = formatOf(options);
  if (format === 'json') printJson(report);
  else if (format === 'ndjson') {
    for (const [name, value] of Object.entries(report)) printJsonLine({ name, value });
  } else
    printFields(Object.entries(report).map(([name, value]) => [name, value === null ? '–' : String(value)]));
}
