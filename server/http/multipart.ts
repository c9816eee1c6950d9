// multipart/form-data: POST and PATCH of listings, pictures of the directory, and forms.
import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { MAX_SOURCE_BYTES } from '../../core/import/rows.js';
import { DomainError, fieldError } from '../../core/kernel/errors.js';
import { LIST_FIELDS, OWNER_FIELDS } from '../../core/listings/schema.js';
import { MAX_LOGO_BYTES, uploadTooLarge } from '../../core/pictures/encode.js';
import { faultOf } from './bodies.js';

export interface MultipartBody {
  /** Fields as in a JSON body, but only texts and lists of texts. A form keeps every value of a repeated field. */
  readonly fields: Record<string, unknown>;
  /** An empty field without a file name, as browsers send it, is no file. In a form, `{field}-name` is its name. */
  readonly files: Readonly<Partial<Record<FileField, Buffer>>>;
}

/** The longest field is a description of 4000 code points. */
const MAX_FIELD_BYTES = 65_536;
const MAX_FIELDS = 100;
const MAX_BODY_BYTES = MAX_LOGO_BYTES + 1_048_576;
/** An oversized file in a form is skipped up to this size, so that the other fields are still read. */
const MAX_FORM_BYTES = 32 * 1_048_576;

export type FileField = 'logo' | 'favicon' | 'social-image' | 'picture' | 'hosts' | 'import';

export function isMultipart(request: IncomingMessage): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/**
 * Reads a body within limits. In forms an oversized file is truncated to limit + 1 bytes, so that the operation
 * reports the error and the other fields survive.
 * @param fileFields the accepted files; of any other only the name is kept, as the field's value
 * @throws DomainError payload_too_large or validation_error; a body that is too long is not read to its end
 */
export async function readMultipart(
  request: IncomingMessage,
  fileFields: readonly FileField[] = ['logo'],
  isForm = false,
): Promise<MultipartBody> {
  const values = new Map<string, string[]>();
  const put = (name: string, value: string) => values.set(name, [...(values.get(name) ?? []), value]);
  const files: Partial<Record<FileField, Buffer>> = {};
  const parts = await readParts(request, fileFields, isForm ? MAX_FORM_BYTES : MAX_BODY_BYTES);
  for (const { name, value, filename, isCut } of parts) {
    if (name === undefined) throw malformed('A part of the form has no name');
    const field = fileFields.find((one) => one === name);
    if (!Buffer.isBuffer(value)) {
      // The parser drops parts in an unknown charset.
      if (typeof value !== 'string') throw malformed(`"${name}" cannot be read`, name);
      if (isCut) throw malformed(`"${name}" is too long`, name);
      put(name, value);
    } else if (isCut && !isForm) throw tooLarge(fileFields);
    // A file in another field is an unknown field like any other.
    else if (!field) put(name, filename ?? '');
    else if (value.length > 0 || filename) {
      if (files[field]) throw fieldError(name, `"${name}" is given more than once.`, 'repeated');
      files[field] = value;
      if (isForm && filename) values.set(`${name}-name`, [filename]);
    }
  }
  const repeated = [...values].find(([name, texts]) => texts.length > 1 && isSingle(baseName(name)))?.[0];
  if (repeated) throw fieldError(repeated, `"${repeated}" is given more than once.`, 'repeated');
  // The page of a form knows which fields are lists (`listOf`, `textOf` in server/web/route.ts).
  const typed = (texts: readonly string[]) => (texts.length > 1 ? texts : texts[0]);
  const fields = Object.fromEntries(
    [...values].map(([name, texts]) => [baseName(name), isForm ? typed(texts) : toValue(name, texts)]),
  );
  return { fields, files };
}

interface Part {
  readonly name: string | undefined;
  /** A text, if it can be read, or the bytes of a file: none for a field that takes no files. */
  readonly value: unknown;
  readonly filename?: string;
  readonly isCut: boolean;
}

