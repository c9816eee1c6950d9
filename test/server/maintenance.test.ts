import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { expectError, useApi } from '../helpers/api.js';
import { mcpOf } from '../helpers/mcp.js';
import { visitorOf } from '../helpers/pages.js';

describe('maintenance mode', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);

  // Responses are checked against the OpenAPI document, which is read with the first of them.
  before(() => api.get('/api/v1/listings'));

  it('answers every door with 503 and the message, except for health, until it ends', async () => {
    const closed = await admin('maintenance on --message "Back at 10:00 <UTC>" --json');
    expect(closed.json()).to.deep.equal({ maintenance: true, message: 'Back at 10:00 <UTC>' });
    const rest = await api.get('/api/v1/listings');
    expectError(rest, 503, 'unavailable');
    expect(rest.body).to.include({ error: 'Back at 10:00 <UTC>', retry_after_seconds: 120 });
    expect((await mcpOf(api.server).post('{}')).status).to.equal(503);
    const page = await visitorOf(api.server).get('/listings');
    expect(page.status).to.equal(503);
    expect(page.headers.get('retry-after')).to.equal('120');
    expect(page.html).to.include('Back at 10:00 &lt;UTC&gt;');
    const [, style = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(page.html) ?? [];
    expect((await api.server.fetch(style)).status).to.equal(200);
    for (const path of ['/api/v1/health', '/api/v1/ready']) {
      expect((await api.server.fetch(path)).status, path).to.equal(200);
    }
    expect((await admin('maintenance')).stdout).to.equal('Closed for maintenance: Back at 10:00 <UTC>\n');

    expect((await admin('maintenance off')).stdout).to.equal('The service is open.\n');
    expect((await api.get('/api/v1/listings')).status).to.equal(200);
  });

  it('has a default message', async () => {
    expect((await admin('maintenance on')).stdout).to.include('closed for maintenance');
    expectError(await api.get('/api/v1/listings'), 503, 'unavailable');
    await admin('maintenance off');
  });
});
