// Tests the documentation: runs the commands that it gives.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { configure } from '../../core/kernel/config.js';
import { ERROR_CODES } from '../../core/kernel/errors.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { renderVariables } from '../helpers/config-reference.js';
import { makeTempDir } from '../helpers/environment.js';
import { useServer } from '../helpers/server.js';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');

describe('the quick start of the README', () => {
  const server = useServer();

  it('registers, submits, finds, archives and restores', async () => {
    const block = read('README.md')
      .split('## Quick start')[1]
      ?.match(/```sh\n([\s\S]*?)```/)?.[1];
    const script = block?.replace('http://localhost:3000', server.url) ?? '';
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    const answers = stdout
      .replaceAll('}{', '}\n{')
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map((answer) => answer.status ?? answer.total ?? answer.listing.status)).to.deep.equal([
      'live',
      1,
      'archived',
      'live',
    ]);
  });
});

describe('docs/configuration.md', () => {
  it('has the table of variables as npm run docs:config writes it', () => {
    expect(read('docs/configuration.md')).to.include(renderVariables());
  });
});

describe('docs/contract.md', () => {
  it('names every error code', () => {
    configure({ DATA_DIR: makeTempDir() });
    const text = read('docs/contract.md');
    expect(ERROR_CODES.filter((code) => !text.includes(`\`${code}\``))).to.deep.equal([]);
  });
});
