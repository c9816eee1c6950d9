// Pictures at untrusted addresses: a site's icon, a typed logo. Each is encoded in a separate process.
import pLimit from 'p-limit';
import { encodeAlone } from './child.js';
import { LEAST_SIDE, openPage, readPageFacts } from './page.js';
import type { Encoded, EncodeTask } from './picture.js';
import * as visit from './visit.js';

const MOST_TRIED = 6;

interface Wanted extends Omit<EncodeTask, 'bytes' | 'mayBeIco'> {
  readonly address: string;
  readonly mostBytes: number;
}

export type PictureReading = Encoded | 'none' | 'unreachable';

/** The best icon of a site for a logo. Any failure there is a result, not an error. */
export function readIcon(wanted: Wanted, options: visit.VisitOptions = {}): Promise<PictureReading> {
  return reading(async () => {
    const ask = visit.visitSite(options);
    const page = await openPage(wanted.address, ask);
    if (!page) return 'unreachable';
    const { icons } = await readPageFacts(page.html, page.url);
    for (const address of icons.slice(0, MOST_TRIED)) {
      const bytes = address.startsWith('data:')
        ? Buffer.from(await (await fetch(address)).arrayBuffer())
        : await fileAt(ask, address, wanted.mostBytes);
      const picture = bytes && (await encode(wanted, bytes, true));
      if (picture && Math.min(picture.width, picture.height) >= LEAST_SIDE) return picture;
    }
    return 'none';
  });
}

/** The picture at an address. The owner requested it, so robots.txt is not checked. */
export function readLogo(wanted: Wanted, options: visit.VisitOptions = {}): Promise<PictureReading> {
  return reading(async () => {
    const ask = visit.visitSite({ ...options, obeysRobots: false });
    const answer = await ask(wanted.address, wanted.mostBytes + 1);
    if (answer.status >= 500 || answer.status === 429) return 'unreachable';
    if (answer.status !== 200 || answer.bytes.length > wanted.mostBytes) return 'none';
    return (await encode(wanted, answer.bytes)) ?? 'none';
  });
}

async function reading(read: () => Promise<PictureReading>): Promise<PictureReading> {
  try {
    return await read();
  } catch (error) {
    return visit.toUnreachable(error).cause === 'robots' ? 'none' : 'unreachable';
  }
}

const encoding = pLimit(2);

async function encode(
  { size, mostPixels }: Wanted,
  bytes: Buffer,
  mayBeIco = false,
): Promise<Encoded | null> {
  const encoded = await encoding(() => encodeAlone({ bytes, size, mostPixels, mayBeIco }));
  return typeof encoded === 'string' ? null : encoded;
}

async function fileAt(ask: visit.Ask, address: string, most: number): Promise<Buffer | null> {
  try {
    const { status, bytes } = await ask(address, most + 1);
    return status === 200 && bytes.length <= most ? bytes : null;
  } catch (error) {
    visit.toUnreachable(error);
    return null;
  }
}
