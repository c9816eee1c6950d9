// directory-admin config
import { describeUnknown, reportConfig } from '../core/kernel/config/report.js';
import { unknownVariables } from '../core/kernel/config.js';
import { note, printFields } from './kit/output.js';
import { readSettings } from './kit/session.js';

export const command = {
  examples: ['config', 'config --json'],
  run: async () => {
    const report = reportConfig(readSettings());
    for (const unknown of unknownVariables) note(describeUnknown(unknown));
    const rows = Object.entries(report);
    const lines = rows.map(([name, value]) => ({ name, value }));
    return { document: report, lines, text: () => printFields(rows) };
  },
};
