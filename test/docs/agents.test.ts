// Tests docs/agents.md: its shell blocks run against a real server, its settings parse.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { allTools } from '../../server/mcp/tools.js';
import type { Json } from '../helpers/api.js';
import { useServer } from '../helpers/server.js';

const text = readFileSync(join(PACKAGE_ROOT, 'docs/agents.md'), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block]) => block ?? '',
  );

describe('docs/agents.md', () => {
  const server = useServer();

  /** Runs a block. @returns its output, response by response */
  async function run(block: string): Promise<Json[]> {
    const script = block.replaceAll('http://localhost:3000', server.url);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    return stdout
      .replaceAll('}{', '}\n{')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  }

  it('leads through the whole journey with curl over REST', async () => {
    const [description, submitted, read, found, patched, archived, mine, restored, changes] = await run(
      blocks('sh')[0] ?? '',
    );
    expect(description.name).to.equal('Directory');
    expect(submitted).to.include({ created: true, status: 'live' });
    expect(read.listing.slug).to.equal('example-notes');
    expect(found.total).to.equal(1);
    expect(patched.listing.pricing_model).to.equal('freemium');
    expect(archived.listing).to.include({ status: 'archived', status_reason: 'A pause' });
    expect(mine.total).to.equal(1);
    expect(restored.listing.status).to.equal('live');
    expect(changes.changes[0]).to.include({ slug: 'example-notes', removed: false });
  });

  it('leads through the whole journey with curl over MCP', async () => {
    const results = (await run(blocks('sh')[1] ?? '')).map(({ result }) => result.structuredContent);
    const [submitted, read, found, archived, mine, restored] = results;
    expect(submitted).to.include({ created: true, status: 'live' });
    expect(read.listing.slug).to.equal('sample-board');
    expect(found.total).to.equal(1);
    expect(archived.listing.status).to.equal('archived');
    expect(mine.listings[0].slug).to.equal('sample-board');
    expect(restored.listing.status).to.equal('live');
  });

  it('shows the handshake with curl in the earlier protocol era', async () => {
    const [hello, list, found] = await run(blocks('sh')[2] ?? '');
    expect(hello.result.protocolVersion).to.equal('2025-11-25');
    expect(list.result.tools.map(({ name }: Json) => name)).to.include('submit_listing');
    expect(found.result.structuredContent.total).to.equal(1);
  });

  it('has settings that parse and point to the tool server, and names every tool', () => {
    const settings = blocks('json').map((block) => JSON.stringify(JSON.parse(block)));
    expect(settings).to.have.length(3);
    for (const block of settings) expect(block).to.include('http://localhost:3000/mcp');
    for (const { name } of allTools()) expect(text).to.match(new RegExp(`^\\| \\w+ \\|.*\`${name}\``, 'm'));
  });
});
