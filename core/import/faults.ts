// Reports of an import: why rows had no effect, and the refused rows as a file to correct.
import { type Static, Type } from '@sinclair/typebox';
import { ImportFaultModel } from '../../db/models/import.js';
import type { Actor } from '../kernel/actor.js';
import type { Reader, Said } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import * as s from '../kernel/schema.js';
import { CSV_MARK, toCsv } from '../kernel/text/csv.js';
import { getImport } from './records.js';

function presentFault({ line, name, field, code, error, said }: ImportFaultModel, { tell }: Reader) {
  if (!said || !tell) return { line, name, field, code, error };
  const values = field ? { field, ...said.values } : said.values;
  return { line, name, field, code, error: tell({ ...said, values } as Said) };
}

/** The reasons why rows had no effect, in the order of the rows. @throws DomainError not_found */
export async function listFaults(actor: Actor, id: string, most = 10_000) {
  await getImport(actor, id);
  const faults = await ImportFaultModel.query().where({ import_id: id }).orderBy('line').limit(most);
  return faults.map((fault) => presentFault(fault, actor));
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

/** The refused rows as the source has them. @throws DomainError as listFaults */
export async function listRefused(actor: Actor, id: string) {
  await getImport(actor, id);
  const faults = await ImportFaultModel.query()
    .where({ import_id: id })
    .whereNotNull('input')
    .orderBy('line');
  return { rows: faults.map((fault) => ({ ...presentFault(fault, actor), input: fault.input ?? {} })) };
}

const [LINE, ERROR] = ['import_line', 'import_error'];

/** Refused rows as CSV to correct and import again, with line and reason. */
export function refusedTable({ rows }: Static<typeof RefusedRows>): string {
  const names = [...new Set(rows.flatMap(({ input }) => Object.keys(input)))].filter(
    (name) => name !== LINE && name !== ERROR,
  );
  const cells = rows.map(({ line, error, input }) => [...names.map((name) => own(input, name)), line, error]);
  const table = [[...names, LINE, ERROR], ...cells].map((row) => Object.fromEntries(row.entries()));
  // Name the columns by number: the names in the source are untrusted.
  return (
    CSV_MARK + toCsv(table, [...names.keys(), names.length, names.length + 1].map(String), { header: false })
  );
}
