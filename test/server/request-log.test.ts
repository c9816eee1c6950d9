import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { objectStore } from '../../core/pictures/media-store.js';
import { useApi } from '../helpers/api.js';

describe('a request', () => {
  const api = useApi({
    PUBLIC_URL: 'https://directory.example.com',
    MEDIA_STORE: 's3://pictures',
    // Nothing listens there.
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'y',
  });
  let lines: Record<string, unknown>[] = [];
  before(() => {
    const settings = { ...config, logLevel: 'info' as const, logFormat: 'json' as const };
    configureLog(settings, { write: (line: string) => void lines.push(JSON.parse(line)) });
  });
  beforeEach(() => {
    lines = [];
  });
  after(() => configureLog(config));
  const requestLines = () => lines.filter(({ msg }) => msg === 'request');
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await api.server.fetch(path, { headers });
    await response.text();
    while (requestLines().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return response;
  };

  it('takes its id and trace from the proxy in front', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const response = await ask('/api/v1/listings', {
      'x-request-id': 'Root=1-67891233-abcdef012345678912345678',
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    });
    expect(response.headers.get('x-request-id')).to.equal('Root=1-67891233-abcdef012345678912345678');
    expect(requestLines()[0]).to.include({
      request_id: 'Root=1-67891233-abcdef012345678912345678',
      trace_id: trace,
    });
  });

  it('gets an id of its own when the one sent is malformed', async () => {
    for (const bad of ['a b', 'x'.repeat(129), '<script>', '']) {
      lines = [];
      const response = await ask('/api/v1/listings', { 'x-request-id': bad, traceparent: '00-x' });
      expect(response.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
      expect(requestLines()[0]).to.not.have.property('trace_id');
    }
  });

  it('is logged with the acting account and key, and without them for guests', async () => {
    const { key, id } = await api.register();
    lines = [];
    await ask('/api/v1/listings?mine=1', { authorization: `Bearer ${key}` });
    const [line] = requestLines();
    expect(line).to.include({ account: id, level: 30 });
    expect(line?.key).to.match(/^[0-9a-f-]{36}$/);
    lines = [];
    await ask('/api/v1/listings', {});
    expect(requestLines()[0]).to.not.have.any.keys('account', 'key');
  });

  it('is logged as an error when the failure is ours, distinguishing the media store from the database', async () => {
    const outcome = await objectStore()
      ?.get('x')
      .catch((error: unknown) => error);
    expect(outcome).to.include({ code: 'unavailable' });
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['the media store is not reachable']);

    const { knex } = api.server.database;
    await knex.raw('alter table listings rename to listings_away');
    try {
      lines = [];
      const response = await ask('/api/v1/listings/nothing', {});
      expect(response.status).to.equal(500);
      expect(requestLines()[0]).to.include({ level: 50, status: 500 });
    } finally {
      await knex.raw('alter table listings_away rename to listings');
    }
  });

  it('is answered with Retry-After when the database became a replica or a pooler lost its server', async () => {
    const { knex } = api.server.database;
    const { key } = await api.register();
    await knex.raw('create table refusal (code text)');
    await knex.raw(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = (select code from refusal); end $$`);
    await knex.raw('create trigger refuse before insert on listings for each row execute function refuse()');
    try {
      for (const code of ['25006', '08P01']) {
        await knex.raw('truncate refusal');
        await knex('refusal').insert({ code });
        const { status, headers } = await api.call('POST', '/api/v1/listings', {
          key,
          body: { name: 'Away', website_url: 'away.example.com', tagline: 'Elsewhere by now' },
        });
        expect(status, code).to.equal(503);
        expect(headers.get('retry-after'), code).to.equal('5');
      }
    } finally {
      await knex.raw('drop trigger refuse on listings');
      await knex.raw('drop function refuse');
    }
  });

  it('is answered with HSTS for this host only', async () => {
    const response = await ask('/api/v1/health', {});
    expect(response.headers.get('strict-transport-security')).to.equal('max-age=31536000');
  });
});
