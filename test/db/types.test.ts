// Times and lists are read as pg reads them; PostgreSQL writes the examples itself.
import { expect } from 'chai';
import { parseTexts, parseTime } from '../../db/types.js';
import { useDatabase } from '../helpers/database.js';

describe('values of the database', () => {
  const database = useDatabase();

  it('are lists of text with every special character', async () => {
    const lists: (string | null)[][] = [
      [],
      [''],
      ['ai'],
      ['ai', 'design'],
      [null, 'NULL', 'null', null],
      ['works offline', 'a,b', '{c}', '"quoted"', 'back\\slash', '\\"', 'line\nbreak', "it's", ' ', '\\'],
      ['ü', '写真', '🎉', 'a\u2028b'],
    ];
    for (const list of lists) {
      const { rows } = await database.knex.raw<{ rows: { list: string }[] }>(
        'select (?::text[])::text as list',
        [list as string[]],
      );
      expect(parseTexts(rows[0]?.list ?? ''), JSON.stringify(list)).to.deep.equal(list);
    }
    expect(parseTexts('{{a,b},{c,d}}')).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseTexts('[0:1]={a,b}')).to.deep.equal(['a', 'b']);
  });

  it('are times to the millisecond, in every time zone and year', async () => {
    const times = [
      '2026-01-02 03:04:05.678901+00',
      '2026-01-02 03:04:05+00',
      '2026-01-02 03:04:05.9999+00',
      '1969-12-31 23:59:59.5+00',
      '0050-01-02 03:04:05+00',
      '12026-01-02 03:04:05+00',
      '0044-03-15 12:00:00+00 BC',
    ];
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
      for (const time of times) {
        const { rows } = await database.knex.raw<{ rows: { written: string; ms: string }[] }>(
          `select set_config('timezone', ?, true), (?::timestamptz)::text as written,
             floor(extract(epoch from ?::timestamptz) * 1000)::text as ms`,
          [zone, time, time],
        );
        const { written = '', ms = '' } = rows[0] ?? {};
        expect(parseTime(written).getTime(), written).to.equal(Number(ms));
      }
    }
    expect(parseTime('infinity')).to.equal(Number.POSITIVE_INFINITY);
  });
});
