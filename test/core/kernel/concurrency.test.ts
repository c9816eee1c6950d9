import { expect } from 'chai';
import { limitConcurrency } from '../../../core/kernel/concurrency.js';
import { DomainError } from '../../../core/kernel/errors.js';

describe('a concurrency limit', () => {
  it('runs a bounded number at a time, queues a bounded number, and rejects the rest', async () => {
    const limited = limitConcurrency({ atATime: 2, waiting: 3 });
    let inside = 0;
    let most = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const work = async () => {
      most = Math.max(most, ++inside);
      await opened;
      inside -= 1;
      return 'done';
    };
    const attempts = Array.from({ length: 7 }, () => limited(work).catch((error: unknown) => error));
    open();
    const results = await Promise.all(attempts);
    expect(results.slice(0, 5)).to.deep.equal(Array(5).fill('done'));
    for (const refusal of results.slice(5)) {
      expect(refusal).to.be.instanceOf(DomainError).with.property('code', 'unavailable');
      expect((refusal as DomainError).details.retryAfterSeconds).to.be.above(0);
    }
    expect(most).to.equal(2);
    expect(await limited(work)).to.equal('done');
  });
});
