// The guides in docs/ that programs read, with the public URL in their examples.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../../core/kernel/config.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';

export const GUIDES: readonly string[] = ['agents', 'api', 'webhooks'];

export function guide(name: string): string {
  return atThisAddress(join('docs', `${name}.md`));
}

/** The text of a file of the package, with the public URL in place of the documentation's http://localhost:3000. */
export function atThisAddress(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8').replaceAll('http://localhost:3000', config.publicUrl);
}
