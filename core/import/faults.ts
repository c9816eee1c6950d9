// What an import reports: why rows had no effect, and the refused ones as a file to mend.
import { type Static, Type } from '@sinclair/typebox';
import { ImportFaultModel } from '../../db/models/import.js';
import type { Actor } from '../kernel/actor.js';
import type { Said } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import * as s from '../kernel/schema.js';
import { CSV_MARK, toCsv } from '../kernel/text/csv.js';
import { getImport } from './records.js';

/** Why rows had no effect, in their order.
 * @param tell words the error for pages; by default as programs read it
 * @throws DomainError unauthorized, forbidden, not_found */
export async function listFaults(
  actor: Actor,
  id: string,
  { most = 10_000, tell }: { most?: number; tell?: (said: Said, field: string | null) => string } = {},
) {
  await getImport(actor, id);
  const rows = await ImportFaultModel.query().where({ import_id: id }).orderBy('line').limit(most);
  return rows.map(({ line, name, field, code, error, said }) => {
    return { line, name, field, code, error: said && tell ? tell(said as Said, field) : error };
  });
}

export const RefusedRows = s.titled('RefusedRows', {
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      name: s.nullable(Type.String()),
      field: s.nullable(Type.String()),
      code: Type.String(),
      error: Type.String({ description: 'Why it was refused.' }),
      input: Type.Record(Type.String(), Type.Unknown(), { description: 'The row as the source has it.' }),
    }),
  ),
});

/** The rows that an import refused, as its source has them. @param tell words the error for pages
 * @throws DomainError unauthorized, forbidden, not_found */
export async function listRefused(
  actor: Actor,
  id: string,
  tell?: (said: Said, field: string | null) => string,
): Promise<Static<typeof RefusedRows>> {
  await getImport(actor, id);
  const faults = await ImportFaultModel.query()
    .where({ import_id: id })
    .whereNotNull('input')
    .orderBy('line');
  const rows = faults.map(({ line, name, field, code, error, said, input }) => {
    const why = said && tell ? tell(said as Said, field) : error;
    return { line, name, field, code, error: why, input: input ?? {} };
  });
  return { rows };
}

const [LINE, ERROR] = ['import_line', 'import_error'];

/** Refused rows as a CSV file to mend and import again, with the line and reason of each. */
export function refusedTable({ rows }: Static<typeof RefusedRows>): string {
  const names = [...new Set(rows.flatMap(({ input }) => Object.keys(input)))].filter(
    (name) => name !== LINE && name !== ERROR,
  );
  const cells = rows.map(({ line, error, input }) => [...names.map((name) => own(input, name)), line, error]);
  const table = [[...names, LINE, ERROR], ...cells].map((row) => Object.fromEntries(row.entries()));
  // By number: the names are those of strangers.
  return (
    CSV_MARK + toCsv(table, [...names.keys(), names.length, names.length + 1].map(String), { header: false })
  );
}
