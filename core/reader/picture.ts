// Encodes an untrusted picture, in a separate process (child.ts), with only the five needed decoders of
// sharp. Loads sharp's CommonJS form, which takes half the time: every picture waits for it.
import { createRequire } from 'node:module';

// The pictures in an ICO file, which sharp does not read.

interface Unwrapped {
  readonly bytes: Buffer;
  /** Only for a bitmap: `bytes` are then its pixels. */
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 4 };
}

const HEADER = 6;
const ENTRY = 16;
const MOST_ENTRIES = 50;
const MOST_SIDE = 256;

export function largestOfIco(file: Buffer): Unwrapped | null {
  try {
    if (file.readUInt32LE(0) !== 0x10000) return null;
    const count = Math.min(file.readUInt16LE(4), MOST_ENTRIES);
    const entries = Array.from({ length: count }, (_, n) => {
      const at = HEADER + n * ENTRY;
      const start = file.readUInt32LE(at + 12);
      const bytes = file.subarray(start, start + file.readUInt32LE(at + 8));
      return { bytes, side: file[at] || MOST_SIDE, bits: file.readUInt16LE(at + 6) };
    });
    const [largest] = entries.toSorted((one, other) => other.side - one.side || other.bits - one.bits);
    if (!largest) return null;
    return largest.bytes.toString('latin1', 1, 4) === 'PNG' ? largest : pixelsOf(largest.bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pixelsOf(bitmap: Buffer): Unwrapped | null {
  const start = bitmap.readUInt32LE(0);
  const width = bitmap.readInt32LE(4);
  // The transparency mask follows below, one bit per pixel.
  const height = bitmap.readInt32LE(8) / 2;
  const bits = bitmap.readUInt16LE(14);
  const isReadable = [24, 32].includes(bits) && bitmap.readUInt32LE(16) === 0 && Number.isInteger(height);
  if (!isReadable || width < 1 || height < 1 || Math.max(width, height) > MOST_SIDE) return null;
  const line = Math.ceil((width * bits) / 32) * 4;
  const maskLine = Math.ceil(width / 32) * 4;
  const bytes = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = height - 1 - y;
      const [at, to] = [start + row * line + (x * bits) / 8, (y * width + x) * 4];
      const masked = bitmap.readUInt8(
        bits === 32 ? at + 3 : start + height * line + row * maskLine + (x >> 3),
      );
      const alpha = bits === 32 ? masked : (masked >> (7 - (x & 7))) & 1 ? 0 : 255;
      bytes.set([bitmap.readUInt8(at + 2), bitmap.readUInt8(at + 1), bitmap.readUInt8(at), alpha], to);
    }
  return { bytes, raw: { width, height, channels: 4 } };
}

const LOADERS = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
} as const;
type Format = keyof typeof LOADERS;

export interface EncodeTask {
  readonly bytes: Buffer;
  readonly size: number;
  readonly mostPixels: number;
  /** Also accepts ICO files, as for icons of sites. */
  readonly mayBeIco?: boolean;
}

export interface Encoded {
  /** WebP, without metadata. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** 640 px wide; small pictures have none. */
  readonly thumbnail?: Buffer;
}

export type EncodeOutcome = Encoded | 'unknown-format' | 'too-many-pixels' | 'unreadable';

export async function encodePicture(task: EncodeTask): Promise<EncodeOutcome> {
  const { size, mostPixels, mayBeIco } = task;
  const { bytes, raw } = (mayBeIco && largestOfIco(task.bytes)) || { bytes: task.bytes };
  if (raw) {
    const sharp = loadSharp();
    const data = await sharp(bytes, { raw }).webp({ quality: 90 }).toBuffer();
    return { bytes: data, width: raw.width, height: raw.height };
  }
  const format = detectFormat(bytes);
  if (format === null) return 'unknown-format';
  try {
    const sharp = loadSharp();
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: [LOADERS[format]] });
    sharp.cache(false);
    sharp.concurrency(1);
    const limits = { limitInputPixels: false, sequentialRead: true } as const;
    const found = await sharp(bytes, limits).metadata();
    if (found.format !== format) return 'unknown-format';
    if (found.width * found.height > mostPixels) return 'too-many-pixels';
    // SVG has no pixels: render it at its stored size (its natural density is 72 dpi).
    const scaled = (72 * size) / Math.max(found.width, found.height);
    const density = format === 'svg' ? Math.min(Math.max(scaled, 1), 100_000) : undefined;
    const { data, info } = await sharp(bytes, { ...limits, limitInputPixels: mostPixels, density })
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return 'unreadable';
  }
}

const loadSharp = (): typeof import('sharp').default => createRequire(import.meta.url)('sharp');

const THUMBNAIL_WIDTH = 640;

/** Encodes the browser's PNG of a captured page for storage: WebP in full size and 640 px wide. */
export async function encodeScreenshot(png: Buffer): Promise<Encoded> {
  const sharp = loadSharp();
  const full = await sharp(png).webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(png).resize({ width: THUMBNAIL_WIDTH }).webp({ quality: 75 }).toBuffer();
  return { bytes: full.data, width: full.info.width, height: full.info.height, thumbnail };
}

/** The entropy of a picture's grey values in bits; 0 for a single colour. */
export const measureEntropy = async (png: Buffer) => (await loadSharp()(png).stats()).entropy;

/** Detects an accepted format (C8) from the first bytes; else null. */
function detectFormat(bytes: Buffer): Format | null {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('\xff\xd8\xff')) return 'jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  return isSvg(bytes) ? 'svg' : null;
}

/** Text allowed before the first element: declarations, comments, a document type, space. */
const PROLOG = /\ufeff|\s+|<\?.*?\?>|<!--.*?-->|<!doctype\s[^>[]*(?:>|\[.*?\]\s*>)/isy;
const SVG = /<(?:[a-z][\w.-]*:)?svg[\s/>]/iy;

/** UTF-8 text whose first element is <svg>. */
function isSvg(bytes: Buffer): boolean {
  // A real prolog is short; more is not searched.
  const head = bytes.toString('utf8', 0, 65_536);
  if (head.includes('\0')) return false;
  SVG.lastIndex = 0;
  for (PROLOG.lastIndex = 0; PROLOG.test(head); ) SVG.lastIndex = PROLOG.lastIndex;
  return SVG.test(head);
}
