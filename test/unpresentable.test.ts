// A row that cannot be presented empties no list: it is left out, logged, and shown to staff.
import { expect } from 'chai';
import { log } from '../core/kernel/log.js';
import { adminOf } from './helpers/admin.js';
import { type Json, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import { visitorOf } from './helpers/pages.js';

describe('a row that cannot be presented', () => {
  const api = useApi({ ADMIN_EMAILS: 'root@example.com' });

  it('is left out of every list, logged with its id, named on the status page, and can be deleted', async () => {
    const { key } = await api.register();
    const { key: adminKey } = await api.registerAdmin();
    const root = visitorOf(api.server);
    await root.signUp('root@example.com');
    const good = await api.submit(key, { name: 'Good Notes' });
    const bad = await api.submit(key, { name: 'Bad Notes', tagline: 'Notes that cannot be shown' });
    // No Date of JavaScript.
    await api.server.database.knex('listings').where({ id: bad.id }).update({ updated_at: 'infinity' });

    const logged: Json[] = [];
    const logger = log as unknown as { error: (about: object) => void };
    const before = logger.error;
    logger.error = (about) => logged.push(about);
    const slugs = async (path: string, by?: string) =>
      (await api.get(path, { key: by })).body.listings.map(({ slug }: Json) => slug);
    try {
      for (const path of ['/api/v1/listings', '/api/v1/listings?q=notes', '/api/v1/listings?mine=1'])
        expect(await slugs(path, key), path).to.deep.equal([good.slug]);
      expect(await slugs('/api/v1/admin/listings', adminKey)).to.deep.equal([good.slug]);
    } finally {
      logger.error = before;
    }
    expect(logged.map(({ row }) => row)).to.deep.equal([bad.id]);
    const { body } = await api.get('/api/v1/listings/changes');
    expect(body.changes.map(({ slug }: Json) => slug)).to.deep.equal([good.slug]);
    const { value } = await mcpOf(api.server).callTool('search_listings', { q: 'notes' });
    expect(value.listings.map(({ slug }: Json) => slug)).to.deep.equal([good.slug]);
    for (const path of [
      '/',
      '/listings',
      '/listings?q=notes',
      '/feed.xml',
      '/sitemap.xml',
      '/admin/listings',
      '/admin',
    ])
      expect((await root.get(path)).status, path).to.equal(200);
    expect((await root.get('/admin/status')).html).to.include(`${bad.slug} (${bad.id})`);
    const doctor = await adminOf(api.server.database)('doctor --json');
    expect(doctor.stdout).to.include(`${bad.slug} (${bad.id})`);

    expect((await api.delete(`/api/v1/listings/${bad.slug}`, { key: adminKey })).status).to.equal(200);
  });
});
