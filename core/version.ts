import { readFileSync } from 'node:fs';

/** The release of the service, as package.json says; this file runs from dist/core. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
