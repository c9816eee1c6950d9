// Made-up products at example.com, so that an empty directory has content to try.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '../kernel/actor.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { openImport } from './import.js';

/** NDJSON, in the format of `directory-admin listings import`. */
export const EXAMPLES_FILE = join(PACKAGE_ROOT, 'db', 'seeds', 'example-listings.ndjson');

/** Imports the examples without an owner. @returns how many were created @throws DomainError forbidden */
export async function importExamples(actor: Actor): Promise<number> {
  const { importRows, close } = await openImport(actor);
  const lines = (await readFile(EXAMPLES_FILE, 'utf8')).trim().split('\n');
  const rows = lines.map((line, index) => ({ line: index + 1, input: JSON.parse(line) }));
  const imported = await importRows(rows).finally(close);
  return imported.filter((row) => 'outcome' in row && row.outcome === 'created').length;
}
