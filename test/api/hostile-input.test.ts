// Input designed to be expensive: each is refused or served at about the cost of a plain request.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { connectionsOf } from '../../db/pool.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';

describe('what is hostile or odd:', () => {
  const api = useApi();

  describe('hostile input', () => {
    let key: string;
    before(async () => {
      key = (await api.register()).key;
    });

    it('with long runs of combining accents is refused before it is normalised', async () => {
      const started = process.cpuUsage();
      const name = `a${'\u0301\u0327'.repeat(200_000)}`;
      const account = { name, email: 'a@example.com', password: 'correct horse' };
      expectError(await api.post('/api/v1/agents/register', account), 400, 'validation_error', 'name');
      const { body } = await api.post('/api/v1/listings', newProduct({ tagline: name }), { key });
      expect(body.errors[0]).to.include({ field: 'tagline', code: 'too_long' });
      // Normalising this takes minutes of CPU; this is not a measure of speed, only of whether it was done at all.
      expect(process.cpuUsage(started).user / 1e6).to.be.below(20);
    });

    it('with a hundred thousand items or twenty thousand fields gets a short response', async () => {
      const many = newProduct({ features: Array(100_000).fill(1) });
      const refused = await api.post('/api/v1/listings', many, { key });
      expectError(refused, 400, 'validation_error', 'features');
      expect(JSON.stringify(refused.body).length).to.be.below(10_000);
      const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field_${n}`, 1]));
      const { status, body } = await api.post('/api/v1/listings', { ...newProduct(), ...fields }, { key });
      expect(status).to.equal(201);
      expect(body.warnings).to.have.length(21);
      expect(body.warnings[20].error).to.contain('19980 more');
    });

    for (const part of ['ж-', '漢-', '𐐷_', '㌖-', 'é.']) {
      it(`with one endless compound word is stored and found: ${part}`, async () => {
        const description = part.repeat(Math.floor(3900 / [...part].length));
        const listing = await api.submit(key, { description, name: `Endless ${part.codePointAt(0)}` });
        const { body } = await api.get(
          `/api/v1/listings?q=${encodeURIComponent(`endless ${part.codePointAt(0)}`)}`,
        );
        expect(body.listings.map((found: Json) => found.id)).to.deep.equal([listing.id]);
        expect((await api.get(`/api/v1/listings?q=${encodeURIComponent(part.repeat(100))}`)).status).to.equal(
          200,
        );
      });
    }

    it('that is JSON but no object is refused on every route with a body', async () => {
      const { slug } = await api.submit(key);
      for (const raw of ['null', '[]', '"text"', '5', 'false']) {
        for (const [method, path] of [
          ['POST', '/api/v1/listings'],
          ['PATCH', `/api/v1/listings/${slug}`],
          ['POST', `/api/v1/listings/${slug}`],
          ['POST', '/api/v1/api-keys'],
          ['POST', '/api/v1/agents/register'],
          ['POST', '/api/auth/sign-in/email'],
        ] as const) {
          const answer = await api.call(method, path, { raw, key });
          expectError(answer, 400, 'validation_error');
          expect(answer.body.error, `${method} ${path} ${raw}`).to.equal('The body must be a JSON object.');
        }
      }
    });

    it('in the unneeded body of a deletion is refused as documented', async () => {
      const { slug } = await api.submit(key);
      expectError(
        await api.call('DELETE', `/api/v1/listings/${slug}`, { raw: '{', key }),
        400,
        'invalid_json',
      );
      expect((await api.delete(`/api/v1/listings/${slug}`, { key })).status).to.equal(200);
    });

    it('with invalid percent-encoding in the path is answered with 404', async () => {
      for (const path of ['/media/%ff', '/media/%ff/thumbnail', '/api/v1/listings/%ff', '/mcp/%ff']) {
        expectError(await api.get(path), 404, 'not_found');
      }
    });

    it('in a form with too many fields is refused', async () => {
      const body = Array.from({ length: 300 }, (_, n) => `field_${n}=1`).join('&');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await api.server.fetch('/sign-in', { method: 'POST', body, headers });
      expect(answer.status).to.equal(413);
      expect(await answer.text()).to.contain('too many fields');
    });

    it('for a page beyond 32 bits is answered with an empty page, by every list', async () => {
      const admin = await api.registerAdmin();
      const { paths } = (await api.get('/api/v1/openapi.json')).body;
      const lists = Object.keys(paths).filter(
        (path) =>
          !path.includes('{') && paths[path].get?.parameters?.some(({ name }: Json) => name === 'page'),
      );
      expect(lists).to.include('/api/v1/admin/reviews').and.include('/api/v1/listings');
      for (const path of lists) {
        const page = `${path}?page=30000000&limit=100`;
        expect((await api.get(page, { key: admin.key })).status, page).to.equal(200);
      }
    });

    it('in a path that no text can have is found nowhere, at any route', async () => {
      const admin = await api.registerAdmin();
      const { paths } = (await api.get('/api/v1/openapi.json')).body;
      const named = Object.entries<Json>(paths).filter(([path]) => path.includes('{'));
      expect(named.map(([path]) => path)).to.include('/api/v1/admin/facts/{key}/values/{value}');
      for (const [path, methods] of named)
        for (const method of Object.keys(methods)) {
          const asked = path.replace(/\{\w+\}/g, 'topics%00');
          const { status } = await api.call(method.toUpperCase(), asked, { raw: '{}', key: admin.key });
          expect(status, `${method} ${path}`).to.equal(404);
        }
    });

    it('with forged cursors is refused', async () => {
      const id = '00000000-0000-0000-0000-000000000000';
      const forged = [
        ['newest', 2, '2026-02-30T00:00:00.000Z', id],
        ['newest', 2, '0000-01-01T00:00:00.000Z', id],
        ['newest', -5, '2026-01-01T00:00:00.000Z', id],
        ['newest', 2, 7, id],
        ['newest', 2, '2026-01-01T00:00:00.000Z', "'; drop table listings"],
        ['name', 2, 'x', id],
        {},
      ];
      for (const cursor of forged) {
        const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
        expectError(await api.get(`/api/v1/listings?cursor=${text}`), 400, 'validation_error', 'cursor');
      }
    });

    it('in a charset other than UTF-8 is refused at every door, however deeply nested', async () => {
      const nested = `{"name":${'['.repeat(150_000)}${']'.repeat(150_000)}}`;
      for (const text of [JSON.stringify(newProduct()), nested]) {
        const raw = Buffer.from(text, 'utf16le');
        const headers = { 'content-type': 'application/json; charset=utf-16le', 'idempotency-key': 'utf-16' };
        for (const [path, as] of [
          ['/api/v1/listings', key],
          ['/api/v1/listings', undefined],
          ['/api/v1/agents/register', undefined],
          ['/mcp', undefined],
          ['/mcp', key],
        ] as const) {
          const answer = await api.call('POST', path, { raw, headers, ...(as ? { key: as } : {}) });
          expect([415, 401], `${path} ${answer.status}`).to.include(answer.status);
        }
      }
      const headers = { 'content-type': 'application/json; charset="UTF-8"' };
      const { status } = await api.post('/api/v1/listings', newProduct(), { key, headers });
      expect(status).to.equal(201);
    });

    it('at the deepest accepted nesting is refused for its content, also under an Idempotency-Key and at /mcp', async () => {
      for (const depth of [90, 5_000, 200_000]) {
        const deep = '['.repeat(depth) + ']'.repeat(depth);
        const headers = { 'content-type': 'application/json', 'idempotency-key': `deep-${depth}` };
        const raw = `{"name":"x","website_url":"https://deep.example.com","tagline":${deep}}`;
        const listing = await api.call('POST', '/api/v1/listings', { raw, key, headers });
        expect(listing.status, String(depth)).to.equal(400);
        for (const message of [
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_listings","arguments":{"q":${deep}}}}`,
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`,
          `{"jsonrpc":"2.0","id":${deep},"method":"tools/list"}`,
          deep,
        ]) {
          const answer = await api.call('POST', '/mcp', { raw: message, headers });
          expect(answer.status, `${depth} ${message.slice(0, 80)}`).to.be.below(500);
        }
      }
    });

    it('in damaged compression is refused as invalid JSON', async () => {
      const whole = gzipSync(JSON.stringify(newProduct()));
      for (const raw of [Buffer.from('junk'), whole.subarray(0, 20)]) {
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        expectError(await api.call('POST', '/api/v1/listings', { raw, key, headers }), 400, 'invalid_json');
      }
    });

    it('with invisible or bidirectional control characters in names is refused', async () => {
      for (const name of ['\u200b', '\u2060', '\u00ad', '\u3164', '\u202eevil', 'a\u2066b']) {
        expectError(
          await api.post('/api/v1/listings', newProduct({ name }), { key }),
          400,
          'validation_error',
          'name',
        );
      }
      const persian = await api.submit(key, { name: 'می\u200cخوانم' });
      expect(persian.name).to.equal('می\u200cخوانم');
    });

    it('that browsers repair in an address is stored as browsers read it', async () => {
      const listing = await api.submit(key, { website_url: 'https:\\\\repaired.example.com\\x' });
      expect(listing.website_url).to.equal('https://repaired.example.com/x');
    });

    it('in an email is refused, while other scripts are accepted', async () => {
      for (const email of ['ada@bücher.example', 'аня@почта.example', 'a+b@sub.example.co']) {
        const { status } = await api.post('/api/v1/agents/register', {
          name: 'A',
          email,
          password: 'correct horse',
        });
        expect(status, email).to.equal(201);
      }
      for (const email of [
        '@example.com',
        'a@',
        'a@b',
        'a b@example.com',
        'a@ex ample.com',
        'a@-x.com',
        'a@b..com',
      ]) {
        const answer = await api.post('/api/v1/agents/register', {
          name: 'A',
          email,
          password: 'correct horse',
        });
        expectError(answer, 400, 'validation_error', 'email');
      }
    });

    it('in the body of a request without one is named in a warning', async () => {
      const { slug } = await api.submit(key);
      const { body } = await api.call('DELETE', `/api/v1/listings/${slug}`, { body: { force: true }, key });
      expect(body.warnings.map((warning: Json) => warning.field)).to.deep.equal(['force']);
    });

    it('that is malformed HTTP is answered with an Error object, too', async () => {
      const { hostname, port } = new URL(api.server.url);
      const socket = connect(Number(port), hostname);
      socket.write('NONSENSE / HTTP/9\r\n\r\n');
      // The test's own server does not use our listener; test/server tests the real one.
      expect(await text(socket)).to.match(/^HTTP\/1\.1 400/);
    });
  });

  describe('slugs of equal names', () => {
    it('are numbered from two on, whatever numbers the names end in', async () => {
      const { key } = await api.register();
      const slugs: string[] = [];
      for (const name of ['Zed', 'Zed 2000', 'Zed', 'Zed', 'Zed 4', 'Zed', 'Zed']) {
        slugs.push((await api.submit(key, { name })).slug);
      }
      expect(slugs).to.deep.equal(['zed', 'zed-2000', 'zed-2', 'zed-3', 'zed-4', 'zed-5', 'zed-6']);
    });
  });

  describe('a session without rememberMe', () => {
    it('lasts as long on the server as any other', async () => {
      const { email, password } = await api.register();
      const signedIn = await api.post('/api/auth/sign-in/email', { email, password, rememberMe: false });
      const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0];
      const { body } = await api.get('/api/auth/get-session', { cookie });
      expect(Date.parse(body.session.expiresAt)).to.be.above(Date.now() + 6 * 86_400_000);
    });

    it('is not read for health', async () => {
      let queries = 0;
      const count = () => (queries += 1);
      const { key } = await api.register();
      connectionsOf(api.server.database.knex).on('acquire', count);
      expect((await api.get('/api/v1/health', { key })).status).to.equal(200);
      connectionsOf(api.server.database.knex).off('acquire', count);
      expect(queries).to.equal(0);
    });

    it('is refused at sign-up with a redirect to another origin', async () => {
      const account = { name: 'A', email: 'way-back@example.com', password: 'correct horse' };
      const answer = await api.post('/api/auth/sign-up/email', {
        ...account,
        callbackURL: 'https://evil.example/',
      });
      expectError(answer, 400, 'validation_error', 'callbackURL');
    });
  });
});
