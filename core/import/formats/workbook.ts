// Workbooks (.xlsx): the first sheet, as rows of cells under a header.
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { DomainError, say } from '../../kernel/errors.js';
import { sourceError } from '../rows.js';

/** Bytes of a workbook when it is unpacked. */
const MAX_UNPACKED = 50 * 1024 * 1024;
/** Bytes that are unpacked at once. */
const PIECE = 65_536;
const MAX_ROWS = 200_000;

/** The first bytes of .xlsx, .ods and every other ZIP archive. */
export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;

/** @throws DomainError validation_error (source): no workbook, or too large */
export async function readWorkbook(bytes: Buffer): Promise<string[][]> {
  const names = measure(bytes);
  if (!names.has('xl/workbook.xml')) throw sourceError(say('error.import-other', { kind: kindOf(names) }));
  const { readSheet } = await import('read-excel-file/universal');
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await readSheet(copy, 1).catch((error: Error) => {
    throw unreadable(error);
  });
  return rows.slice(0, MAX_ROWS).map((cells) => cells.map(textOf));
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

const unreadable = ({ message: reason }: Error) => sourceError(say('error.import-workbook', { reason }));

/** The names in an archive whose content is not too large: as its directory says, and, as that may lie, as it is. */
function measure(bytes: Buffer): Set<string> {
  const names = new Set<string>();
  let unpacked = 0;
  const add = (size: number) => {
    unpacked += size;
    if (unpacked > MAX_UNPACKED)
      throw sourceError(say('error.import-large', { megabytes: MAX_UNPACKED / 1024 / 1024 }));
    return false;
  };
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.add(name);
        return add(originalSize);
      },
    });
  } catch (error) {
    throw error instanceof DomainError ? error : sourceError(say('error.import-other', { kind: 'zip' }));
  }
  unpacked = 0;
  const unzip = new Unzip((file) => {
    file.ondata = (error, piece) => {
      if (error) throw unreadable(error);
      add(piece.length);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += PIECE)
    unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  return names;
}
