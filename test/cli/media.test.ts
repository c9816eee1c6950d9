import { expect } from 'chai';
import sharp from 'sharp';
import { holdMedia, readMedia, removeObjects } from '../../core/pictures/media.js';
import { objectStore } from '../../core/pictures/media-store.js';
import { encodeScreenshot } from '../../core/reader/picture.js';
import { adminOf } from '../helpers/admin.js';
import { useBucket } from '../helpers/bucket.js';
import { useDatabase } from '../helpers/database.js';

describe('directory-admin media move', function () {
  this.timeout(30_000);
  const environment = useBucket();
  const database = useDatabase(environment);
  const admin = (line: string) => adminOf(database, environment)(line);
  const inRows = async () => Number((await database.knex('media').whereNotNull('bytes').count())[0]?.count);

  it('moves every picture to the database and back, all readable meanwhile', async () => {
    const ids: string[] = [];
    for (const background of ['red', 'green', 'blue']) {
      const create = { width: 700, height: 500, channels: 3, background } as const;
      const path = await holdMedia(await encodeScreenshot(await sharp({ create }).png().toBuffer()));
      ids.push(path.replace('/media/', ''));
    }
    const read = () =>
      Promise.all(ids.flatMap((id) => [readMedia(id, 'picture'), readMedia(id, 'thumbnail')]));
    const before = await read();
    expect(before.every((file) => file !== null)).to.equal(true);
    expect((await admin('media move --to database --dry-run --json')).json()).to.include({ total: 3 });
    expect(await inRows()).to.equal(0);

    const back = await admin('media move --to database --yes --json');
    expect(back.code, back.stderr).to.equal(0);
    expect(back.json<{ moved: string[] }>().moved).to.have.members(ids);
    expect(await inRows()).to.equal(3);
    expect(await read()).to.deep.equal(before);
    expect(await objectStore()?.get(`media/${ids[0]}.webp`)).to.equal(null);

    expect((await admin('media move --to bucket --yes')).stdout).to.include('Moved 3 pictures.');
    expect(await inRows()).to.equal(0);
    expect(await read()).to.deep.equal(before);
    expect((await admin('media move --to bucket --yes')).stdout).to.include('nothing to move');

    await objectStore()?.remove([`media/${ids[1]}.webp`]);
    const lost = await admin('media move --to database --yes --json');
    expect(lost.code).to.equal(4);
    expect(lost.json()).to.deep.include({ failed: [ids[1]] });
  });

  it('loses no picture that is uploaded meanwhile', async () => {
    const create = { width: 700, height: 500, channels: 3, background: 'yellow' } as const;
    const picture = await encodeScreenshot(await sharp({ create }).png().toBuffer());
    const id = (await holdMedia(picture)).replace('/media/', '');
    // Moved, deleted and uploaded again, before the move removes what it has moved.
    await removeObjects(id);
    expect(await readMedia(id, 'picture')).to.deep.equal({ id, bytes: picture.bytes });
    await database.knex('media').where({ id }).delete();
  });

  it('requires the bucket in MEDIA_STORE in both directions', async () => {
    const run = await adminOf(database)('media move --to database --yes --json');
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include('MEDIA_STORE names no bucket');
    expect(await inRows()).to.equal(2);
  });
});
