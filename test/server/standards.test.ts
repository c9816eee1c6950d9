// How machines find and read this directory (server/standards). Each standard has a group of its own: deleting a
// standard deletes its group, and no other test fails.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openImport } from '../../core/import/import-rows.js';
import { readServers } from '../../core/import/read-file.js';
import { systemActor } from '../../core/kernel/actor.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { updateSettings } from '../../core/settings/manage.js';
import type { Json } from '../helpers/api.js';
import { useServer } from '../helpers/server.js';

const names = (count: number) => Array.from({ length: count }, (_, n) => `name${n}`);

describe('standards for machines', () => {
  const server = useServer({
    CONTENT_SIGNAL: 'search=yes, ai-train=no',
    ARD_REFERRALS: 'https://registry.example.com/ard',
    RATE_LIMIT: '0',
  });
  const json = async (path: string): Promise<Json> => (await server.fetch(path)).json();

  describe('the ARD manifest', () => {
    it('is found by robots.txt, the Link header and the head of a page, and under its former name', async () => {
      const address = `${server.url}/.well-known/ard.json`;
      expect(await (await server.fetch('/robots.txt')).text()).to.include(`\nAgentmap: ${address}\n`);
      const page = await server.fetch('/listings');
      expect(page.headers.get('link')).to.include('</.well-known/ard.json>; rel="ard"');
      expect(await page.text()).to.include('<link rel="ard" href="/.well-known/ard.json">');
      expect(await json('/.well-known/ai-catalog.json')).to.deep.equal(await json('/.well-known/ard.json'));
    });

    it('has entries with a type, a URN of this host, queries, and addresses that answer', async () => {
      const { specVersion, entries } = await json('/.well-known/ard.json');
      expect(specVersion).to.equal('1.0');
      for (const entry of entries) {
        expect(entry.identifier).to.match(/^urn:air:localhost(:[a-zA-Z0-9._-]+)+$/);
        expect(entry)
          .to.include.keys('displayName', 'type', 'url', 'description')
          .and.not.have.property('mediaType');
        expect(entry.representativeQueries).to.have.length.within(2, 5);
        if (!/registry/.test(entry.type))
          expect((await server.fetch(entry.url.slice(server.url.length))).status, entry.url).to.equal(200);
      }
    });
  });

  describe('the MCP server card', () => {
    it('stands at its well-known address, too', async () => {
      expect(await json('/.well-known/mcp/server-card.json')).to.deep.equal(await json('/mcp/server-card'));
    });
  });

  describe('the index of agent skills', () => {
    it('names the skill as its own front matter does, with the digest of the bytes served', async () => {
      const { skills } = await json('/.well-known/agent-skills/index.json');
      const [skill] = skills;
      const bytes = Buffer.from(await (await server.fetch(skill.url.slice(server.url.length))).arrayBuffer());
      expect(skill.digest).to.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
      expect(bytes.toString()).to.include(`\nname: ${skill.name}\ndescription: ${skill.description}\n`);
    });
  });

  describe('security.txt', () => {
    it('is there once the operator has set a contact, and expires within a year', async () => {
      const read = () => server.fetch('/.well-known/security.txt');
      expect((await read()).status).to.equal(404);
      await updateSettings(systemActor('cli'), { contact_email: 'security@example.com' });
      const text = await (await read()).text();
      expect(text).to.include('Contact: mailto:security@example.com\n');
      const expires = new Date(/Expires: (.*)/.exec(text)?.[1] ?? '').getTime();
      expect(expires - Date.now()).to.be.within(0, 365 * 24 * 3600 * 1000);
    });
  });

  describe('the address for changing a password', () => {
    it('leads to the settings of the account', async () => {
      const response = await server.fetch('/.well-known/change-password', { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).to.deep.equal([302, '/account/settings']);
    });
  });

  describe('content signals', () => {
    it('are the operator’s line of robots.txt', async () => {
      expect(await (await server.fetch('/robots.txt')).text()).to.include(
        '\nContent-Signal: search=yes, ai-train=no\n',
      );
    });
  });

  describe('the ARD registry', () => {
    const post = async (path: string, body: Json) => {
      const response = await server.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const validate = new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(
        JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/data/ard/ai-catalog.schema.json'), 'utf8')),
        'ard',
      )
      .compile({ $ref: 'ard#/$defs/catalogEntry' });
    const checkEntries = (entries: Json[]) => {
      for (const { score: _score, source: _source, ...entry } of entries)
        expect(validate(entry), JSON.stringify(validate.errors)).to.equal(true);
    };

    before(async () => {
      const target = openImport(systemActor('cli'));
      const rows = ['Weather Desk', 'Weather Board', 'Invoice Desk'].map((name, n) => ({
        line: n + 1,
        input: {
          ...{
            name,
            website_url: `https://ard-${n}.example.com`,
            tagline: `${name} for teams`,
            categories: ['finance'],
          },
          facts: { topics: [n === 2 ? 'Billing' : 'Weather'], license: ['MIT'] },
        },
      }));
      await target.importRows(rows);
      await target.importRows([
        ...readServers([
          {
            server: {
              ...{
                name: 'com.example/forecast',
                description: 'Weather forecast for agents',
                version: '1.0.0',
              },
              websiteUrl: 'https://forecast.example.com',
              // No text can be made of it.
              title: { toString: 1 },
            },
          },
        ]),
      ]);
      await target.close();
    });

    after(() => server.database.knex('listings').delete());

    it('searches with scores, filters of which all hold and values that are alternatives, and pages', async () => {
      const { status, body } = await post('/ard/search', { query: { text: 'weather' }, pageSize: 2 });
      expect(status).to.equal(200);
      expect(body.results).to.have.length(2);
      checkEntries(body.results);
      for (const { score, source } of body.results) {
        expect(score).to.be.within(0, 100);
        expect(source).to.equal(`${server.url}/ard`);
      }
      const rest = await post('/ard/search', {
        query: { text: 'weather' },
        pageSize: 2,
        pageToken: body.pageToken,
      });
      const names = [...body.results, ...rest.body.results].map(({ displayName }: Json) => displayName);
      expect(names).to.have.members(['Weather Desk', 'Weather Board', 'forecast']);
      const search = async (filter: Json) =>
        (await post('/ard/search', { query: { text: 'desk weather', filter } })).body.results
          .map(({ displayName }: Json) => displayName)
          .sort();
      expect(await search({ type: ['application/mcp-server-card+json'] })).to.deep.equal(['forecast']);
      expect(
        await search({ 'metadata.topics': ['Weather', 'Billing'], 'metadata.license': 'MIT' }),
      ).to.include('Weather Desk');
      expect(await search({ 'data.title': 'forecast' })).to.deep.equal([]);
      expect(await search({ tags: 'Billing' })).to.deep.equal(['Invoice Desk']);
      expect(await search({ 'trustManifest.attestations.type': ['SOC2-Type2'] })).to.deep.equal([]);
    });

    it('counts by facet, lists in an order, and refers to registries that the operator trusts', async () => {
      const facets = [{ field: 'metadata.license' }, { field: 'nothing' }];
      const { body } = await post('/ard/explore', { query: { text: 'weather' }, resultType: { facets } });
      expect(body.resultType).to.equal('facets');
      expect(body.facets['metadata.license'].buckets[0]).to.deep.equal({ value: 'MIT', count: 2 });
      expect(body.facets.nothing).to.deep.equal({ buckets: [] });
      const { items } = await json('/ard/agents?orderBy=displayName&pageSize=2');
      checkEntries(items);
      expect(items.map(({ displayName }: Json) => displayName)).to.deep.equal(['forecast', 'Invoice Desk']);
      const filtered = await json(
        `/ard/agents?filter=${encodeURIComponent("metadata.category = 'finance'")}`,
      );
      expect(filtered.items).to.have.length(3);
      const both = await json(
        `/ard/agents?filter=${encodeURIComponent("tags = 'Billing' AND tags = 'finance'")}`,
      );
      expect(both.items.map(({ displayName }: Json) => displayName)).to.deep.equal(['Invoice Desk']);
      const referred = await post('/ard/search', { query: { text: 'weather' }, federation: 'referrals' });
      expect(referred.body.referrals).to.deep.equal([
        {
          identifier: 'urn:air:registry.example.com:registry:listings',
          displayName: 'registry.example.com',
          type: 'application/ai-registry+json',
          url: 'https://registry.example.com/ard',
        },
      ]);
    });

    it('refuses unknown members and bad values in the envelope of ARD', async () => {
      for (const body of [
        { query: { text: 'x' }, federate: 'none' },
        { query: { text: 'x', extra: 1 } },
        { query: { text: 'x' }, pageSize: 101 },
        { query: { text: 'x' }, pageToken: 'nonsense' },
        { query: { text: 'x', filter: { ['a.'.repeat(60)]: 'x' } } },
        { query: { text: 'x', filter: { type: new Array(30_000).fill(1) } } },
        { query: { text: 'x', filter: Object.fromEntries(names(21).map((name) => [name, 'x'])) } },
        {},
      ]) {
        const { status, body: error } = await post('/ard/search', body);
        expect(status, JSON.stringify(body)).to.equal(400);
        expect(error).to.include({ errorCode: 'INVALID_ARGUMENT' });
        expect(error.message).to.be.a('string').that.is.not.empty;
      }
      const refused = await server.fetch('/ard/agents?filter=nonsense');
      const hint = `"filter" must look like tags = 'Notes' AND metadata.pricing = 'free'.`;
      expect(await refused.json()).to.have.property('message', hint);
    });

    it('reads questions as short as messages of MCP, since each entry found is compared with all their values', async () => {
      for (const filter of [
        { ['a.'.repeat(40_000)]: 'x' },
        Object.fromEntries(names(201).map((name) => [name, 'x'])),
      ])
        expect((await post('/ard/search', { query: { text: 'x', filter } })).status).to.equal(413);
    });
  });

  describe('the MCP Registry', () => {
    const names = Array.from({ length: 130 }, (_, n) => `com.example/tool-${String(n).padStart(3, '0')}`);
    const entries = names.map((name, n) => ({
      server: {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name,
        title: `Tool ${n}`,
        description: n === 7 ? 'Converts spreadsheets to charts' : `Does thing ${n}`,
        version: `1.${n}.0`,
        // Two servers share a website: both are kept.
        websiteUrl: `https://tool-${n === 1 ? 0 : n}.example.com`,
        remotes: [{ type: 'streamable-http', url: `https://mcp-${n}.example.com/mcp` }],
        _meta: { 'com.example/own': { z: 1.5, a: [null, 'ü'] } },
      },
    }));
    const follow = async (query = ''): Promise<Json[]> => {
      const all: Json[] = [];
      let cursor = '';
      do {
        const page = await json(`/v0.1/servers?limit=50&version=latest${query}${cursor}`);
        expect(page.metadata.count).to.equal(page.servers.length);
        all.push(...page.servers);
        cursor = page.metadata.nextCursor && `&cursor=${encodeURIComponent(page.metadata.nextCursor)}`;
      } while (cursor);
      return all;
    };

    before(async () => {
      const target = openImport(systemActor('cli'));
      await target.importRows([...readServers(entries)]);
      await target.close();
    });

    it('serves every imported server.json whole, once, to a client that follows cursors', async () => {
      const all = await follow();
      expect(all.map(({ server: { name } }) => name)).to.deep.equal(names);
      expect(JSON.stringify(all.map((one) => one.server))).to.equal(
        JSON.stringify(entries.map((one) => one.server)),
      );
      const [{ _meta: meta }] = all;
      expect(meta['io.modelcontextprotocol.registry/official']).to.include({
        status: 'active',
        isLatest: true,
      });
    });

    it('is read by the gallery of VS Code: a probe, pages of fifty, and a preflight', async () => {
      const headers = { origin: 'vscode-file://vscode-app' };
      for (const path of ['/v0.1/servers?limit=1', '/v0.1/servers?limit=50&version=latest']) {
        const response = await server.fetch(path, { headers });
        expect(response.status, path).to.equal(200);
        expect(response.headers.get('access-control-allow-origin')).to.equal('*');
      }
      const preflight = await server.fetch('/v0.1/servers', {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'GET' },
      });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers.get('access-control-allow-methods')).to.include('GET');
    });

    it('gives one server by its encoded name, its versions, and 404 for others', async () => {
      const path = `/v0.1/servers/${encodeURIComponent(names[3] as string)}/versions`;
      expect((await json(`${path}/latest`)).server).to.deep.equal(entries[3]?.server);
      expect((await json(`${path}/1.3.0`)).server.version).to.equal('1.3.0');
      expect((await json(path)).servers).to.have.length(1);
      expect((await server.fetch(`${path}/9.9.9`)).status).to.equal(404);
      expect((await server.fetch('/v0.1/servers/no%2Fserver/versions/latest')).status).to.equal(404);
      expect((await server.fetch('/v0.1/servers?limit=none')).status).to.equal(400);
    });

    it('finds by words of the directory’s search, not only by a part of the name', async () => {
      const found = await json('/v0.1/servers?search=charts%20from%20spreadsheets');
      expect(found.servers.map((one: Json) => one.server.name)).to.include(names[7]);
      const part = await json('/v0.1/servers?search=TOOL-01');
      expect(part.servers.length).to.be.at.least(10);
    });

    it('leaves out a server whose listing is gone, and names it to a client that asks for changes', async () => {
      const since = new Date();
      await server.database.knex('listings').where({ name: 'Tool 9' }).delete();
      await server.database.knex('listings').where({ name: 'Tool 8' }).update({ archived_at: new Date() });
      expect((await follow()).map((one) => one.server.name)).to.not.include.members([names[8], names[9]]);
      const changed = await follow(`&updated_since=${since.toISOString()}`);
      expect(
        changed.map((one) => [
          one.server.name,
          one._meta['io.modelcontextprotocol.registry/official'].status,
        ]),
      ).to.deep.equal([
        [names[8], 'deleted'],
        [names[9], 'deleted'],
      ]);
    });
  });
});
