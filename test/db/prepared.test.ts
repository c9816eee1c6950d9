import { expect } from 'chai';
import type { Knex } from 'knex';
import { Model } from 'objection';
import { closePool, createPool } from '../../db/pool.js';
import { prepare } from '../../db/prepared.js';
import { useDatabase } from '../helpers/database.js';

describe('prepared statements', () => {
  const database = useDatabase();
  let pool: Knex;

  /** A single connection, so that every statement finds the state left by the previous one. */
  beforeEach(() => {
    pool = createPool(database.url, { pool: { max: 1 } });
    Model.knex(pool);
  });
  afterEach(async () => {
    Model.knex(database.knex);
    await closePool(pool);
  });

  const namesHere = async () => {
    const { rows } = await pool.raw(`select name from pg_prepared_statements where statement ~ 'as doubled'`);
    return rows.length;
  };

  it('are parsed once a connection and accept other values each time', async () => {
    const double = prepare<{ doubled: number }>('select 2 * $1::int as doubled');
    expect(await double([4])).to.deep.equal([{ doubled: 8 }]);
    expect(await double([5])).to.deep.equal([{ doubled: 10 }]);
    expect(await namesHere()).to.equal(1);
  });

  it('return rows of every type', async () => {
    const row = prepare<{ one: number; list: string[]; at: Date; none: null }>(
      `select $1::int as one, array[$2::text] as list, $3::timestamptz as at, null as none where $1 <> 2`,
    );
    const at = new Date('2026-01-02T03:04:05.678Z');
    for (const one of [1, 2, 3]) {
      const rows = one === 2 ? [] : [{ one, list: [`${one}`], at, none: null }];
      expect(await row([one, `${one}`, at])).to.deep.equal(rows);
    }
  });

  it('pass on other errors unchanged, and release the connection', async () => {
    const half = prepare<{ half: number }>('select 1 / $1::int as half');
    for (let times = 0; times < 3; times += 1) {
      const error = await half([0]).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: '22012' });
    }
    expect(await half([1])).to.deep.equal([{ half: 1 }]);
  });
});
