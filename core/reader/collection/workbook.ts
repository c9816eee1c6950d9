// Workbooks (.xlsx): the first sheet, as rows of cells under a header.
import { unzipSync } from 'fflate';
import { type Said, say } from '../../kernel/errors.js';

const MAX_UNPACKED = 50 * 1024 * 1024;
const MAX_ROWS = 200_000;

type Workbook = { readonly table: string[][] } | { readonly failure: Said };

export async function readWorkbook({ bytes }: { readonly bytes: Uint8Array }): Promise<Workbook> {
  const { names, unpacked } = measure(bytes);
  const megabytes = MAX_UNPACKED / 1024 / 1024;
  if (unpacked > MAX_UNPACKED) return { failure: say('error.import-large', { megabytes }) };
  if (!names.has('xl/workbook.xml')) return { failure: say('error.import-other', { kind: kindOf(names) }) };
  try {
    const { readSheet } = await import('read-excel-file/universal');
    const rows = await readSheet(new Uint8Array(bytes).buffer as ArrayBuffer, 1);
    return { table: rows.slice(0, MAX_ROWS).map((cells) => cells.map(textOf)) };
  } catch (error) {
    return { failure: say('error.import-workbook', { reason: (error as Error).message }) };
  }
}

const textOf = (cell: unknown): string => {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
};

const kindOf = (names: ReadonlySet<string>) => {
  if (names.has('content.xml')) return 'ods';
  if (names.has('word/document.xml')) return 'docx';
  return 'zip';
};

/** The names of an archive's files, and the sum of their declared sizes, which unpacking does not exceed. */
function measure(bytes: Uint8Array): { names: ReadonlySet<string>; unpacked: number } {
  const names = new Set<string>();
  let unpacked = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    names.add(name);
    unpacked += originalSize;
    return false;
  };
  try {
    unzipSync(bytes, { filter });
  } catch {
    // Ignore the error: reading the sheet will report what is damaged.
  }
  return { names, unpacked };
}
