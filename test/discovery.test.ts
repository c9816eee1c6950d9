// From the base URL alone: every file that describes the service names the others, and none is a dead end.
import { expect } from 'chai';
import type { Json } from './helpers/api.js';
import { type Era, mcpOf } from './helpers/mcp.js';
import { useServer } from './helpers/server.js';

const FILES: Record<string, string> = {
  '/llms.txt': 'text/markdown',
  '/api/v1/schema': 'application/json',
  '/api/v1/openapi.json': 'application/json',
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/mcp/server-card': 'application/mcp-server-card+json',
  '/server.json': 'application/json',
};

describe('discovery files', () => {
  const server = useServer();

  for (const [path, type] of Object.entries(FILES)) {
    it(`include ${path} as ${type.split(';')[0]}, for every origin, with an ETag`, async () => {
      const isApi = path.startsWith('/api/');
      const headers: Record<string, string> = isApi ? {} : { origin: 'https://elsewhere.example' };
      const response = await server.fetch(path, { headers });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.match(
        new RegExp(`^${type.replace(/[+.?"]/g, '\\$&')}`),
      );
      if (!isApi) expect(response.headers.get('access-control-allow-origin')).to.equal('*');
      expect(response.headers.get('set-cookie')).to.equal(null);
      const etag = response.headers.get('etag') ?? '';
      expect(etag).to.match(/^"/);
      // fetch adds Cache-Control: no-cache to a conditional request, which requests the whole response.
      const again = await server
        .request()
        .get(path)
        .set({ ...headers, 'if-none-match': etag });
      expect(again.status).to.equal(304);
    });
  }

  it('link to each other, directly or through others', async () => {
    for (const start of Object.keys(FILES)) {
      const seen = new Set<string>();
      const waiting = [start];
      for (let path = waiting.pop(); path; path = waiting.pop()) {
        if (seen.has(path)) continue;
        seen.add(path);
        const text = await (await server.fetch(path)).text();
        waiting.push(...Object.keys(FILES).filter((other) => text.includes(`${server.url}${other}`)));
      }
      expect([...seen], `from ${start}`).to.have.members(Object.keys(FILES));
    }
  });

  it('name only existing addresses', async () => {
    for (const start of Object.keys(FILES)) {
      const text = await (await server.fetch(start)).text();
      const here = text.matchAll(new RegExp(`${server.url}[^\\s"')\`]*`, 'g'));
      for (const address of new Set([...here].map(([found]) => found.replace(/[.,;]$/, '')))) {
        const { pathname } = new URL(address);
        // Placeholders: an account page, a template, an address for POST.
        if (
          pathname.includes('{') ||
          /^\/(account|api\/v1|api\/v1\/(agents\/register|webhooks))$/.test(pathname)
        )
          continue;
        const { status } = await server.fetch(pathname);
        expect(status, `${start} names ${address}`).to.be.oneOf(
          ['/mcp', '/mcp/oauth'].includes(pathname) ? [405] : [200],
        );
      }
    }
  });

  it('describe the server by the rules of cards and registries', async () => {
    for (const path of ['/mcp/server-card', '/server.json']) {
      const card: Json = await (await server.fetch(path)).json();
      expect(card.name)
        .to.equal('localhost/directory')
        .and.match(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
      expect(card.description.length).to.be.at.most(100);
      expect(card.version).to.equal('1.0.0');
      expect(card.remotes.map(({ url }: Json) => url)).to.deep.equal([
        `${server.url}/mcp`,
        `${server.url}/mcp/oauth`,
      ]);
      expect(card.remotes[0]).to.include({ type: 'streamable-http', url: `${server.url}/mcp` });
      expect(card.remotes[0].headers[0]).to.include({
        name: 'Authorization',
        isRequired: false,
        isSecret: true,
      });
    }
  });

  it('are found from the home page and from pages that have a Markdown form', async () => {
    const home = await server.fetch('/');
    expect(home.headers.get('link')).to.include('</.well-known/api-catalog>; rel="api-catalog"');
    const catalog: Json = await (await server.fetch('/.well-known/api-catalog')).json();
    expect(catalog.linkset.map(({ anchor }: Json) => anchor)).to.include(`${server.url}/mcp/oauth`);
    for (const path of [
      '/docs.md',
      '/docs/api.md',
      '/docs/webhooks.md',
      '/docs/errors.md',
      '/llms-full.txt',
      '/SKILL.md',
    ]) {
      const response = await server.fetch(path);
      expect(response.headers.get('content-type'), path).to.equal('text/markdown; charset=utf-8');
      expect(await response.text(), path)
        .to.include('# ')
        .and.not.include('localhost:3000');
    }
    expect((await server.fetch('/docs/running.md')).status).to.equal(404);
    const docs = await server.fetch('/docs', { headers: { accept: 'text/markdown, text/html' } });
    expect(docs.headers.get('content-type')).to.include('text/markdown');
    expect(docs.headers.get('vary')).to.include('Accept');
    const page = await server.fetch('/docs', { headers: { accept: 'text/html, text/markdown' } });
    expect(page.headers.get('content-type')).to.include('text/html');
    expect(page.headers.get('link')).to.include('</docs.md>; rel="alternate"; type="text/markdown"');
    // Where an agent goes from the `docs_url` of an error.
    const help = await server.fetch('/docs/errors', { headers: { accept: 'text/markdown' } });
    expect(await help.text()).to.match(/## rate_limited\n\nHTTP 429\. /);
    expect(await (await server.fetch('/llms.txt')).text()).to.include('/api/v1/agents/register');
  });

  it('let scripts of every origin read the OpenAPI document, without credentials', async () => {
    const headers = { origin: 'https://tools.example' };
    const response = await server.fetch('/api/v1/openapi.json?for=agents', { headers });
    expect(response.status).to.equal(200);
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(response.headers.get('access-control-allow-credentials')).to.equal(null);
    expect((await server.fetch('/api/v1/schema', { headers })).status).to.equal(403);
  });

  it('promise the protocol versions that the tool server speaks', async () => {
    const card: Json = await (await server.fetch('/mcp/server-card')).json();
    const mcp = mcpOf(server);
    for (const version of card.remotes[0].supportedProtocolVersions) {
      const { status, body } = await mcp.request('tools/list', {}, { era: version as Era });
      expect(status, version).to.equal(200);
      expect(body.result.tools).to.have.length.above(6);
    }
  });
});
