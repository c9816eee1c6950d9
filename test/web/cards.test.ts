// Link preview cards: every page names one, it shows the right content, and no input can break it.
import { expect } from 'chai';
import sharp from 'sharp';
import { systemActor } from '../../core/kernel/actor.js';
import { submitListing } from '../../core/listings/submit.js';
import { storePicture, updateSettings } from '../../core/settings/manage.js';
import { type CardContent, drawCard, fitLines } from '../../server/web/card/card.js';
import { drawable, letteringFor } from '../../server/web/card/glyphs.js';
import { createMember } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { square } from '../helpers/pictures.js';
import { useServer } from '../helpers/server.js';

describe('the link preview card', () => {
  const server = useServer();
  const guest = visitorOf(server);
  let owner: Awaited<ReturnType<typeof createMember>>;
  before(async () => {
    owner = await createMember('owner@example.com');
    await submitListing(owner, {
      name: 'Tidewater Notes',
      website_url: 'https://tidewater.example.com',
      tagline: 'Notes by the sea',
      categories: ['productivity'],
    });
  });

  const metaOf = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];
  const cardOf = async (page: string) =>
    (metaOf((await guest.get(page)).html, 'og:image') ?? '').replace(server.url, '');
  const draw = async (address: string) => {
    const answer = await server.fetch(address);
    expect(answer.status, address).to.equal(200);
    return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
  };

  it('is referenced by its page with size and alternative text, and immutable', async () => {
    const { html } = await guest.get('/listings/tidewater-notes');
    const [width, height, alt, card] = [
      'og:image:width',
      'og:image:height',
      'og:image:alt',
      'twitter:card',
    ].map((name) => metaOf(html, name));
    expect([width, height, alt, card]).to.deep.equal([
      '1200',
      '630',
      'Tidewater Notes: Notes by the sea',
      'summary_large_image',
    ]);
    const { bytes, headers } = await draw(await cardOf('/listings/tidewater-notes'));
    expect(await sharp(bytes).metadata()).to.include({ format: 'png', width: 1200, height: 630 });
    expect(Object.fromEntries(headers)).to.include({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers.get('set-cookie')).to.equal(null);
  });

  it('has another address and picture when its content changes; the old address redirects to the new', async () => {
    const before = await cardOf('/listings/tidewater-notes');
    const first = await draw(before);
    const input = {
      name: 'Tidewater Notes',
      website_url: 'https://tidewater.example.com',
      tagline: 'Notes by the lake',
    };
    await submitListing(owner, input, await square('png', 64, '#0a7'));
    const after = await cardOf('/listings/tidewater-notes');
    expect(after).not.to.equal(before);
    const { bytes } = await draw(after);
    expect(bytes.equals(first.bytes)).to.equal(false);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const middleOfMark = (116 * info.width + 124) * info.channels;
    expect(
      [...data.subarray(middleOfMark, middleOfMark + 3)].map((value) => Math.round(value / 17)),
    ).to.deep.equal([0, 10, 7]);
    const old = await server.fetch(before, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).to.deep.equal([302, after]);
  });

  it('exists for a category and for the site, where a social image takes precedence', async () => {
    const [category, site] = [await cardOf('/categories/productivity'), await cardOf('/')];
    expect(category).to.match(/^\/cards\/categories\/productivity\.[0-9a-f]{12}\.png$/);
    expect(await cardOf('/docs')).to.equal(site);
    await draw(category);
    const before = await draw(site);
    await updateSettings(systemActor('cli'), { accent_color: '#a8321f' });
    const red = await cardOf('/');
    expect(red).not.to.equal(site);
    expect((await draw(red)).bytes.equals(before.bytes)).to.equal(false);
    const social_image_url = await storePicture('social-image', await square('png', 64, '#fa0'));
    await updateSettings(systemActor('cli'), { accent_color: null, social_image_url });
    expect(await cardOf('/')).to.match(/^\/media\//);
    expect(await cardOf('/categories/productivity')).to.equal(category);
  });

  it('is not found for hidden and unknown listings', async () => {
    const card = await cardOf('/listings/tidewater-notes');
    await server.database.knex('listings').update({ archived_at: new Date() });
    for (const address of [
      card,
      '/cards/listings/nope.0123456789ab.png',
      '/cards/listings/%00.png',
      '/cards/categories/nope.0123456789ab.png',
      '/cards/site/home.png',
      '/cards/site/about.0123456789ab.png',
    ]) {
      expect((await server.fetch(address)).status, address).to.equal(404);
    }
    await server.database.knex('listings').update({ archived_at: null });
  });

  describe('as an SVG', () => {
    const content = (change: Partial<CardContent> = {}): CardContent => ({
      name: 'A',
      headings: ['Tidewater'],
      line: '',
      logo: null,
      isDirectory: false,
      directory: 'Directory',
      accent: null,
      ...change,
    });
    /** Whether the rows of the heading contain anything but background. */
    const hasHeading = async (change: Partial<CardContent>) => {
      const png = await drawCard(content(change));
      const part = await sharp(png).extract({ left: 40, top: 200, width: 700, height: 120 }).toBuffer();
      const { channels } = await sharp(part).stats();
      return channels.some(({ min, max }) => max - min > 40);
    };

    it('has its first renderable heading, and none rather than placeholder boxes', async () => {
      expect(await hasHeading({})).to.equal(true);
      expect(await hasHeading({ headings: ['数据笔记', 'مرحبا', '🚀'] })).to.equal(false);
      expect(await hasHeading({ headings: ['数据笔记', 'data.example.com'] })).to.equal(true);
    });

    it('treats any input as text', async () => {
      const hostile = [
        '</svg><script>alert(1)</script>',
        '&lt;',
        '"><image href="file:///etc/passwd"/>',
        '\u202e\u0301',
      ];
      for (const text of [...hostile, 'W'.repeat(80), 'a '.repeat(40)]) {
        const change = { name: text, headings: [text], line: text, directory: text };
        expect(await sharp(await drawCard(content(change))).metadata()).to.include({
          width: 1200,
          height: 630,
        });
      }
    });

    it('writes Latin, Cyrillic, Greek and Vietnamese, and leaves emoji out', async () => {
      for (const text of ['Müßiggang – “ok” Łódź', 'Привет, мир', 'Ελλάδα', 'Tiếng Việt']) {
        const lettering = await letteringFor(drawable(text), 600);
        expect(lettering?.path(text, 0, 0, 66), text)
          .to.be.a('string')
          .and.not.contain('NaN');
      }
      expect(drawable('Rocket 🚀 👩‍👩‍👧 Notes™')).to.equal('Rocket Notes');
      expect(await letteringFor('日本語', 400)).to.equal(null);
    });

    it('breaks lines between words, and truncates what is too long', async () => {
      const lettering = await letteringFor('abcdefghijklmnopqrstuvwxyz ', 400);
      if (!lettering) throw new Error('These letters are in the font.');
      const box = { width: 300, lines: 2, sizes: [40, 30] };
      const long = fitLines('notes that stay readable in fifty years and more', lettering, box);
      expect(long.size).to.equal(30);
      expect(long.lines).to.have.length(2);
      expect(long.lines.at(-1)).to.match(/…$/);
      expect(long.lines.every((line) => lettering.width(line, long.size) <= 300)).to.equal(true);
      expect(fitLines('two words', lettering, box)).to.deep.equal({ size: 40, lines: ['two words'] });
    });
  });
});
