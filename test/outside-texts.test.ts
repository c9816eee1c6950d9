// Every text from outside is read in time that grows no faster than its length. docs/security.md lists the readers.
import { expect } from 'chai';
import { useConfig } from './helpers/environment.js';
import { hostileText, OUTSIDE_TEXTS, type OutsideText } from './helpers/outside-texts.js';

/** From an eighth of its limit a text is doubled three times: linear is 8, quadratic 64. */
const DOUBLINGS = 3;
const MOST_GROWTH = 24;
/** Characters that show the growth of a reader with a higher limit. */
const ENOUGH = 16_384;
/** Repeated at most so often: the least of noisy times is the nearest to the truth. */
const ROUNDS = 6;
/** Microseconds below which the growth of a time cannot be told from noise. */
const NOISE = 2_000;

/** Microseconds of CPU, so that other processes do not count. */
async function cost(read: OutsideText['read'], text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function growth(
  { read, most }: OutsideText,
  pattern: OutsideText['patterns'][number],
  rounds = ROUNDS,
): Promise<number> {
  const length = Math.min(most, ENOUGH);
  const long = hostileText(pattern, length);
  const short = hostileText(pattern, length / 2 ** DOUBLINGS);
  // Most are so fast that the short one cannot matter.
  let [least, leastShort] = [await cost(read, long), NOISE];
  for (let round = 0; round < rounds && least / leastShort >= MOST_GROWTH; round += 1) {
    const again = Math.max(await cost(read, short), NOISE);
    leastShort = round === 0 ? again : Math.min(leastShort, again);
    if (round > 0) least = Math.min(least, await cost(read, long));
  }
  return least / leastShort;
}

describe('reading a hostile text', function () {
  this.timeout(120_000);
  useConfig();

  for (const text of OUTSIDE_TEXTS)
    it(`takes linear time for ${text.name}`, async () => {
      for (const pattern of text.patterns)
        expect(await growth(text, pattern), JSON.stringify(pattern).slice(0, 80)).to.be.below(MOST_GROWTH);
    });

  it('would be noticed to take quadratic time', async () => {
    // oxlint-disable-next-line regexp/no-super-linear-move -- the expressions that have to be noticed
    const read = (text: string) => [/a+b/, /a+c/, /a+d/].some((expression) => expression.test(text));
    expect(await growth({ name: '', most: 8_000, read, patterns: [] }, 'a', 1)).to.be.above(MOST_GROWTH);
  });
});
