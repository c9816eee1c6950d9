import { expect } from 'chai';
import { VERSION } from '../core/kernel/package.js';
import { endPrograms, runNode } from './helpers/process.js';

describe('the commands', () => {
  afterEach(endPrograms);

  it('run from the bundle, and file by file when source maps are enabled, so that these are used', async () => {
    for (const options of [[], ['--enable-source-maps']]) {
      const refused = runNode([...options, 'dist/bin/directory-server.js', '--nonsense']);
      const told = runNode([...options, 'dist/bin/directory-server.js', '--version']);
      expect(await refused.end()).to.equal(1);
      expect(refused.output).to.contain("unknown option '--nonsense'");
      expect([await told.end(), told.output.trim()]).to.deep.equal([0, VERSION]);
    }
  });
});
