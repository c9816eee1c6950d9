// What hosts offer beside tools: resources, prompts, the question before a deletion, and results shown as cards.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { build } from 'esbuild';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { useBrowser } from '../helpers/browser.js';

const ERAS = ['legacy', 'auto'] as const;

describe('a host', () => {
  const api = useApi();
  let key: string;
  before(async () => {
    key = (await api.register()).key;
  });

  interface Host {
    mode?: (typeof ERAS)[number];
    path?: string;
    capabilities?: Json;
    /** null: a guest. */
    as?: string | null;
  }

  async function connect({ mode = 'auto', path = '/mcp', capabilities = {}, as = key }: Host = {}) {
    const client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode } },
    );
    const requestInit = as === null ? {} : { headers: { authorization: `Bearer ${as}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(path, api.server.url), { requestInit }));
    return client;
  }

  const refused = (work: Promise<unknown>): Promise<Json> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  for (const mode of ERAS) {
    it(`reads the guides and every listing as Markdown (${mode})`, async () => {
      const host = await connect({ mode });
      const { resources } = await host.listResources();
      expect(resources.map(({ name }) => name)).to.deep.equal([
        'SKILL',
        'agents',
        'api',
        'webhooks',
        'cards',
      ]);
      for (const { uri, mimeType } of resources.slice(0, -1)) {
        const [content] = (await host.readResource({ uri })).contents as Json[];
        expect([content.uri, content.mimeType]).to.deep.equal([uri, mimeType]);
        expect(content.text)
          .to.match(/^(# |---\n)/)
          .and.not.include('localhost:3000');
        expect(await (await fetch(uri)).text(), 'the same by HTTP').to.equal(content.text);
      }
      const [template] = (await host.listResourceTemplates()).resourceTemplates;
      const { slug, tagline } = await api.submit(key);
      const uri = String(template?.uriTemplate).replace('{slug}', slug);
      const [read] = (await host.readResource({ uri })).contents as Json[];
      expect(read.text).to.match(/^# /).and.include(tagline);
      // Like everywhere, only its owner sees a listing that is not live.
      await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key });
      expect(((await host.readResource({ uri })).contents[0] as Json).text).to.include(tagline);
      const stranger = await connect({ mode, as: (await api.register()).key });
      for (const hidden of [
        uri,
        `${api.server.url}/listings/none.md`,
        'file:///etc/passwd',
        'ui://other/x',
      ]) {
        expect((await refused(stranger.readResource({ uri: hidden }))).code, hidden).to.equal(-32602);
      }
      await Promise.all([host.close(), stranger.close()]);
    });

    it(`offers two prompts (${mode})`, async () => {
      const host = await connect({ mode });
      const { prompts } = await host.listPrompts();
      expect(prompts.map(({ name }) => name)).to.deep.equal(['list_my_product', 'find_a_tool']);
      for (const { name, arguments: [argument] = [] } of prompts) {
        const given = { [String(argument?.name)]: 'https://notes.example.com' };
        const { messages } = await host.getPrompt({ name, arguments: given });
        expect(messages.map(({ role }) => role)).to.deep.equal(['user']);
        const [{ content }] = messages as [Json];
        expect(content.text).to.include('https://notes.example.com').and.include('search_listings');
        for (const wrong of [{}, { [String(argument?.name)]: 'x'.repeat(501) }] as Record<string, string>[]) {
          expect((await refused(host.getPrompt({ name, arguments: wrong }))).code).to.equal(-32602);
        }
      }
      expect((await refused(host.getPrompt({ name: 'none' }))).code).to.equal(-32602);
      const reader = await connect({ mode, path: '/mcp/readonly' });
      expect((await reader.listPrompts()).prompts.map(({ name }) => name)).to.deep.equal(['find_a_tool']);
      await Promise.all([host.close(), reader.close()]);
    });
  }

  it('asks its person before a deletion, and nothing is deleted without a yes', async () => {
    const asked: string[] = [];
    let answer: Json;
    const host = await connect({ capabilities: { elicitation: { form: {} } } });
    host.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answer;
    });
    const { slug } = await api.submit(key);
    const remove = (): Promise<Json> => host.callTool({ name: 'delete_listing', arguments: { slug } });
    for (answer of [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { delete: false } },
    ]) {
      const { isError, content } = await remove();
      expect(isError).to.equal(true);
      const error = JSON.parse(content[0].text);
      expect(error.error).to.include('Nothing was deleted');
      expect(error.next_step).to.include('Do not call this again');
      expect((await api.get(`/api/v1/listings/${slug}`)).status).to.equal(200);
    }
    answer = { action: 'accept', content: { delete: true } };
    expect((await remove()).structuredContent).to.include({ deleted: true, slug });
    expect(asked).to.have.length(4);
    expect(asked[0]).to.include(slug).and.include('for good');
    // Nobody is asked about what cannot be done.
    const guest = await connect({ capabilities: { elicitation: {} }, as: null });
    guest.setRequestHandler('elicitation/create', () => expect.fail('asked a guest') as never);
    const unknown = (await guest.callTool({ name: 'delete_listing', arguments: { slug } })) as Json;
    expect(JSON.parse(unknown.content[0].text).code).to.equal('unauthorized');
    await Promise.all([host.close(), guest.close()]);
  });

  it('that cannot ask deletes at once, in both eras', async () => {
    for (const host of [
      await connect(),
      await connect({ mode: 'legacy', capabilities: { elicitation: {} } }),
    ]) {
      const { slug } = await api.submit(key);
      const done = (await host.callTool({ name: 'delete_listing', arguments: { slug } })) as Json;
      expect(done.structuredContent).to.include({ deleted: true });
      await host.close();
    }
  });

  describe('that shows MCP Apps', () => {
    const browser = useBrowser();
    let page = '';
    let script = '';
    const site = http.createServer((request, response) => {
      const at = new URL(request.url ?? '', 'http://host').pathname;
      // What a host allows a view whose resource asks for these domains, in an origin of its own.
      const csp = `default-src 'none'; script-src 'unsafe-inline' ${api.server.url}; style-src 'unsafe-inline'; img-src ${api.server.url}`;
      response.setHeader('content-type', at === '/host.js' ? 'text/javascript' : 'text/html');
      if (at === '/view') response.setHeader('content-security-policy', csp);
      response.end(
        { '/view': page, '/host.js': script }[at] ?? '<script type="module" src="/host.js"></script>',
      );
    });
    before(async () => {
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      const bundled = await build({
        stdin: {
          resolveDir: process.cwd(),
          contents: `import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
            window.show = async (result) => {
              const frame = Object.assign(document.createElement('iframe'), { sandbox: 'allow-scripts', width: 900, height: 500 });
              document.body.replaceChildren(frame);
              const bridge = new AppBridge(null, { name: 'host', version: '1.0.0' }, { openLinks: {} });
              bridge.onopenlink = async ({ url }) => { window.opened = url; return {}; };
              const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
              await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
              frame.src = '/view';
              await ready;
              await bridge.sendToolInput({ arguments: {} });
              await bridge.sendToolResult(result);
            };`,
        },
        bundle: true,
        write: false,
        format: 'esm',
        logLevel: 'silent',
      });
      script = bundled.outputFiles[0]?.text ?? '';
    });
    after(() => site.close());

    it('shows results as cards that lead to their pages, with texts that stay texts', async () => {
      const product = newProduct({ name: 'A <img src=x> & co', tagline: 'Cards for everyone' });
      const { slug } = await api.submit(key, product);
      const host = await connect();
      const { tools } = await host.listTools();
      const ui = tools.find(({ name }) => name === 'search_listings')?._meta?.ui as Json;
      const [content] = (await host.readResource({ uri: ui.resourceUri })).contents as Json[];
      expect(content.mimeType).to.equal('text/html;profile=mcp-app');
      expect(content._meta.ui.csp).to.deep.equal({ resourceDomains: [api.server.url] });
      page = content.text;
      const view = await browser.open();
      await view.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      await view.waitForFunction('"show" in window');
      const showing = async (name: string, input: Json) => {
        const result = await host.callTool({ name, arguments: input });
        await view.evaluate((given) => (globalThis as Json).show(given), result as Json);
        const frame = await view.waitForFrame((one) => one.url().endsWith('/view'));
        await frame.waitForSelector('main > *');
        return frame;
      };
      for (const [name, input] of [
        ['search_listings', { q: 'cards everyone' }],
        ['get_listing', { slug }],
      ] as const) {
        const frame = await showing(name, input);
        expect(await frame.$eval('a strong', (one) => one.textContent)).to.equal(product.name);
        await frame.waitForFunction(
          'document.images.length === 1 && document.images[0].naturalWidth === 1200',
        );
        await frame.click('a');
        await view.waitForFunction('"opened" in window');
        expect(await view.evaluate('opened')).to.equal(`${api.server.url}/listings/${slug}`);
      }
      const none = await showing('search_listings', { q: 'xyzzyplugh' });
      expect(await none.$eval('main', (one) => one.textContent)).to.equal('Nothing found.');
      await host.close();
    });
  });
});
