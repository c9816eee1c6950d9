import { expect } from 'chai';
import { whileRenewing } from '../../../core/kernel/leases.js';

describe('leases', () => {
  it('are renewed for as long as the work takes, also after a renewal that fails', async () => {
    let renewals = 0;
    let finish = () => {};
    const enough = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const renew = async () => {
      renewals += 1;
      if (renewals === 3) finish();
      if (renewals === 1) throw new Error('the database is away');
    };
    const result = await whileRenewing(0.001, renew, async () => {
      await enough;
      return 'done';
    });
    expect(result).to.equal('done');
    const after = renewals;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(renewals, 'none after the end').to.equal(after);
  });

  it('end with work that fails', async () => {
    const failed = await whileRenewing(
      0.001,
      async () => undefined,
      () => Promise.reject(new Error('no')),
    ).catch((error: Error) => error.message);
    expect(failed).to.equal('no');
  });
});
