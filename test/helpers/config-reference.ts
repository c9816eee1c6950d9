// The table of docs/configuration.md, written from the table of variables. `npm run docs:config` writes it again;
// test/docs/quick-start.test.ts holds the file to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { variables } from '../../core/kernel/config/variables.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';

const HEADER = '| Variable | Default | Meaning |\n|---|---|---|';

export function renderVariables(): string {
  const rows = variables.map(([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  return [HEADER, ...rows, ''].join('\n');
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const file = join(PACKAGE_ROOT, 'docs', 'configuration.md');
  const table = new RegExp(`${HEADER.replaceAll('|', '\\|')}\n(\\|.*\n)*`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(table, () => renderVariables()),
  );
}
