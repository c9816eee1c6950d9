// Pictures for tests, valid and malicious.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A square of one colour, in any accepted format. */
export function square(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  size = 64,
  background = '#0a6',
): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

export function svg(inside: string, attributes = 'width="64" height="64"'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );
}

/** A PNG whose header claims `width` × `height`, over a few bytes of compressed zeros. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 4_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An ICO file with one picture, a PNG or a bitmap. */
export function ico(picture: Buffer): Buffer {
  const entry = Buffer.alloc(22);
  entry.set([0, 0, 1, 0, 1, 0, 64, 64]);
  entry.writeUInt16LE(32, 12);
  entry.writeUInt32LE(picture.length, 14);
  entry.writeUInt32LE(entry.length, 18);
  return Buffer.concat([entry, picture]);
}

/** A square bitmap of 24 bits with its mask, as ICO files have it. */
export function bitmap(side: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(side, 4);
  header.writeInt32LE(side * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(24, 14);
  return Buffer.concat([header, Buffer.alloc(side * side * 3, 'a'), Buffer.alloc((side * side) / 8)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
