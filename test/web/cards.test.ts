// Link preview cards: every page names one, it shows the right content, and no input can break it.
import { expect } from 'chai';
import sharp from 'sharp';
import { systemActor } from '../../core/kernel/actor.js';
import { submitListing } from '../../core/listings/submit.js';
import { storePicture, updateSettings } from '../../core/settings/manage.js';
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
    const name = '</svg><image href="file:///etc/passwd"/>';
    const input = { name, website_url: 'https://tidewater.example.com', tagline: 'Notes by the lake' };
    await submitListing(owner, input, await square('png', 64, '#0a7'));
    const after = await cardOf('/listings/tidewater-notes');
    expect(after).not.to.equal(before);
    const { bytes } = await draw(after);
    expect(bytes.equals(first.bytes)).to.equal(false);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const middle = (315 * info.width + 600) * info.channels;
    expect([...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 17))).to.deep.equal([
      0, 10, 7,
    ]);
    const old = await server.fetch(before, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).to.deep.equal([302, after]);
  });

  it('is that of the site elsewhere, where a social image takes precedence', async () => {
    const site = await cardOf('/');
    for (const page of ['/docs', '/categories/productivity']) expect(await cardOf(page)).to.equal(site);
    const before = await draw(site);
    await updateSettings(systemActor('cli'), { accent_color: '#a8321f' });
    const red = await cardOf('/');
    expect(red).not.to.equal(site);
    expect((await draw(red)).bytes.equals(before.bytes)).to.equal(false);
    const social_image_url = await storePicture('social-image', await square('png', 64, '#fa0'));
    await updateSettings(systemActor('cli'), { accent_color: null, social_image_url });
    expect(await cardOf('/')).to.match(/^\/media\//);
    expect(await cardOf('/listings/tidewater-notes')).to.match(/^\/cards\/listings/);
  });

  it('is not found for hidden and unknown listings', async () => {
    const card = await cardOf('/listings/tidewater-notes');
    await server.database.knex('listings').update({ archived_at: new Date() });
    for (const address of [
      card,
      '/cards/listings/nope.0123456789ab.png',
      '/cards/listings/%00.png',
      '/cards/site/home.png',
    ]) {
      expect((await server.fetch(address)).status, address).to.equal(404);
    }
    await server.database.knex('listings').update({ archived_at: null });
  });
});
