// An injected fault, in short; `npm run faults` runs all at full length (docs/reliability.md).
import { expect } from 'chai';
import { endPrograms } from './helpers/process.js';
import { killServer } from './lab/faults/scenarios.js';

describe('under faults', function () {
  this.timeout(300_000);
  afterEach(endPrograms);

  it('kill -9 of the server during writes loses nothing that was acknowledged and does nothing twice', async () => {
    const outcome = await killServer(1);
    expect(outcome, JSON.stringify(outcome)).to.include({ lost: 0, twice: 0, unexpected: 0 });
    expect(outcome.acknowledged).to.be.greaterThan(0);
  });
});
