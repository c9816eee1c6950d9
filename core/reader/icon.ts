// Pictures at untrusted addresses: a site's icon, a typed logo. Each is encoded in a separate process.
import pLimit from 'p-limit';
import { encodeAlone } from './child.js';
import { goodIcons, LEAST_SIDE, manifestIcons, openPage, readPageHead, unsizedIcons } from './page.js';
import type { Encoded, EncodeTask } from './picture.js';
import * as visit from './visit.js';

const MANIFEST_BYTES = 64 * 1024;
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
    const head = await readPageHead(page.html, page.url);
    let icons = goodIcons(head.icons);
    if (icons.length === 0 && head.manifest)
      icons =
        (await readFile(ask, head.manifest, MANIFEST_BYTES, ({ bytes, url }) =>
          manifestIcons(`${bytes}`, url),
        )) ?? [];
    const candidates = new Set([...icons, ...unsizedIcons(head.icons, page.url)]);
    for (const address of [...candidates].slice(0, MOST_TRIED)) {
      const picture = address.startsWith('data:')
        ? await encode(wanted, true)({ bytes: Buffer.from(await (await fetch(address)).arrayBuffer()) })
        : await readFile(ask, address, wanted.mostBytes, encode(wanted, true));
      if (picture && Math.min(picture.width, picture.height) >= LEAST_SIDE) return picture;
    }
    return 'none';
  });
}

/** The picture at an address. The owner requested it, so robots.txt is not checked. */
export function readLogo(wanted: Wanted, options: visit.VisitOptions = {}): Promise<PictureReading> {
  return reading(async () => {
    const answer = await visit.visitSite({ ...options, obeysRobots: false })(
      wanted.address,
      'GET',
      wanted.mostBytes + 1,
    );
    if (answer.status >= 500 || answer.status === 429) return 'unreachable';
    if (answer.status !== 200 || answer.bytes.length > wanted.mostBytes) return 'none';
    return (await encode(wanted)(answer)) ?? 'none';
  });
}

async function reading(read: () => Promise<PictureReading>): Promise<PictureReading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof visit.Disallowed) return 'none';
    visit.toUnreachable(error);
    return 'unreachable';
  }
}

const encoding = pLimit(2);

const encode =
  ({ size, mostPixels }: Wanted, mayBeIco = false) =>
  async ({ bytes }: Pick<visit.SiteAnswer, 'bytes'>): Promise<Encoded | null> => {
    const encoded = await encoding(() => encodeAlone({ bytes, size, mostPixels, mayBeIco }));
    return typeof encoded === 'string' ? null : encoded;
  };

/** null if missing or of another type. */
async function readFile<T>(
  ask: visit.Ask,
  address: string,
  most: number,
  read: (answer: visit.SiteAnswer) => T | Promise<T>,
): Promise<T | null> {
  try {
    const answer = await ask(address, 'GET', most + 1);
    return answer.status === 200 && answer.bytes.length <= most ? await read(answer) : null;
  } catch (error) {
    if (!(error instanceof visit.Disallowed)) visit.toUnreachable(error);
    return null;
  }
}
