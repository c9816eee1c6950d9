import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { config } from '../../core/kernel/config.js';
import { ERROR_CODES } from '../../core/kernel/errors.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../core/settings/schema.js';
import { connectionsOf } from '../../db/pool.js';
import { routes } from '../../server/api/routes.js';
import { expectError, type Json, useApi } from '../helpers/api.js';

describe('what programs find:', () => {
  const api = useApi();

  describe('discovery', () => {
    it('health answers with the version and without the database', async () => {
      // The first response is compared with the OpenAPI document, which is generated then.
      await api.get('/api/v1/health');
      let queries = 0;
      const count = () => (queries += 1);
      connectionsOf(api.server.database.knex).on('acquire', count);
      const { body } = await api.get('/api/v1/health');
      connectionsOf(api.server.database.knex).off('acquire', count);
      expect(body).to.deep.equal({ status: 'ok', version: '1.0.0' });
      expect(queries).to.equal(0);
    });

    it('ready answers 200 while the database does', async () => {
      expect((await api.get('/api/v1/ready')).body.status).to.equal('ready');
    });

    it('ready answers 200 before anything has made the data directory', async () => {
      await rm(config.dataDir, { recursive: true });
      expect((await api.get('/api/v1/ready')).status).to.equal(200);
    });

    it('the API describes itself to an agent that has only the base URL', async () => {
      const { body } = await api.get('/api/v1/schema');
      expect(body).to.include({ name: 'Directory', version: '1.0.0', base_url: api.server.url });
      expect(body.listing.required).to.deep.equal(['name', 'website_url', 'tagline']);
      expect(body.listing.categories).to.have.length(8);
      expect(body.listing).to.include({ public_status: 'live', auto_publish: true });
      expect(Object.values(body.requirements)).to.deep.equal(Array(6).fill(false));
      const listed = body.endpoints.map((endpoint: Json) => `${endpoint.method} ${endpoint.path}`);
      expect(listed).to.deep.equal(routes().map(({ method, path }) => `${method.toUpperCase()} ${path}`));
      for (const link of ['openapi', 'health', 'agent_directories', 'agent_directories_csv']) {
        expect((await api.server.fetch(body.links[link])).status, link).to.equal(200);
      }
    });

    it('the OpenAPI 3.1 document has an id, a response and examples for every operation', async () => {
      const { body } = await api.get('/api/v1/openapi.json');
      expect(body.openapi).to.match(/^3\.1\./);
      expect(body.info.version).to.equal('1.0.0');
      const operations: Json[] = Object.values(body.paths).flatMap((path: Json) => Object.values(path));
      const ids = operations.map((operation) => operation.operationId);
      expect(new Set(ids).size).to.equal(ids.length);
      for (const operation of operations) {
        const json = operation.requestBody?.content['application/json'];
        if (json) expect(json.example, operation.operationId).to.be.an('object');
        const good = Object.keys(operation.responses).filter((status) => Number(status) < 400);
        expect(good, operation.operationId).to.not.be.empty;
      }
      // What Spectral (spectral:oas) and Redocly (recommended) warn about.
      expect(body.info.contact).to.have.all.keys('name', 'url');
      for (const operation of operations) {
        for (const part of ['description', 'summary']) {
          expect(operation[part], `${operation.operationId} ${part}`).to.be.a('string').that.is.not.empty;
        }
        for (const tag of operation.tags) {
          const { description } = body.tags.find(({ name }: Json) => name === tag);
          expect(description, tag).to.be.a('string').that.is.not.empty;
        }
      }
      expect(body.paths['/agent-directories.json'].get.responses[200].content).to.have.key(
        'application/json',
      );
      expect(body.paths['/agent-directories.csv'].get.responses[200].content).to.have.key('text/csv');
      for (const path of ['/api/v1/health', '/api/v1/ready']) {
        expect(body.paths[path].get.responses, 'asks nobody who they are').not.to.have.property('401');
      }
      const categories = body.components.schemas.ListingSubmission.properties.categories.items.enum;
      expect(categories).to.deep.equal([...CATEGORIES]);
      expect(body.components.schemas.Error.properties.code.enum).to.deep.equal([...ERROR_CODES]);
      expect(Object.keys(body.components.securitySchemes)).to.include.members(['bearer', 'cookie']);
    });

    it('the document lists the errors of a malformed path parameter', async () => {
      expect((await api.get('/api/v1/listings/%ff')).status).to.equal(404);
    });

    it('the same content has the same ETag, and If-None-Match is answered with 304', async () => {
      const first = await api.get('/api/v1/openapi.json');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^"/);
      await api.server.request().get('/api/v1/openapi.json').set('if-none-match', etag).expect(304);
    });

    it('HEAD is answered like GET, other methods with Allow, unknown paths with 404', async () => {
      const head = await api.call('HEAD', '/api/v1/listings');
      expect([head.status, head.body]).to.deep.equal([200, '']);
      const put = await api.call('PUT', '/api/v1/listings');
      expectError(put, 405, 'method_not_allowed');
      expect(put.headers.get('allow')).to.equal('GET, HEAD, POST, OPTIONS');
      expectError(await api.get('/api/v1/nothing'), 404, 'not_found');
      expectError(await api.get('/api/v2/listings'), 404, 'not_found');
    });
  });

  describe('the catalog of agent directories', () => {
    it('is seeded, and served as JSON and as CSV with the same rows', async () => {
      const json: Json = await (await api.server.fetch('/agent-directories.json')).json();
      expect(json.live.length + json.submitted.length).to.equal(89);
      expect(Object.keys(json.live[0])).to.deep.equal([
        'name',
        'url',
        'submit_url',
        'kind',
        'notes',
        'added_at',
        'checked_at',
      ]);
      const response = await api.server.fetch('/agent-directories.csv');
      expect(response.headers.get('content-type')).to.match(/^text\/csv/);
      const text = await response.text();
      expect(text).to.contain('\r\n');
      const rows: Json[] = parse(text, { columns: true });
      expect(rows.map((row) => row.url)).to.deep.equal(
        [...json.live, ...json.submitted].map((entry) => entry.url),
      );
      expect(rows.filter((row) => row.status === 'live')).to.have.length(json.live.length);
    });

    it('accepts each proposal once from accounts, and neutralises formulas in the CSV', async () => {
      const { key } = await api.register();
      const place = { name: '=cmd|calc', url: 'https://shelf.example.com/', notes: '+1' };
      expectError(await api.post('/api/v1/agent-directories', place), 401, 'unauthorized');
      const first = await api.post('/api/v1/agent-directories', place, { key });
      expect([first.status, first.body.created]).to.deep.equal([201, true]);
      const again = await api.post(
        '/api/v1/agent-directories',
        { ...place, url: 'shelf.example.com' },
        { key },
      );
      expect([again.status, again.body.created]).to.deep.equal([200, false]);
      const text = await (await api.server.fetch('/agent-directories.csv')).text();
      expect(text).to.contain("'=cmd|calc").and.contain("'+1");
      const bad = { ...place, url: 'http://localhost' };
      expectError(await api.post('/api/v1/agent-directories', bad, { key }), 400, 'validation_error', 'url');
    });

    it('answers 404 when the entry is deleted meanwhile, and adds again what is deleted meanwhile', async () => {
      const { key } = await api.registerAdmin();
      const base = '/api/v1/admin/agent-directories';
      const { body: standing } = await api.post(base, { name: 'A', url: 'https://a.example.com' }, { key });
      expect((await api.patch(`${base}/${standing.entry.id}`, {}, { key })).status).to.equal(200);
      const statuses = new Set<number>();
      for (let round = 0; round < 6; round++) {
        const entry = { name: 'Going', url: `https://going-${round}.example.com` };
        const { body } = await api.post(base, entry, { key });
        const path = `${base}/${body.entry.id}`;
        const answers = await Promise.all([
          api.patch(path, { notes: 'changed' }, { key }),
          api.post(`${path}/verify`, {}, { key }),
          api.delete(path, { key }),
          api.patch(path, { status: 'submitted' }, { key }),
          api.patch(path, {}, { key }),
          api.post(base, entry, { key }),
          api.delete(path, { key }),
          api.post(base, entry, { key }),
        ]);
        for (const { status } of answers) statuses.add(status);
      }
      expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).to.deep.equal([]);
      expect(statuses).to.include(404);
    });
  });
});
