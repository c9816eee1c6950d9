// Simulates a month of 3,000 submissions and one moderator of 20 minutes a day, oldest first: for which share was the
// wait told at submission, nine in ten, long enough? `npm run build && node dist/test/lab/usual-wait.js`
import { usualWaitOf, wordsOfWait } from '../../core/listings/submission-rules.js';

const DAYS = 30;
/** Before it, for decisions to tell the first waits by. */
const WARM_UP = 30;
const AFTER = 30;
const PER_DAY = 3000 / DAYS;
const NEWEST = 1000;
const RUNS = 4;
/** Of the submissions, one in so many is told: sorting for each takes minutes. */
const EVERY = 5;

/** A small generator (mulberry32), so that every run has the same figures. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Month {
  readonly title: string;
  /** Of the submissions, how many wait at all. */
  readonly waiting: number;
  readonly secondsEach: number;
  readonly isOff?: (day: number) => boolean;
  /** How many more are submitted on a day. */
  readonly factor?: (day: number) => number;
}

const isWeekend = (day: number) => day % 7 >= 5;

const MONTHS: Month[] = [
  { title: '60 % wait, 12 s each', waiting: 0.6, secondsEach: 12 },
  { title: 'all wait, 10 s each', waiting: 1, secondsEach: 10 },
  { title: 'all wait, 12 s each: no reserve', waiting: 1, secondsEach: 12 },
  { title: '60 %, 12 s, no weekends', waiting: 0.6, secondsEach: 12, isOff: isWeekend },
  {
    title: '60 %, 12 s, twice as many for three days',
    waiting: 0.6,
    secondsEach: 12,
    factor: (day) => (day >= WARM_UP + 12 && day < WARM_UP + 15 ? 2 : 1),
  },
  {
    title: '60 %, 12 s, a week of holiday',
    waiting: 0.6,
    secondsEach: 12,
    isOff: (day) => day >= WARM_UP + 12 && day < WARM_UP + 19,
  },
];

/** @returns the waits in hours of the month's submissions, with the hours that were told, and those that the words say */
function simulate({ waiting, secondsEach, isOff, factor }: Month, seed: number) {
  const random = randomFrom(seed);
  const arrivals: number[] = [];
  for (let day = 0; day < WARM_UP + DAYS + AFTER; day++) {
    const count = Math.round(PER_DAY * waiting * (factor?.(day) ?? 1) * (0.7 + 0.6 * random()));
    // Three of four between 8 and 22 o'clock.
    for (let n = 0; n < count; n++)
      arrivals.push(day * 24 + (random() < 0.75 ? 8 + 14 * random() : 24 * random()));
  }
  arrivals.sort((a, b) => a - b);
  const decidedAt: number[] = [];
  for (let day = 0; day < WARM_UP + DAYS + AFTER * 4; day++) {
    const start = day * 24 + 9 + 10 * random();
    if (isOff?.(day)) continue;
    for (let at = start; at < start + 1 / 3; at += secondsEach / 3600) {
      const next = arrivals[decidedAt.length];
      if (next === undefined || next > at) break;
      decidedAt.push(at);
    }
  }
  const told: { most: number; said: number; wait: number }[] = [];
  for (const [n, at] of arrivals.entries()) {
    if (n % EVERY > 0 || at < WARM_UP * 24 || at >= (WARM_UP + DAYS) * 24) continue;
    const done = decidedAt.findIndex((moment) => moment > at);
    const decided = done < 0 ? decidedAt.length : done;
    const first = Math.max(0, decided - NEWEST);
    const waits = decidedAt
      .slice(first, decided)
      .map((moment, index) => moment - (arrivals[first + index] ?? 0));
    const ages = arrivals.slice(decided, n).map((since) => at - since);
    const usual = usualWaitOf(waits, ages);
    if (!usual) continue;
    const { mostDays, mostHours } = wordsOfWait(usual);
    const wait = (decidedAt[n] ?? Number.POSITIVE_INFINITY) - at;
    told.push({ most: usual.most_hours, said: mostDays > 0 ? mostDays * 24 : mostHours, wait });
  }
  return told;
}

for (const month of MONTHS) {
  const told = Array.from({ length: RUNS }, (_, seed) => simulate(month, seed + 1)).flat();
  const percent = (right: number) => ((100 * right) / told.length).toFixed(1);
  const right = percent(told.filter(({ most, wait }) => wait <= most).length);
  const inWords = percent(told.filter(({ said, wait }) => wait <= said).length);
  const waits = told.map(({ wait }) => wait).sort((a, b) => a - b);
  const at = (share: number) => (waits[Math.floor(share * waits.length)] ?? 0).toFixed(1);
  const most = told.map((one) => one.most).sort((a, b) => a - b)[told.length >> 1];
  console.log(
    `${month.title}: the hours are right for ${right} % of ${told.length}, the words for ${inWords} %; waits ${at(0.5)} h, nine in ten ${at(0.9)} h; told ${most} h`,
  );
}