const tooLarge = ([field = 'logo']: readonly FileField[]) => uploadTooLarge(field);

/** The parts of a body in order. Rejects if the body is unreadable, too long or ends early. */
async function readParts(request: IncomingMessage, fileFields: readonly FileField[], maxBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(fileFields);
  const parser = openParser(request, fileFields);
  const countParts = partCounter(request.headers['content-type'] ?? '');
  const parts: Part[] = [];
  let [received, begun] = [0, 0];
  return new Promise<Part[]>((resolve, reject) => {
    const fail = (message: string) => () => reject(malformed(message));
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      begun += countParts(chunk);
      if (received > maxBytes) reject(tooLarge(fileFields));
    });
    request.on('aborted', fail('The multipart body ended early'));
    parser.on('field', (name: string | undefined, value: unknown, { valueTruncated }) =>
      parts.push({ name, value, isCut: valueTruncated }),
    );
    parser.on('file', (name: string | undefined, file, { filename }) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => fileFields.some((field) => field === name) && chunks.push(chunk));
      file.on('end', () =>
        parts.push({ name, value: Buffer.concat(chunks), filename, isCut: file.truncated === true }),
      );
      file.on('error', fail('The multipart body ended early'));
    });
    for (const kind of ['fields', 'files', 'parts'])
      parser.on(`${kind}Limit`, fail(`The form has too many ${kind}`));
    parser.on('error', fail('The multipart body cannot be read'));
    // The parser skips parts whose headers it does not understand.
    const failUnread = fail('A part of the form has no readable header');
    parser.on('close', () => (begun > parts.length ? failUnread() : resolve(parts)));
    request.pipe(parser);
  });
}

function openParser(request: IncomingMessage, fileFields: readonly FileField[]): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        // busboy emits `limit` when the limit is reached, hence one byte more.
        fileSize: (fileFields.includes('import') ? MAX_SOURCE_BYTES : MAX_LOGO_BYTES) + 1,
        files: 4,
        fields: MAX_FIELDS,
        parts: 2 * MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: 200,
      },
    });
  } catch {
    throw malformed('The multipart body has no boundary');
  }
}

/** Counts the parts that begin in each chunk of a body, up to its closing delimiter (RFC 2046, 5.1.1). */
function partCounter(contentType: string): (chunk: Buffer) => number {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const delimiter = `\r\n--${quoted ?? plain ?? ''}`;
  // The end of the previous chunk, where a delimiter may begin; initially as if the body followed a line.
  let rest = '\r\n';
  let isClosed = false;
  return (chunk) => {
    const text = rest + chunk.toString('latin1');
    let parts = 0;
    for (let at = text.indexOf(delimiter); at >= 0 && !isClosed; at = text.indexOf(delimiter, at + 1)) {
      const next = text.slice(at + delimiter.length, at + delimiter.length + 2);
      if (next === '--') isClosed = true;
      else if (next.length === 2) parts += 1;
    }
    rest = text.slice(-delimiter.length - 1);
    return parts;
  };
}

/** Some clients mark lists as `categories[]`. */
const baseName = (name: string) => name.replace(/\[\]$/, '');

const isSingle = (name: string) =>
  name === 'website' || (!LIST_FIELDS.includes(name) && (OWNER_FIELDS as readonly string[]).includes(name));

function toValue(name: string, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  const isList = LIST_FIELDS.includes(baseName(name));
  const begins = isList && texts.length === 1 ? '[' : name === 'facts' ? '{' : null;
  if (begins && first.trim().startsWith(begins) && !faultOf(Buffer.from(first))) {
    try {
      return JSON.parse(first);
    } catch {
      // Not JSON: a text that starts with a bracket.
    }
  }
  return isList ? texts.filter((text) => text.trim() !== '') : first;
}

function malformed(message: string, field?: string): DomainError {
  if (field === undefined) return new DomainError('validation_error', `${message}.`);
  return fieldError(field, `${message}.`, 'malformed_multipart');
}
