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
    const flat = (await root.submit(path, { depth: '1', do: 'again' })) && (await root.get(path)).html;
    expect(flat).not.to.include('category:Home Automation');
    expect(flat).to.match(/value="1"\s+selected/);
    await root.submit(path, { depth: '', do: 'again' });
    expect((await root.get('/admin/imports')).html.replace(/\s+/g, ' ')).to.include(
      'Markdown list · 6 lines ·',
    );
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

  it('adds no category unasked, and says all that is wrong with a row', async () => {
    const rows = 'One,one.example.com,Does one,Origami\nTwo,two.example.com,Does two,\nThree,notaurl,,x';
    const path = await upload(`name,website_url,description,tags\n${rows}\n`, 'three.csv');
    const { html } = await root.get(path);
    expect(html).to.include('No column is the tagline').and.include('Tagline is required');
    expect(html).to.include('Website must name a public site').and.not.include('First choose a column');
    await root.submit(path, { categories: 'topics', do: 'start' });
    await work();
    expect(await names()).to.deep.equal(['One', 'Two']);
    const listing = await server.database.knex('listings').where({ slug: 'one' }).first();
    expect([listing.categories, listing.facts]).to.deep.equal([null, { topics: ['Origami'] }]);
    await root.submit(path, { do: 'undo' });
    await work();
  });

  it('reads columns and categories as they are given, and goes on after a worker that died', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `Tool ${n}|tool-${n}.example.com|Does ${n}|Heavy`);
    const path = await upload(`Producer|Link|Text|Kind\n${rows.join('\n')}\n`, 'tools.csv');
    await root.submit(path, {
      'column:producer': 'name',
      'column:link': 'website_url',
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
    // A later file with the same header is read alike; one with another header is not.
    const row = 'Tool 99|tool-99.example.com|Does it|Heavy';
    const alike = await upload(`Producer|Link|Text|Kind\n${row}\n`, 'later.csv');
    const other = await upload(`Producer|Link|Text|Sort\n${row}\n`, 'other.csv');
    expect((await root.get(other)).html, 'categories').to.match(/<option value="topics" selected>/);
    const columnsOf = async (draft: string) => {
      const { options } = await server.database
        .knex('imports')
        .where({ id: draft.split('/').at(-1) })
        .first();
      return options.columns;
    };
    expect(await columnsOf(alike)).to.include({ producer: 'name', text: 'tagline', kind: 'categories' });
    expect(await columnsOf(other)).to.equal(undefined);
    for (const draft of [alike, other]) await root.submit(draft, { do: 'discard' });
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

  it('gives refused rows as a file to mend and import again, over REST as they are', async () => {
    const file =
      'Name,Site,Tagline,constructor\r\nGood,https://good.example.com,Is fine,x\r\nBad,nowhere,"=Is, not",y\r\n';
    const path = await upload(file, 'rows.csv');
    await root.submit(path, { do: 'check' });
    await work();
    expect((await root.get(path)).html)
      .to.include('Checked')
      .and.include('Back to the columns');
    await root.submit(path, { do: 'back' });
    expect((await root.get(path)).html).to.include('name="column:tagline"');
    await root.submit(path, { do: 'start' });
    await work();
    expect((await root.get(path)).html).to.include('refused.csv');
    const { html: refused } = await root.get(`${path}/refused.csv`);
    const [header = '', row = ''] = refused.replace('\ufeff', '').split('\r\n');
    expect(header).to.equal('name,site,tagline,constructor,import_line,import_error');
    expect(row).to.match(/^Bad,nowhere,"'=Is, not",y,3,.*public/);
    const { rows } = JSON.parse((await root.get(`/api/v1${path}/refused`)).html);
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({ line: 3, name: 'Bad', field: 'website_url' });
    expect(rows[0].input).to.deep.include({ site: 'nowhere', tagline: '=Is, not' });
    const again = await upload(refused.replace('nowhere', 'https://bad.example.com'), 'mended.csv');
    await root.submit(again, { do: 'start' });
    await work();
    expect((await names()).filter((name) => ['Bad', 'Good'].includes(name))).to.deep.equal(['Bad', 'Good']);
    for (const done of [again, path]) await root.submit(done, { do: 'undo' });
    await work();
  });

  it('follows sources: added, seen, changed, read now, and ended', async () => {
    const sources = '/admin/sources';
    const address = 'https://github.com/ada/list';
    const wrong = await root.submit(sources, {
      source: 'no address',
      every: 'night',
      gone: 'archive',
      owner: '',
    });
    expect(wrong).to.include({ status: 422 });
    const added = await root.submit(sources, { source: address, every: 'night', gone: 'review', owner: '' });
    expect(added, added.html).to.include({ status: 303 });
    const imports = () => server.database.knex('imports').where({ source: address });
    const [{ id }] = await imports();
    expect((await root.get(sources)).html)
      .to.include(address)
      .and.include('Waiting for the worker');
    await imports().update({ state: 'done', counts: '{"created": 3}' });
    await root.submit(`${sources}/${id}`, { do: 'change', every: 'week', gone: 'archive' }, sources);
    expect((await imports())[0]).to.include({ every: 'week', gone: 'archive', state: 'done' });
    expect((await root.get(sources)).html).to.include('New: 3');
    await root.submit(`${sources}/${id}`, { do: 'read' }, sources);
    expect((await imports())[0]).to.include({ state: 'waiting' });
    await root.submit(`${sources}/${id}`, { do: 'unfollow' }, sources);
    expect((await root.get(sources)).html).not.to.include(address);
    await imports().delete();
  });

  it('makes a directory of heat pump fitters of a CSV file in an evening, with 31 clicks', async () => {
    await server.database.knex('listings').delete();
    let clicks = 0;
    const click = async (
      path: string,
      fields: Record<string, string | string[]>,
      count: number,
      page?: string,
    ) => {
      clicks += count;
      expect((await root.submit(path, fields, page)).status).to.equal(303);
    };
    const trades = ['Air source', 'Ground source', 'Water source', 'Service', 'Planning', 'Drilling'];
    const rows = Array.from({ length: 60 }, (_, n) => [
      ...[`Warm ${n}`, `https://warm-${n}.example.com`, `Warm homes in valley ${n}`, trades[n % 6]],
      ...[['Tyrol', 'Styria', 'Vienna'][n % 3], n % 2 ? 'Alpha; Beta' : 'Beta; Gamma', 1990 + (n % 20)],
      ...[n % 4 ? 'yes' : 'no', `20${10 + (n % 9)}-05-17`, `https://warm-${n}.example.com/book.pdf`],
    ]);
    const header =
      'Company,Website,Slogan,Category,Region,Brands,Founded,Emergency service,Certified on,Handbook';
    // The file is chosen and uploaded; a choice in a list is two clicks.
    clicks += 3;
    const path = await upload([header, ...rows.map((row) => row.join(','))].join('\n'), 'fitters.csv');
    expect((await root.get(path)).html).to.include('Turn it into a fact');
    const columns = ['region', 'brands', 'founded', 'emergency_service', 'certified_on', 'handbook'];
    const made = Object.fromEntries(columns.map((column) => [`column:${column}`, '+']));
    await click(path, { ...made, categories: 'only', do: 'start' }, 2 * columns.length + 1);
    await work();
    const site = {
      name: 'Warm Homes',
      things: 'en | fitter | fitters',
      hidden_parts: ['pricing', 'catalog'],
    };
    // Two folds are opened.
    await click('/admin/site', site, 8);
    const remove = '/admin/site/facts';
    for (const key of ['topics', 'platform', 'license', 'source_code'])
      await click(remove, { remove: key, confirmed: key }, 2, remove);
    clicks += 1;

    const shown = await root.get('/listings');
    const text = shown.html.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
    for (const filter of [
      'Region',
      'Tyrol 20',
      'Brands',
      'Gamma 30',
      'Alpha 30',
      'Founded',
      'Yes 45',
      'Drilling 10',
    ])
      expect(text).to.include(filter);
    expect(text).not.to.match(/Platform|Free|Everything else/);
    expect((await root.get('/')).html).to.include('An open index of 60 fitters,');
    const { html } = await root.get(
      '/listings?fact.region=tyrol&fact.brands=alpha&fact.emergency_service=yes',
    );
    expect(html).to.include('10 listings').and.include('Warm 3<').and.not.include('Warm 4<');
    const compared = (await root.get('/compare?a=warm-1&b=warm-2')).html;
    expect(compared).to.include('Styria').and.include('Vienna').and.include('17 May 2011');
    expect(clicks).to.equal(33);
  });
});
