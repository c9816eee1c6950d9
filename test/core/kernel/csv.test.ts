import { Readable } from 'node:stream';
import { expect } from 'chai';
import {
  type CsvRow,
  readCsvRows,
  readListCell,
  readTextCell,
  toCsv,
} from '../../../core/kernel/text/csv.js';
import { seeded } from '../../helpers/random.js';

async function read(...pieces: string[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(Readable.from(pieces))) rows.push(row);
  return rows;
}

const cellsOf = async (text: string) => (await read(text)).map(({ cells }) => cells);

const random = seeded(20_261_122);
const PARTS = [
  'a',
  'é',
  '写',
  '🎉',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '"',
  "'",
  ',',
  ';',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\ufeff',
  '[',
  '1',
  '＝',
];
const someText = (): string =>
  Array.from({ length: Math.floor(random() * 9) }, () => PARTS[Math.floor(random() * PARTS.length)]).join('');

describe('CSV', () => {
  it('survives a round trip: 600 random texts, split anywhere', async () => {
    // The row of an empty file has a name, or it would be none.
    const rows = Array.from({ length: 200 }, (_, n) => ({
      n: String(n),
      a: someText(),
      b: someText(),
      c: someText(),
    }));
    const csv = [...toCsv(rows, ['n', 'a', 'b', 'c'])];
    const pieces: string[] = [];
    for (let at = 0; at < csv.length; ) {
      const length = 1 + Math.floor(random() * 200);
      pieces.push(csv.slice(at, at + length).join(''));
      at += length;
    }
    const back = (await read(...pieces)).map(({ cells }) => ({
      n: cells?.n,
      a: readTextCell(cells?.a ?? ''),
      b: readTextCell(cells?.b ?? ''),
      c: readTextCell(cells?.c ?? ''),
    }));
    expect(back).to.deep.equal(rows);
  });

  it('survives a round trip of lists: 200 random ones', async () => {
    const lists = Array.from({ length: 200 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => `x${someText()}`.trim()),
    );
    const csv = toCsv(
      lists.map((list) => ({ list })),
      ['list'],
    );
    const back = (await cellsOf(csv)).map((cells) => readListCell(cells?.list ?? ''));
    expect(back).to.deep.equal(lists);
  });

  it('never starts a cell with a formula, whether commas or semicolons separate cells', () => {
    for (const text of ['=1+1', 'x;=1+1', ' @SUM(A1)', 'a; -2', "'=1"]) {
      const [, cell = ''] = toCsv([{ text }], ['text']).split('\r\n');
      for (const part of cell.replace(/^"|"$/g, '').split(';')) expect(part, text).to.match(/^(?:'|[ax])/);
    }
  });

  it('writes booleans as true and false', () => {
    expect(toCsv([{ yes: true, no: false, none: null }], ['yes', 'no', 'none'])).to.equal(
      '\ufeffyes,no,none\r\ntrue,false,\r\n',
    );
  });

  it('reads what spreadsheets save: semicolons, tabs, sep=, CR alone, headers in words, empty rows and columns', async () => {
    const row = { name: 'One, two', website_url: 'https://one.example.com' };
    for (const text of [
      'Name,Website URL\n"One, two",https://one.example.com\n',
      '\ufeffName;Website URL\r\nOne, two;https://one.example.com\r\n;\r\n',
      'sep=;\r\nName;Website URL\r\nOne, two;https://one.example.com',
      'name\twebsite-url\rOne, two\thttps://one.example.com\r',
      '\n\nname,website_url,,\n,,,\n"One, two",https://one.example.com,, \n',
    ]) {
      expect(await cellsOf(text), text).to.deep.equal([row]);
    }
  });

  it('reports each bad row by its first line, and reads the others', async () => {
    for (const [end, start] of [
      ['\n', ''],
      ['\r\n', 'sep=,\r\n'],
      ['\r', ''],
    ] as const) {
      const lines = ['a,b', '"two', 'lines",1', '', 'short', '1,2,3', '3,4', '"never,closed', '5,6'];
      const rows = await read(start + lines.join(end));
      const first = start ? 3 : 2;
      expect(rows.map(({ line, problem }) => [line, problem])).to.deep.equal([
        [first, undefined],
        [first + 3, undefined],
        [first + 4, { problem: 'cells', cells: 3, columns: 2 }],
        [first + 5, undefined],
        [first + 6, { problem: 'quote' }],
      ]);
    }
  });

  it('makes no Error for a row with another number of cells', async () => {
    const { captureStackTrace } = Error;
    let made = 0;
    Error.captureStackTrace = () => {
      made += 1;
    };
    try {
      const rows = await read(`name,url\n${'1,2,3\n'.repeat(2_000)}`);
      expect(rows.filter(({ problem }) => problem?.problem === 'cells')).to.have.length(2_000);
    } finally {
      Error.captureStackTrace = captureStackTrace;
    }
    expect(made).to.equal(0);
  });

  it('reads no table of more columns than any list has', async () => {
    const [row, ...others] = await read(`${'a,'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`);
    expect(row?.problem).to.include({ problem: 'columns', most: 500 });
    expect(others).to.have.length(0);
  });

  it('lets other work be done meanwhile', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await read(`a\n${`${'b'.repeat(99)}\n`.repeat(1_200)}`);
    clearImmediate(timer);
    expect(turns).to.be.above(3);
  });
});
