// Made-up products at example.com: something to look at in a directory that is still empty.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '../kernel/actor.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { openImport } from './import.js';

/** NDJSON, as `directory-admin listings import` takes it. */
export const EXAMPLES_FILE = join(PACKAGE_ROOT, 'db', 'seeds', 'example-listings.ndjson');

/**
 * Imports the examples, without an owner; those that are listed already stay.
 * @returns how many were listed
 * @throws DomainError unauthorized, forbidden
 */
export async function importExamples(actor: Actor): Promise<number> {
  const { importRow } = await openImport(actor);
  const rows = (await readFile(EXAMPLES_FILE, 'utf8')).trim().split('\n');
  const imported = await Promise.all(rows.map((row, index) => importRow(index + 1, JSON.parse(row))));
  return imported.filter(({ outcome }) => outcome === 'created').length;
}
