import { expect } from 'chai';
import { requestPasswordReset } from '../../core/accounts/own-account.js';
import { guest } from '../../core/kernel/actor.js';
import { startMetrics } from '../../server/process/metrics.js';
import { useApi } from '../helpers/api.js';
import { freePort } from '../helpers/ports.js';

describe('metrics', () => {
  const api = useApi();
  let port: number;
  let stop: () => Promise<void>;

  before(async () => {
    port = await freePort();
    stop = await startMetrics(port);
  });
  after(() => stop());

  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  it('count and time requests by route and status, never by path', async () => {
    const { key } = await api.register();
    const { slug } = await api.submit(key);
    await api.get(`/api/v1/listings/${slug}`);
    await api.get('/api/v1/listings/no-such-thing');
    const text = await scrape();
    expect(text).to.match(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/listings\/:slug",status="200"\} 1/,
    );
    expect(text).to.match(/refusals_total\{code="not_found"\} 1/);
    expect(text).to.not.include(slug);
  });

  it('report the pool, the queue, mails, the event loop, and whether the database answers', async () => {
    const waiting = (text: string) => Number(/mails\{state="waiting"\} (\d+)/.exec(text)?.[1]);
    const before = waiting(await scrape());
    await requestPasswordReset(guest('web'), { email: 'ada@example.com' });
    const text = await scrape();
    expect(waiting(text)).to.equal(before + 1);
    expect(text).to.include('listing_directory_database_up 1');
    expect(text).to.match(/listing_directory_pool_connections\{state="free"\} \d/);
    expect(text).to.include('listing_directory_jobs{state="failed"} 0');
    expect(text).to.include('nodejs_eventloop_lag_seconds');
  });

  it('count and time the decisions of the content policy', async () => {
    const { key } = await api.register();
    await api.submit(key, { website_url: 'clean.example.com' });
    const { status } = await api.post(
      '/api/v1/listings',
      {
        name: 'Buy cocaine',
        website_url: 'coke.example.com',
        tagline: 'Buy cocaine online, shipped discreetly',
      },
      { key },
    );
    expect(status).to.equal(422);
    const text = await scrape();
    expect(text).to.match(/policy_decision_duration_seconds_count\{result="clean",category="none"} [1-9]/);
    expect(text).to.include('policy_decision_duration_seconds_count{result="refused",category="drugs"} 1');
  });

  it('are served on their own port only', async () => {
    expect((await api.get('/metrics')).status).to.equal(404);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).to.equal(404);
  });
});
