// Three injected faults, in short; `npm run faults` runs all at full length (docs/reliability.md).
import { expect } from 'chai';
import { endPrograms } from './helpers/process.js';
import { databaseFrozen, killServer, stopDuringUpload } from './lab/faults/scenarios.js';

describe('under faults', function () {
  // Four starts of a server, each of which takes seconds even on an idle machine.
  this.timeout(300_000);
  afterEach(endPrograms);

  it('kill -9 of the server during writes loses nothing that was acknowledged and does nothing twice', async () => {
    const outcome = await killServer(1);
    expect(outcome, JSON.stringify(outcome)).to.include({ lost: 0, twice: 0, unexpected: 0 });
    expect(outcome.acknowledged).to.be.greaterThan(0);
  });

  it('a silent database is answered with 503 and Retry-After, and logged once, as is its return', async () => {
    const outcome = await databaseFrozen(1);
    expect(outcome).to.include({
      lost: 0,
      twice: 0,
      'statuses meanwhile': '503',
      told: 'the database is away, recovered: the database answers',
    });
    const [told, all] = String(outcome['with Retry-After']).split(' of ');
    expect(told).to.equal(all);
  });

  it('SIGTERM during an upload of 2 MB lets it finish first', async () => {
    expect(await stopDuringUpload()).to.include({ lost: 0, 'upload answered': 201, 'exit code': 0 });
  });
});
