// The skill for coding agents, followed: every shell block runs in order against a real server.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { useApi } from '../helpers/api.js';

describe('docs/SKILL.md', () => {
  const api = useApi();

  it('leads an agent from a search to an archived listing', async () => {
    const text = readFileSync(join(PACKAGE_ROOT, 'docs/SKILL.md'), 'utf8');
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
    const script = blocks.join('\n').replaceAll('http://localhost:3000', api.server.url);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    const [found, rehearsed, submitted, read, moved, { stats }, archived, mine] = stdout
      .replaceAll('}{', '}\n{')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(found.listings).to.deep.equal([]);
    expect(rehearsed.warnings[0].code).to.equal('dry_run');
    expect(submitted).to.include({ created: true, status: 'live' });
    expect(read.listing).to.deep.equal({ slug: 'skilful-notes', status: 'live', url: submitted.url });
    expect(moved.listing.website_url).to.equal('https://moved.example.com');
    expect(stats.by_day).to.have.length(7);
    expect(archived.listing.status).to.equal('archived');
    expect(mine.listings).to.deep.equal([{ slug: 'skilful-notes', status: 'archived' }]);
  });
});
