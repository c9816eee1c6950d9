// The theme that a visitor chooses, without scripts; with them test/web/browser.test.ts sees it change at once.
import { expect } from 'chai';
import { visitorOf } from '../helpers/pages.js';
import { invalidateCache } from '../helpers/queries.js';
import { useServer } from '../helpers/server.js';

describe('the theme', () => {
  const server = useServer();
  const themeOf = (html: string) => /<html lang="en"(?: class="theme-(\w+)")?>/.exec(html)?.[1] ?? 'system';

  it('is the system’s until one is chosen, persists, and can be reset', async () => {
    const visitor = visitorOf(server);
    expect(themeOf((await visitor.get('/docs')).html)).to.equal('system');
    const chosen = await visitor.post('/theme', { theme: 'dark', next: '/docs?x=1' });
    expect([chosen.status, chosen.location]).to.deep.equal([303, '/docs?x=1']);
    const { html } = await visitor.get('/listings');
    expect(themeOf(html)).to.equal('dark');
    expect(html).to.match(/value="dark" aria-pressed="true"/);
    await visitor.post('/theme', { theme: 'system', next: '/' });
    expect(themeOf((await visitor.get('/docs')).html)).to.equal('system');
  });

  it('stands beside the language, which stays as it was chosen', async () => {
    const visitor = visitorOf(server);
    expect((await visitor.get('/docs')).html).to.match(/value="en" aria-pressed="true"/);
    await visitor.post('/theme', { language: 'de', next: '/' });
    const { html } = await visitor.get('/docs');
    expect(html)
      .to.contain('<html lang="de">')
      .and.match(/value="de" aria-pressed="true">\s*Deutsch/);
    await visitor.post('/theme', { language: '../x', next: '/' });
    expect((await visitor.get('/docs')).html).to.contain('<html lang="de">');
  });

  it('of one visitor is never another’s, also from the cache', async () => {
    await invalidateCache(server.database);
    const [dark, plain] = [visitorOf(server), visitorOf(server)];
    await dark.post('/theme', { theme: 'dark', next: '/' });
    for (const round of ['made', 'cached']) {
      expect(themeOf((await dark.get('/')).html), round).to.equal('dark');
      expect(themeOf((await plain.get('/')).html), round).to.equal('system');
    }
  });

  it('sets no cookie without a choice, and redirects to no other site', async () => {
    const visitor = visitorOf(server);
    expect((await visitor.get('/')).headers.getSetCookie()).to.deep.equal([]);
    const away = await visitor.post('/theme', { theme: 'dark', next: '//evil.example' });
    expect(away.location).to.equal('/');
    expect(themeOf((await visitor.post('/theme', { theme: '"><script>', next: '/' })).html)).to.equal(
      'system',
    );
    const foreign = await visitor.post('/theme', { theme: 'dark' }, { origin: 'https://evil.example' });
    expect(foreign.status).to.equal(403);
  });
});
