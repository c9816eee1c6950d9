// Words that every object inherits, typed as any name at every door: each is answered, and afterwards every list is
// whole (C3).
import { expect } from 'chai';
import { workOnImports } from '../core/import/run-waiting.js';
import { adminOf } from './helpers/admin.js';
import { type Json, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import {
  CONSOLE_PAGES,
  csrfOf,
  GUEST_PAGES,
  MEMBER_PAGES,
  type Visitor,
  visitorOf,
} from './helpers/pages.js';

const WORDS = ['constructor', '__proto__', 'toString', 'then'];
const slugOf = (word: string) => word.toLowerCase().replaceAll('__', '');
/** JSON, in which `__proto__` is a member as any other. */
const bodyOf = (members: readonly (readonly [string, unknown])[]) =>
  JSON.stringify(Object.fromEntries(members));

describe('words that every object inherits', () => {
  const api = useApi({ ADMIN_EMAILS: 'root@example.com' });
  const mcp = mcpOf(api.server);
  const admin = adminOf(api.server.database);
  let key: string;
  let adminKey: string;
  let root: Visitor;

  /** Without the check of answers against a document that was read before the categories were added. */
  const ask = async (path: string, { key: by, ...init }: RequestInit & { key?: string } = {}) => {
    const headers = { 'content-type': 'application/json', ...(by ? { authorization: `Bearer ${by}` } : {}) };
    const answer = await api.server.fetch(path, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    return { status: answer.status, text: await answer.text() };
  };

  before(async () => {
    key = (await api.register()).key;
    adminKey = (await api.registerAdmin()).key;
    root = visitorOf(api.server);
    await root.signUp('root@example.com');
  });

  it('are names, keys, features, hosts and fields of listings, over REST, MCP, the form and the command line', async () => {
    for (const word of WORDS) {
      const host = slugOf(word).replaceAll('_', '-');
      const account = { name: word, email: `${word}@example.com`, password: 'correct horse', key_name: word };
      const registered = await api.call('POST', '/api/v1/agents/register', {
        raw: bodyOf([...Object.entries(account), [word, word]]),
      });
      expect(registered.status, word).to.equal(201);
      expect((await api.post('/api/v1/api-keys', { name: word }, { key })).status).to.equal(201);
      const product = {
        name: word,
        website_url: `https://${host}.example.com/${word}?${word}=${word}`,
        tagline: `${word}: ${word}`,
        description: `An alternative to ${word}. Topics: ${word}, ${word}.`,
        features: [word, `${word}: ${word}`],
      };
      const facts = JSON.parse(
        bodyOf([
          ['topics', [word]],
          [word, word],
        ]),
      );
      const submitted = await api.call('POST', `/api/v1/listings?${word}=${word}`, {
        raw: bodyOf([...Object.entries(product), ['facts', facts], [word, word]]),
        key,
        headers: { [word]: word, 'idempotency-key': word },
      });
      expect(submitted.status, `${word}: ${JSON.stringify(submitted.body)}`).to.equal(201);
      expect(
        submitted.body.warnings.map(({ field }: Json) => field),
        word,
      ).to.include(word);
      expect(submitted.body.listing.facts, word).to.deep.equal({ topics: [word] });
      const tool = await mcp.callTool(
        'submit_listing',
        JSON.parse(
          bodyOf([
            ...Object.entries({ ...product, website_url: `https://mcp-${host}.example.com` }),
            [word, word],
          ]),
        ),
        { key },
      );
      expect(tool.error, word).to.equal(null);
      const page = await root.submit('/submit', {
        ...product,
        website_url: `https://page-${host}.example.com`,
        features: word,
        [word]: word,
      });
      expect(page.status, page.html).to.equal(303);
      const command = await admin(
        `listings create --name ${word} --website-url cli-${host}.example.com --tagline ${word} --features ${word}`,
      );
      expect(command.code, command.stderr).to.equal(0);
      const reported = await api.post(`/api/v1/listings/${submitted.body.listing.slug}/report`, {
        reason: 'other',
        details: word,
      });
      expect(reported.status, word).to.be.below(500);
    }
  });

  it('are categories, synonyms and texts of the site', async () => {
    for (const word of WORDS) {
      await admin(`categories add "${word}" --value ${slugOf(word)}`);
      await admin(`listings edit ${slugOf(word)} --categories ${slugOf(word)} --yes`);
    }
    const synonyms = WORDS.map((word) => `${word} = maker of ${word}`);
    const needs = ['constructor', 'toString'];
    const { status, body } = await api.patch('/api/v1/admin/site', { synonyms, needs }, { key: adminKey });
    expect(status, JSON.stringify(body)).to.equal(200);
  });

  it('are columns, members, categories and mapped names of imports', async () => {
    const header = ['name', 'website_url', 'tagline', 'categories', ...WORDS];
    const rows = WORDS.map((word, n) => [word, `https://row-${n}.example.com`, word, word, ...WORDS]);
    const members = (of: string) => (row: string[], n: number) =>
      bodyOf(
        header.map((name, at) => [name, name === 'website_url' ? `https://${of}-${n}.example.com` : row[at]]),
      );
    const files = {
      'words.csv': [header, ...rows].map((row) => row.join(',')).join('\n'),
      'words.json': `[${rows.map(members('member')).join(',')}]`,
      'words.md': WORDS.map((w, n) => `## ${w}\n- [${w}](https://mark-${n}.example.com) - ${w}.`).join('\n'),
    };
    for (const [name, text] of Object.entries(files)) {
      const form = new FormData();
      form.append('_csrf', csrfOf((await root.get('/admin/imports')).html));
      form.append('import', new Blob([text]), name);
      const path = (await root.send('/admin/imports', form)).location ?? '';
      const draft = await root.get(path);
      expect(draft.status, name).to.equal(200);
      const fields = [...draft.html.matchAll(/name="((?:column|category)[^"]*)"/g)].map(
        ([, field = '']) => field,
      );
      const typed = Object.fromEntries(fields.map((field) => [field, '']));
      const meant = Object.fromEntries(
        Object.keys(typed).map((field) => [
          field,
          /name|website_url|tagline|categories/.exec(field)?.[0] ?? '',
        ]),
      );
      expect(await root.submit(path, { ...meant, categories: 'add', do: 'start' }), name).to.include({
        status: 303,
      });
      await workOnImports(new AbortController().signal);
      expect((await root.get(path)).html, name).to.include(`${WORDS.length}`);
    }
    const { knex } = api.server.database;
    expect(await knex('imports').pluck('state')).to.deep.equal(Array(3).fill('done'));
    expect(await knex('listings').where('website_url', 'like', '%row-%').pluck('name')).to.have.members(
      WORDS,
    );
    const mapping = WORDS.map((word) => `--column ${word}=description --category-map ${word}=ai`).join(' ');
    const text = files['words.csv'].replaceAll('row-', 'mapped-');
    const imported = await admin(`import - --format csv --json ${mapping}`, text);
    expect(imported.json(), imported.stderr).to.include({ refused: 0, rows: WORDS.length });
  });

  it('are members of the values of a column that becomes a fact', async () => {
    const weird = Object.fromEntries(WORDS.slice(2).map((word) => [word, 1]));
    const form = new FormData();
    form.append('_csrf', csrfOf((await root.get('/admin/imports')).html));
    const rows = [
      { name: 'A', website_url: 'https://weird.example.com', weird, weirder: [weird], valued: 'so' },
    ];
    form.append('import', new Blob([JSON.stringify(rows)]), 'weird.json');
    const path = (await root.send('/admin/imports', form)).location ?? '';
    expect((await root.get(path)).status).to.equal(200);
    const made = { 'column:weird': '+', 'column:weirder': '+', 'column:valued': '+' };
    expect((await root.submit(path, { ...made, categories: 'add', do: 'start' })).status).to.equal(303);
    await workOnImports(new AbortController().signal);
    const run = await api.server.database
      .knex('imports')
      .where({ id: path.split('/').at(-1) })
      .first();
    expect(run.state).to.equal('done');
    await api.server.database.knex('imports').where({ id: run.id }).delete();
  });

  it('are answered in every path, parameter and field of REST, and every argument of MCP', async () => {
    const { paths } = (await api.get('/api/v1/openapi.json')).body;
    const member = (schema: Json, word: string): Json => {
      const types = [schema?.type].flat();
      if (types.includes('array')) return [member(schema.items, word)];
      return types.includes('object') ? JSON.parse(bodyOf([[word, word]])) : word;
    };
    let turn = 0;
    for (const [path, methods] of Object.entries<Json>(paths)) {
      if (/delete|sign-out|leaked/.test(path) || !path.startsWith('/api')) continue;
      for (const [method, { parameters = [], requestBody }] of Object.entries<Json>(methods)) {
        // It would delete the listings that the lists below have.
        if (method === 'delete' && path.endsWith('/{slug}')) continue;
        const word = WORDS[turn++ % WORDS.length] as string;
        const named = parameters
          .filter((one: Json) => one.in === 'query')
          .map(({ name }: Json) => [name, word]);
        const query = new URLSearchParams([...named, [word, word], [word, word]]);
        const schema = requestBody?.content['application/json']?.schema;
        const fields = Object.entries<Json>(schema?.properties ?? {});
        const raw = bodyOf([...fields.map(([name, it]) => [name, member(it, word)] as const), [word, word]]);
        // Where no parameter is described, a query is read by none of the route's own code.
        for (const asked of named.length > 0 ? ['', `?${query}`] : ['']) {
          const answer = await ask(path.replace(/\{\w+\}/g, word) + asked, {
            method: method.toUpperCase(),
            key: adminKey,
            headers: { [word]: word },
            ...(schema ? { body: raw } : {}),
          });
          expect(answer.status, `${method} ${path} ${word} ${answer.text}`).to.be.below(500);
        }
      }
    }
    const { tools } = (await mcp.request('tools/list', {}, { headers: { 'x-mcp-toolsets': 'all' } })).body
      .result;
    const named = WORDS.map((word) => ({ name: word, inputSchema: {} }));
    for (const [at, { name, inputSchema }] of [...tools, ...named].entries()) {
      const word = WORDS[at % WORDS.length] as string;
      const fields = Object.entries<Json>(inputSchema.properties ?? {});
      const members = fields.map(([field, it]) => [field, member(it, word)] as const);
      const input = JSON.parse(bodyOf([...members, [word, word]]));
      const { http } = await mcp.callTool(name, input, { key: adminKey });
      expect(http.status, `${name} ${word}`).to.be.below(500);
      expect(JSON.stringify(http.body), `${name} ${word}`).not.to.include('internal_error');
    }
    for (const word of WORDS.slice(0, 2)) {
      for (const [method, params] of [
        [word, {}],
        ['prompts/get', { name: word, arguments: { need: word } }],
        ['resources/read', { uri: word }],
        ['resources/read', { uri: `directory://listings/${word}` }],
      ] as const) {
        const { status, body } = await mcp.request(method, params, { headers: { 'x-mcp-toolsets': word } });
        expect(status, `${method} ${word}`).to.be.below(500);
        expect(body.error?.code, `${method} ${word}`).not.to.equal(-32603);
      }
    }
  });

  it('are answered in every part of the address of a page', async () => {
    for (const word of WORDS.slice(0, 2)) {
      const places = [
        '',
        'listings',
        'categories',
        'alternatives',
        'docs',
        'claim',
        'report',
        'media',
        'assets',
      ];
      const inside = [
        'account',
        'account/listings',
        'admin',
        'admin/site',
        'admin/site/mails',
        'admin/imports',
      ];
      for (const place of [...places, ...inside, 'admin/listings', 'admin/site/pages', 'admin/columns']) {
        const { status } = await root.get(`/${place}${place && '/'}${word}?${word}=${word}`);
        expect(status, `/${place}/${word}`).to.be.below(500);
      }
    }
  });

  it('leave every list whole', async () => {
    const lists: [path: string, options: { key?: string }][] = [
      ['/api/v1/listings?limit=100', {}],
      ...WORDS.map((word): [string, object] => [`/api/v1/listings?limit=100&q=${word}`, {}]),
      ...WORDS.map((word): [string, object] => [`/api/v1/listings?facets=1&fact.topics=${word}`, {}]),
      ...WORDS.map((word): [string, object] => [`/api/v1/listings?limit=100&category=${slugOf(word)}`, {}]),
      ['/api/v1/listings?mine=1&limit=100', { key }],
      ['/api/v1/listings/changes?limit=100', {}],
      ['/api/v1/admin/listings?limit=100', { key: adminKey }],
      ['/api/v1/admin/users?limit=100', { key: adminKey }],
      ['/api/v1/admin/audit?limit=100', { key: adminKey }],
      ['/api/v1/admin/overview', { key: adminKey }],
      ['/api/v1/admin/stats', { key: adminKey }],
      ['/api/v1/api-keys', { key }],
      ['/api/v1/schema', {}],
    ];
    for (const [path, options] of lists) expect((await ask(path, options)).status, path).to.equal(200);
    const { knex } = api.server.database;
    const live = (await knex('listings').where({ status: 'live' }).pluck('id')).length;
    const first = JSON.parse((await ask('/api/v1/listings?limit=100')).text);
    expect(first).to.include({ total: live });
    expect(first.listings).to.have.length(Math.min(50, live));
    for (const word of WORDS)
      expect((await ask(`/api/v1/listings/${slugOf(word)}`)).text, word).to.include(`"name":"${word}"`);
    const found = await mcp.callTool('search_listings', { q: 'constructor' }, { key });
    expect(found.value.listings).not.to.deep.equal([]);
    for (const path of [
      '/feed.xml',
      '/sitemap.xml',
      '/llms.txt',
      '/search.json?q=constructor',
      '/alternatives',
      ...WORDS.map((word) => `/topics/${word}`),
    ])
      expect((await root.get(path)).status, path).to.be.oneOf([200, 301, 404]);
    const here = (path: string) =>
      path.replace('tidewater-notes', 'constructor').replace('/categories/ai', '/categories/constructor');
    /** Every parameter is the word, and there is one of its name. */
    const filled = (path: string) => {
      const [place = '', query = 'q='] = here(path).split('?');
      return `${place}?${query.replace(/=[^&]*/g, '=constructor')}&constructor=constructor&sort=constructor`;
    };
    const whole = CONSOLE_PAGES.filter((path) => /^\/admin\/?[a-z]*$/.test(path));
    for (const path of [
      ...GUEST_PAGES.map(filled),
      ...CONSOLE_PAGES.map(filled),
      ...MEMBER_PAGES.map(here),
      ...whole,
    ]) {
      const { status, html } = await root.get(path);
      expect(status, `${path} ${html.slice(0, 300)}`).to.be.below(500);
    }
  });
});
