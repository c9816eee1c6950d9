import { expect } from 'chai';
import { reKeySites } from '../../core/addresses/re-key.js';
import { URL_KEY_VERSION } from '../../core/addresses/site.js';
import { useDatabase } from '../helpers/database.js';
import { insertListings } from '../helpers/listings.js';

describe('url keys of an earlier version', () => {
  const database = useDatabase({ LOG_LEVEL: 'silent' });

  /** As an earlier release stored it. */
  async function store(word: string, websiteUrl: string, urlKey: string, createdAt: string): Promise<string> {
    const [slug = ''] = await insertListings(null, 1, word);
    await database
      .knex('listings')
      .where({ slug })
      .update({ website_url: websiteUrl, url_key: urlKey, url_key_version: 1, created_at: createdAt });
    return slug;
  }

  const keys = async () =>
    Object.fromEntries(
      (await database.knex('listings').orderBy('slug').select('slug', 'url_key')).map((row) => [
        row.slug,
        row.url_key,
      ]),
    );

  it('are updated at the start; of two rows for one site the older gets the new key, the other stays as it is', async () => {
    await store('port', 'https://port.example.com:80', 'port.example.com:80', '2026-01-02');
    await store('twin', 'https://twin.example.com/?=', 'twin.example.com?==', '2026-01-03');
    await store('older', 'http://twin.example.com:443', 'twin.example.com:443', '2026-01-02');
    await store('stands', 'https://stands.example.com', 'stands.example.com', '2026-01-02');
    await store('blocks', 'https://stands.example.com:80', 'stands.example.com:80', '2026-01-01');
    await store('gone', 'https://gone.invalid', 'gone.invalid', '2026-01-01');
    await database.knex('catalog_entries').insert({
      url_key: 'catalog.example.com:80',
      name: 'A place',
      url: 'https://catalog.example.com:80',
      status: 'live',
    });
    await database.knex('policy_passes').insert({
      url_key: 'port.example.com:80',
      website_url: 'https://port.example.com:80',
      category: 'drugs',
      reason: 'a test',
    });
    const changesBefore = await database.knex('listing_changes').orderBy('slug').select('slug', 'noted');

    const { changed, collided } = await reKeySites();

    expect(await keys()).to.deep.equal({
      'blocks-0': 'stands.example.com:80',
      'gone-0': 'gone.invalid',
      'older-0': 'twin.example.com',
      'port-0': 'port.example.com',
      'stands-0': 'stands.example.com',
      'twin-0': 'twin.example.com?==',
    });
    expect(changed).to.equal(4);
    expect(collided).to.have.members(['https://twin.example.com/?=', 'https://stands.example.com:80']);
    const pass = await database.knex('policy_passes').first('url_key');
    expect(pass.url_key).to.equal('port.example.com');
    const entry = await database.knex('catalog_entries').where({ name: 'A place' }).first('url_key');
    expect(entry.url_key).to.equal('catalog.example.com');
    const changesAfter = await database.knex('listing_changes').orderBy('slug').select('slug', 'noted');
    expect(changesAfter, 'mirrors are told of nothing').to.deep.equal(changesBefore);
  });

  it('are retried where they collided, and only there', async () => {
    const open = await database.knex('listings').where('url_key_version', '<', URL_KEY_VERSION).pluck('slug');
    expect(open).to.have.members(['twin-0', 'blocks-0']);
    expect((await reKeySites()).collided).to.have.length(2);
    await database.knex('listings').where({ slug: 'stands-0' }).delete();
    expect((await reKeySites()).changed).to.equal(1);
    expect((await keys())['blocks-0']).to.equal('stands.example.com');
  });
});
