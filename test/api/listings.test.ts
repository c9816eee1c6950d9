import { expect } from 'chai';
import { expectError, newProduct, useApi } from '../helpers/api.js';
import { queriesOf } from '../helpers/queries.js';

describe('listings', () => {
  const api = useApi();
  let key: string;
  let other: string;
  let admin: string;
  before(async () => {
    key = (await api.register()).key;
    other = (await api.register()).key;
    admin = (await api.registerAdmin()).key;
  });

  describe('POST /api/v1/listings', () => {
    it('creates a live listing and returns every field, unset ones as null', async () => {
      const { status, body } = await api.post(
        '/api/v1/listings',
        { name: 'Café Notes', website_url: 'cafe-notes.example.com', tagline: 'Notes' },
        { key },
      );
      expect(status).to.equal(201);
      expect(body).to.include({ status: 'live', created: true });
      expect(body.url).to.equal(`${api.server.url}/listings/cafe-notes`);
      expect(body.listing).to.deep.include({
        slug: 'cafe-notes',
        website_url: 'https://cafe-notes.example.com',
        description: null,
        categories: null,
        pricing_model: null,
        pricing_summary: null,
        cta_label: null,
        features: null,
        logo_url: null,
        screenshot_url: null,
        screenshot_status: null,
        screenshot_updated_at: null,
        source: 'human',
        featured: false,
        status_reason: null,
      });
      expect(body.listing.published_at).to.equal(body.listing.created_at);
    });

    it('sends at most eleven statements, of which one reads the key', async () => {
      const asked = await queriesOf(() => api.post('/api/v1/listings', newProduct(), { key }));
      expect(asked.length, asked.join('\n')).to.be.at.most(11);
      expect(asked.filter((text) => /from api_keys/.test(text))).to.have.length(1);
    });

    it('updates the owner’s listing of the same site: omitted fields stay, null clears', async () => {
      const product = newProduct({ description: 'Long', cta_label: 'Try it', features: ['One', 'Two'] });
      const { body: first } = await api.post('/api/v1/listings', product, { key });
      const { status, body } = await api.post(
        '/api/v1/listings',
        {
          ...newProduct(),
          website_url: `${product.website_url.replace('https', 'HTTP')}/index.html?utm_source=x#top`,
          name: 'New name',
          description: null,
          features: [],
          cta_label: undefined,
        },
        { key },
      );
      expect(status).to.equal(200);
      expect(body.created).to.equal(false);
      expect(body.listing).to.deep.include({
        id: first.listing.id,
        slug: first.listing.slug,
        name: 'New name',
        description: null,
        features: null,
        cta_label: 'Try it',
      });
    });

    it('takes its timestamps from the database, not from this machine', async () => {
      const Clock = Date;
      const isAhead = 3_600_000;
      globalThis.Date = class extends Clock {
        constructor(...given: []) {
          super(...((given.length > 0 ? given : [Clock.now() + isAhead]) as []));
        }
      } as DateConstructor;
      try {
        const { published_at, created_at } = await api.submit(key);
        for (const time of [published_at, created_at]) {
          expect(Clock.parse(time) - Clock.now()).to.be.below(isAhead / 2);
        }
      } finally {
        globalThis.Date = Clock;
      }
    });

    it('changes nothing when the same body is sent again', async () => {
      const product = newProduct({ categories: ['ai', 'ai', 'saas'] });
      const { body: first } = await api.post('/api/v1/listings', product, { key });
      const { status, body } = await api.post('/api/v1/listings', product, { key });
      expect(status).to.equal(200);
      expect(body.listing).to.deep.equal(first.listing);
      const audits = await api.server.database.knex('audit_entries').where({ subject_id: first.listing.id });
      expect(audits.map((row) => row.action)).to.deep.equal(['listing.create']);
    });

    it('returns a live listing of another account unchanged', async () => {
      const listing = await api.submit(key);
      const product = { ...newProduct(), website_url: listing.website_url };
      const { status, body } = await api.post('/api/v1/listings', product, { key: other });
      expect(status).to.equal(200);
      expect(body.created).to.equal(false);
      expect(body.listing.name).to.equal(listing.name);
      expect(body.listing).to.not.have.property('status_reason');
    });

    it('says only that the site is taken when another account’s listing is hidden; an admin sees it', async () => {
      const listing = await api.submit(key);
      await api.post(`/api/v1/listings/${listing.slug}`, { action: 'archive' }, { key });
      const product = { ...newProduct(), website_url: listing.website_url };
      expectError(
        await api.post('/api/v1/listings', product, { key: other }),
        400,
        'website_url_taken',
        'website_url',
      );
      const { body } = await api.post('/api/v1/listings', product, { key: admin });
      expect(body).to.include({ created: false, status: 'archived' });
    });

    it('never changes the status of a listing that is submitted again', async () => {
      const product = newProduct();
      const { body: first } = await api.post('/api/v1/listings', product, { key });
      await api.post(`/api/v1/listings/${first.listing.slug}`, { action: 'archive' }, { key });
      const { body } = await api.post('/api/v1/listings', { ...product, tagline: 'Changed' }, { key });
      expect(body).to.include({ created: false, status: 'archived' });
      expect(body.listing.tagline).to.equal('Changed');
    });

    it('creates one listing out of thirty concurrent submissions of a site, without errors', async () => {
      const product = newProduct();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          api.post('/api/v1/listings', { ...product, name: `Racer ${n}` }, { key: n % 2 ? key : other }),
        ),
      );
      expect(answers.map((answer) => answer.status).filter((status) => status === 201)).to.have.length(1);
      expect(new Set(answers.map((answer) => answer.status))).to.deep.equal(new Set([200, 201]));
      expect(new Set(answers.map((answer) => answer.body.listing.id)).size).to.equal(1);
    });

    it('numbers the slugs of equal names, also under concurrency', async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          api.post('/api/v1/listings', newProduct({ name: 'Same Name' }), { key }),
        ),
      );
      const slugs = answers.map((answer) => answer.body.listing.slug).sort();
      expect(new Set(slugs).size).to.equal(12);
      for (const slug of slugs) expect(slug).to.match(/^same-name(-\d+)?$/);
      expect(slugs).to.include('same-name');
    });

    it('takes the slug from the host when the name has no ASCII letters', async () => {
      const listing = await api.submit(key, { name: '写真', website_url: 'https://shashin.example.com' });
      expect(listing.slug).to.equal('shashin-example-com');
    });

    it('never gives a listing the path of the changes feed', async () => {
      const listing = await api.submit(key, { name: 'Changes' });
      expect(listing.slug).to.equal('changes-2');
    });

    it('accepts the alias website, and refuses it beside a different website_url', async () => {
      const { website_url: website, ...product } = newProduct();
      const { status, body } = await api.post('/api/v1/listings', { ...product, website }, { key });
      expect(status).to.equal(201);
      expect(body.listing.website_url).to.equal(website);
      const both = { ...product, website, website_url: `${website}/other` };
      expectError(await api.post('/api/v1/listings', both, { key }), 400, 'validation_error', 'website');
      const bad = { ...product, website: 'https://localhost' };
      expectError(await api.post('/api/v1/listings', bad, { key }), 400, 'validation_error', 'website');
    });

    it('warns about unknown fields and about read-only ones with other values', async () => {
      const listing = await api.submit(key);
      const { body } = await api.post(
        '/api/v1/listings',
        {
          name: listing.name,
          website_url: listing.website_url,
          tagline: listing.tagline,
          id: listing.id,
          status: 'rejected',
          screenshot_url: 'https://example.com/x.png',
          fetaures: ['x'],
        },
        { key },
      );
      expect(body.warnings.map((w: { field: string; code: string }) => [w.field, w.code])).to.deep.equal([
        ['fetaures', 'unknown_field'],
        ['status', 'read_only_field'],
        ['screenshot_url', 'read_only_field'],
      ]);
      expect(body.warnings[0].error).to.contain('"features"');
      expect(body.listing.status).to.equal('live');
    });

    it('requires an account', async () => {
      const answer = await api.post('/api/v1/listings', newProduct());
      expectError(answer, 401, 'unauthorized');
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    });

    describe('refuses, storing nothing:', () => {
      const over = (length: number) => 'x'.repeat(length + 1);
      const BAD: [what: string, fields: object, field: string][] = [
        ['no name', { name: undefined }, 'name'],
        ['a null name', { name: null }, 'name'],
        ['a blank name', { name: ' \t ' }, 'name'],
        ['a name of 81', { name: over(80) }, 'name'],
        ['a name that is a number', { name: 7 }, 'name'],
        ['a name with a line break', { name: 'a\nb' }, 'name'],
        ['a name with NUL', { name: 'a\0b' }, 'name'],
        ['a name with half a character', { name: 'a\ud800b' }, 'name'],
        ['a tagline of 161', { tagline: over(160) }, 'tagline'],
        ['a description of 4,001', { description: over(4000) }, 'description'],
        ['a description with a bell', { description: 'ring \u0007' }, 'description'],
        [
          'six categories',
          { categories: ['ai', 'saas', 'sales', 'design', 'finance', 'other'] },
          'categories',
        ],
        ['an unknown category', { categories: ['robots'] }, 'categories'],
        ['categories as text', { categories: 'ai' }, 'categories'],
        ['an unknown pricing model', { pricing_model: 'barter' }, 'pricing_model'],
        ['a pricing summary of 81', { pricing_summary: over(80) }, 'pricing_summary'],
        ['a button label of 41', { cta_label: over(40) }, 'cta_label'],
        ['nine features', { features: Array(9).fill('x') }, 'features'],
        ['a feature of 121', { features: [over(120)] }, 'features'],
        ['an empty feature', { features: [''] }, 'features'],
        ['a logo address of 1,001', { logo_url: `https://example.com/${over(980)}` }, 'logo_url'],
        ['a script as logo', { logo_url: 'javascript:alert(1)' }, 'logo_url'],
        ['a relative logo', { logo_url: '/logo.png' }, 'logo_url'],
        ['a site of 501', { website_url: `https://example.com/${over(480)}` }, 'website_url'],
        ['an IPv4 site', { website_url: 'http://10.0.0.1/' }, 'website_url'],
        ['a decimal IPv4 site', { website_url: 'http://2130706433/' }, 'website_url'],
        ['an IPv6 site', { website_url: 'http://[2606:4700::1]/' }, 'website_url'],
        ['localhost', { website_url: 'localhost:3000' }, 'website_url'],
        ['a single label', { website_url: 'https://intranet/' }, 'website_url'],
        ['a .local site', { website_url: 'https://printer.local.' }, 'website_url'],
        ['credentials', { website_url: 'https://me:secret@example.com' }, 'website_url'],
        ['javascript:', { website_url: 'javascript:alert(1)' }, 'website_url'],
        ['mailto:', { website_url: 'mailto:me@example.com' }, 'website_url'],
        ['no address at all', { website_url: 'https://' }, 'website_url'],
      ];
      for (const [what, fields, field] of BAD) {
        it(what, async () => {
          const before = await api.server.database.knex('listings').count();
          const answer = await api.post('/api/v1/listings', newProduct(fields), { key });
          expectError(answer, 400, 'validation_error', field);
          expect(answer.body.errors[0].field).to.equal(field);
          expect(await api.server.database.knex('listings').count()).to.deep.equal(before);
        });
      }

      it('malformed JSON', async () => {
        const headers = { 'content-type': 'application/json' };
        for (const raw of ['{"name":', '[1,', 'nonsense', '']) {
          expectError(await api.call('POST', '/api/v1/listings', { raw, key, headers }), 400, 'invalid_json');
        }
      });

      it('text that is not UTF-8, and endlessly nested JSON', async () => {
        const headers = { 'content-type': 'application/json' };
        const json = JSON.stringify(newProduct({ tagline: 'caf#' }));
        for (const raw of [Buffer.from(json.replace('#', '\xe9'), 'latin1'), '['.repeat(200_000)]) {
          expectError(await api.call('POST', '/api/v1/listings', { raw, key, headers }), 400, 'invalid_json');
        }
      });

      it('a body that is not an object', async () => {
        expectError(await api.post('/api/v1/listings', [1], { key }), 400, 'validation_error');
      });

      it('a body of 10 MB', async () => {
        const raw = JSON.stringify(newProduct({ description: 'x'.repeat(10_000_000) }));
        const headers = { 'content-type': 'application/json' };
        expectError(
          await api.call('POST', '/api/v1/listings', { raw, key, headers }),
          413,
          'payload_too_large',
        );
      });

      it('another media type', async () => {
        const headers = { 'content-type': 'text/plain' };
        const answer = await api.call('POST', '/api/v1/listings', { raw: '{}', key, headers });
        expectError(answer, 415, 'unsupported_media_type');
      });

      it('several invalid fields, naming them all at once', async () => {
        const { body } = await api.post(
          '/api/v1/listings',
          {
            ...{ name: '', website_url: 'http://localhost', website: 'http://elsewhere.example.com' },
            ...{ categories: ['x'], features: ['ok', ''], facts: { source_code: 'none' } },
          },
          { key },
        );
        expect(body.errors.map((error: { path: string }) => error.path)).to.have.members([
          '/name',
          '/website_url',
          '/tagline',
          '/categories/0',
          '/features/1',
          '/facts/source_code',
          '/website',
        ]);
      });
    });

    it('counts code points, trims, and normalises to NFC', async () => {
      const listing = await api.submit(key, {
        name: `  ${'😀'.repeat(79)}e\u0301  `.replace('e\u0301', 'é'),
      });
      expect([...listing.name]).to.have.length(80);
      const composed = await api.submit(key, { tagline: ' e\u0301 ' });
      expect(composed.tagline).to.equal('é');
    });
  });

  describe('a single listing', () => {
    it('is readable by guests while live, otherwise only by its owner and admins', async () => {
      const listing = await api.submit(key);
      const path = `/api/v1/listings/${listing.slug}`;
      expect((await api.get(path)).status).to.equal(200);
      await api.post(path, { action: 'archive', reason: 'Closing down' }, { key });
      expectError(await api.get(path), 404, 'not_found');
      expectError(await api.get(path, { key: other }), 404, 'not_found');
      expect((await api.get(path, { key })).body.listing).to.include({
        status: 'archived',
        status_reason: 'Closing down',
      });
      expect((await api.get(path, { key: admin })).status).to.equal(200);
    });

    it('is answered with 404 for impossible slugs', async () => {
      for (const slug of [
        'UPPER',
        'a%00b',
        '%ff',
        '..%2f..%2fetc',
        "a'--",
        'a'.repeat(300),
        '%F0%9F%92%A9',
        '-',
      ]) {
        expectError(await api.get(`/api/v1/listings/${slug}`), 404, 'not_found');
      }
    });

    it('can be patched by its owner and admins only, and keeps its slug', async () => {
      const listing = await api.submit(key);
      const path = `/api/v1/listings/${listing.slug}`;
      const patch = { name: 'Renamed', pricing_model: 'free' };
      expectError(await api.patch(path, patch), 401, 'unauthorized');
      expectError(await api.patch(path, patch, { key: other }), 403, 'forbidden');
      const { status, body } = await api.patch(path, patch, { key });
      expect(status).to.equal(200);
      expect(body.listing).to.include({ name: 'Renamed', slug: listing.slug, pricing_model: 'free' });
      expectError(
        await api.patch(path, { tagline: null }, { key: admin }),
        400,
        'validation_error',
        'tagline',
      );
      const entries = await api.server.database
        .knex('audit_entries')
        .where({ subject_id: listing.id, action: 'listing.update' });
      expect(entries[0].before).to.deep.equal({ name: listing.name, pricing_model: null });
    });

    it('can move to another site that is not listed', async () => {
      const first = await api.submit(key);
      const second = await api.submit(key);
      const path = `/api/v1/listings/${first.slug}`;
      const taken = await api.patch(path, { website_url: second.website_url }, { key });
      expectError(taken, 400, 'website_url_taken', 'website_url');
      const moved = await api.patch(path, { website_url: 'https://moved.example.com' }, { key });
      expect(moved.body.listing.website_url).to.equal('https://moved.example.com');
      expect(
        (await api.post('/api/v1/listings', newProduct({ website_url: first.website_url }), { key: other }))
          .status,
      ).to.equal(201);
    });

    it('frees its site when deleted', async () => {
      const listing = await api.submit(key);
      const path = `/api/v1/listings/${listing.slug}`;
      expectError(await api.delete(path, { key: other }), 403, 'forbidden');
      expect((await api.delete(path, { key })).body).to.deep.equal({ deleted: true, slug: listing.slug });
      expectError(await api.delete(path, { key }), 404, 'not_found');
      const again = await api.post('/api/v1/listings', newProduct({ website_url: listing.website_url }), {
        key: other,
      });
      expect(again.status).to.equal(201);
    });

    describe('status', () => {
      const act = (slug: string, action: string, as: string) =>
        api.post(`/api/v1/listings/${slug}`, { action }, { key: as });

      it('live → archive → reject → restore gives live and keeps published_at', async () => {
        const { slug, published_at: publishedAt } = await api.submit(key);
        await act(slug, 'archive', key);
        expect((await act(slug, 'reject', admin)).body.listing.status).to.equal('rejected');
        const { body } = await act(slug, 'restore', admin);
        expect(body.listing).to.include({ status: 'live', published_at: publishedAt });
      });

      it('live → reject → archive → restore gives rejected', async () => {
        const { slug } = await api.submit(key);
        await act(slug, 'reject', admin);
        expect((await act(slug, 'archive', key)).body.listing.status).to.equal('archived');
        expect((await act(slug, 'restore', key)).body.listing.status).to.equal('rejected');
        expectError(await act(slug, 'restore', key), 403, 'forbidden');
      });

      it('cannot be changed by others: 403 while live, otherwise 404, and 401 for guests', async () => {
        const { slug } = await api.submit(key);
        expectError(await act(slug, 'archive', other), 403, 'forbidden');
        expectError(await act(slug, 'reject', key), 403, 'forbidden');
        await act(slug, 'archive', key);
        expectError(await act(slug, 'restore', other), 404, 'not_found');
        expectError(await api.post(`/api/v1/listings/${slug}`, { action: 'restore' }), 401, 'unauthorized');
      });

      it('is unchanged by the same action again, which answers 200 without an audit entry', async () => {
        const { slug, id } = await api.submit(key);
        await act(slug, 'archive', key);
        const first = await act(slug, 'archive', key);
        expect(first.status).to.equal(200);
        await act(slug, 'restore', key);
        expect((await act(slug, 'restore', key)).status).to.equal(200);
        const entries = await api.server.database
          .knex('audit_entries')
          .where({ subject_id: id })
          .orderBy('id');
        expect(entries.map((row) => row.action)).to.deep.equal([
          'listing.create',
          'listing.archive',
          'listing.restore',
        ]);
      });

      it('stays rejected: its owner can neither delete nor relist it, whatever they edit, also after archiving', async () => {
        const { slug } = await api.submit(key);
        const path = `/api/v1/listings/${slug}`;
        await act(slug, 'reject', admin);
        for (const step of [null, 'archive']) {
          if (step) await act(slug, step, key);
          expectError(await api.delete(path, { key }), 403, 'forbidden');
        }
        const website_url = newProduct().website_url;
        const { body } = await api.patch(path, { tagline: 'Better words', website_url }, { key });
        expect(body.listing).to.include({ website_url, status: 'archived' });
        expect((await act(slug, 'restore', key)).body.listing.status).to.equal('rejected');
      });

      it('applies to every spelling of the rejected site', async () => {
        const { slug, website_url } = await api.submit(key);
        await act(slug, 'reject', admin);
        const respelled = `${website_url.replace('https:', 'http:')}:443/index.html?utm_source=x`;
        const again = await api.post(
          '/api/v1/listings',
          { ...newProduct(), website_url: respelled },
          { key },
        );
        expect(again.status, JSON.stringify(again.body)).to.equal(200);
        expect(again.body.listing.slug).to.equal(slug);
        expect(again.body.status).to.equal('rejected');
        expect(again.body.listing.website_url).to.equal(respelled);
      });

      it('refuses unknown actions and long reasons', async () => {
        const { slug } = await api.submit(key);
        expectError(await act(slug, 'publish', key), 400, 'validation_error', 'action');
        const long = await api.post(
          `/api/v1/listings/${slug}`,
          { action: 'archive', reason: 'x'.repeat(501) },
          { key },
        );
        expectError(long, 400, 'validation_error', 'reason');
      });
    });
  });
});

describe('AUTO_PUBLISH=off', () => {
  const api = useApi({ AUTO_PUBLISH: 'off' });

  it('creates listings as pending; an admin publishes them by restoring', async () => {
    const { key } = await api.register();
    const { key: admin } = await api.registerAdmin();
    const { slug, status, published_at: publishedAt } = await api.submit(key);
    expect([status, publishedAt]).to.deep.equal(['pending', null]);
    const path = `/api/v1/listings/${slug}`;
    expectError(await api.get(path), 404, 'not_found');
    expectError(await api.post(path, { action: 'restore' }, { key }), 403, 'forbidden');
    const { body } = await api.post(path, { action: 'restore' }, { key: admin });
    expect(body.listing.status).to.equal('live');
    expect(body.listing.published_at).to.be.a('string');
    expect((await api.get(path)).status).to.equal(200);
  });
});
