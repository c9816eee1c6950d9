// Pixels in, pixels out: what visitors get are pictures this service encoded itself, never bytes it was sent.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../kernel/errors.js';

export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_LOGO_PIXELS = 16_000_000;
/** Longer side of a stored logo. */
export const LOGO_SIZE = 512;
export const THUMBNAIL_WIDTH = 640;

export const LOGO_FORMATS = ['png', 'jpeg', 'webp', 'gif', 'svg'] as const;
export type LogoFormat = (typeof LOGO_FORMATS)[number];

/** An encoded WebP. */
export interface Picture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** A smaller WebP of the same, 640 px wide; null where the picture is small itself. */
  readonly thumbnail: Buffer | null;
}

/** A decoder that works longer than this is fed something made to keep it busy. */
const DECODE_TIMEOUT = 10_000;

/** Why the decoder gave no picture, by its exit code (core/pictures/logo-decoder.ts). */
export const DECODER_EXITS = { tooManyPixels: 2, wrongFormat: 3 } as const;

/**
 * Decodes an uploaded logo and encodes it anew: WebP, at most 512 px, first frame, upright, no metadata.
 * The type is told from the bytes, whatever name or type they came with. An SVG is drawn, so no script of
 * it is left; what it refers to outside itself is not loaded. Decoding happens in a process of its own that
 * is ended after 10 s or 512 MB, so that a decoder bomb costs one upload.
 * @throws DomainError with `field: "logo"`: payload_too_large (over 2 MB or 16 megapixels),
 *   unsupported_media_type, validation_error (unreadable)
 */
export async function encodeLogo(bytes: Buffer): Promise<Picture> {
  if (bytes.length > MAX_LOGO_BYTES) throw logoTooLarge();
  const format = detectFormat(bytes);
  if (format === null) throw unsupportedLogo();
  const { code, output } = await runDecoder(bytes, format);
  if (code === DECODER_EXITS.tooManyPixels) {
    throw new DomainError('payload_too_large', 'The logo has more than 16 megapixels.', { field: 'logo' });
  }
  if (code === DECODER_EXITS.wrongFormat) throw unsupportedLogo();
  if (code !== 0 || output.length === 0) throw unreadableLogo();
  const { width, height } = await (await loadSharp())(output).metadata();
  return { bytes: output, width, height, thumbnail: null };
}

export function logoTooLarge(): DomainError {
  return new DomainError('payload_too_large', 'The logo is larger than 2 MB.', { field: 'logo' });
}

function unsupportedLogo(): DomainError {
  const message = 'The logo must be a PNG, JPEG, WebP, GIF or SVG picture.';
  return new DomainError('unsupported_media_type', message, { field: 'logo' });
}

function unreadableLogo(): DomainError {
  const error = 'The logo cannot be read: the picture is damaged, or too costly to draw.';
  return new DomainError('validation_error', error, {
    field: 'logo',
    errors: [{ field: 'logo', path: '/logo', code: 'unreadable_picture', error }],
  });
}

/** The picture format bytes begin with, or null. Only what the contract takes is known here. */
export function detectFormat(bytes: Buffer): LogoFormat | null {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('\xff\xd8\xff')) return 'jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  return isSvg(bytes) ? 'svg' : null;
}

/** UTF-8 text whose first element is <svg>, after any declaration, comments, document type. */
function isSvg(bytes: Buffer): boolean {
  // The prolog of a real one is short; a longer one is not worth looking through.
  const head = bytes.toString('utf8', 0, 65_536);
  if (head.includes('\0')) return false;
  let rest = head.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const length = prologLength(rest);
    if (length === 0) break;
    rest = rest.slice(length).trimStart();
  }
  return /^<(?:[a-z][\w.-]*:)?svg[\s/>]/i.test(rest);
}

/** Length of the comment, declaration or document type a text starts with; 0 when it starts with neither. */
function prologLength(text: string): number {
  const ends = text.startsWith('<!--') ? '-->' : text.startsWith('<?') ? '?>' : null;
  if (ends !== null) {
    const end = text.indexOf(ends);
    return end < 0 ? 0 : end + ends.length;
  }
  if (!/^<!doctype\s/i.test(text)) return 0;
  const close = text.indexOf('>');
  const subset = text.indexOf('[');
  if (subset < 0 || subset > close) return close + 1;
  return /\]\s*>/.exec(text) === null ? 0 : text.search(/\]\s*>/) + (/\]\s*>/.exec(text)?.[0].length ?? 0);
}

function runDecoder(bytes: Buffer, format: LogoFormat): Promise<{ code: number | null; output: Buffer }> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('./logo-decoder.js', import.meta.url));
    const child = spawn(process.execPath, [script, format], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: DECODE_TIMEOUT,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks) }));
    // The decoder may give up before it has read all.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** A captured page as it is stored: WebP in full and 640 px wide. Takes the browser's own PNG. */
export async function encodeScreenshot(png: Buffer): Promise<Picture> {
  const sharp = await loadSharp();
  const full = await sharp(png).webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(png).resize({ width: THUMBNAIL_WIDTH }).webp({ quality: 75 }).toBuffer();
  return { bytes: full.data, width: full.info.width, height: full.info.height, thumbnail };
}

/** How much there is to see: the entropy of the picture's grey values in bits, 0 for a single colour. */
export async function measureEntropy(picture: Buffer): Promise<number> {
  return (await (await loadSharp())(picture).stats()).entropy;
}

/** Loaded when the first picture comes: its library is large, and most processes never see one. */
async function loadSharp() {
  return (await import('sharp')).default;
}
