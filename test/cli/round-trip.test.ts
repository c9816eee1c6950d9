// Every export can be imported unchanged, whatever its content: at the command line, from the console; that of the catalog is read back.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { readCsvRows, readTextCell } from '../../core/kernel/text/csv.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';
import { seeded } from '../helpers/random.js';

const random = seeded(20_261_123);
const below = (n: number) => Math.floor(random() * n);
const PIECES = [
  'word',
  'é',
  '写',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '"',
  "'",
  ',',
  ';',
  '=1',
  '+',
  '-',
  '@',
  '[',
  '＝',
];

/** Random text between two letters: trimming is not the subject here. */
function someText(pieces: readonly string[], first = 'a'): string {
  const middle = Array.from({ length: below(8) }, () => pieces[below(pieces.length)]);
  return `${first}${middle.join('')}z`;
}
const someLine = (first?: string) =>
  someText(
    PIECES.filter((piece) => !/[\r\n]/.test(piece)),
    first,
  );
const maybe = <T>(make: () => T): T | null => (below(3) === 0 ? null : make());

describe('an export', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let owner: { key: string; email: string };
  let root: { key: string; email: string; password: string };

  before(async () => {
    owner = await api.register();
    root = await api.registerAdmin();
    for (let n = 0; n < 15; n += 1) {
      const { status, body } = await api.post(
        '/api/v1/listings',
        newProduct({
          name: someLine(['=', '@', "'", 'a'][below(4)]),
          tagline: someLine(['-', '+', "'=", 'a'][below(4)]),
          description: maybe(() => someText(PIECES)),
          categories: maybe(() => ['ai', 'saas'].slice(0, 1 + below(2))),
          features: maybe(() =>
            Array.from({ length: 1 + below(4) }, () => someLine(['=', '[', 'b'][below(3)])),
          ),
          pricing_summary: maybe(someLine),
        }),
        { key: owner.key },
      );
      expect(status, JSON.stringify(body)).to.equal(201);
    }
  });

  for (const format of ['csv', 'ndjson']) {
    it(`as ${format} at the command line is imported without a change`, async () => {
      const { stdout } = await admin(`listings export --format ${format}`);
      const back = await admin(`listings import - --owner ${owner.email} --json`, stdout);
      expect(back.json()).to.deep.include({ unchanged: 15, created: 0, changed: 0, refused: 0, errors: [] });
      const known = await api.server.database.knex('listings').select('name', 'description', 'features');
      await api.server.database.knex('listings').delete();
      const anew = await admin(`listings import - --owner ${owner.email} --json`, stdout);
      expect(anew.json()).to.include({ created: 15, refused: 0 });
      const made = await api.server.database.knex('listings').select('name', 'description', 'features');
      expect(made).to.have.deep.members(known);
    });
  }

  it('as CSV from the console is imported without a change, and shows whose email is verified', async () => {
    const visitor = visitorOf(api.server);
    await visitor.signIn(root);
    const { html: listings } = await visitor.get('/admin/listings.csv');
    const back = await admin(`listings import - --owner ${owner.email} --json`, listings);
    expect(back.json()).to.deep.include({ unchanged: 15, created: 0, changed: 0, refused: 0 });
    const { html: users } = await visitor.get('/admin/users.csv');
    const [head = '', ...rows] = users.trimEnd().split('\r\n');
    const column = head.split(',').indexOf('email_verified');
    for (const row of rows) expect(row.split(',')[column]).to.be.oneOf(['true', 'false']);
  });

  it('of the catalog is read back without a change', async () => {
    const { knex } = api.server.database;
    const entries = () =>
      knex('catalog_entries').select('url', 'name', 'submit_url', 'kind', 'notes').orderBy('url');
    await knex('catalog_entries').delete();
    for (let n = 0; n < 15; n += 1) {
      const entry: Json = {
        url: `https://place-${n}.example.com`,
        name: someLine(['=', "'=", 'a'][below(3)]),
        kind: maybe(someLine),
        notes: maybe(() => someLine('-')),
      };
      const { status, body } = await api.post('/api/v1/agent-directories', entry, { key: owner.key });
      expect(status, JSON.stringify(body)).to.equal(201);
    }
    const before = await entries();
    const csv = await (await api.server.fetch('/agent-directories.csv')).text();
    const rows = await Readable.from(readCsvRows(Readable.from([csv]))).toArray();
    const read = (cell: string | undefined) => readTextCell(cell ?? '') || null;
    const back = rows.map(({ cells }) => ({ name: read(cells?.name), notes: read(cells?.notes) }));
    expect(back).to.have.deep.members(before.map(({ name, notes }) => ({ name, notes })));
  });
});
