// directory-admin config
import { describeUnknown, reportConfig } from '../core/kernel/config/report.js';
import { unknownVariables } from '../core/kernel/config.js';
import { type FormatOptions, formatOf, note, printFields, printJson, printJsonLine } from './kit/output.js';
import { readSettings } from './kit/session.js';

export const command = {
  examples: ['config', 'config --json'],
  run: async (options: FormatOptions) => {
    const report = reportConfig(readSettings());
    for (const unknown of unknownVariables) note(describeUnknown(unknown));
    const rows = Object.entries(report);
    if (formatOf(options) === 'json') printJson(report);
    else if (formatOf(options) === 'ndjson') {
      for (const [name, value] of rows) printJsonLine({ name, value });
    } else printFields(rows.map(([name, value]) => [name, value === null ? '–' : String(value)]));
  },
};
