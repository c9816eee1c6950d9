// Where picture bytes are stored and when they are deleted, in the database and in an S3-compatible store.
import { expect } from 'chai';
import { guest } from '../../../core/kernel/actor.js';
import { finishBackground } from '../../../core/kernel/background.js';
import { uploadLogo } from '../../../core/listings/pictures.js';
import { deleteListing } from '../../../core/listings/status.js';
import { submitListing, updateListing } from '../../../core/listings/submit.js';
import {
  holdMedia,
  readMedia,
  removeObjects,
  sweepMedia,
  toPublicAddress,
} from '../../../core/pictures/media.js';
import { closeMediaStore } from '../../../core/pictures/media-store.js';
import { encodeScreenshot } from '../../../core/reader/picture.js';
import { useBucket } from '../../helpers/bucket.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';
import type { Environment } from '../../helpers/environment.js';
import { square } from '../../helpers/pictures.js';

type Member = Awaited<ReturnType<typeof createMember>>;

function keepsMedia(environment: Environment): void {
  const database = useDatabase(environment);
  let owner: Member;
  let count = 0;
  before(async () => {
    owner = await createMember('ada@example.com');
  });
  after(closeMediaStore);

  const submit = async (fields: object) => {
    count += 1;
    const input = {
      name: `Product ${count}`,
      website_url: `https://p${count}.example.com`,
      tagline: 'x',
      ...fields,
    };
    return (await submitListing(owner, input)).listing;
  };
  const logo = async (background: string) => {
    const bytes = await square('webp', 32, background);
    return toPublicAddress(await holdMedia({ bytes, width: 32, height: 32 }));
  };
  const idOf = (address: string | null) => address?.split('/').at(-1) ?? '';
  const isKept = async (address: string | null) => {
    await finishBackground();
    const row = await database
      .knex('media')
      .where({ id: idOf(address) })
      .first('id');
    const bytes = await readMedia(idOf(address), 'picture');
    expect(bytes === null, 'row and bytes agree').to.equal(row === undefined);
    return row !== undefined;
  };

  it('stores one picture for the same content, as long as a listing shows it', async () => {
    const red = await logo('#f00');
    expect(await logo('#f00')).to.equal(red);
    const one = await submit({ logo_url: red });
    const two = await submit({ logo_url: red });
    expect(one.logo_url).to.equal(red);
    await deleteListing(owner, one.slug);
    expect(await isKept(red)).to.equal(true);
    await deleteListing(owner, two.slug);
    expect(await isKept(red)).to.equal(false);
  });

  it('deletes a logo that is replaced or cleared', async () => {
    const green = await logo('#0f0');
    const blue = await logo('#00f');
    const { slug } = await submit({ logo_url: green });
    await updateListing(owner, slug, { logo_url: blue });
    expect(await isKept(green)).to.equal(false);
    expect(await isKept(blue)).to.equal(true);
    await updateListing(owner, slug, { logo_url: null });
    expect(await isKept(blue)).to.equal(false);
  });

  it('deletes nothing when the change is refused', async () => {
    const grey = await logo('#888');
    const { slug } = await submit({ logo_url: grey });
    await submit({ website_url: 'https://taken.example.com' });
    await updateListing(owner, slug, { logo_url: null, website_url: 'https://taken.example.com' }).catch(
      () => null,
    );
    expect(await isKept(grey)).to.equal(true);
  });

  it('refuses an address of our own without a picture', async () => {
    const gone = `${(await logo('#123')).slice(0, -43)}${'A'.repeat(43)}`;
    const outcome = await submit({ logo_url: gone }).catch((error: unknown) => error);
    expect(outcome).to.include({ code: 'validation_error' });
  });

  it('sweeps unused pictures after their hold has expired', async () => {
    const picture = await encodeScreenshot(await square('png', 900, '#fa0'));
    const path = await holdMedia(picture);
    expect(await readMedia(idOf(path), 'thumbnail'))
      .to.have.property('bytes')
      .with.property('length')
      .greaterThan(0);
    expect(await sweepMedia()).to.equal(0);
    await database.knex('media').update({ held_until: new Date(0) });
    expect(await sweepMedia()).to.be.at.least(1);
    expect(await isKept(path)).to.equal(false);
    expect(await readMedia(idOf(path), 'thumbnail')).to.equal(null);
  });

  it('stores a picture again whose bytes are out of reach', async () => {
    const picture = await encodeScreenshot(await square('png', 700, '#0ff'));
    const id = idOf(await holdMedia(picture));
    await database.knex('media').where({ id }).update({ bytes: null, thumbnail: null });
    await holdMedia(picture);
    expect(await readMedia(id, 'picture')).to.deep.equal({ id, bytes: picture.bytes });
    // Freed and uploaded again, before its objects are removed.
    await removeObjects(id);
    expect(await readMedia(id, 'picture')).to.deep.equal({ id, bytes: picture.bytes });
  });

  it('returns nothing for malformed ids', async () => {
    for (const id of ['', '..', 'x'.repeat(43), '%00', "' or 1=1"])
      expect(await readMedia(id, 'picture'), id).to.equal(null);
    const outcome = await uploadLogo(guest('rest'), await square('png')).catch((error: unknown) => error);
    expect(outcome).to.include({ code: 'unauthorized' });
  });
}

describe('media in the database', () => keepsMedia({}));

describe('media in an S3-compatible store', function () {
  this.timeout(20_000);
  keepsMedia(useBucket());
});
