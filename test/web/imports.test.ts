// Imports in the console, in plain HTML: uploaded, looked at, run by the worker, and undone.
import { expect } from 'chai';
import { workOnImports } from '../../core/import/run-waiting.js';
import { csrfOf, type Visitor, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const LIST = `# Tools
## Home Automation
- [Lamp](https://lamp.example.com) - Switches lights.
- [Nothing](https://127.0.0.1/) - Cannot be listed.
## Analytics
- [Chart](https://chart.example.com) - Draws what it counts.
`;

describe('importing in the console', () => {
  const server = useServer({ ADMIN_EMAILS: 'root@example.com' });
  let root: Visitor;
  before(async () => {
    root = visitorOf(server);
    await root.signUp('root@example.com');
  });

  async function upload(text: string, name: string): Promise<string> {
    const form = new FormData();
    form.append('_csrf', csrfOf((await root.get('/admin/imports')).html));
    form.append('import', new Blob([text]), name);
    const answer = await root.send('/admin/imports', form);
    expect(answer.status, answer.html).to.equal(303);
    return answer.location ?? '';
  }
  const work = () => workOnImports(new AbortController().signal);
  const names = () => server.database.knex('listings').orderBy('name').pluck('name');

  it('shows the first rows, checks all, imports under the categories of the list, and takes it back', async () => {
    const path = await upload(LIST, 'tools.md');
    const draft = (await root.get(path)).html;
    expect(draft).to.include('tools.md').and.include('Switches lights.').and.include('Home Automation');
    expect(await root.submit(path, { do: 'check' })).to.include({ status: 303 });
    await work();
    expect(await names()).to.deep.equal([]);
    const checked = (await root.get(path)).html;
    expect(checked).to.include('nothing was written').and.include('2 would be listed, 1 refused');
    const faults = await root.get(`${path}/faults.csv`);
    expect(faults.html).to.match(/^line,name,field,code,error\r\n4,Nothing,website_url,validation_error,/);

    await root.submit(path, { do: 'start' });
    expect((await root.get(path)).html)
      .to.include('<progress')
      .and.include('You can leave this page');
    await work();
    expect((await root.get(path, { 'accept-language': 'de' })).html)
      .to.include('2 eingetragen, 1 abgelehnt')
      .and.include('Website muss eine öffentliche Website nennen')
      .and.match(/\/admin\/listings\/lamp"[^>]*>Lamp/);
    expect(await names()).to.deep.equal(['Chart', 'Lamp']);
    const [entry] = await server.database.knex('audit_entries').where({ action: 'listing.create' });
    expect(entry).to.include({ door: 'job', actor_email: 'root@example.com' });
    expect((await root.get('/')).html)
      .to.include('/categories/home-automation')
      .and.not.include('/categories/saas');

    await root.submit(path, { do: 'undo' });
    await work();
    expect(await names()).to.deep.equal([]);
    const { html } = await root.get('/admin/site/categories');
    expect(html).to.include('category-saas').and.not.include('category-home-automation');
    await root.submit(path, { do: 'discard' });
    expect((await root.get(path)).status).to.equal(404);
    const actions = await server.database.knex('audit_entries').whereLike('action', 'import.%').orderBy('id');
    expect(actions.map(({ action }) => action)).to.deep.equal(
      ['draft', 'start', 'start', 'undo', 'discard'].map((name) => `import.${name}`),
    );
  });

  it('adds the category of a listed row, and none of refused rows', async () => {
    const rows = 'One,one.example.com,Does one,Gardening\nTwo,127.0.0.1,Does two,Beekeeping';
    const path = await upload(`name,website_url,tagline,categories\n${rows}\n`, 'two.csv');
    await root.submit(path, { categories: 'add', do: 'start' });
    await work();
    const { html } = await root.get('/admin/site/categories');
    expect(html).to.include('category-gardening').and.not.include('category-beekeeping');
    await root.submit(path, { do: 'undo' });
    await work();
  });

  it('reads columns and categories as they are given, and goes on after a worker that died', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `Tool ${n}|tool-${n}.example.com|Does ${n}|Heavy`);
    const path = await upload(`Producer|Link|Text|Kind\n${rows.join('\n')}\n`, 'tools.csv');
    await root.submit(path, {
      'column:producer': 'name',
      'column:text': 'tagline',
      'column:kind': 'categories',
      do: 'again',
    });
    const draft = (await root.get(path)).html;
    expect(draft).to.match(/name="category:Heavy"/);
    await root.submit(path, { 'category:Heavy': 'saas', categories: 'strict', do: 'start' });
    const id = path.split('/').at(-1);
    // A worker that stops leaves it to the next; one that is killed keeps it until its lease ends.
    const [{ content }] = await server.database.knex('imports').where({ id });
    const stop = new AbortController();
    const half = workOnImports(stop.signal);
    while (!(await names()).length) await new Promise(setImmediate);
    stop.abort();
    await half;
    const [left] = await server.database.knex('imports').where({ id });
    if (left.state !== 'done') expect(left.state).to.equal('waiting');
    await server.database
      .knex('imports')
      .where({ id })
      .update({
        state: 'running',
        position: 12,
        counts: { created: 11 },
        leased_until: new Date(0),
        content,
      });
    await work();
    const [run] = await server.database.knex('imports').where({ id });
    expect(run).to.deep.include({ state: 'done', counts: { created: 30 }, content: null });
    expect(await names()).to.have.length(30);
    const [listing] = await server.database.knex('listings');
    expect(listing.categories).to.deep.equal(['saas']);
  });

  it('says what is wrong with a file, an address and an owner, and is for admins only', async () => {
    const form = new FormData();
    form.append('_csrf', csrfOf((await root.get('/admin/imports')).html));
    expect((await root.send('/admin/imports', form)).html).to.include('Choose a file or enter an address');
    form.append('import', new Blob(['PK\u0003\u0004']), 'tools.xlsx');
    const workbook = await root.send('/admin/imports', form);
    expect(workbook).to.include({ status: 422 });
    expect(workbook.html).to.include('This is a ZIP archive.');
    const address = await root.submit('/admin/imports', { source: 'https://127.0.0.1/list.md' });
    expect(address.status).to.equal(422);
    const owner = await root.submit('/admin/imports', {
      source: 'example.com/a',
      owner: 'nobody@example.com',
    });
    expect(owner.html).to.include('nobody@example.com');
    const member = visitorOf(server);
    await member.signUp('ada@example.com');
    expect((await member.get('/admin/imports')).status).to.equal(403);
  });
});
