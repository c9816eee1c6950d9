// Traces as a collector receives them: a local receiver of OTLP over HTTP.
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import type { JobDefinition, JobName } from '../../core/kernel/jobs.js';
import { closeQueue, openQueue } from '../../core/kernel/queue.js';
import { startTracing } from '../../server/process/tracing.js';
import { type Json, useApi } from '../helpers/api.js';
import { useListener } from '../helpers/listeners.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

describe('traces', () => {
  const environment: Record<string, string> = { SCREENSHOTS: 'on' };
  const spans: Span[] = [];
  const services = new Set<string>();
  const collector = useListener(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/v1/traces') take(JSON.parse(text));
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  const plain = (attributes: Json[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  const take = (body: Json) => {
    for (const { resource, scopeSpans } of body.resourceSpans) {
      services.add(String(plain(resource.attributes)['service.name']));
      for (const span of scopeSpans.flatMap(({ spans: some }: Json) => some)) {
        spans.push({ ...span, attributes: plain(span.attributes), failed: span.status.code === 2 });
      }
    }
  };
  before(() => {
    environment.OTEL_EXPORTER_OTLP_ENDPOINT = `${collector.url}/`;
  });
  const api = useApi(environment);

  it('lead from the request through operation and statements to the job, within the caller’s trace', async () => {
    const { key } = await api.register();
    const stop = await startTracing();
    try {
      let finish: () => void = () => undefined;
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const job: JobDefinition<'capture-screenshot'> = {
        name: 'capture-screenshot',
        concurrency: 1,
        run: async () => finish(),
      };
      await openQueue(api.server.database.url, [job as unknown as JobDefinition<JobName>]);
      const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
      const { status, body } = await api.call('POST', '/api/v1/listings', {
        key,
        body: { name: 'Traced', website_url: 'traced.example.com', tagline: 'Through and through' },
        headers,
      });
      expect(status).to.equal(201);
      const change = { tagline: 'Seen from end to end' };
      await api.patch(`/api/v1/listings/${body.listing.slug}`, change, { key, headers });
      await done;
      await api.get('/api/v1/listings/nothing-here');
    } finally {
      await closeQueue();
      await stop();
    }
    expect([...services]).to.deep.equal([config.serviceSlug]);

    const traced = spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: string) => traced.find((span) => span.name === name) as Span;
    const request = named('POST /api/v1/listings');
    expect(request).to.include({ kind: SERVER, parentSpanId: CALLER, failed: false });
    expect(request.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/api/v1/listings',
      'http.response.status_code': 201,
    });
    expect(named('submitListing').parentSpanId).to.equal(request.spanId);
    const operation = named('updateListing');
    expect(operation.parentSpanId).to.equal(named('PATCH /api/v1/listings/:slug').spanId);
    const transaction = traced.find(
      ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === operation.spanId,
    ) as Span;
    const statement = traced.find(({ attributes }) =>
      /^update "listings"/.test(String(attributes['db.query.text'])),
    );
    expect(statement).to.include({ name: 'update', kind: CLIENT, parentSpanId: transaction.spanId });
    expect(JSON.stringify(traced), 'values stay in the database').to.not.include('Seen from end');
    expect(named('capture-screenshot').kind).to.equal(CONSUMER);

    const other = spans.find(({ name }) => name === 'GET /api/v1/listings/:slug') as Span;
    expect(other.traceId).to.not.equal(TRACE);
    expect(other.failed, 'a 404 is no failure of ours').to.equal(false);
  });

  it('are not exported unless configured', async () => {
    spans.length = 0;
    await api.get('/api/v1/listings', { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } });
    expect(spans).to.deep.equal([]);
  });
});
