import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError, readConfig, toServiceSlug } from '../../../core/kernel/config.js';
import { makeTempDir } from '../../helpers/environment.js';

describe('the configuration', () => {
  const dataDir = makeTempDir();
  const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });
  const problems = (env: Record<string, string>) => {
    try {
      read(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    return [];
  };

  it('works without any variable', () => {
    expect(read()).to.deep.include({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      trustHost: 'local',
      trustProxy: false,
      autoPublish: 'on',
      docsUrl: 'http://localhost:3000/docs',
    });
  });

  it('generates its secrets once, readable by their owner only', () => {
    expect(read().sessionSecrets).to.deep.equal(read().sessionSecrets);
    const file = join(dataDir, 'session-secret');
    expect(readFileSync(file, 'utf8').trim()).to.equal(read().sessionSecrets[0]);
    writeFileSync(file, '');
    expect(() => read()).to.throw(ConfigError, /session-secret is empty/);
    writeFileSync(file, 'back');
    expect(existsSync(`${file}.${process.pid}`)).to.equal(false);
  });

  const BAD: [name: string, value: string][] = [
    ['PORT', '70000'],
    ['PUBLIC_URL', 'https://example.com/path'],
    ['PUBLIC_URL', 'example.com'],
    ['TRUSTED_ORIGINS', 'https://a.example, nonsense'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '999.1.1.1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://x'],
    ['SESSION_SECRET', ','],
    ['ADMIN_EMAILS', 'boss'],
    ['AUTO_PUBLISH', 'maybe'],
    ['MEDIA_STORE', 's3:'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'junk'],
    ['RATE_LIMIT', '-1'],
    ['RATE_LIMIT_WINDOW', '0'],
    ['RATE_LIMIT_STORE', 'redis'],
    ['LOG_LEVEL', 'loud'],
  ];
  for (const [name, value] of BAD) {
    it(`names ${name} when it is ${value}`, () => {
      const lines = problems({ [name]: value });
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(new RegExp(`^${name}: got .+, takes .+`));
    });
  }

  it('reports every invalid variable at once, without secrets', () => {
    const lines = problems({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'mysql://user:secret@host' });
    expect(lines).to.have.length(3);
    expect(lines.join()).to.not.contain('secret@');
  });

  it('says how to write a password of an address that ends early', () => {
    for (const password of ['p#word', '1#word', 'p/word', 'p?word'])
      expect(problems({ DATABASE_URL: `postgres://ada:${password}@db.example.com/x` })[0], password)
        .to.include('write # as %23')
        .and.not.include('word@');
    expect(read({ DATABASE_URL: 'postgres://ada:p@word@db.example.com/x' }).databaseUrl).to.include('p@word');
  });

  it('requires a session secret in production beside an external database', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x' };
    expect(problems(env)[0]).to.match(/^SESSION_SECRET: got nothing/);
    expect(problems({ ...env, SESSION_SECRET: 'short' })).to.have.length(1);
    expect(
      read({ ...env, SESSION_SECRET: 'a-long-enough-secret, an-older-secret-of-ours' }).sessionSecrets,
    ).to.have.length(2);
    expect(read({ NODE_ENV: 'production' }).host).to.equal('0.0.0.0');
  });

  it('derives the service name in kebab case', () => {
    expect(toServiceSlug('Acme Tools!')).to.equal('acme-tools');
    expect(toServiceSlug('Café')).to.equal('cafe');
    expect(toServiceSlug('写真')).to.equal('directory');
  });
});
