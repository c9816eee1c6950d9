import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Reader } from '../../../core/kernel/config/reader.js';
import { readLogLevels } from '../../../core/kernel/config/variable-values.js';
import { forbidden } from '../../../core/kernel/errors.js';
import { areaLog, configureLog, log, orLogged, redactUrl, requestLog } from '../../../core/kernel/log.js';

function readLevels(value: string) {
  const reader = new Reader({ LOG_LEVELS: value });
  const levels = readLogLevels(reader, 'LOG_LEVELS');
  if (reader.problems.length > 0) throw new Error(reader.problems.join());
  return levels;
}

describe('the log', () => {
  async function write(logFormat: 'json' | 'pretty', entry: object): Promise<string> {
    const destination = new PassThrough({ encoding: 'utf8' });
    configureLog(
      { logLevel: 'info', logFormat, screenshotHeader: 'X-Acme-Tools-Screenshot-Secret' },
      destination,
    ).info(entry, 'event');
    while (destination.readableLength === 0) await turn();
    return String(destination.read());
  }
  after(() => {
    configureLog({
      logLevel: 'silent',
      logFormat: 'json',
      screenshotHeader: 'X-Directory-Screenshot-Secret',
    });
  });

  const secrets = {
    authorization: 'Bearer hush1',
    cookie: 'hush2',
    'set-cookie': ['hush3'],
    'x-acme-tools-screenshot-secret': 'hush4',
    password: 'hush5',
    newPassword: 'hush6',
    token: 'hush7',
    key: 'hush8',
    secret: 'hush9',
  };

  it('redacts secrets at any depth, down to the headers of a request in an object', async () => {
    for (const entry of [
      secrets,
      { body: secrets },
      { req: { headers: secrets } },
      { a: { req: { headers: secrets } } },
    ]) {
      for (const format of ['json', 'pretty'] as const) {
        const text = await write(format, entry);
        expect(text).to.include('event').and.include('[hidden]').and.not.match(/hush/);
      }
    }
  });

  it('has the errors that nobody expects, and no refusals', async () => {
    const lines = new PassThrough({ encoding: 'utf8' });
    configureLog({ logLevel: 'info', logFormat: 'json', screenshotHeader: 'X-Acme' }, lines);
    expect(await orLogged(Promise.reject(forbidden('Not now.')), 'expected')).to.equal(null);
    expect(await orLogged(Promise.reject(new TypeError('A bug.')), 'not expected')).to.equal(null);
    expect(await orLogged(Promise.resolve(1), 'fine')).to.equal(1);
    const text = String(lines.read());
    expect(text).to.include('A bug.').and.include('not expected').and.not.include('Not now.');
  });

  it('writes each area at its own level, and the others at the common level', async () => {
    const lines = new PassThrough({ encoding: 'utf8' });
    const mails = areaLog('mails');
    const logLevels = readLevels('captures=debug, requests=error');
    configureLog(
      { logLevel: 'warn', logLevels, logFormat: 'json', screenshotHeader: 'X-Acme-Screenshot-Secret' },
      lines,
    );
    for (const [area, own] of Object.entries({
      mails,
      captures: areaLog('captures'),
      requests: requestLog,
      all: log,
    })) {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) own[level](`${area} ${level}`);
    }
    const written = String(lines.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written.map(({ msg }) => msg)).to.deep.equal([
      ...['mails warn', 'mails error'],
      ...['captures debug', 'captures info', 'captures warn', 'captures error'],
      'requests error',
      ...['all warn', 'all error'],
    ]);
    expect(written.map(({ area }) => area))
      .to.include('mails')
      .and.to.include('captures');
  });

  it('refuses unknown levels and areas', () => {
    for (const levels of ['captures', 'captures=loud', 'kitchen=debug', 'mails=info=debug']) {
      expect(() => readLevels(levels)).to.throw(/LOG_LEVELS: got .*areas: requests, database/);
    }
  });

  it('leaves other values unchanged', async () => {
    expect(
      JSON.parse(await write('json', { email: 'a@example.com', keys: 3, err: new Error('why') })),
    ).to.deep.include({
      email: 'a@example.com',
      keys: 3,
      msg: 'event',
    });
    expect(await write('json', { err: new Error('why') })).to.include('"message":"why"');
  });

  it('redacts the secrets in links', () => {
    expect(redactUrl('/verify-email?callbackURL=%2F&token=abc#x')).to.equal(
      '/verify-email?callbackURL=%2F&token=[hidden]#x',
    );
    expect(redactUrl('/listings?q=token')).to.equal('/listings?q=token');
  });
});
