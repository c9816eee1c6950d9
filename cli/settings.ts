// directory-admin config
import type { Command } from 'commander';
import { reportConfig } from '../core/kernel/config/report.js';
import { describeUnknown } from '../core/kernel/config/unknown-variables.js';
import { unknownVariables } from '../core/kernel/config.js';
import { defineVerb, type Finish, jsonOptions } from './command.js';
import { type FormatOptions, formatOf, note, printFields, printJson, printJsonLine } from './output.js';
import { readSettings } from './session.js';

export function defineConfig(command: Command, finish: Finish): void {
  defineVerb(command, finish, {
    options: jsonOptions(),
    examples: ['config', 'config --json'],
    run: showConfig,
  });
}

async function showConfig(options: FormatOptions): Promise<void> {
  const report = reportConfig(readSettings());
  for (const unknown of unknownVariables) note(describeUnknown(unknown));
  const format = formatOf(options);
  if (format === 'json') printJson(report);
  else if (format === 'ndjson') {
    for (const [name, value] of Object.entries(report)) printJsonLine({ name, value });
  } else
    printFields(Object.entries(report).map(([name, value]) => [name, value === null ? '–' : String(value)]));
}
