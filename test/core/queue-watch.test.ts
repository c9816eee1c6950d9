import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { watchRecurring } from '../../core/kernel/queue-watch.js';

/** Three runs of 20 ms, and a look. */
const PATIENCE = 70;

describe('the watch over recurring jobs', () => {
  const start = (lastRun: () => string) => {
    const told: (readonly string[])[] = [];
    const watch = watchRecurring([{ name: 'sweep', every: 0.02 }], {
      lastRun: async () => lastRun(),
      onOverdue: async (names) => void told.push(names),
      interval: 10,
    });
    return { watch, told };
  };

  it('is content as long as they run, whatever their time of day says', async () => {
    let runs = 0;
    const { watch, told } = start(() => {
      runs -= 1;
      return String(runs);
    });
    await sleep(3 * PATIENCE);
    expect(watch.overdue()).to.deep.equal([]);
    await watch.close();
    expect(told).to.deep.equal([]);
  });

  it('tells of one that missed three runs, again as long as it stays so, and no more once it runs', async () => {
    let run = 'first';
    const { watch, told } = start(() => run);
    await sleep(4 * PATIENCE);
    expect(watch.overdue()).to.deep.equal(['sweep']);
    expect(told.length).to.be.greaterThan(1);
    run = 'second';
    await sleep(30);
    expect(watch.overdue()).to.deep.equal([]);
    await watch.close();
  });

  it('does nothing while the job store does not answer, but knows that they are overdue', async () => {
    const { watch, told } = start(() => {
      throw new Error('silent');
    });
    await sleep(2 * PATIENCE);
    expect(watch.overdue()).to.deep.equal(['sweep']);
    expect(told).to.deep.equal([]);
    await watch.close();
  });
});
