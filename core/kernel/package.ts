import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, views and docs, from dist/core/kernel or, bundled, from dist/bin/parts. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** The lines of a list in the package, without blank ones and comments (`#`). */
export const readLines = (path: string): string[] =>
  readFileSync(join(PACKAGE_ROOT, path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
