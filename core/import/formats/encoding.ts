// Decodes files: UTF-8 and UTF-16 with and without a mark, else Windows-1252, in which spreadsheets save.
import { say } from '../../kernel/errors.js';
import { sourceError } from '../rows.js';

/** Bytes examined to detect UTF-16. The first non-ASCII byte decides between UTF-8 and Windows-1252. */
const LOOKED_AT = 4_096;
/** Windows-1252 from 0x80; a space for the five unassigned bytes. */
const LETTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** @throws DomainError validation_error (source) for an unassigned byte: another encoding */
const fromWindows1252 = (bytes: Buffer) =>
  // oxlint-disable-next-line no-control-regex -- the bytes that differ from Latin-1
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (byte) => {
    const letter = LETTERS[byte.charCodeAt(0) - 0x80] ?? ' ';
    if (letter === ' ') throw sourceError(say('error.import-encoding'));
    return letter;
  });

function encodingOf(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const looked = start.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, European letters, digits and separators have one zero byte each.
  if (odd > looked.length / 8 && even < odd / 4) return 'utf-16le';
  if (even > looked.length / 8 && odd < even / 4) return 'utf-16be';
  return 'utf-8';
}

export const isUtf16 = (start: Buffer) => encodingOf(start) !== 'utf-8';

const UNREADABLE = '\ufffd';
const beyondAscii = (text: string) => /\P{ASCII}/u.exec(text)?.[0];

/** Decodes a stream, without its byte order mark. @param start a copy of the stream's first bytes */
export async function* decodeText(stream: AsyncIterable<Buffer>, start: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(start));
  let isAscii = decoder.encoding === 'utf-8';
  let isWindows = false;
  /** Bytes of an incomplete character, until the first non-ASCII character is complete. */
  let held = Buffer.alloc(0);
  const decode = (piece: Buffer): string => {
    if (isWindows) return fromWindows1252(piece);
    const text = decoder.decode(piece, { stream: piece.length > 0 });
    if (!isAscii) return text;
    held = Buffer.concat([held, piece]);
    const first = beyondAscii(text);
    if (first === undefined) {
      held = held.subarray(text.length);
      return text;
    }
    isAscii = false;
    isWindows = first === UNREADABLE;
    return isWindows ? fromWindows1252(held) : text;
  };
  for await (const piece of stream) {
    const text = decode(piece);
    if (text !== '') yield text;
  }
  const end = decode(Buffer.alloc(0));
  if (end !== '') yield end;
}
