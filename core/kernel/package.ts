import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, views and docs, from dist/core/kernel or, bundled, from dist/bin/parts. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
