// Untrusted logos. The list of decoder bombs, polyglots and scripts is that of docs/screenshots.md: each is refused, or
// stored harmlessly. A logo is encoded in a process of its own; here one process encodes all, until a picture ends it.
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';
import { DomainError } from '../../../core/kernel/errors.js';
import { encodeLogo, LOGO_LIMITS, LOGO_SIZE, MAX_LOGO_BYTES } from '../../../core/pictures/encode.js';
import { ReaderEnded, ReaderLate, ReaderProcess } from '../../../core/reader/child.js';
import type { Encoded, EncodeOutcome } from '../../../core/reader/picture.js';
import { useListener } from '../../helpers/listeners.js';
import { pngClaiming, square, svg } from '../../helpers/pictures.js';

let encoder: ReaderProcess | undefined;
after(() => encoder?.end());

async function encode(bytes: Buffer): Promise<EncodeOutcome> {
  if (encoder?.isOver !== false) encoder = new ReaderProcess();
  const task = {
    name: 'encode',
    time: 0,
    surroundings: { allowPrivate: false, nameServers: null, agent: '' },
  };
  const outcome = encoder.ask(task, { bytes, size: LOGO_SIZE, mostPixels: LOGO_LIMITS.mostPixels });
  return (await outcome.catch((error: unknown) => {
    if (error instanceof ReaderEnded || error instanceof ReaderLate) return 'unreadable';
    throw error;
  })) as EncodeOutcome;
}

async function encoded(bytes: Buffer): Promise<Encoded> {
  const outcome = await encode(bytes);
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
}

/** The pixel in the middle of the stored picture, as `r,g,b`. */
async function middle(kept: Encoded): Promise<string> {
  expect((await sharp(kept.bytes).metadata()).format).to.equal('webp');
  const { data, info } = await sharp(kept.bytes)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 51) * 51).join(',');
}

const GREEN = '<rect width="64" height="64" fill="#00ff00"/>';

describe('logos', function () {
  this.timeout(30_000);

  it('are accepted as SVG, rendered at the size they are stored in', async () => {
    const small = await encodeLogo(svg(GREEN, 'viewBox="0 0 64 64" width="24" height="24"'));
    expect(await middle(small)).to.equal('0,255,0');
    expect([small.width, small.height]).to.deep.equal([LOGO_SIZE, LOGO_SIZE]);
    const prolog =
      '\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n';
    expect(await middle(await encoded(Buffer.concat([Buffer.from(prolog), svg(GREEN)])))).to.equal('0,255,0');
  });

  it('are stored at 512 px at most, upright and without metadata', async () => {
    const wide = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#123' } })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const kept = await encoded(wide);
    expect([kept.width, kept.height]).to.deep.equal([256, 512]);
    expect((await sharp(kept.bytes).metadata()).exif).to.equal(undefined);
  });

  it('are refused over 2 MB, in other formats or damaged, each with its code', async () => {
    const png = await square('png', 64);
    for (const [code, bytes] of [
      ['payload_too_large', Buffer.alloc(MAX_LOGO_BYTES + 1)],
      ['payload_too_large', pngClaiming(4_001, 4_000)],
      ['unsupported_media_type', Buffer.from('hello')],
      ['validation_error', png.subarray(0, png.length - 30)],
    ] as const) {
      const error = await encodeLogo(bytes).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DomainError).and.include({ code });
      expect((error as DomainError).details.field).to.equal('logo');
    }
    for (const text of [
      '',
      '%PDF-1.7',
      '<html><svg></svg></html>',
      'BM______',
      'II*\0',
      '\0\0\0\x20ftypavif',
    ])
      expect(await encode(Buffer.from(text, 'latin1')), text).to.equal('unknown-format');
    expect(await encode(svg('<rect'))).to.equal('unreadable');
  });

  it('wait for each other if they are of one account, and not without end', async () => {
    const uploads = Array.from({ length: 7 }, () =>
      encodeLogo(Buffer.from('hello'), 'ada').catch(({ code }: DomainError) => code),
    );
    expect(await Promise.all(uploads)).to.include.members(['unsupported_media_type', 'unavailable']);
  });
});

