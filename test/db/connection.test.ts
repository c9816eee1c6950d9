import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { checkReadiness } from '../../core/service/readiness.js';
import { connectDatabase, DatabaseError } from '../../db/connection.js';
import { isDatabaseAway } from '../../db/failures.js';
import { UserModel } from '../../db/models/accounts.js';
import { closePool } from '../../db/pool.js';
import { createDatabase } from '../helpers/database.js';
import { startTcpGate } from '../helpers/tcp-gate.js';

async function refusal(url: string): Promise<DatabaseError> {
  const error = await connectDatabase(url).catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(DatabaseError);
  return error as DatabaseError;
}

/** A message of PostgreSQL's wire protocol: its letter, its length, its content. */
function message(letter: string, ...parts: (Buffer | number | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      if (typeof part === 'number') return Buffer.from([part >> 8, part & 0xff]);
      return part;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

/** Name, table, column number, type, size, modifier, format. */
function column(name: string, type: number) {
  return [name, 0, 0, 0, 0, type, 0xffff, 0xffff, 0xffff, 0] as const;
}

function value(text: string): Buffer {
  return Buffer.from(`\0\0\0${String.fromCharCode(text.length)}${text}`);
}

/** Responds to every query as a server of this version responds to the query for it. */
function answerAs(version: string, number: string) {
  const ready = message('Z', Buffer.from('I'));
  const answer = [
    message('T', 2, ...column('version', 25), ...column('number', 23)),
    message('D', 2, value(version), value(number)),
    message('C', 'SELECT 1'),
    ready,
  ];
  return (socket: Socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', 0, 0), ready]));
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q') socket.write(Buffer.concat(answer));
      });
    });
  };
}

describe('the database connection', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;

  before(async () => {
    database = await createDatabase('migrated');
  });
  after(() => database.drop());

  it('binds the models, reads counts as numbers and ends statements that run too long', async () => {
    const knex = await connectDatabase(database.url, { statementTimeout: 1_000 });
    try {
      expect(UserModel.knex()).to.equal(knex);
      const { rows } = await knex.raw('select count(*) as count from users');
      expect(rows).to.deep.equal([{ count: 0 }]);
      const error = await knex.raw('select pg_sleep(5)').catch((reason: unknown) => reason);
      expect(error).to.have.property('code', '57014');
    } finally {
      await closePool(knex);
    }
  });

  it('counts as lost by its code, also of hosts that cannot be reached, or by the words of the driver', () => {
    const lost = (code: string, message = '') => isDatabaseAway(Object.assign(new Error(message), { code }));
    for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'EPIPE', '57P01', '08P01', '53300'])
      expect(lost(code), code).to.equal(true);
    expect(lost('', 'select 1 - Connection terminated unexpectedly')).to.equal(true);
    for (const code of ['23505', '57014', 'ERR_ASSERTION']) expect(lost(code), code).to.equal(false);
  });

  it('drops connections on which the database is silent, and continues with new ones', async () => {
    const { hostname, port } = new URL(database.url);
    const gate = await startTcpGate(hostname, Number(port));
    // The limit of a statement is that of the database; five seconds later its silence is detected.
    const knex = await connectDatabase(gate.through(database.url), {
      statementTimeout: 1_000,
      pool: { max: 1 },
    });
    try {
      await knex.raw('select 1');
      gate.freeze();
      const silence = await knex.raw('select 1').catch((error: unknown) => error);
      expect(silence).to.have.property('message', 'select 1 - Query read timeout');
      await gate.open();
      expect((await knex.raw('select 2 as two')).rows).to.deep.equal([{ two: 2 }]);
    } finally {
      await closePool(knex);
      await gate.close();
    }
  });

  it('is not ready while no new connection can be made, though open ones work', async () => {
    const { hostname, port } = new URL(database.url);
    const gate = await startTcpGate(hostname, Number(port));
    const knex = await connectDatabase(gate.through(database.url));
    try {
      expect((await checkReadiness()).checks.database).to.equal('ok');
      gate.admitNone();
      // One attempt counts for a second.
      while ((await checkReadiness()).checks.database === 'ok') await sleep(100);
      expect((await knex.raw('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
      await gate.open();
      while ((await checkReadiness()).checks.database !== 'ok') await sleep(100);
    } finally {
      await closePool(knex);
      await gate.close();
    }
  });

  it('refuses a PostgreSQL older than 15, naming its version', async () => {
    const server = createServer(answerAs('14.12', '140012'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const error = await refusal(`postgresql://user@127.0.0.1:${port}/directory`);
      expect(error.message).to.equal('DATABASE_URL is a PostgreSQL 14.12; this service needs 15 or newer.');
      expect(error.isTemporary).to.equal(false);
    } finally {
      server.close();
    }
  });

  it('distinguishes a database that may come up from a wrong configuration', async () => {
    const nobody = await refusal('postgresql://user@127.0.0.1:1/directory');
    expect(nobody.message).to.match(/cannot be reached.*ECONNREFUSED/);
    expect(nobody.isTemporary).to.equal(true);

    const wrong = new URL(database.url);
    wrong.pathname = '/there_is_no_such_database';
    expect(await refusal(wrong.href)).to.include({ isTemporary: false });
  });
});
