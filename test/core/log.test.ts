import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { configureLog, redactUrl } from '../../core/kernel/log.js';

describe('the log', () => {
  async function write(logFormat: 'json' | 'pretty', entry: object): Promise<string> {
    const destination = new PassThrough({ encoding: 'utf8' });
    configureLog({ logLevel: 'info', logFormat, serviceSlug: 'acme-tools' }, destination).info(
      entry,
      'event',
    );
    await sleep(1);
    return String(destination.read());
  }
  after(() => {
    configureLog({ logLevel: 'silent', logFormat: 'json', serviceSlug: 'directory' });
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

  it('hides secrets, however deep up to the headers of a request in an object', async () => {
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

  it('leaves everything else as it is', async () => {
    expect(
      JSON.parse(await write('json', { email: 'a@example.com', keys: 3, err: new Error('why') })),
    ).to.deep.include({
      email: 'a@example.com',
      keys: 3,
      msg: 'event',
    });
    expect(await write('json', { err: new Error('why') })).to.include('"message":"why"');
  });

  it('hides the secrets in links', () => {
    expect(redactUrl('/verify-email?callbackURL=%2F&token=abc#x')).to.equal(
      '/verify-email?callbackURL=%2F&token=[hidden]#x',
    );
    expect(redactUrl('/api/auth/reset-password/abc?callbackURL=/')).to.equal(
      '/api/auth/reset-password/[hidden]?callbackURL=/',
    );
    expect(redactUrl('/listings?q=token')).to.equal('/listings?q=token');
  });
});
