// Encodes pictures: visitors get only pictures that this service encoded, never the received bytes. Also
// draws our own SVG, without texts; pictures in it were encoded here before.
import { limitConcurrency } from '../kernel/concurrency.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { type Encoded, encodeAlone, shareTurns } from '../reader/reader.js';

export const LOGO_SIZE = 512;
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
const MAX_LOGO_PIXELS = 16_000_000;
export const LOGO_LIMITS = { size: LOGO_SIZE, mostBytes: MAX_LOGO_BYTES, mostPixels: MAX_LOGO_PIXELS };

/** Decoders occupy a CPU core and much memory for up to ten seconds; one account cannot occupy both turns. */
const decoding = shareTurns({ atATime: 2, ofAccount: 1, waiting: 16, waitingOfAccount: 4 });

/** Encodes an upload as WebP: at most `size` px, first frame, upright, no metadata; SVG without scripts.
 * @throws DomainError payload_too_large (over 2 MB or 16 megapixels), unsupported_media_type */
export async function encodeUpload(
  bytes: Buffer,
  { field, size, account = null }: { field: string; size: number; account?: string | null },
): Promise<Encoded> {
  if (bytes.length > MAX_LOGO_BYTES) throw uploadTooLarge(field);
  const encoded = await decoding({ purpose: 'upload', most: 2, account }, () =>
    encodeAlone({ bytes, size, mostPixels: MAX_LOGO_PIXELS }),
  );
  if (encoded === 'too-many-pixels')
    throw new DomainError('payload_too_large', say('error.megapixels', { field }), { field });
  if (encoded === 'unknown-format')
    throw new DomainError('unsupported_media_type', say('error.picture-type', { field }), { field });
  if (encoded === 'unreadable')
    throw fieldError(field, say('error.picture-unreadable', { field }), 'unreadable_picture');
  return encoded;
}

/** A logo of a listing, at most 512 px. @throws DomainError as encodeUpload */
export const encodeLogo = (bytes: Buffer, account: string | null = null) =>
  encodeUpload(bytes, { field: 'logo', size: LOGO_SIZE, account });

export function uploadTooLarge(field: string): DomainError {
  return new DomainError('payload_too_large', say('error.too-large', { field }), { field });
}

/** Imported lazily: sharp is large, and most processes never need it. */
const loadSharp = async () => (await import('sharp')).default;

/** Drawing occupies a core for some 100 ms. */
const drawing = limitConcurrency({ atATime: 1, waiting: 16 });

/** A stored picture laid over the drawing, scaled to fit a box. */
export interface Overlay {
  readonly bytes: Buffer;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Renders the SVG that `prepare` makes as PNG. @throws DomainError unavailable if the queue is full */
export function drawPng(prepare: () => Promise<{ svg: string; overlay: Overlay | null }>): Promise<Buffer> {
  return drawing(async () => {
    const [sharp, { svg, overlay }] = await Promise.all([loadSharp(), prepare()]);
    const picture = sharp(Buffer.from(svg));
    if (overlay) {
      const { bytes, left, top, ...box } = overlay;
      const fitted = sharp(bytes).resize({ ...box, fit: 'contain', background: '#0000' });
      picture.composite([{ input: await fitted.png().toBuffer(), left, top }]);
    }
    return picture.flatten({ background: '#fff' }).png({ compressionLevel: 9 }).toBuffer();
  });
}
