// Counts the parts of a multipart body by their delimiters alone.

const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');

/** Counts the parts of a body as it streams in, up to its closing delimiter (RFC 2046, 5.1.1). */
export class PartCounter {
  count = 0;
  private readonly delimiter: Buffer;
  /**
   * The last bytes received, in which a delimiter may have started. The first delimiter counts as preceded by a line
   * end.
   */
  private rest: Buffer = CRLF;
  private isClosed = false;

  constructor(contentType: string) {
    const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
    this.delimiter = Buffer.from(`\r\n--${quoted ?? plain ?? ''}`, 'latin1');
  }

  add(chunk: Buffer): void {
    const bytes = Buffer.concat([this.rest, chunk]);
    let from = 0;
    while (!this.isClosed) {
      const at = bytes.indexOf(this.delimiter, from);
      const end = at + this.delimiter.length;
      // The bytes after the delimiter show whether it is the last one.
      if (at < 0 || end + DASHES.length > bytes.length) {
        this.rest = bytes.subarray(at < 0 ? Math.max(from, bytes.length - this.delimiter.length + 1) : at);
        return;
      }
      if (bytes.subarray(end, end + DASHES.length).equals(DASHES)) this.isClosed = true;
      else this.count += 1;
      from = end;
    }
  }
}
