import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { watchRecurring } from '../../../core/kernel/queue/job-store.js';

describe('the watchdog of recurring jobs', () => {
  /** @param every seconds between two runs */
  const start = (lastRun: () => string, every = 0.02) => {
    const told: (readonly string[])[] = [];
    const watch = watchRecurring([{ name: 'sweep', every }], {
      lastRun: async () => lastRun(),
      onOverdue: async (names) => void told.push(names),
      interval: 10,
    });
    return { watch, told };
  };

  it('reports nothing while the jobs run, whatever the clock says', async () => {
    let runs = 0;
    const { watch, told } = start(() => {
      runs -= 1;
      return String(runs);
    }, 0.2);
    // Three runs are missed long before that many checks.
    while (runs > -80) await sleep(5);
    await watch.close();
    expect(told).to.deep.equal([]);
  });

  it('reports a job that missed three runs, repeats it while that lasts, and stops once it runs', async () => {
    let run = 'first';
    const { watch, told } = start(() => run);
    while (told.length < 2) await sleep(5);
    expect(watch.overdue()).to.deep.equal(['sweep']);
    run = 'second';
    while (watch.overdue().length > 0) await sleep(5);
    await watch.close();
  });

  it('reports nothing while the job store is down, but knows which jobs are overdue', async () => {
    const { watch, told } = start(() => {
      throw new Error('silent');
    });
    while (watch.overdue().length === 0) await sleep(5);
    expect(watch.overdue()).to.deep.equal(['sweep']);
    expect(told).to.deep.equal([]);
    await watch.close();
  });
});
