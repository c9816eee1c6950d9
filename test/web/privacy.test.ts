// The pages on privacy and support, which an operator replaces, and the links that add the tool server to a host.
import { expect } from 'chai';
import { useApi } from '../helpers/api.js';

describe('the pages on privacy and support', () => {
  const api = useApi({ CONTACT_EMAIL: 'help@example.com' });
  const read = (path: string, language = 'en') =>
    api.server.fetch(path, { headers: { 'accept-language': language }, redirect: 'manual' });

  it('come with the directory, in the language of the reader, and name the contact', async () => {
    const english = await (await read('/privacy')).text();
    expect(english).to.include('<h1>Privacy</h1>').and.include('href="mailto:help@example.com"');
    expect(await (await read('/privacy', 'de')).text()).to.include('<h1>Datenschutz</h1>');
    const support = await (await read('/support')).text();
    expect(support).to.include('<h1>Help</h1>').and.include('href="mailto:help@example.com"');
    const home = await (await read('/')).text();
    expect(home).to.include('href="/privacy"').and.include('href="/support"');
  });

  it('give way to pages of the operator', async () => {
    const { key } = await api.registerAdmin();
    const pages = [
      { slug: 'privacy', title: 'Our privacy', text: 'Nothing is kept.' },
      { slug: 'support', title: 'Our help desk', text: 'Ask us.' },
    ];
    expect((await api.patch('/api/v1/admin/site', { pages }, { key })).status).to.equal(200);
    const moved = await read('/privacy');
    expect([moved.status, moved.headers.get('location')]).to.deep.equal([302, '/pages/privacy']);
    expect(await (await read('/pages/privacy')).text()).to.include('Nothing is kept.');
    expect((await read('/support')).headers.get('location')).to.equal('/pages/support');
    const docs = await (await read('/docs')).text();
    expect(docs).to.not.include('href="/privacy"').and.not.include('href="/support"');
  });
});

describe('the settings for hosts', () => {
  const api = useApi();

  it('have links that add the server', async () => {
    const html = await (await api.server.fetch('/docs')).text();
    const links = [...html.matchAll(/href="((?:vscode|cursor|goose):[^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    const [cursor = '', code = '', goose = ''] = links;
    const config = JSON.parse(
      Buffer.from(new URL(cursor).searchParams.get('config') ?? '', 'base64').toString(),
    );
    expect(config.url).to.equal(`${api.server.url}/mcp`);
    expect(JSON.parse(decodeURIComponent(code.split('?')[1] ?? ''))).to.include({
      type: 'http',
      url: config.url,
    });
    expect(new URL(goose).searchParams.get('url')).to.equal(config.url);
  });
});
