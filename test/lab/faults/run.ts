// `npm run faults [name…]`: every fault at full length, one line of figures each. It takes some twenty minutes.
// `--rounds=100` and `--minutes=20`: how often kill-server kills, and when it begins no further round.
import { endTestDatabases } from '../../helpers/database.js';
import { endPrograms } from '../../helpers/process.js';
import { browserFault } from './browser.js';
import { diskFull, mediaDiskFull, outboxDiskFull } from './disks.js';
import { poolerExhausted } from './pooler.js';
import * as faults from './scenarios.js';

const option = (name: string) => new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1];
const rounds = Number(option('rounds') ?? 100);
const minutes = Number(option('minutes') ?? Number.POSITIVE_INFINITY);

const SCENARIOS: Record<string, () => Promise<faults.Outcome | string>> = {
  'kill-server': () => faults.killServer(rounds, minutes),
  'kill-database': () => faults.killDatabase(5),
  unreachable: () => faults.databaseUnreachable(30),
  frozen: () => faults.databaseFrozen(30),
  'sweeps-after-silence': () => faults.sweepsAfterSilence(75),
  'clock-back': () => faults.clockSetBack(),
  'pool-exhausted': () => faults.poolExhausted(10),
  'pooler-exhausted': () => poolerExhausted('transaction', 10),
  'pooler-exhausted-session': () => poolerExhausted('session', 10),
  'disk-full': diskFull,
  'media-disk-full': mediaDiskFull,
  'outbox-disk-full': outboxDiskFull,
  'browser-killed': () => browserFault('SIGKILL'),
  'browser-silent': () => browserFault('SIGSTOP'),
  'kill-with-mails': () => faults.killWithMails(),
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [name, run] of Object.entries(SCENARIOS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    const outcome = await run();
    const text =
      typeof outcome === 'string'
        ? outcome
        : Object.entries(outcome)
            .map(([figure, value]) => `${figure}: ${value}`)
            .join(' · ');
    console.log(`${name}: ${text}`);
    if (typeof outcome !== 'string' && outcome.lost + outcome.twice + (outcome.unexpected ?? 0) > 0)
      process.exitCode = 1;
  } catch (error) {
    console.log(`${name}: failed: ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await endPrograms();
  }
}
await endTestDatabases();
// The clients of a failed scenario would keep running.
process.exit();
