// Injected faults, in short; `npm run faults` runs them at full length (docs/reliability.md).
import { expect } from 'chai';
import { databaseFrozen, databaseUnreachable, killServer, stopDuringUpload } from './faults/scenarios.js';
import { endPrograms } from './helpers/process.js';

describe('under faults', function () {
  // Six starts of a server, each of which takes seconds even on an idle machine.
  this.timeout(300_000);
  afterEach(endPrograms);

  it('kill -9 of the server during writes loses no acknowledged listing and stores none twice', async () => {
    const { lost, twice, acknowledged } = await killServer(2);
    expect({ lost, twice }).to.deep.equal({ lost: 0, twice: 0 });
    expect(acknowledged).to.be.greaterThan(0);
  });

  it('an unreachable database is answered with 503 and Retry-After, and nothing is lost', async () => {
    const outcome = await databaseUnreachable(1);
    expect(outcome).to.include({ lost: 0, twice: 0, 'statuses meanwhile': '503' });
    const [told, all] = String(outcome['with Retry-After']).split(' of ');
    expect(told).to.equal(all);
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
