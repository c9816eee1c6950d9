// Pictures drawn by the service. The SVG is our own, with texts as outlines: the only user content in it is the bytes
// of a picture that was encoded here before.
import { limitConcurrency } from '../kernel/concurrency.js';
import { loadSharp } from './encode.js';

/** Drawing occupies a core for some 100 ms: one at a time, and 16 may wait. */
const limited = limitConcurrency({ atATime: 1, waiting: 16 });

/** A picture of ours laid over the drawing, scaled to fit a square box. */
export interface Overlay {
  readonly bytes: Buffer;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Renders the SVG that `prepare` makes as PNG. @throws DomainError unavailable when the queue is full */
export function drawPng(prepare: () => Promise<{ svg: string; overlay: Overlay | null }>): Promise<Buffer> {
  return limited(async () => {
    const [sharp, { svg, overlay }] = await Promise.all([loadSharp(), prepare()]);
    const drawing = sharp(Buffer.from(svg));
    if (overlay) {
      const { size, bytes, ...place } = overlay;
      const fitted = await sharp(bytes)
        .resize({ width: size, height: size, fit: 'contain', background: '#0000' })
        .png()
        .toBuffer();
      drawing.composite([{ input: fitted, ...place }]);
    }
    return drawing.flatten({ background: '#fff' }).png({ compressionLevel: 9 }).toBuffer();
  });
}

const ICON_SIZE = 48;

/** An icon as PNG, of an SVG of ours or a picture encoded here. @throws DomainError unavailable (a full queue) */
export function drawIcon(picture: Buffer): Promise<Buffer> {
  return limited(async () => {
    const sharp = await loadSharp();
    // Dense enough that an SVG without a size is rasterised large, not scaled up.
    return sharp(picture, { density: 192 })
      .resize({ width: ICON_SIZE, height: ICON_SIZE, fit: 'contain', background: '#0000' })
      .png({ compressionLevel: 9 })
      .toBuffer();
  });
}