describe('decoder bombs', function () {
  this.timeout(60_000);

  const bombs: Record<string, () => Buffer | Promise<Buffer>> = {
    'a PNG of 4 gigapixels in a few bytes': () => pngClaiming(65_535, 65_535),
    'a GIF that claims 65535 × 65535': async () => {
      const gif = Buffer.from(await square('gif', 8));
      gif.writeUInt16LE(65_535, 6);
      gif.writeUInt16LE(65_535, 8);
      const frame = gif.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
      gif.writeUInt16LE(65_535, frame + 5);
      gif.writeUInt16LE(65_535, frame + 7);
      return gif;
    },
    'a real picture of 17 megapixels': () =>
      sharp({ create: { width: 4_250, height: 4_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    'an SVG a million wide': () => svg(GREEN, 'width="1000000" height="1000000"'),
    'an SVG with a billion laughs': () => {
      const entities = Array.from(
        { length: 10 },
        (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
      ).join('');
      return Buffer.from(
        `<!DOCTYPE svg [<!ENTITY l0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&l10;</text></svg>`,
      );
    },
    'an SVG that uses itself two to the fortieth': () => {
      const layers = Array.from(
        { length: 40 },
        (_, n) => `<g id="g${n + 1}"><use xlink:href="#g${n}"/><use xlink:href="#g${n}"/></g>`,
      ).join('');
      return svg(`<defs><g id="g0"/>${layers}</defs><use xlink:href="#g40"/>`);
    },
    'an SVG of a hundred thousand nested groups': () => svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
    'a gzipped SVG': () => gzipSync(svg(GREEN)),
  };
  for (const [name, make] of Object.entries(bombs)) {
    it(`are refused: ${name}`, async () => {
      expect(await encode(await make())).to.be.a('string');
    });
  }

  it('cannot exhaust memory from inside an SVG', async () => {
    const inner = pngClaiming(30_000, 30_000).toString('base64');
    const bytes = svg(`${GREEN}<image width="64" height="64" xlink:href="data:image/png;base64,${inner}"/>`);
    const before = process.memoryUsage().rss;
    // Refused, or rendered without it: either way not decoded in this process.
    await encode(bytes);
    expect(process.memoryUsage().rss - before).to.be.lessThan(300_000_000);
  });
});

describe('polyglots and scripts', function () {
  this.timeout(30_000);
  const outside = useListener((_request, response) => response.end(''));

  it('lose everything but their pixels, and are stored as WebP', async () => {
    const script = Buffer.from('<script>alert(1)</script><?php system("id") ?>');
    for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const kept = await encoded(Buffer.concat([await square(format, 64, '#00ff00'), script]));
      expect(await middle(kept), format).to.equal('0,255,0');
      expect(kept.bytes.includes('script'), format).to.equal(false);
      expect(kept.bytes.includes('php'), format).to.equal(false);
    }
    // The old GIF that is also JavaScript: a comment opened in its width.
    const gif = Buffer.from(await square('gif', 8));
    gif.write('/*', 6, 'latin1');
    const outcome = await encode(Buffer.concat([gif, Buffer.from('*/=1;alert(1)')]));
    expect(typeof outcome === 'object' && outcome.bytes.includes('alert')).to.equal(false);
  });

  it('run no script and load nothing when they are SVG', async () => {
    const hostile = [
      `<script>fetch("${outside.url}/script")</script>`,
      `<script href="${outside.url}/script.js"/>`,
      `<foreignObject width="64" height="64"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${outside.url}/frame"/></foreignObject>`,
      `<image width="64" height="64" xlink:href="${outside.url}/image.png"/>`,
      '<image width="64" height="64" xlink:href="file:///etc/passwd"/>',
      `<use xlink:href="${outside.url}/use.svg#x"/>`,
      `<style>@import url("${outside.url}/style.css"); rect { fill: url("${outside.url}/fill.svg#x") }</style>`,
      '<g onload="alert(1)"/>',
      '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
      '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="file:///etc/passwd"/>',
    ];
    // Each by itself is drawn, so that none is passed over because of another.
    const kept = await encoded(svg(hostile.join('') + GREEN));
    expect(kept.bytes.includes('alert')).to.equal(false);
    expect((await sharp(kept.bytes).metadata()).format).to.equal('webp');
    const xxe = '<!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
    const drawn = await encode(Buffer.concat([Buffer.from(xxe), svg(`${GREEN}<text y="9">&file;</text>`)]));
    if (typeof drawn === 'object') {
      const plain = await encoded(svg(`${GREEN}<text y="9"></text>`));
      expect(drawn.bytes.equals(plain.bytes), 'nothing of the file is drawn').to.equal(true);
    }
    expect(outside.hits).to.deep.equal([]);
  });
});
