// Runs as a separate process (core/pictures/encode.ts): reads a picture from stdin, writes its WebP to stdout, and
// exits with the code of a failure. Of sharp only the five decoders that are needed may run. Every picture waits for
// this to start: it loads nothing of the service but the limits, and the CommonJS form of sharp, in half the time.
import { createRequire } from 'node:module';
import type { LogoFormat } from './encode.js';
import { DECODER_EXITS, MAX_DECODER_KB, MAX_LOGO_PIXELS } from './logo-limits.js';

const sharp: typeof import('sharp').default = createRequire(import.meta.url)('sharp');

const MEMORY_LIMIT = MAX_DECODER_KB * 1024;
const LOADERS: Record<LogoFormat, string> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

async function decode(format: LogoFormat, size: number, bytes: Buffer): Promise<Buffer> {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[format]] });
  sharp.cache(false);
  sharp.concurrency(1);
  const limits = { limitInputPixels: false, sequentialRead: true } as const;
  const found = await sharp(bytes, limits).metadata();
  if (found.format !== format) process.exit(DECODER_EXITS.wrongFormat);
  if (found.width * found.height > MAX_LOGO_PIXELS) process.exit(DECODER_EXITS.tooManyPixels);
  // SVG has no pixels: render it at the size it is stored in (its natural density is 72 dpi).
  const scaled = (72 * size) / Math.max(found.width, found.height);
  const density = format === 'svg' ? Math.min(Math.max(scaled, 1), 100_000) : undefined;
  return sharp(bytes, { ...limits, limitInputPixels: MAX_LOGO_PIXELS, density })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer();
}

// Native memory has no limit of its own; decoding runs in other threads, so this one can monitor it.
setInterval(() => process.memoryUsage.rss() > MEMORY_LIMIT && process.exit(1), 20);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const [, , format, size] = process.argv;
const webp = await decode(format as LogoFormat, Number(size), Buffer.concat(chunks)).catch(() =>
  process.exit(1),
);
process.stdout.write(webp, () => process.exit(0));
