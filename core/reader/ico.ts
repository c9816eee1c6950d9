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
